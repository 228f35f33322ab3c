"""The server of the site: subclasses of Daphne's classes, and its start and end."""
