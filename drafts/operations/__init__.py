"""The operations of a site: backups, checks of a log, addresses to show."""
