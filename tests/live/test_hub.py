"""The hub of a process finds out by itself what has changed, and forgets nothing."""

import asyncio
import math
import time

import orjson
import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db.models import F
from django.utils import timezone

from drafts.live import poller
from drafts.live.hub import get_hub
from drafts.live.peers import LISTENING_SECONDS
from drafts.live.poller import POLL_ANYWAY_SECONDS, POLL_CHANGED_SECONDS, POLL_SECONDS, RETURN_WITHIN_SECONDS
from drafts.live.viewer import Viewer
from drafts.models import Event, Fighter, Process, Seat, Table
from drafts.notices import Listening, group_of, packed, unpacked
from drafts.protocol import Resync
from drafts.rules.night.rights import Rights
from drafts.services.events.nights import go_on
from drafts.services.events.staff import make_link
from tests.factories import drafted_event, fighter, make_event
from tests.live.by_hand import Clock, at_rest, rows_away, settle
from tests.stack import STACK

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_hub")]


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(time.monotonic())
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


@pytest.fixture
def several(settings):
    """There may be other processes."""
    settings.REDIS_URL = "redis://others"


SPECTATOR = Rights()


class Line:
    """A socket that the hub shows an event."""

    def __init__(self, event, rights=SPECTATOR, fighter=None, judge=None):
        self.heard = []
        held = {"fighter": fighter.id, "token": fighter.token} if fighter else {}
        held |= {"staff": judge.id} if judge else {}
        self.viewer = Viewer(rights, event.id, self._send, self._close, **held)

    def _send(self, text):
        self.heard.append(orjson.loads(text))

    def _close(self, code):
        self.heard.append({"type": "closed", "code": code})


@pytest.fixture
def event(sample_sets):
    """A draft whose rows say that Aichi is connected, though no process has a line of theirs: theirs has died."""
    event = make_event(None, "Aichi", "Kamui", started=True)
    Seat.objects.filter(fighter__nickname="Aichi").update(connected=True)
    return event


async def is_here(hub):
    """Let the hub see who is gone, and return whether Aichi is connected as the database has it then."""
    await hub.poller.find_disconnected(hub._events)
    await at_rest(hub._writer)
    return await Seat.objects.values_list("connected", flat=True).aget(fighter__nickname="Aichi")


async def test_a_fighter_whose_process_died_is_gone_after_ten_seconds_and_no_sooner(event, clock):
    assert RETURN_WITHIN_SECONDS == 10
    hub = get_hub()
    await hub.join(Line(event).viewer)
    seen = []
    for seconds in (0, 9.9, 0.2):
        clock.now += seconds
        seen.append(await is_here(hub))
    assert seen == [True, True, False]


async def test_a_fighter_who_comes_back_within_ten_seconds_is_not_gone(event, clock):
    hub, line = get_hub(), Line(event, Rights(fights=True), await sync_to_async(fighter)(event, "Aichi"))
    await hub.join(Line(event).viewer)
    seen = [await is_here(hub)]
    clock.now += 9.9
    await hub.join(line.viewer)
    seen.append(await is_here(hub))
    clock.now += 9.9
    seen.append(await is_here(hub))
    assert seen == [True, True, True]


async def test_an_answer_that_is_older_than_the_lobby_that_is_known_is_passed_over(sample_sets):
    event = await sync_to_async(make_event)(None, "Aichi", "Kamui")
    hub, line = get_hub(), Line(event)
    await hub.join(line.viewer)
    await Event.objects.filter(id=event.id).aupdate(version=F("version") - 1)  # as a slower reader has found it
    await Fighter.objects.filter(nickname="Kamui").adelete()
    await hub._events[event.id].refresh([])
    await hub.receive(line.viewer, Resync())
    first, again = (frame for frame in line.heard if frame["type"] == "state")
    assert (again["seq"], names_in(again)) == (first["seq"], ["Aichi", "Kamui"])


