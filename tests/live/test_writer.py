"""The group writer's answers to those who ask whether choices are stored."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction

from drafts.live.kernel import writer as writers
from drafts.live.kernel.turn import at_end_of_turn
from drafts.live.kernel.writer import GroupWriter
from drafts.models import Table
from drafts.rules.draft import timed_table
from drafts.rules.draft.timed import Step
from drafts.services.draft.tables import change_of, record_changes
from drafts.store.tables import load_table
from tests.factories import make_event

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20


class Room:
    """A room that waits for what becomes of changes."""

    record = staticmethod(record_changes)

    def __init__(self):
        self.told = asyncio.Queue()

    def written(self, changes, completed):
        self.told.put_nowait("written")

    async def lost(self):
        self.told.put_nowait("lost")

    def failed(self):
        self.told.put_nowait("failed")

    async def hears(self):
        return await asyncio.wait_for(self.told.get(), PATIENCE)


@pytest.fixture
def change(sample_sets):
    table = make_event(None, "Aichi", "Kamui", started=True).draft.tables.get().id
    live = load_table(table)
    now = live.timed.clock.started
    return change_of(live, Step(timed_table.attend(live.timed, 0, connected=True, at=now)), now)


@pytest.fixture
def table_is_away(change):
    """A table of the database that no change can be written without."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE drafts_table RENAME TO elsewhere")
    yield _bring_back
    if "elsewhere" in connection.introspection.table_names():
        _bring_back()


def _bring_back():
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE elsewhere RENAME TO drafts_table")


async def test_a_writer_that_writes_has_no_trouble(change):
    writer, room = GroupWriter(), Room()
    writer.submit(room, change)
    assert (await room.hears(), writer.fault) == ("written", None)


async def test_the_messages_about_a_batch_go_out_once_all_is_told_and_in_the_same_turn(change):
    writer, steps = GroupWriter(), []

    class Source(Room):
        def written(self, changes, completed):
            at_end_of_turn(lambda: steps.append("sent"))
            asyncio.get_running_loop().call_soon(steps.append, "another turn")
            super().written(changes, completed)

    room = Source()
    writer.submit(room, change)
    writer.submit_note(lambda rows: None, 1, 1, lambda: steps.append("told of the note"))
    assert await room.hears() == "written"
    await asyncio.sleep(0)
    assert steps == ["told of the note", "sent", "another turn"]


async def test_a_writer_that_could_not_write_says_so_until_it_can_again(change, table_is_away):
    writer, room = GroupWriter(), Room()
    writer.submit(room, change)
    assert (await room.hears(), writer.fault) == ("failed", "failing")
    await sync_to_async(table_is_away)()
    writer.submit(room, change)
    assert (await room.hears(), writer.fault) == ("written", None)


async def test_a_failure_is_forgotten_where_nobody_tries_again(change, table_is_away, monkeypatch):
    writer, room = GroupWriter(), Room()
    writer.submit(room, change)
    assert await room.hears() == "failed"
    monkeypatch.setattr(writers, "FAILURE_COUNTS_SECONDS", 0)
    assert writer.fault is None


async def test_a_writer_that_waits_for_the_database_is_stuck(change, monkeypatch):
    writer, room, locked, done = GroupWriter(), Room(), threading.Event(), threading.Event()

    def hold_the_table():
        with transaction.atomic():
            Table.objects.select_for_update().get()
            locked.set()
            done.wait(PATIENCE)
        connection.close()

    holding = asyncio.create_task(asyncio.to_thread(hold_the_table))
    assert await asyncio.to_thread(locked.wait, PATIENCE)
    writer.submit(room, change)
    assert writer.fault is None
    monkeypatch.setattr(writers, "STUCK_AFTER_SECONDS", 0)
    assert writer.fault == "stuck"
    done.set()
    await holding
    assert (await room.hears(), writer.fault) == ("written", None)
