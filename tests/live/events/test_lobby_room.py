"""The room of a lobby when something happens in between; the kernel's own tests are in `test_kernel`."""

import time

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafts.live.draft.table_presence import AWAY_AFTER_SECONDS
from drafts.live.events.lobby_room import LobbyRoom
from drafts.live.kernel.database import ASK_AGAIN_SECONDS
from drafts.live.viewer import Viewer
from drafts.models import Connection, Event, Fighter
from drafts.protocol import Ready
from drafts.rules.night.rights import Rights
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.removals import remove_fighter
from drafts.store.lobbies import load_lobby, newest_lobby
from tests.factories import make_event, say_ready
from tests.live.by_hand import Clock, EventByHand, WriterByHand, database_answers, rows_away

pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """A device of a fighter in the lobby, and all that it was sent."""

    def __init__(self, fighter):
        self.frames = []
        self.viewer = Viewer(Rights(fights=True), 1, self._send, self._close, fighter)

    def _send(self, text):
        self.frames.append(orjson.loads(text))

    def _close(self, code):
        self.frames.append({"type": "closed", "code": code})

    @property
    def answers(self):
        return [frame.get("seq", frame.get("code")) for frame in self.frames if frame["type"] in ("ack", "error")]

    @property
    def shown(self):
        """The fighters who were ready in each version that it was shown."""
        states = [frame for frame in self.frames if frame["type"] == "state"]
        return [(state["seq"], [seat["ready"] for seat in state["table"]["seats"]]) for state in states]


class Lobby(EventByHand):
    """The room of a lobby with two fighters, its viewers, and a writer that the test moves."""

    def __init__(self, event):
        super().__init__(event.id, WriterByHand())
        self.published = self.closed = 0
        self.room = LobbyRoom(load_lobby(event.id), self)
        self.phones = [Phone(member.id) for member in self.room.live.members]

    async def write(self):
        return await self.writer.write(self.room)

    def come(self, phone):
        self.viewers.add(phone.viewer)
        self.room.came(phone.viewer)

    def go(self, phone):
        self.viewers.discard(phone.viewer)
        self.room.left(phone.viewer)

    async def say_ready(self, phone, request="a"):
        await self.room.ask(phone.viewer, phone.viewer.fighter, Ready(request))

    def stored(self):
        self.published += 1

    def lobby_closed(self):
        self.closed += 1


@pytest.fixture
def event(sample_sets):
    return make_event(None, "Aichi", "Kamui")


@pytest.fixture
def lobby(event):
    return Lobby(event)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(time.monotonic())
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


async def there(event):
    """Return who is connected, as the database has it."""
    return [row async for row in Fighter.objects.filter(event=event).order_by("id").values_list("connected", flat=True)]


async def version(event):
    return await Event.objects.values_list("version", flat=True).aget(id=event.id)


async def test_a_fighter_who_is_ready_is_acknowledged_and_shown_when_it_is_stored_and_no_sooner(event, lobby):
    one, two = lobby.phones
    for phone in (one, two):
        lobby.viewers.add(phone.viewer)
    before = lobby.room.live.version
    await lobby.say_ready(one)
    assert (one.frames, two.frames, lobby.published) == ([], [], 0)
    assert await lobby.write() is True
    assert (one.answers, two.shown, lobby.published) == ([before + 1], [(before + 1, [True, False])], 1)
    assert await version(event) == before + 1


async def test_the_same_ready_twice_is_one_and_another_changes_nothing(event, lobby):
    one = lobby.phones[0]
    seq = lobby.room.live.version + 1
    for request in ("a", "a", "b"):
        await lobby.say_ready(one, request)
    assert (one.answers, await lobby.write()) == ([], True)
    await lobby.say_ready(one, "c")
    assert (one.answers, lobby.writer.changes, await version(event)) == ([seq] * 4, [], seq)


async def test_a_ready_that_lost_against_a_fighter_who_joined_is_asked_again(event, lobby):
    one = lobby.phones[0]
    seq = lobby.room.live.version + 2
    await lobby.say_ready(one)
    await sync_to_async(join_event)(event=event, nickname="Ren")
    assert (await lobby.write(), one.answers, await lobby.write()) == (False, [], True)
    assert (one.answers, [member.ready for member in lobby.room.live.members]) == ([seq], [True, False, False])
    assert (await sync_to_async(load_lobby)(event.id)).members == lobby.room.live.members


async def test_a_ready_that_lost_against_the_start_is_refused_and_the_lobby_is_closed(event, lobby):
    one = lobby.phones[0]
    await lobby.say_ready(one)
    await sync_to_async(start_event)(event=event)
    assert (await lobby.write(), one.answers, lobby.writer.changes) == (False, ["not_allowed"], [])
    assert (lobby.closed, lobby.room.is_open, lobby.room.is_writing) == (1, False, False)


