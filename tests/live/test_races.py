"""What happens elsewhere while a room waits for the writer."""

import asyncio

import orjson
import pytest
from asgiref.sync import sync_to_async

from drafts.live.register import Register
from drafts.live.room import Room
from drafts.live.viewer import Viewer
from drafts.live.writer import GroupWriter
from drafts.models import Seat
from drafts.protocol import Choose
from drafts.rules.bots import automatic_choice
from drafts.rules.chance import Chance
from drafts.rules.view import Role
from drafts.services.hosting import pause_tables
from drafts.services.tables import record_changes, record_marks
from drafts.store import load_table
from tests.nights import make_event

pytestmark = pytest.mark.django_db(transaction=True)


class WriterByHand(GroupWriter):
    """Keeps what comes in: the test says when it is written, and when the room learns of it."""

    def __init__(self):
        super().__init__()
        self.changes = []
        self.marks = {}

    def submit(self, source, change):
        self.changes.append(change)

    def submit_marks(self, seat, cards):
        self.marks[seat] = cards


@pytest.fixture
def event(sample_sets):
    return make_event(None, "Aichi", "Kamui", started=True)


@pytest.fixture
def live(event):
    return load_table(event.tables.get().id)


async def nothing(_):
    pass


def fighter_at(live, seat):
    return Viewer(Role.FIGHTER, live.event.id, nothing, nothing, live.seats[seat].fighter, seat=seat)


def room_of(live, writer):
    later = asyncio.get_running_loop().create_task
    told = {"changed": lambda room, completed: None, "heard": lambda: None}
    return Room(live, {}, writer=writer, register=Register(), later=later, **told)


async def test_a_pause_between_a_choice_and_the_news_that_it_is_written_is_seen(event, live):
    writer = WriterByHand()
    room = room_of(live, writer)
    cards = automatic_choice(live.sitting.table, 0, (), Chance("any"))
    await room.choose(fighter_at(live, 0), 0, Choose("a", 1, 1, cards))
    await sync_to_async(record_changes)(chains=[writer.changes])
    await sync_to_async(pause_tables)(event=event)
    await room.refresh()
    await room.written(writer.changes, {})
    room.close()
    assert (room.live.sitting.paused, room.live.version) == (True, live.version + 2)


async def test_a_mark_that_was_taken_back_is_forgotten_by_the_database_too(live):
    writer = WriterByHand()
    room = room_of(live, writer)
    for cards in ((live.sitting.table.hands[0][0].id,), ()):
        writer.marks.clear()
        room.mark(0, cards)
        await sync_to_async(record_marks)(marks=writer.marks)
    room.close()
    assert await Seat.objects.values_list("marked", flat=True).aget(id=live.seats[0].id) == ""


async def test_who_comes_while_others_are_told_of_a_change_is_shown_it_once(live):
    writer, seen = WriterByHand(), []
    room = room_of(live, writer)

    async def see(text):
        seen.append(orjson.loads(text)["seq"])

    async def let_another_in(_):
        await room.join(Viewer(Role.SPECTATOR, live.event.id, see, nothing))

    chooser = Viewer(Role.FIGHTER, live.event.id, let_another_in, nothing, live.seats[0].fighter, seat=0)
    await room.choose(chooser, 0, Choose("a", 1, 1, automatic_choice(live.sitting.table, 0, (), Chance("any"))))
    await room.written(writer.changes, {})
    room.close()
    assert seen == [live.version + 1]
