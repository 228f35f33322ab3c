"""Many rows of one kind in one statement of plain SQL, for the code that runs at every choice."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain
from types import TracebackType
from typing import Any

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

Columns = tuple[str, ...]
Row = tuple[Any, ...]

ROWS_AT_ONCE = 1000  # SQLite takes 32766 values in a statement


class DriverCursor:
    """The database driver's own cursor for a block, with errors turned into Django's. To be used in a transaction.

    Django's cursor makes ten calls for a statement, which cost more than the statement.
    """

    def __enter__(self) -> Any:
        database = connections[DEFAULT_DB_ALIAS]
        self._errors = database.wrap_database_errors
        with self._errors:
            return database.connection.cursor()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None:
            self._errors.__exit__(kind, error, traceback)


class DriverTransaction:
    """A transaction of the database driver, with errors turned into Django's. It cannot be nested.

    Django's makes seventy calls, for savepoints, hooks and checks that a batch of choices does not need.
    """

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self._database = database

    def __enter__(self) -> None:
        database = self._database
        database.ensure_connection()
        with database.wrap_database_errors:
            database.connection.cursor().execute("BEGIN IMMEDIATE" if _is_sqlite() else "BEGIN")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        database = self._database
        try:
            with database.wrap_database_errors:
                if error is None:
                    database.connection.commit()
                else:
                    database.connection.rollback()
        except Error:
            database.close()  # which rolls back a transaction that could be neither committed nor rolled back
            if error is None:
                raise


def transaction_of_rows() -> AbstractContextManager[None]:
    """Return a transaction for rows that are written by a `DriverCursor`; it joins one of Django's that is open."""
    database = connections[DEFAULT_DB_ALIAS]
    return transaction.atomic() if database.in_atomic_block else DriverTransaction(database)


@lru_cache(maxsize=1024)
def stored_time(moment: datetime | None) -> datetime | str | None:
    """Return a time in the form for the database driver; cached, since the rows of a change repeat a few times."""
    return str(moment.astimezone(UTC).replace(tzinfo=None)) if moment is not None and _is_sqlite() else moment


def update_rows(
    cursor: Any, model: type[Model], keys: Columns, columns: Columns, rows: Sequence[Row], *, where: str = ""
) -> int:
    """Set columns where the keys match, and return how many rows did. A row has the values of keys, then of columns.

    `where` is a further condition on what is stored (`old`) and the values of a row (`new.column1` and on).
    """
    before, after = _update_parts(model, keys, columns)
    return _execute(cursor, before, _placeholders(model, keys + columns), after + where, rows)


def insert_rows(cursor: Any, model: type[Model], columns: Columns, rows: Sequence[Row]) -> None:
    """Write new rows of these columns."""
    _execute(cursor, _insert_part(model, columns), _placeholders(model, columns), "", rows)


def _execute(cursor: Any, before: str, row: str, after: str, rows: Sequence[Row]) -> int:
    done = 0
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        cursor.execute(f"{before} VALUES {', '.join([row] * len(some))}{after}", list(chain.from_iterable(some)))
        done += cursor.rowcount
    return done


@cache
def _update_parts(model: type[Model], keys: Columns, columns: Columns) -> tuple[str, str]:
    """Return the parts of the statement before and after the values."""
    quote = connection.ops.quote_name
    same = " AND ".join(f"old.{quote(key)} = new.column{place}" for place, key in enumerate(keys, start=1))
    sets = ", ".join(f"{quote(name)} = new.column{place}" for place, name in enumerate(columns, start=len(keys) + 1))
    return f"UPDATE {quote(model._meta.db_table)} AS old SET {sets} FROM (", f") AS new WHERE {same}"  # noqa: S608 - names only


@cache
def _insert_part(model: type[Model], columns: Columns) -> str:
    names = ", ".join(connection.ops.quote_name(_field(model, name).column) for name in columns)
    return f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({names})"


@cache
def _placeholders(model: type[Model], columns: Columns) -> str:
    """Return the placeholders of one row. PostgreSQL needs the type of a NULL."""
    types = [_field(model, name).cast_db_type(connection) for name in columns]
    row = ", ".join("?" if _is_sqlite() else f"CAST(%s AS {type_})" for type_ in types)
    return f"({row})"


@cache
def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)
