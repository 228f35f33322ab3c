"""The server beneath the site: subclasses of Daphne's classes, and how it starts and ends."""
