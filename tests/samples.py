"""The sample sets in the test database: read from their files once in a process, later the same rows again."""

from functools import cache
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import connection

from drafts.models import Card, CardSet, MagicFacts, PackLayout, PackRecipe, PackSlot, SlotWeight, VanguardFacts

MODELS = (CardSet, Card, VanguardFacts, MagicFacts, PackRecipe, PackLayout, PackSlot, SlotWeight)


@cache
def _kept() -> dict[str, tuple[str, list[tuple[Any, ...]]]]:
    """Return what is empty until the sets are loaded for the first time: a statement for each table, and its rows."""
    return {}


def load_sample_sets() -> None:
    """Put the sample sets into an empty catalog."""
    if not _kept():
        call_command("loadsamples", stdout=StringIO())
        _kept().update({model._meta.db_table: _rows_of(model._meta.db_table) for model in MODELS})
        return
    with connection.cursor() as cursor:
        for statement, rows in _kept().values():
            cursor.executemany(statement, rows)


def _rows_of(table: str) -> tuple[str, list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        columns = [connection.ops.quote_name(column[0]) for column in cursor.description]
        places = ", ".join(["%s"] * len(columns))
        return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", cursor.fetchall()
