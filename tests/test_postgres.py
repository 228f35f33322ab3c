"""Promises that hold only for PostgreSQL: choices reach the disk, and its restarts are survived."""

import pytest
from django.core.checks import run_checks
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler

from tests.programs import wait_until
from tests.stack import STACK, shared_postgres

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(STACK != "postgres", reason="this is about PostgreSQL"),
]


def faults():
    return [(message.id, message.msg.split()[1]) for message in run_checks(databases=["default"])]


def shown(name):
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return cursor.fetchone()[0]


def test_the_database_as_we_reach_it_loses_no_confirmed_choice():
    assert [fault for fault in faults() if fault[0] == "drafts.E004"] == []


def test_a_commit_that_does_not_wait_for_the_disk_is_refused():
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        try:
            assert ("drafts.E004", "synchronous_commit") in faults()
        finally:
            cursor.execute("RESET synchronous_commit")


def test_a_database_that_commits_late_by_itself_waits_for_us():
    name = connection.settings_dict["NAME"]
    shared_postgres().execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        connection.close_pool()
        connection.close()
        assert shown("synchronous_commit") == "on"
    finally:
        shared_postgres().execute(f"ALTER DATABASE {name} RESET synchronous_commit")


def test_a_database_that_never_waits_for_the_disk_is_refused():
    def turn(fsync):
        shared_postgres().execute(f"ALTER SYSTEM SET fsync = {fsync}", "SELECT pg_reload_conf()")
        wait_until(lambda: shown("fsync") == fsync, "PostgreSQL did not read its settings")

    turn("off")
    try:
        assert ("drafts.E004", "fsync") in faults()
    finally:
        turn("on")


@pytest.fixture
def connect(private_postgres):
    """Connect as the site does, with its patience or less, to a PostgreSQL that may be stopped."""
    opened = []

    def connect_once(**pool):
        options = connection.settings_dict["OPTIONS"]
        options = options | {"pool": options["pool"] | pool}
        private = connection.settings_dict | {"NAME": "postgres", "PORT": private_postgres.port, "OPTIONS": options}
        opened.append(ConnectionHandler({"default": connection.settings_dict, "private": private})["private"])
        return opened[0]

    yield connect_once
    for site in opened:
        site.close()
        site.close_pool()


def ask(site):
    """Ask something and give the connection back, as a page does."""
    with site.cursor() as cursor:
        cursor.execute("SELECT 6 * 7")
        answer = cursor.fetchone()
    site.close()
    return answer


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_after_a_restart_of_postgresql_the_first_question_is_answered(connect, private_postgres, end):
    site = connect()
    assert ask(site) == (42,)
    getattr(private_postgres, end)()
    private_postgres.start()
    assert ask(site) == (42,)


def test_after_a_long_absence_postgresql_is_found_as_soon_as_it_is_back(connect, private_postgres):
    site = connect(timeout=4)
    assert ask(site) == (42,)
    private_postgres.stop()
    for _ in range(5):
        with pytest.raises(OperationalError):
            ask(site)
    private_postgres.start()
    assert ask(site) == (42,)


def test_a_query_made_while_postgresql_restarts_waits_for_it(connect, private_postgres):
    site = connect()
    assert ask(site) == (42,)
    private_postgres.kill()
    private_postgres.launch()
    assert ask(site) == (42,)
