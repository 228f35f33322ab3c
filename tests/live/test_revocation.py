"""A right that has ended is gone before the database is asked, and a seat has eight connections at most."""

import asyncio

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore

from drafts.limits import MOST_LINES_OF_SEAT
from drafts.live.hub import get_hub
from drafts.live.viewer import Viewer
from drafts.models import Pick, Seat
from drafts.notices import SignedOut
from drafts.protocol.parse import UndoCount
from drafts.rules.night.rights import Rights
from drafts.services.events.lobby import renew_token
from drafts.services.events.removals import remove_fighter
from drafts.services.events.staff import make_link, revoke_link
from tests.factories import fighter, make_event
from tests.live.by_hand import SocketQueries, choice_of, database_held_up, settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_hub")]


class Line:
    """A socket that the hub serves."""

    def __init__(self, event, rights, **held):
        self.heard, self.code = [], None
        self.viewer = Viewer(rights, event.id, self._send, self._close, **held)

    @classmethod
    def of(cls, event, seat):
        return cls(event, Rights(fights=True), fighter=seat.id, token=seat.token)

    def _send(self, text):
        self.heard.append(orjson.loads(text))

    def _close(self, code):
        self.code = code

    @property
    def answers(self):
        return [(frame["type"], frame.get("code")) for frame in self.heard if frame["type"] in ("ack", "error")]


@pytest.fixture
def event(sample_sets):
    return make_event(None, "Aichi", "Kamui", started=True)


@pytest.fixture
async def seat(event):
    return await sync_to_async(fighter)(event, "Aichi")


async def until(happened):
    """Let everything go on until something has happened."""
    async with asyncio.timeout(20):
        while not happened():
            await asyncio.sleep(0)


async def choice(line):
    """Return a choice of Aichi's in the pass that the table is in."""
    room = get_hub()._events[line.viewer.event].tables.rooms[1]
    place = await sync_to_async(Seat.objects.values_list("position", flat=True).get)(fighter__nickname="Aichi")
    return choice_of(room.live, place)


async def choose(line):
    await get_hub().receive(line.viewer, await choice(line))


async def test_a_choice_that_comes_after_a_new_link_waits_until_it_is_known_whose_the_seat_is(event, seat):
    hub, old = get_hub(), Line.of(event, seat)
    await hub.join(old.viewer)
    message = await choice(old)
    async with database_held_up():
        await sync_to_async(renew_token)(fighter=seat)
        await settle()
        choosing = asyncio.ensure_future(hub.receive(old.viewer, message))
        await settle()
        assert (choosing.done(), old.answers) == (False, [])
    await choosing
    assert (old.answers, old.code) == ([("error", "not_a_fighter")], 4001)
    assert await Pick.objects.acount() == 0


async def test_a_request_of_a_removed_fighter_made_while_the_table_was_being_read_is_not_done(event, seat):
    hub, old = get_hub(), Line.of(event, seat)
    await hub.join(old.viewer)
    room, message = hub._events[event.id].tables.rooms[1], await choice(old)
    await until(lambda: not room.is_writing)
    async with database_held_up():
        reading_it = asyncio.create_task(room.refresh())
        await settle()
        choosing = asyncio.ensure_future(hub.receive(old.viewer, message))
        await settle()
        await sync_to_async(remove_fighter)(event=event, fighter_id=seat.id)
        await settle()
    await asyncio.gather(reading_it, choosing)
    await until(lambda: old.code)
    assert (old.answers, old.code) == ([], 4001)
    assert await Pick.objects.filter(seat__fighter=seat.id, how="chosen").acount() == 0


async def test_the_new_device_of_a_seat_is_heard_once_it_is_known_that_the_seat_is_its(event, seat):
    hub, old = get_hub(), Line.of(event, seat)
    await hub.join(old.viewer)
    await sync_to_async(renew_token)(fighter=seat)
    new = Line.of(event, await sync_to_async(fighter)(event, "Aichi"))
    await hub.join(new.viewer)
    await choose(new)
    await until(lambda: new.answers)
    assert (new.answers, new.code, old.code) == ([("ack", None)], None, 4001)


