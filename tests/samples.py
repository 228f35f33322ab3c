"""The sample sets in the test database: read from their files once in a process, later the same rows again."""

from functools import cache
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction

from drafts.models import FACTS, Card, CardSet, PackLayout, PackRecipe, PackSlot, SetLoad, SlotWeight

MODELS = (CardSet, Card, *FACTS.values(), PackRecipe, PackLayout, PackSlot, SlotWeight, SetLoad)


@cache
def _kept() -> list[tuple[str, Any]]:
    """Return what is empty until the sets are loaded for the first time: a statement for each table, and its values."""
    return []


def load_sample_sets() -> None:
    """Put the sample sets into an empty catalog."""
    copies = connection.vendor == "postgresql"  # which takes rows as text in a tenth of the time
    if not _kept():
        call_command("loadsamples", stdout=StringIO())
        keep = _copy_into if copies else _insert_into
        _kept().extend(keep(model._meta.db_table) for model in MODELS)
        return
    with transaction.atomic(), connection.cursor() as cursor:  # one commit, also where a test has no transaction
        for statement, values in _kept():
            if copies:
                with cursor.copy(statement) as rows:
                    rows.write(values)
            else:
                cursor.execute(statement, values)
        if sequences := connection.ops.sequence_reset_sql(no_style(), MODELS):  # the rows have brought their ids
            cursor.execute(" ".join(sequences))


def _insert_into(table: str) -> tuple[str, list[Any]]:
    """Return one statement that inserts the rows that a table has now, and its values."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        columns = [connection.ops.quote_name(column[0]) for column in cursor.description]
        rows = cursor.fetchall()
    one = f"({', '.join(['%s'] * len(columns))})"
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([one] * len(rows))}"
    return statement, [value for row in rows for value in row]


def _copy_into(table: str) -> tuple[str, bytes]:
    """Return a statement that takes the rows that a table has now, and these as it takes them."""
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} TO STDOUT") as rows:
        return f"COPY {table} FROM STDIN", b"".join(map(bytes, rows))
