"""The clients that are admitted next, and those that are refused before anything is asked."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser

from drafts import limits
from drafts.consumers import FRAMES, table_socket
from drafts.limits import ADMISSIONS_AT_ONCE, STRANGERS_EVERY, WAITING_OF_PEER, WAITING_STRANGERS, ClientKind
from drafts.live.admissions import Admission, AdmissionQueue, Peer
from drafts.live.kernel.database import admitting
from tests.clients.frames import FramesTo
from tests.factories import fighter, make_event
from tests.live.by_hand import SocketQueries, connections_opened, settle

STORE, ELSEWHERE = "192.0.2.1", "198.51.100.1"


def member(name, address=STORE):
    return Peer(address, name, ClientKind.MEMBER)


def stranger(address=STORE, name=""):
    return Peer(address, name)


class Arrivals:
    """A queue in which all turns are taken, so that the test says when there is the next one."""

    def __init__(self):
        self.queue, self.admitted, self.tasks = AdmissionQueue(), [], []
        self._turns = asyncio.Semaphore(0)
        self._outcomes = {}

    async def close(self):
        for _ in range(ADMISSIONS_AT_ONCE):
            self.come(member("busy", "203.0.113.1"), "busy")
        await settle()
        self.admitted.clear()
        return self

    def come(self, peer, label):
        """Let a connection come; return what tells the server that it has gone again."""
        gone = asyncio.get_running_loop().create_future()
        self.tasks.append(asyncio.create_task(self._wait(peer, label, gone)))
        return gone

    async def _wait(self, peer, label, gone):
        async with self.queue.turn(peer, gone) as outcome:
            self._outcomes[label] = outcome
            if outcome is Admission.GRANTED:
                self.admitted.append(label)
                await self._turns.acquire()

    async def admit(self, number):
        """Let so many turns end, one after the other, and return who was admitted instead."""
        before = len(self.admitted)
        for _ in range(number):
            self._turns.release()
            await settle()
        return self.admitted[before:]

    async def outcome(self, label):
        await settle()
        return self._outcomes.get(label)


@pytest.fixture
async def arrivals():
    arrivals = await Arrivals().close()
    yield arrivals
    for task in arrivals.tasks:
        task.cancel()
    await asyncio.gather(*arrivals.tasks, return_exceptions=True)


async def test_a_seat_with_many_connections_waits_for_itself(arrivals):
    for number in range(20):
        arrivals.come(member("hoarder"), f"hoarder {number}")
    arrivals.come(member("phone"), "phone")
    arrivals.come(member("guest", ELSEWHERE), "guest")
    await settle()
    assert await arrivals.admit(4) == ["hoarder 0", "guest", "phone", "hoarder 1"]


async def test_an_address_with_many_phones_waits_for_itself(arrivals):
    for number in range(20):
        arrivals.come(member(f"seat {number}"), f"seat {number}")
    arrivals.come(member("phone", ELSEWHERE), "elsewhere")
    await settle()
    assert await arrivals.admit(3) == ["seat 0", "elsewhere", "seat 1"]


async def test_most_turns_are_the_members_and_some_are_the_strangers(arrivals):
    for number in range(10):
        arrivals.come(stranger(), "stranger")
        arrivals.come(member(f"seat {number}"), "member")
    await settle()
    admitted = await arrivals.admit(2 * STRANGERS_EVERY)
    assert (admitted.count("stranger"), admitted.count("member")) == (2, 2 * STRANGERS_EVERY - 2)


async def test_a_connection_that_is_gone_costs_no_turn_and_keeps_the_place_of_its_phone(arrivals):
    gone = [arrivals.come(member("phone"), "gone") for _ in range(5)]
    arrivals.come(member("later"), "later")
    await settle()
    for one in gone:
        one.set_result({"type": "websocket.disconnect"})
    assert await arrivals.outcome("gone") is Admission.GONE
    arrivals.come(member("phone"), "back")
    await settle()
    assert await arrivals.admit(2) == ["back", "later"]


async def test_a_queue_is_bounded_and_has_room_again_for_each_that_is_gone(arrivals):
    waiting = [arrivals.come(member("phone"), "waits") for _ in range(WAITING_OF_PEER)]
    await settle()
    arrivals.come(member("phone"), "one more")
    arrivals.come(member("another"), "another")
    assert await arrivals.outcome("one more") is Admission.REFUSED
    assert await arrivals.outcome("another") is None
    waiting[0].set_result(None)
    await settle()
    arrivals.come(member("phone"), "in place of it")
    assert await arrivals.outcome("in place of it") is None


async def test_strangers_of_an_address_have_a_bounded_queue_of_their_own(arrivals):
    for _ in range(WAITING_STRANGERS):
        arrivals.come(stranger(), "waits")
    await settle()
    arrivals.come(stranger(), "one more")
    arrivals.come(stranger(ELSEWHERE), "elsewhere")
    arrivals.come(member("phone"), "phone")
    outcomes = [await arrivals.outcome(label) for label in ("one more", "elsewhere", "phone")]
    assert outcomes == [Admission.REFUSED, None, None]
    assert await arrivals.admit(1) == ["phone"]


async def test_a_turn_of_one_who_was_cancelled_is_the_next_ones(arrivals):
    arrivals.come(member("phone"), "phone")
    arrivals.come(member("another"), "another")
    await settle()
    arrivals.tasks[-2].cancel()
    await settle()
    assert await arrivals.admit(1) == ["another"]


# A whole admission --------------------------------------------------------------------------------------------------


class Client:
    """A client that opens a socket as Daphne tells of it, with these cookies."""

    def __init__(self, event, cookies, address=STORE):
        self.sent, self._incoming = [], asyncio.Queue()
        self.say({"type": "websocket.connect"})
        scope = {
            "url_route": {"kwargs": {"code": event.code}},
            "query_string": b"",
            "client": (address, 5),
            "headers": [(b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode())],
            "extensions": {FRAMES: FramesTo(self.sent.append)},
        }
        self.task = asyncio.create_task(table_socket(scope, self._incoming.get, self._send))

    def say(self, message):
        self._incoming.put_nowait(message)

    async def leave(self):
        self.say({"type": "websocket.disconnect", "code": 1000})
        await self.task

    async def _send(self, message):
        self.sent.append(message)

    async def shown(self):
        """Wait until it is shown something, or closed, and return how that begins."""
        async with asyncio.timeout(20):
            while not {"websocket.send", "websocket.close"} & {message["type"] for message in self.sent}:
                await asyncio.sleep(0)
        return [message["type"].partition(".")[2] for message in self.sent][:2]


@sync_to_async
def cookies_of(event, name):
    """Return the cookies of a browser in which somebody has opened the page of their seat."""
    browser = Browser()
    browser.get(f"/rejoin/{fighter(event, name).token}/")
    browser.get(f"/events/{event.code}/")
    return {name: browser.cookies[name].value for name in ("sessionid", "browser")}


@pytest.fixture
def event(own_hub, sample_sets):
    return make_event(None, "Aichi", "Kamui", started=True)


async def test_the_database_is_asked_once_for_an_admission_over_a_connection_that_stays_open(event):
    first = Client(event, await cookies_of(event, "Aichi"))
    assert await first.shown() == ["accept", "send"]
    cookies = await cookies_of(event, "Kamui")
    async with SocketQueries() as queries:
        with connections_opened() as opened:
            second = Client(event, cookies)
            assert await second.shown() == ["accept", "send"]
    # marks of other processes are written beside it, and connections together
    beside = "marked_at", '"drafts_connection"'
    asked = [sql for sql in queries if not any(word in sql for word in beside)]
    others = [name for name in opened if not name.startswith("group-writer")]  # it writes for the first time there
    assert (len([sql for sql in asked if "drafts_event" in sql]), len(asked), others) == (1, 1, []), asked
    for client in (first, second):
        await client.leave()


async def test_strangers_over_their_budget_are_refused_at_no_cost_and_no_member_is(event):
    cookies = await cookies_of(event, "Aichi")
    while limits.usage_of(STORE).openings(limits.ClientKind.STRANGER).spend():
        pass
    async with SocketQueries() as queries:
        strangers = [Client(event, {"sessionid": cookies["sessionid"]}), Client(event, {"browser": "forged"})]
        assert [await stranger.shown() for stranger in strangers] == [["close"], ["close"]]
        assert list(queries) == []
        fighter_, elsewhere = Client(event, cookies), Client(event, {}, ELSEWHERE)
        assert [await client.shown() for client in (fighter_, elsewhere)] == [["accept", "send"]] * 2
    for client in (fighter_, elsewhere):
        await client.leave()


async def test_a_browser_that_opens_connections_without_end_uses_up_its_own_budget(event):
    hoarder, other = await cookies_of(event, "Aichi"), await cookies_of(event, "Kamui")
    clients = [Client(event, hoarder) for _ in range(int(limits.OPENINGS_OF_PEER.at_once) + 20)]
    refused = [await client.shown() for client in clients].count(["close"])
    phone = Client(event, other)
    assert await phone.shown() == ["accept", "send"]
    assert refused > 0
    for client in (*clients, phone):
        await client.leave()


async def test_a_connection_that_goes_as_its_turn_comes_gives_the_turn_back():
    queue, gone = AdmissionQueue(), asyncio.get_running_loop().create_future()
    gone.set_result(None)
    for _ in range(ADMISSIONS_AT_ONCE):
        async with queue.turn(member("Aichi"), gone) as outcome:
            assert outcome is Admission.GONE
    async with asyncio.timeout(5), queue.turn(member("Kamui"), asyncio.get_running_loop().create_future()) as outcome:
        assert outcome is Admission.GRANTED


async def test_a_connection_that_is_gone_before_its_turn_asks_the_database_nothing(event):
    cookies, held = await cookies_of(event, "Aichi"), threading.Event()
    holding = [asyncio.create_task(admitting(held.wait)())]
    busy = [Client(event, {}, f"203.0.113.{number}") for number in range(ADMISSIONS_AT_ONCE)]
    await settle()
    gone = [Client(event, cookies) for _ in range(5)]
    await settle()
    for client in gone:
        await client.leave()
    held.set()
    await asyncio.gather(*holding)
    for client in busy:
        await client.shown()
    assert [client.sent for client in gone] == [[]] * 5
    for client in busy:
        await client.leave()


async def test_a_session_alone_opens_a_socket_too(event):
    cookies = await cookies_of(event, "Aichi")
    client = Client(event, {"sessionid": cookies["sessionid"]}, ELSEWHERE)
    assert await client.shown() == ["accept", "send"]
    assert '"you"' in client.sent[1]["text"]
    await client.leave()
