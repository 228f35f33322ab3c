"""Middleware of the site: each module holds one."""