async def another_process(event):
    """Return the channel of a process that has just begun to listen to an event, for which this one asks nobody."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group_of(event.id), channel)
    return channel


async def test_other_processes_are_told_of_an_event_once_for_all_that_changes_in_a_turn_of_the_loop(several, event):
    hub, layer = get_hub(), get_channel_layer()
    await hub.join(Line(event).viewer)
    other = await another_process(event)
    await hub._handle_notice(Listening(event.id, other))
    hub._peers.publish(event.id, {7: 2})
    hub._peers.publish(event.id, {7: 3, 8: 5})
    assert (await layer.receive(other))["versions"] == ((7, 3), (8, 5))
    hub._peers.publish(event.id, {8: 6})
    assert (await layer.receive(other))["versions"] == ((8, 6),)


async def test_a_process_that_begins_to_listen_is_told_who_listens_and_then_of_what_changes(several, event):
    hub, layer = get_hub(), get_channel_layer()
    other = await another_process(event)
    await hub.join(Line(event).viewer)
    asked = unpacked(await layer.receive(other))
    assert asked == Listening(event.id, hub._channel.name, asks=True)
    hub._peers.publish(event.id, {7: 2})  # to nobody: no other has said that it listens
    await hub._handle_notice(Listening(event.id, other, asks=True))
    hub._peers.publish(event.id, {7: 3})
    assert unpacked(await layer.receive(other)) == Listening(event.id, hub._channel.name)
    assert (await layer.receive(other))["versions"] == ((7, 3),)


async def test_a_notice_of_an_unknown_kind_is_passed_over_and_the_next_one_is_heard(several, event):
    hub, layer = get_hub(), get_channel_layer()
    other = await another_process(event)
    await hub.join(Line(event).viewer)
    assert unpacked(await layer.receive(other)).asks
    await layer.group_send(group_of(event.id), {"type": "news", "event": event.id})
    await layer.group_send(group_of(event.id), packed(Listening(event.id, other, asks=True)))
    assert (await layer.receive(other))["type"] == "news"
    assert (await layer.receive(other))["asks"]
    assert unpacked(await layer.receive(other)) == Listening(event.id, hub._channel.name)


async def test_the_first_who_comes_again_asks_again_who_listens(several, event):
    hub, layer, line = get_hub(), get_channel_layer(), Line(event)
    other = await another_process(event)
    await hub.join(line.viewer)
    await hub.join(Line(event).viewer)
    assert unpacked(await layer.receive(other)).asks
    for viewer in tuple(hub._events[event.id].viewers):
        hub.leave(viewer)
    await hub.join(line.viewer)
    hub._peers.publish(event.id, {7: 2})
    assert unpacked(await layer.receive(other)).asks


async def test_a_process_that_nobody_told_of_is_found_in_the_database_and_forgotten_when_it_is_gone(
    several, event, clock
):
    hub = get_hub()
    await hub.join(Line(event).viewer)
    process = await Process.objects.acreate(name="there")
    await process.connections.acreate(event_id=event.id, role="spectator", table=1, opened_at=timezone.now())
    assert not hub._peers.has_listeners(event.id)
    await hub._peers.refresh(hub._events)
    assert hub._peers.has_listeners(event.id)
    await process.adelete()
    clock.now += LISTENING_SECONDS
    await hub._peers.refresh(hub._events)
    assert not hub._peers.has_listeners(event.id)


async def test_of_many_events_each_is_looked_at_though_not_all_in_one_go(event, monkeypatch):
    monkeypatch.setattr(poller, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(poller, "EVENTS_AT_ONCE", 1)
    hub, lines = get_hub(), []
    for each in (event, *[await sync_to_async(make_event)(None, "Ren", "Asaka", started=True) for _ in range(2)]):
        lines.append(Line(each))
        await hub.join(lines[-1].viewer)
        await Table.objects.filter(draft__event=each).aupdate(version=F("version") + 1, paused=True)
    while not all(states_of(line)[-1]["clock"]["paused"] for line in lines):
        await asyncio.sleep(0)


def states_of(line):
    return [frame for frame in line.heard if frame["type"] == "state"]


def names_in(state):
    return [seat["name"] for seat in state["table"]["seats"]]


async def test_an_organizer_is_sent_each_version_of_a_lobby_once_however_many_notices_come_of_it(sample_sets):
    event = await sync_to_async(make_event)(None, "Aichi", "Kamui")
    assert await versions_sent_to_the_organizer(event) == [1, 2]


async def test_an_organizer_is_sent_each_version_of_the_tables_once_however_many_notices_come_of_it(event):
    assert await versions_sent_to_the_organizer(event) == [1, 2]


async def versions_sent_to_the_organizer(event):
    """Let the hub hear three times at once of a change, and return what it sends, counted from the first."""
    hub, line = get_hub(), Line(event, Rights(organizes=True))
    await hub.join(Line(event).viewer)
    live_event = hub._events[event.id]
    await live_event.join(line.viewer)
    await Event.objects.filter(id=event.id).aupdate(version=F("version") + 1)
    await Table.objects.filter(draft__event=event).aupdate(version=F("version") + 1)
    tables = [table.id async for table in Table.objects.filter(draft__event=event)]
    await asyncio.gather(*(live_event.refresh(tables) for _ in range(3)))
    for _ in range(3):
        live_event.organizer.show_soon()
        await settle()
    while live_event.tasks.running:
        await asyncio.gather(*live_event.tasks.running)
    seqs = [frame["seq"] for frame in line.heard if frame["type"] == "state"]
    return [seq - seqs[0] + 1 for seq in seqs]


async def test_officials_are_told_of_the_fights_no_sooner_than_there_are_any_to_see(sample_sets):
    event = await sync_to_async(drafted_event)(None, "Aichi", "Kamui")
    judge = await sync_to_async(make_link)(event=event, name="Kim")
    hub, line = get_hub(), Line(event, Rights(judges=True), judge=judge)
    await hub.join(line.viewer)
    await poll_by_hand(hub)  # or it may be the one that reads
    live_event = hub._events[event.id]
    await sync_to_async(go_on)(event=event, seen="building", confirmed=True)
    reading = asyncio.create_task(live_event.tables.rooms[1].refresh())
    while not reading.done():  # table and fights are read one after the other, and something else is shown meanwhile
        live_event.organizer.show_soon()
        await asyncio.sleep(0)
    while live_event.tasks.running:
        await asyncio.gather(*live_event.tasks.running)
    seen = {frame["event"]["phase"]: "round" in frame for frame in line.heard if frame["type"] == "state"}
    assert seen == {"building": False, "fighting": True}
    assert all("round" in frame for frame in line.heard if frame.get("event", {}).get("phase") == "fighting")


async def poll_by_hand(hub):
    """End what the hub does by itself, so that it looks only when the test says so."""
    for task in hub._tasks:
        task.cancel()
    await asyncio.gather(*hub._tasks, return_exceptions=True)
    hub.poller._looked_at = -math.inf


@pytest.mark.skipif(STACK == "postgres", reason="only SQLite tells whether anything was stored")
async def test_rows_are_looked_at_only_where_something_was_stored_since_and_now_and_then(event, clock):
    hub = get_hub()
    await hub.join(Line(event).viewer)
    await poll_by_hand(hub)
    await at_rest(hub._writer)
    seen = [await hub.poller._is_quiet() for _ in range(3)]
    await hub._register.write()  # this process says that it lives
    seen.append(await hub.poller._is_quiet())
    await Event.objects.filter(id=event.id).aupdate(name="Another name")
    seen.append(await hub.poller._is_quiet())  # they were read a moment ago
    clock.now += POLL_CHANGED_SECONDS
    seen += [await hub.poller._is_quiet() for _ in range(2)]
    clock.now += POLL_ANYWAY_SECONDS
    seen.append(await hub.poller._is_quiet())
    assert seen == [False, True, True, True, True, False, True, False]


@pytest.mark.skipif(STACK == "sqlite", reason="SQLite tells whether anything was stored")
async def test_where_the_database_cannot_tell_rows_are_looked_at_every_four_seconds(event, clock):
    hub = get_hub()
    await hub.join(Line(event).viewer)
    await poll_by_hand(hub)
    seen = [await hub.poller._is_quiet()]
    for _ in range(3):
        clock.now += POLL_SECONDS
        seen.append(await hub.poller._is_quiet())
    assert seen == [False, True, False, True]


async def test_a_look_that_failed_is_made_again_though_nothing_was_stored_since(event):
    hub = get_hub()
    await hub.join(Line(event).viewer)
    await poll_by_hand(hub)
    await hub.poller._is_quiet()
    async with rows_away(Event):
        await hub.poller._attempt(hub.poller.find_changes(hub._events))
    assert not await hub.poller._is_quiet()
