"""Django's backend for SQLite, which converts the placeholders of a statement once, and not for each execution.

Django searches the whole text each time, which takes a quarter of the time of a choice's statements.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that caches converted statements."""

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


@lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
