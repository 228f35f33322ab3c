"""The decisions of an event before and beside its tables: nicknames, seating and others."""
