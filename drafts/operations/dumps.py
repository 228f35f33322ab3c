"""The files of backups: a database of SQLite, or a dump in PostgreSQL's own format."""

import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Protocol

from django.db import connection

Migrations = set[tuple[str, str]]
"""App and name of each."""

OTHER_STACK = "A backup of one kind of database cannot be put into the other; see docs/deploy.md."


class BadBackup(Exception):
    """A backup that cannot be made or used, with the reason in words."""


class Dump(Protocol):
    """One kind of database, and its files."""

    suffix: str

    def write(self, file: Path) -> None:
        """Write all that is in the database at one moment, while others go on writing. Raises BadBackup."""
        ...

    def migrations(self, file: Path) -> Migrations:
        """Read a whole backup, and return the migrations that its database has had. Raises BadBackup for a bad one."""
        ...

    def put_back(self, file: Path) -> None:
        """Put a whole backup in the place of all that is in the database, in one transaction. Raises BadBackup."""
        ...


class InSqlite:
    """A file with a whole SQLite database, copied by its online backup: a copied file would lack what is in the WAL."""

    suffix = ".sqlite3"

    def write(self, file: Path) -> None:
        try:
            with closing(self._open("rw")) as live, closing(sqlite3.connect(file)) as copy:
                live.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, with none beside it
        except sqlite3.Error as fault:
            raise BadBackup(f"The database cannot be copied: {fault}.") from fault

    def migrations(self, file: Path) -> Migrations:
        if not _begins_with(file, b"SQLite format 3\0"):
            raise BadBackup(f"It is no SQLite database. {OTHER_STACK}")
        try:
            with closing(_open_backup(file)) as rows:
                if (found := rows.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                    raise BadBackup(f"It is damaged: {found}.")
                if rows.execute("PRAGMA foreign_key_check").fetchone():
                    raise BadBackup("It is damaged: rows point to rows that are not there.")
                return {(app, name) for app, name in rows.execute("SELECT app, name FROM django_migrations")}
        except sqlite3.Error as fault:
            raise BadBackup(f"It is damaged, or not of Pass Left: {fault}.") from fault

    def put_back(self, file: Path) -> None:
        try:
            with closing(_open_backup(file)) as rows, closing(self._open("rwc")) as live:
                live.execute("PRAGMA synchronous=FULL")
                rows.backup(live)
        except sqlite3.Error as fault:
            raise BadBackup(f"The database cannot be written: {fault}. Nothing has changed.") from fault

    @staticmethod
    def _open(mode: str) -> sqlite3.Connection:
        path = Path(connection.settings_dict["NAME"]).absolute()
        return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True)


class InPostgres:
    """A dump by `pg_dump -Fc`. The programs have to be of the server's version or newer."""

    suffix = ".dump"

    def write(self, file: Path) -> None:
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")

    def migrations(self, file: Path) -> Migrations:
        if not _begins_with(file, b"PGDMP"):
            raise BadBackup(f"It is no dump of PostgreSQL. {OTHER_STACK}")
        self._pg_restore(file, f"--file={os.devnull}")  # reads all of it
        table = self._pg_restore(file, "--data-only", "--table=django_migrations", "--file=-")
        _, found, rest = table.partition("\nCOPY public.django_migrations (id, app, name, applied) FROM stdin;\n")
        if not found:
            raise BadBackup("It is not of Pass Left: it tells of no migrations.")
        lines = rest.partition("\\.\n")[0].splitlines()
        return {(app, name) for _, app, name, _ in (line.split("\t") for line in lines)}

    def put_back(self, file: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "script.sql"
            self._pg_restore(file, "--no-owner", "--no-privileges", f"--file={script}")
            # No pipe between the two programs: half a script would end, and be committed, as a whole one.
            whole = (
                "--single-transaction",
                "--set=ON_ERROR_STOP=1",
                "--no-psqlrc",
                "--quiet",
                f"--output={os.devnull}",
            )
            self._run("psql", *whole, *self._drop(), f"--file={script}", "--command=ANALYZE")

    @staticmethod
    def _drop() -> list[str]:
        with connection.cursor() as cursor:
            names = [connection.ops.quote_name(table) for table in connection.introspection.table_names(cursor)]
        connection.close()
        return [f"--command=DROP TABLE {', '.join(names)} CASCADE"] if names else []

    @staticmethod
    def _pg_restore(file: Path, *options: str) -> str:
        return _run(["pg_restore", *options, str(file)], {})

    @staticmethod
    def _run(program: str, *options: str) -> None:
        (_, *where), env = connection.client.settings_to_cmd_args_env(connection.settings_dict, list(options))
        _run([program, *where], {"PGOPTIONS": "-c lock_timeout=10000"} | (env or {}))


def _run(command: list[str], env: dict[str, str]) -> str:
    """Return what a program of PostgreSQL's prints. Raises BadBackup with what it complains of."""
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            command, env=os.environ | env, check=True, capture_output=True, encoding="utf-8"
        )
    except FileNotFoundError as fault:
        raise BadBackup(
            f"{command[0]} is not installed. On Debian and Ubuntu: apt install postgresql-client"
        ) from fault
    except subprocess.CalledProcessError as fault:
        raise BadBackup(f"{command[0]} failed: {fault.stderr.strip()[-1000:]}") from fault
    return done.stdout


def _open_backup(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _begins_with(file: Path, start: bytes) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(len(start)) == start
    except OSError as fault:
        raise BadBackup(f"It cannot be read: {fault.strerror}.") from fault
