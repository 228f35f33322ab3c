"""Django's backend for SQLite, with fewer calls for a statement and a transaction.

A statement is put into SQLite's own placeholders once. Django searches the whole text each time: a quarter of what the
statements of a choice cost.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that remembers statements."""

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        """Return a statement with SQLite's placeholders."""
        if param_names is not None:
            return super().convert_query(query, param_names=param_names)
        return _with_question_marks(query)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection."""

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a new cursor."""
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction, as Django does by way of a cursor of its own."""
        with self.wrap_database_errors:
            self.connection.execute(f"BEGIN {self.transaction_mode or ''}")  # type: ignore[attr-defined] # newer than its types

    def _commit(self) -> None:
        """Commit a transaction, as Django does, but for what it keeps for its log."""
        if self.connection is not None:
            with self.wrap_database_errors:
                self.connection.commit()


@lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