async def test_all_connections_of_a_seat_are_looked_up_with_one_question(event, seat):
    hub, lines = get_hub(), [Line.of(event, seat) for _ in range(MOST_LINES_OF_SEAT)]
    for line in lines:
        await hub.join(line.viewer)
    await settle()
    async with SocketQueries() as queries:
        await sync_to_async(renew_token)(fighter=seat)
        await until(lambda: lines[-1].code)
    assert [line.code for line in lines] == [4001] * MOST_LINES_OF_SEAT
    assert len([sql for sql in queries if "drafts_fighter" in sql]) == 1
    assert len([sql for sql in queries if "drafts_removal" in sql]) == 1


@pytest.mark.parametrize("rights", [Rights(judges=True), Rights(organizes=True)], ids=["judge", "co-organizer"])
async def test_an_official_whose_link_is_revoked_does_nothing_more(event, rights):
    link, other = [
        await sync_to_async(make_link)(event=event, name=name, organizes=rights.organizes) for name in ("Ren", "Kai")
    ]
    hub, lines = get_hub(), [Line(event, rights, staff=each.id) for each in (link, other)]
    for line in lines:
        await hub.join(line.viewer)
    async with database_held_up():
        await sync_to_async(revoke_link)(event=event, link_id=link.id)
        await settle()
        assert [line.viewer.is_in_doubt for line in lines] == [True, False]
        asking = asyncio.ensure_future(hub.receive(lines[0].viewer, UndoCount("a", 1)))
        await settle()
        assert asking.done() is False
    await asking
    assert (lines[0].answers, lines[0].code, lines[1].code) == ([("error", "not_a_fighter")], 4001, None)


async def test_an_organizer_who_signed_out_elsewhere_is_held_back_until_it_is_known_where(event):
    ann = await sync_to_async(User.objects.create_user)("ann")
    session = SessionStore()
    session.update({"_auth_user_id": str(ann.pk), "_auth_user_hash": ann.get_session_auth_hash()})
    await sync_to_async(session.create)()
    hub = get_hub()
    line = Line(event, Rights(organizes=True), session=session.session_key)
    await hub.join(line.viewer)
    async with database_held_up():
        await hub._channel.send(SignedOut(event.id))
        await settle()
        asking = asyncio.ensure_future(hub.receive(line.viewer, UndoCount("a", 1)))
        await settle()
        assert asking.done() is False
    await asking
    assert (line.answers, line.code) == ([("error", "not_allowed")], None)


# While a socket opens -------------------------------------------------------------------------------------------


async def test_a_right_that_ends_between_the_question_and_the_entrance_is_asked_about_again(event, seat):
    hub, first = get_hub(), Line.of(event, seat)
    await hub.join(first.viewer)
    coming = Line.of(event, seat)
    coming.viewer.asked_at = hub.revocations
    await sync_to_async(renew_token)(fighter=seat)
    await settle()
    await hub.join(coming.viewer)
    assert (coming.code, [frame["type"] for frame in coming.heard]) == (4001, ["ended"])


async def test_a_right_that_nobody_ended_meanwhile_is_not_asked_about_again(event, seat):
    hub, first = get_hub(), Line.of(event, seat)
    await hub.join(first.viewer)
    coming = Line.of(event, seat)
    coming.viewer.asked_at = hub.revocations
    async with SocketQueries() as queries:
        await hub.join(coming.viewer)
    assert [sql for sql in queries if "drafts_fighter" in sql] == []


# The connections of a seat -------------------------------------------------------------------------------------


async def test_the_ninth_connection_of_a_seat_closes_the_oldest_and_the_fighter_is_still_there(event, seat):
    hub, lines = get_hub(), [Line.of(event, seat) for _ in range(MOST_LINES_OF_SEAT + 2)]
    other = Line.of(event, await sync_to_async(fighter)(event, "Kamui"))
    await hub.join(other.viewer)
    for line in lines:
        await hub.join(line.viewer)
    assert [line.code for line in lines] == [4009, 4009] + [None] * MOST_LINES_OF_SEAT
    assert other.code is None
    await choose(lines[0])
    await choose(lines[-1])
    await until(lambda: lines[-1].answers)
    assert (lines[0].answers, lines[-1].answers) == ([("error", "not_a_fighter")], [("ack", None)])
    assert hub._events[event.id].viewers.fighters == {seat.id, other.viewer.fighter}
