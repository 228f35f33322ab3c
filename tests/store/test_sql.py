"""Rows that are written by the cursor of the database's driver."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import DatabaseError, connection, transaction

from drafts.store.sql import DriverCursor, stored_time

TOKYO = timezone(timedelta(hours=9))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "moment",
    [
        None,
        datetime(2026, 11, 29, 8, 5, 3, 120, UTC),
        datetime(2026, 11, 29, tzinfo=UTC),
        datetime(2026, 1, 1, 5, tzinfo=TOKYO),
    ],
    ids=["none", "with parts of a second", "midnight", "of another zone"],
)
def test_a_moment_is_stored_as_django_stores_it(moment):
    assert stored_time(moment) == connection.ops.adapt_datetimefield_value(moment)


@pytest.mark.django_db
def test_an_error_of_the_driver_is_one_of_django():
    with pytest.raises(DatabaseError), transaction.atomic(), DriverCursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
