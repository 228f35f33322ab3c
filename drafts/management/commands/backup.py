"""`manage.py backup [--to FILE]`: all data in one file, while the site is open."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafts.operations.backups import back_up, default_backup
from drafts.operations.dumps import BadBackup


class Command(BaseCommand):
    help = "Write accounts, sets, events and logs to one file that `restore` reads. Drafts may go on meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FILE", help="default: backups/pass-left-<UTC time>, here")

    def handle(self, *, to: Path | None, **options: Any) -> None:
        file = to or default_backup()
        try:
            back_up(file)
        except BadBackup as bad:
            raise CommandError(f"There is no backup. {bad}") from None
        except OSError as fault:
            raise CommandError(f"There is no backup. {file} cannot be written: {fault.strerror}.") from None
        self.stdout.write(f"{file} ({file.stat().st_size / 1e6:.1f} MB). Keep it secret, and on another machine.")
