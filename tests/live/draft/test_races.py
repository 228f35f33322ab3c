"""Changes elsewhere while a room waits for the writer."""

import orjson
import pytest
from asgiref.sync import sync_to_async

from drafts.live.viewer import Viewer
from drafts.models import Seat
from drafts.protocol import Choose, Mark
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.night.rights import Rights
from drafts.services.draft.hosting import pause_tables
from drafts.services.draft.tables import record_changes, record_marks
from drafts.store.tables import load_table
from tests.factories import make_event
from tests.live.by_hand import WriterByHand, database_answers, room_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(sample_sets):
    return make_event(None, "Aichi", "Kamui", started=True)


@pytest.fixture
def live(event):
    return load_table(event.draft.tables.get().id)


def nothing(_):
    pass


def fighter_at(live, seat):
    return Viewer(Rights(fights=True), live.event.id, nothing, nothing, live.seats[seat].fighter, seat=seat)


async def test_a_pause_between_a_choice_and_the_news_that_it_is_written_is_seen(event, live):
    writer = WriterByHand()
    room = room_of(live, writer)
    cards = automatic_choice(live.timed.table, 0, (), Chance("any"))
    await room.ask(fighter_at(live, 0), 0, Choose("a", 1, 1, cards))
    await sync_to_async(record_changes)(chains=[writer.changes])
    await sync_to_async(pause_tables)(event=event)
    await room.refresh()
    room.written(writer.changes, {})
    await database_answers()
    room.close()
    assert (room.live.timed.paused, room.live.version) == (True, live.version + 2)


async def test_a_mark_that_was_taken_back_is_forgotten_by_the_database_too(live):
    writer = WriterByHand()
    room = room_of(live, writer)
    for cards in ((live.timed.table.hands[0][0].id,), ()):
        writer.marks.clear()
        room.mark(fighter_at(live, 0), 0, Mark(cards))
        await sync_to_async(record_marks)(marks=writer.marks)
    room.close()
    assert await Seat.objects.values_list("marked", flat=True).aget(id=live.seats[0].id) == ""


async def test_a_viewer_who_comes_while_others_are_told_of_a_change_is_shown_it_once(live):
    writer, seen = WriterByHand(), []
    room = room_of(live, writer)

    def see(text):
        seen.append(orjson.loads(text)["seq"])

    def let_another_in(_):
        room.join(Viewer(Rights(), live.event.id, see, nothing))

    chooser = Viewer(Rights(fights=True), live.event.id, let_another_in, nothing, live.seats[0].fighter, seat=0)
    await room.ask(chooser, 0, Choose("a", 1, 1, automatic_choice(live.timed.table, 0, (), Chance("any"))))
    room.written(writer.changes, {})
    room.close()
    assert seen == [live.version + 1]
