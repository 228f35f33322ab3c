"""`manage.py restore FILE`: put what `backup` wrote into an empty installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafts.models import Event
from drafts.operations.backups import ERASE, CannotRestore, restore
from drafts.operations.dumps import BadBackup


class Command(BaseCommand):
    help = "Put a backup into an empty installation, all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(ERASE, dest="erase", action="store_true", help="let what is in the database now be lost")

    def handle(self, *, file: Path, erase: bool, **options: Any) -> None:
        try:
            unmigrated = restore(file, erase=erase)
        except BadBackup as bad:
            raise CommandError(f"{file} was not restored; nothing has changed. {bad}") from None
        except CannotRestore as reason:
            raise CommandError(f"Nothing was restored. {reason}") from None
        if unmigrated:
            self.stdout.write(
                "Restored. It is of an earlier version: `manage.py migrate` is next (`pass-left` and `make run` do it)."
            )
        else:
            self.stdout.write(f"Restored: {Event.objects.count()} events.")
