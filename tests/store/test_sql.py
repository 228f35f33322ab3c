"""Rows that are written by the database's driver, without Django's cursor and transaction."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from drafts.store.changes import MovedOn
from drafts.store.sql import DriverCursor, stored_time, transaction_of_rows, update_rows

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


@pytest.fixture
def user(transactional_db):
    return User.objects.create(username="ann", first_name="Ann")


def rename(user, name):
    with DriverCursor() as cursor:
        update_rows(cursor, User, ("id",), ("first_name",), [(user.id, name)])


def rename_and_fail(user, name):
    with transaction_of_rows():
        rename(user, name)
        raise MovedOn


def rename_on_a_lost_connection(user, name):
    with transaction_of_rows():
        connection.connection.close()
        rename(user, name)


def test_rows_of_a_transaction_are_stored_when_it_ends(user):
    with transaction_of_rows():
        rename(user, "Ben")
    connection.close()
    assert User.objects.get().first_name == "Ben"


def test_rows_of_a_transaction_that_fails_are_not_stored(user):
    with pytest.raises(MovedOn):
        rename_and_fail(user, "Ben")
    assert User.objects.get().first_name == "Ann"


def test_a_transaction_within_one_of_django_fails_by_itself(user):
    with transaction.atomic():
        rename(user, "Ben")
        with pytest.raises(MovedOn):
            rename_and_fail(user, "Cleo")
    assert User.objects.get().first_name == "Ben"


def test_a_connection_that_was_lost_in_a_transaction_is_opened_anew(user):
    with pytest.raises(DatabaseError):
        rename_on_a_lost_connection(user, "Ben")
    with transaction_of_rows():
        rename(user, "Cleo")
    assert User.objects.get().first_name == "Cleo"
