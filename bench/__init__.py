"""Measures a night of many tables, beside the same night on a server that stores nothing."""
