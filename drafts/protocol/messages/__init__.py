"""The types of what the server sends, by subject."""
