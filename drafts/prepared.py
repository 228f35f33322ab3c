"""Queries whose SQL is written once: for rows that nearly every page or socket asks for.

Django writes the SQL of a query anew each time, which takes it four times as long as asking the database.
"""

from collections.abc import Callable
from threading import local
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Func, IntegerField, QuerySet

Row = TypeVar("Row")

HOW_MANY = Func("pk", function="COUNT", output_field=IntegerField())
"""The number of rows, as the value of `values_list`: `QuerySet.count` cannot be prepared."""


class Prepared(Generic[Row]):
    """A query that is asked again and again with other values.

    `make` returns the query, with any values of the same kinds. Each thread keeps its own SQL, as it has its own
    connection.
    """

    def __init__(self, make: "Callable[[], QuerySet[Any, Row]]") -> None:
        self._make = make
        self._of_thread = local()

    def rows(self, *values: object) -> list[Row]:
        """Return the rows for these values, which stand in the order of their places in the SQL."""
        if not hasattr(self._of_thread, "query"):
            self._of_thread.query = _WrittenQuery(self._make())
        rows: list[Row] = self._of_thread.query.rows(values)
        return rows

    def first(self, *values: object) -> Row | None:
        """Return the first row for these values, or None."""
        return next(iter(self.rows(*values)), None)


class _WrittenQuery:
    """A query whose compiler has written its SQL, and returns it with new values."""

    def __init__(self, query: Any) -> None:
        compiler = query.query.get_compiler(using=query.db)
        self._sql, places = compiler.as_sql()
        self._values: tuple[Any, ...] = tuple(places)
        compiler.as_sql = lambda *_, **__: (self._sql, self._values)
        self._query = query
        query.query.get_compiler = lambda *_, **__: compiler

    def rows(self, values: tuple[object, ...]) -> list[Any]:
        if len(values) != len(self._values):
            raise ValueError(f"not the values of {self._sql}")
        self._values = tuple(map(connection.ops.adapt_unknown_value, values))
        return list(self._query._iterable_class(self._query))
