"""The database backend for SQLite takes statements as Django's does."""

import pytest
from django.db import connection

from tests.stack import STACK

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(STACK != "sqlite", reason="this is about SQLite"),
]


def answer(statement, values):
    with connection.cursor() as cursor:
        return cursor.execute(statement, values).fetchone()


def test_the_same_statement_with_other_values_has_another_answer():
    assert [answer("SELECT %s + %s", values) for values in ([1, 2], [3, 4])] == [(3,), (7,)]


def test_two_percent_signs_are_one_and_no_place_for_a_value():
    assert [answer("SELECT '100%%s', %s", [value]) for value in ("a", "b")] == [("100%s", "a"), ("100%s", "b")]


def test_values_may_have_names():
    values = {"one": 1, "two": 2}
    assert answer("SELECT %(two)s, %(one)s, %(two)s", values) == (2, 1, 2)
