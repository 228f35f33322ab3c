"""`manage.py import_log FILE.json [--organizer NAME]`: a log of another installation, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser

from drafts.importers.faults import BadFile, quoted
from drafts.log.file_checks import check_log
from drafts.log.file_reading import LARGEST_FILE, read_log_file
from drafts.management.rows_command import RowsCommand
from drafts.services.log.log_import import Imported, import_log


class Command(RowsCommand):
    help = "Load a log.json of another installation as an event. A file with a fault changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE.json")
        parser.add_argument("--organizer", metavar="NAME", help="whose event it is; by default the only organizer's")

    def handle(self, *, file: Path, organizer: str | None, **options: Any) -> None:
        owner = organizer_named(organizer)
        try:
            imported = import_log(log=check_log(read_log_file(read_bytes(file))), organizer=owner)
        except BadFile as bad:
            said = "\n".join(map(str, bad.faults))
            raise CommandError(f"{file} was not imported; nothing has changed.\n{said}", returncode=1) from None
        self.stdout.write(words_of(imported))


def words_of(imported: Imported) -> str:
    """Return what became of a file, with the code of its event."""
    code, name = imported.event.code, quoted(imported.event.name)
    if imported.own:
        return f"{code}: {name} was drafted on this installation. Nothing has changed."
    if not imported.is_new:
        return f"{code}: {name} is imported already. Nothing has changed."
    return f"{code}: {name} is imported. Only its organizer reads it, until the panel opens the log to others."


def organizer_named(name: str | None) -> User:
    """Return the account of that name, or the only one. Raises CommandError."""
    users = User.objects.filter(is_active=True)
    found = list(users if name is None else users.filter(username=name))
    if len(found) == 1:
        return found[0]
    if name is None:
        raise CommandError("Say whose event it is: --organizer NAME.", returncode=1)
    raise CommandError(f"There is no organizer {quoted(name)}.", returncode=1)


def read_bytes(file: Path) -> bytes:
    """Return what is in the file, or raise CommandError."""
    try:
        with file.open("rb") as data:
            return data.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=1) from None