async def test_a_fighter_who_comes_and_goes_is_noted_and_goes_only_after_two_seconds(event, lobby, clock):
    one = lobby.phones[0]
    lobby.come(one)
    assert (await lobby.write(), await there(event)) == (True, [True, False])
    lobby.go(one)
    await clock.move(AWAY_AFTER_SECONDS - 0.1)
    assert lobby.writer.changes == []
    await clock.move(0.2)
    await database_answers()
    assert (await lobby.write(), await there(event)) == (True, [False, False])
    assert lobby.room.live.members[0].away_since is not None


@pytest.fixture
def several(settings):
    """There may be other processes, which may have the fighter."""
    settings.REDIS_URL = "redis://others"


async def test_a_fighter_who_leaves_while_the_database_is_away_is_away_once_it_is_back(several, event, lobby, clock):
    one = lobby.phones[0]
    lobby.come(one)
    await lobby.write()
    async with rows_away(Connection):
        lobby.go(one)
        await clock.move(AWAY_AFTER_SECONDS + 0.1)
        await database_answers()
        assert lobby.writer.changes == []
    await clock.move(ASK_AGAIN_SECONDS + 0.1)
    await database_answers()
    assert (await lobby.write(), await there(event)) == (True, [False, False])


async def test_a_fighter_who_comes_back_within_two_seconds_was_never_away(event, lobby, clock):
    one = lobby.phones[0]
    lobby.come(one)
    await lobby.write()
    lobby.go(one)
    await clock.move(AWAY_AFTER_SECONDS - 0.1)
    lobby.come(Phone(one.viewer.fighter))
    await clock.move(10)
    await database_answers()
    assert (lobby.writer.changes, await there(event)) == ([], [True, False])


async def test_a_fighter_who_came_back_while_the_hub_looked_is_not_away(event, lobby):
    for phone in lobby.phones:
        lobby.come(phone)
    await lobby.write()
    one, two = (phone.viewer.fighter for phone in lobby.phones)
    lobby.go(lobby.phones[1])
    lobby.room.mark_disconnected({one, two})
    assert (await lobby.write(), await there(event)) == (True, [True, False])


async def test_a_phone_that_came_while_somebody_joined_is_noted_on_what_was_read(event, lobby):
    for phone in lobby.phones:
        lobby.come(phone)
    await sync_to_async(join_event)(event=event, nickname="Ren")
    assert (await lobby.write(), await lobby.write()) == (False, True)
    assert await there(event) == [True, True, False]


async def test_a_phone_that_left_while_somebody_joined_is_noted_after_another_two_seconds(event, lobby, clock):
    one = lobby.phones[0]
    lobby.come(one)
    await lobby.write()
    lobby.go(one)
    await clock.move(AWAY_AFTER_SECONDS + 0.1)
    await database_answers()
    await sync_to_async(join_event)(event=event, nickname="Ren")
    assert (await lobby.write(), lobby.writer.changes) == (False, [])
    await clock.move(AWAY_AFTER_SECONDS + 0.1)
    await database_answers()
    assert (await lobby.write(), await there(event)) == (True, [False, False, False])


async def test_a_change_by_another_process_is_shown_when_it_is_told_of(event, lobby):
    one = lobby.phones[0]
    lobby.viewers.add(one.viewer)
    await sync_to_async(say_ready)(event, "Kamui")
    await lobby.room.refresh()
    assert one.shown == [(lobby.room.live.version, [False, True])]


# Messages to viewers, and how often ------------------------------------------------------------------------------


MANY = 30


@pytest.fixture
def crowd(sample_sets):
    """A lobby with so many fighters that its changes are not sent whole."""
    return Lobby(make_event(None, *(f"Fighter {number}" for number in range(MANY))))


async def all_come(lobby, clock):
    """Let everybody connect and see the lobby, a while ago."""
    for phone in lobby.phones:
        lobby.come(phone)
        await lobby.room.audience.show(phone.viewer)
    await lobby.write()
    for _ in range(2):  # the messages that are due are sent, and then none for a while
        await clock.move(60)
    for phone in lobby.phones:
        phone.frames.clear()


async def join(lobby, event, *names):
    for name in names:
        await sync_to_async(join_event)(event=event, nickname=name)
        await lobby.room.refresh()


