"""Requests to other machines: the addresses that are allowed, signatures, and one request at a time."""
