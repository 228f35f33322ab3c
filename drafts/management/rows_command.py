"""The commands that work on the rows of a site."""

from django.core.management.base import BaseCommand, CommandError

from drafts.queries.site.health import lacks_migrations


class RowsCommand(BaseCommand):
    """A command that begins only where the database has the tables of this version."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Refuse where tables are missing, where Django would warn and go on."""
        if lacks_migrations():
            raise CommandError(
                "The database is not set up for this version yet. `pass-left` and `make run` do it when they open the "
                "site; `manage.py migrate` does it alone."
            )