async def test_those_who_join_within_a_second_are_shown_together_and_the_first_of_them_at_once(event, lobby, clock):
    one, two = lobby.phones
    await all_come(lobby, clock)
    await join(lobby, event, "Ren", "Misaki", "Miwa", "Leon")
    assert [len(ready) for _, ready in one.shown] == [3]
    await clock.move(0.9)
    assert [len(ready) for _, ready in one.shown] == [3]
    await clock.move(0.2)
    assert [len(ready) for _, ready in one.shown] == [3, 6]
    assert two.shown == one.shown
    await clock.move(60)
    assert len(one.frames) == 2


async def test_ones_own_change_is_shown_at_once_and_to_others_with_the_next(event, lobby, clock):
    one, two = lobby.phones
    await all_come(lobby, clock)
    await join(lobby, event, "Ren")
    await lobby.say_ready(two)
    await lobby.write()
    assert [ready for _, ready in two.shown] == [[False, False, False], [False, True, False]]
    assert [ready for _, ready in one.shown] == [[False, False, False]]
    await clock.move(1.1)
    assert one.shown[-1] == two.shown[-1]


async def test_in_a_large_lobby_a_phone_is_sent_what_has_changed_and_can_tell_the_whole_by_it(crowd, clock):
    event = await Event.objects.aget(id=crowd.room.live.id)
    one = crowd.phones[0]
    await all_come(crowd, clock)
    known = orjson.loads(crowd.room.states.for_viewer(one.viewer.fighter))
    await join(crowd, event, "Ren", "Misaki")
    await crowd.say_ready(crowd.phones[1])
    await crowd.write()
    await clock.move(1.1)
    assert [frame["type"] for frame in one.frames] == ["lobby", "lobby"]
    assert [frame["since"] for frame in one.frames] == [known["seq"], known["seq"] + 1]
    assert one.frames[-1]["seq"] == crowd.room.live.version == known["seq"] + 3
    assert [[seat["name"] for seat in frame["seats"]] for frame in one.frames] == [["Ren"], ["Fighter 1", "Misaki"]]
    seats = {seat["seat"]: seat for frame in one.frames for seat in frame["seats"]}
    whole = orjson.loads(crowd.room.states.for_viewer(one.viewer.fighter))
    rebuilt = {seat["seat"]: seat for seat in known["table"]["seats"]} | seats
    assert list(rebuilt.values()) == whole["table"]["seats"]
    assert {**known, "seq": 0, "clock": 0, "table": 0} == {**whole, "seq": 0, "clock": 0, "table": 0}


async def test_a_client_that_knows_nothing_but_states_is_sent_a_large_lobby_whole_within_ten_seconds(crowd, clock):
    event, one = await Event.objects.aget(id=crowd.room.live.id), crowd.phones[0]
    await all_come(crowd, clock)
    await join(crowd, event, "Ren")
    assert one.shown == []
    await clock.move(10.1)
    assert [(seq, len(ready)) for seq, ready in one.shown] == [(crowd.room.live.version, MANY + 1)]
    await clock.move(60)
    assert len(one.frames) == 2


async def test_a_place_that_is_free_again_is_shown_in_a_whole_state_also_in_a_large_lobby(crowd, clock):
    one = crowd.phones[0]
    await all_come(crowd, clock)
    event, gone = await Event.objects.aget(id=crowd.room.live.id), crowd.phones[7].viewer.fighter
    await sync_to_async(remove_fighter)(event=event, fighter_id=gone)
    await crowd.room.refresh()
    assert [(seq, len(ready)) for seq, ready in one.shown] == [(crowd.room.live.version, MANY - 1)]


async def test_seventy_who_join_within_a_second_cost_a_phone_two_messages_that_hold_each_seat_once(crowd, clock):
    event = await Event.objects.aget(id=crowd.room.live.id)
    await all_come(crowd, clock)
    await join(crowd, event, *(f"Late {number}" for number in range(70)))
    await clock.move(1.1)
    assert {len(phone.frames) for phone in crowd.phones} == {2}
    sent = sum(len(orjson.dumps(frame)) for frame in crowd.phones[0].frames)
    whole = len(crowd.room.states.for_viewer(None))
    assert sent < whole
    assert {len(phone.frames[1]["seats"]) for phone in crowd.phones} == {69}


async def test_a_version_is_made_into_messages_once_for_all_phones(crowd, clock):
    event = await Event.objects.aget(id=crowd.room.live.id)
    await all_come(crowd, clock)
    await join(crowd, event, "Ren")
    states = crowd.room.states
    assert crowd.room.states is states
    assert len({orjson.dumps(phone.frames[0]) for phone in crowd.phones}) == 1


async def test_a_lobby_that_has_not_changed_is_not_read_again(event, lobby):
    def read():
        with CaptureQueriesContext(connection) as asked:
            assert newest_lobby(lobby.room.live) is lobby.room.live
        return len(asked)

    assert await sync_to_async(read)() == 1
