"""A connection that is down at the deadline, one that grows weak, and what the room makes of them."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from drafts.live.draft.audience import WEAK_AFTER_SECONDS, WEAK_ROUND_TRIP
from drafts.live.draft.table_presence import SILENT_SECONDS
from drafts.live.viewer import Viewer
from drafts.protocol import Choose
from drafts.rules.draft.replay import How
from drafts.rules.formats import Pace
from drafts.rules.night.rights import Rights
from drafts.store.tables import load_table
from tests.factories import make_event
from tests.live.draft.test_races import WriterByHand, nothing, room_of

pytestmark = pytest.mark.django_db(transaction=True)
SOON = timedelta(seconds=0.1)


class Told(WriterByHand):
    """Says when something comes in."""

    def __init__(self):
        super().__init__()
        self.came = asyncio.Event()

    def submit(self, source, change):
        super().submit(source, change)
        self.came.set()

    async def next(self):
        """Wait for the next change, and return it."""
        async with asyncio.timeout(20):
            await self.came.wait()
        self.came.clear()
        return self.changes[-1]


@pytest.fixture
def live(sample_sets):
    """A table with two fighters who are there, whose time is up in a moment."""
    event = make_event(None, "Aichi", "Kamui", started=True, pace=Pace.STANDARD)
    live = load_table(event.draft.tables.get().id)
    seats = tuple(replace(seat, connected=True, hurried=False) for seat in live.timed.seats)
    now = datetime.now(UTC)
    clock = replace(live.timed.clock, started=now - timedelta(seconds=45), deadline=now + SOON)
    return replace(live, timed=replace(live.timed, seats=seats, clock=clock))


def device(live, seat, **facts):
    viewer = Viewer(Rights(fights=True), live.event.id, nothing, nothing, live.seats[seat].fighter, seat=seat)
    for name, value in facts.items():
        setattr(viewer, name, value)
    return viewer


def quiet_for(live, seat, seconds):
    viewer = device(live, seat, pings=True)
    viewer.heard_at -= seconds
    return viewer


async def room_with(live, writer, *viewers):
    room = room_of(live, writer)
    for viewer in viewers:
        room.join(viewer)
    return room


async def at_the_deadline(live, writer, room):
    """Return what the room makes of the deadline: who is away then, and for whom the clock chose."""
    change = await writer.next()
    seats = change.after.timed.seats
    room.close()
    return [not seat.connected for seat in seats], [pick.seat for pick in change.picks if pick.how is How.TIME]


async def test_for_one_whose_connection_is_down_at_the_deadline_the_clock_does_not_choose_yet(live):
    writer, gone = Told(), device(live, 0)
    room = await room_with(live, writer, gone, device(live, 1))
    room.leave(gone)
    assert await at_the_deadline(live, writer, room) == ([True, False], [1])


async def test_one_who_is_back_before_the_server_has_acted_is_held_too(live):
    timed = live.timed
    clock = replace(timed.clock, deadline=datetime.now(UTC))
    writer, gone = Told(), device(live, 0)
    room = await room_with(replace(live, timed=replace(timed, clock=clock)), writer, gone, device(live, 1))
    room.leave(gone)
    room.presence._left_at[0] = clock.deadline - SOON
    room.join(gone)
    room.close()
    seats = writer.changes[-1].after.timed.seats
    assert [(seat.connected, seat.held) for seat in seats] == [(True, True), (True, False)]


async def test_for_one_who_is_there_at_the_deadline_the_clock_chooses(live):
    writer = Told()
    room = await room_with(live, writer, device(live, 0), device(live, 1))
    assert await at_the_deadline(live, writer, room) == ([False, False], [0, 1])


async def test_a_browser_that_has_fallen_silent_is_down_though_its_socket_is_open(live):
    writer = Told()
    room = await room_with(live, writer, quiet_for(live, 0, SILENT_SECONDS + 1), quiet_for(live, 1, 1))
    assert await at_the_deadline(live, writer, room) == ([True, False], [1])


async def test_a_silent_browser_that_speaks_again_is_there_and_its_choice_counts(live):
    writer, silent = Told(), quiet_for(live, 0, SILENT_SECONDS + 1)
    room = await room_with(live, writer, silent, device(live, 1))
    away = await writer.next()
    room.presence.heard(silent)
    assert (await writer.next()).after.timed.seats[0].connected
    hand = away.after.timed.table.hands[0]
    cards = [next(held.id for held in hand if held.card.is_trigger), next(h.id for h in hand if not h.card.is_trigger)]
    await room.ask(silent, 0, Choose("late", 1, 1, tuple(cards)))
    picks = (await writer.next()).picks
    room.close()
    assert [(pick.seat, pick.how) for pick in picks] == [(0, How.CHOSEN)]


@pytest.mark.parametrize(
    ("facts", "weak"),
    [
        ({"pings": True, "round_trip": WEAK_ROUND_TRIP}, True),
        ({"pings": True, "round_trip": WEAK_ROUND_TRIP - 100}, False),
        ({"pings": True, "heard_at": -WEAK_AFTER_SECONDS - 1}, True),
        ({"pings": False, "heard_at": -WEAK_AFTER_SECONDS - 1}, False),
    ],
)
async def test_a_connection_that_is_slow_or_silent_is_weak(live, facts, weak):
    live = replace(live, timed=replace(live.timed, clock=replace(live.timed.clock, deadline=None)))
    viewer = device(live, 0)
    for name, value in facts.items():
        setattr(viewer, name, viewer.heard_at + value if name == "heard_at" else value)
    writer = Told()
    room = await room_with(live, writer, viewer)
    await room.presence.note_signals()
    room.close()
    assert [change.after.timed.seats[0].weak for change in writer.changes] == ([True] if weak else [])


async def test_a_fighter_whose_second_device_is_well_has_no_weak_connection(live):
    live = replace(live, timed=replace(live.timed, clock=replace(live.timed.clock, deadline=None)))
    writer = Told()
    room = await room_with(live, writer, quiet_for(live, 0, WEAK_AFTER_SECONDS + 1), device(live, 0))
    await room.presence.note_signals()
    room.close()
    assert writer.changes == []


async def test_a_connection_that_is_good_again_is_not_weak(live):
    seats = (replace(live.timed.seats[0], weak=True), live.timed.seats[1])
    live = replace(live, timed=replace(live.timed, seats=seats, clock=replace(live.timed.clock, deadline=None)))
    writer = Told()
    room = await room_with(live, writer, device(live, 0))
    await room.presence.note_signals()
    room.close()
    assert [change.after.timed.seats[0].weak for change in writer.changes] == [False]
