"""Requests to other machines: allowed addresses, signatures, and single requests."""
