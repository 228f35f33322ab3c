"""Tests draw the same each time: what fails by chance fails again, and is found before it is handed in."""

import secrets

from django.utils.crypto import get_random_string

from tests import chance


def drawn(test):
    chance.begin(test)
    return secrets.token_hex(32), secrets.token_urlsafe(32), secrets.choice(range(10**9)), get_random_string(32)


def test_a_test_draws_the_same_each_time_and_something_else_than_another():
    assert drawn("one") == drawn("one") != drawn("other")


def test_a_server_draws_something_else_after_a_restart(server):
    def seed():
        return server.manage("shell", "--no-imports", "-c", "import secrets; print(secrets.token_hex(32))")

    assert seed() != seed()
