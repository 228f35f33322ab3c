"""What an operator of the site does: backups, checks of a log, addresses to show."""
