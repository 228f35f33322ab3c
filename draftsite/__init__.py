"""The site: settings, addresses, and the server that runs it."""

__version__ = "0.2.0"
