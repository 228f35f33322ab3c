"""No transaction waits for a lock with a later one of the order in hand: tables by id, event, fighters, seats by id."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from drafts.rules.draft.timed import Step
from drafts.rules.draft.timed_table import attend
from drafts.services.draft.hosting import hand_over_seat
from drafts.services.draft.tables import change_of, record_changes, record_marks
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.removals import leave_event, remove_fighter
from drafts.store.table_facts import Marked
from drafts.store.tables import load_table
from tests.factories import fighter, make_event, say_ready
from tests.programs import wait_until
from tests.stack import STACK

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(STACK != "postgres", reason="SQLite has one writer at a time, and nothing to put in order"),
]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def lock(line, row):
    """Lock a row for somebody; raises LockNotAvailable when another has."""
    line.execute(f"SELECT id FROM {row._meta.db_table} WHERE id = {row.id} FOR NO KEY UPDATE NOWAIT")


@contextmanager
def as_with_many_rows():
    """Let PostgreSQL look rows up one after the other as they are named, which it does where there are thousands."""
    other_ways = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_bitmapscan")
    with connection.cursor() as cursor:
        cursor.execute("; ".join(f"SET {way} = off" for way in other_ways))
        yield
        cursor.execute("; ".join(f"RESET {way}" for way in other_ways))


@contextmanager
def waiting(row, verb):
    """Lock a row for somebody else, let a verb come and wait for it, and let it go on in the end."""

    def act():
        try:
            with as_with_many_rows():
                return verb()
        finally:
            connection.close()

    settings = connection.settings_dict
    where = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"], "dbname": settings["NAME"]}
    with (
        psycopg.connect(**where) as somebody,
        psycopg.connect(**where, autocommit=True) as watcher,
        ThreadPoolExecutor(1) as thread,
    ):
        lock(somebody, row)
        done = thread.submit(act)
        try:
            wait_until(lambda: watcher.execute(WAITING).fetchone() == (1,), "nobody waits for the lock", patience=20)
            yield somebody
        finally:
            somebody.rollback()
        done.result(20)


@pytest.fixture
def event(sample_sets):
    """An event of two tables of two fighters each."""
    return make_event(None, "Aichi", "Kamui", "Misaki", "Ren", started=True, table_size=2)


@pytest.fixture
def tables(event):
    return list(event.draft.tables.order_by("id"))


@pytest.fixture
def seats(tables):
    return list(tables[0].seats.order_by("id"))


def coming_at(table):
    """Return the change of a table at which everybody comes."""
    live = load_table(table.id)
    timed, now = live.timed, table.started_at
    for seat in (0, 1):
        timed = attend(timed, seat, connected=True, at=now)
    return [change_of(live, Step(timed), now)]


@pytest.mark.parametrize("order", [1, -1])
def test_changes_of_two_tables_wait_for_the_first_without_the_second(tables, order):
    chains = [coming_at(table) for table in tables][::order]
    with waiting(tables[0], lambda: record_changes(chains=chains)) as somebody:
        lock(somebody, tables[1])


@pytest.mark.parametrize("order", [1, -1])
def test_marks_of_two_seats_wait_for_the_first_without_the_second(seats, order):
    marks = {seat.id: Marked() for seat in seats[::order]}
    with waiting(seats[0], lambda: record_marks(marks=marks)) as somebody:
        lock(somebody, seats[1])


def test_a_change_of_two_seats_waits_for_the_first_without_the_second(tables, seats):
    with waiting(seats[0], lambda: record_changes(chains=[coming_at(tables[0])])) as somebody:
        lock(somebody, seats[1])


@pytest.mark.parametrize("second", [0, 1])
def test_the_last_table_to_have_drafted_waits_for_the_first_without_the_second(event, tables, second):
    first = 1 - second
    hand_over_seat(event=event, number=tables[first].number, seat=0, bot=True)
    hand_over_seat(event=event, number=tables[first].number, seat=1, bot=True)
    hand_over_seat(event=event, number=tables[second].number, seat=0, bot=True)

    def end():
        hand_over_seat(event=event, number=tables[second].number, seat=1, bot=True)

    with waiting(tables[0], end) as somebody:
        lock(somebody, tables[1])
        lock(somebody, event)
    event.refresh_from_db()
    assert event.phase == "building"


ENDS = {
    "stop": lambda event: stop_event(event=event),
    "leave": lambda event: leave_event(fighter=fighter(event, "Ren")),
    "remove": lambda event: remove_fighter(event=event, fighter_id=fighter(event, "Ren").id),
}


@pytest.mark.parametrize("verb", ENDS)
def test_an_act_that_ends_something_waits_for_a_table_without_the_event(event, tables, verb):
    with waiting(tables[0], lambda: ENDS[verb](event)) as somebody:
        lock(somebody, tables[1])
        lock(somebody, event)


IN_THE_LOBBY = {
    "ready": lambda fighter: say_ready(fighter.event, fighter.nickname),
    "leave": lambda fighter: leave_event(fighter=fighter),
}


@pytest.mark.parametrize("verb", IN_THE_LOBBY)
def test_in_the_lobby_all_wait_for_the_event_without_the_fighter(sample_sets, verb):
    event = make_event(None, "Aichi", "Kamui")
    aichi = fighter(event, "Aichi")
    with waiting(event, lambda: IN_THE_LOBBY[verb](aichi)) as somebody:
        lock(somebody, aichi)
