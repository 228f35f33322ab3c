"""Backups: the whole database in one file, made while the site is open, and put back into an empty installation.

Everything is in it: accounts, sets, events with their seeds and tokens. Settings (`.env`) are not.
"""

import os
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from drafts.models import CardSet, Event, Process
from drafts.models.presence import DEAD_AFTER
from drafts.operations.dumps import BadBackup, Dump, InPostgres, InSqlite, Migrations

ERASE = "--erase-everything-here"
KEPT: tuple[type[Model], ...] = (Event, User, CardSet)
"""The models with rows in an installation that is not empty."""


class CannotRestore(Exception):
    """The reason why a backup cannot be restored, in words."""


def dump_of_this_site() -> Dump:
    """Return how the database of the settings is written to a file and back."""
    return InSqlite() if connection.vendor == "sqlite" else InPostgres()


def default_backup() -> Path:
    """Return where a backup made now goes."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    return Path(settings.HOME) / "backups" / f"pass-left-{now}{dump_of_this_site().suffix}"


def back_up(file: Path) -> None:
    """Write everything to a new file, readable for its owner alone. It has its name only when it is whole and checked.

    Raises BadBackup, and OSError.
    """
    if file.exists():
        raise BadBackup("That file exists already.")
    dump = dump_of_this_site()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # its mode is 0600
    os.close(handle)
    part = Path(name)
    try:
        dump.write(part)
        dump.migrations(part)
        _sync(part)
        part.rename(file)
        _sync_names(file.parent)
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, *, erase: bool) -> bool:
    """Put a backup in the place of the database, all of it or nothing; return whether it has yet to be migrated.

    `erase`: what is here may go. Raises BadBackup and CannotRestore; nothing has changed then.
    """
    dump = dump_of_this_site()
    theirs, ours, replaced = dump.migrations(file), *migrations_here()
    if unknown := sorted(theirs - ours - replaced):
        names = ", ".join(".".join(migration) for migration in unknown)
        raise BadBackup(f"It was made by a newer Pass Left: this one does not know {names}. Upgrade first.")
    _guard(erase=erase)
    connection.close()
    dump.put_back(file)
    return not ours <= theirs


def migrations_here() -> tuple[Migrations, Migrations]:
    """Return the migrations of this version, and those that some of them stand for."""
    here = MigrationLoader(None).disk_migrations
    return set(here), {old for migration in here.values() for old in migration.replaces}


def _guard(*, erase: bool) -> None:
    try:
        tables = set(connection.introspection.table_names())
        heard = Process.objects.filter(seen_at__gt=timezone.now() - DEAD_AFTER)
        alive = Process._meta.db_table in tables and heard.exists()
        kept = [model for model in KEPT if model._meta.db_table in tables and model._default_manager.exists()]
    except DatabaseError as fault:
        raise CannotRestore(f"The database that is here cannot be read ({fault}). Move it away first.") from fault
    if alive:
        raise CannotRestore(f"A server is running here. Stop it; {DEAD_AFTER.seconds} seconds later it is forgotten.")
    if kept and not erase:
        found = ", ".join(str(model._meta.verbose_name_plural) for model in kept)
        raise CannotRestore(f"This installation is not empty: it has {found}. To lose them: {ERASE}")


def _sync(file: Path) -> None:
    """Have a file on the disk."""
    with file.open("rb+") as stream:  # Windows syncs no file that is open for reading only
        os.fsync(stream.fileno())


def _sync_names(folder: Path) -> None:
    """Have the names in a folder on the disk, as far as the system can: Windows opens no folders."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
