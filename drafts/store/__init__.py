"""Rows to values of the rules, and back."""
