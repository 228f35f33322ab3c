"""What an event decides before and beside its tables: nicknames, and who sits where."""
