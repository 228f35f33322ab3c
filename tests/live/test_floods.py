"""Clients that send without end, never read, or come in crowds: the server's memory and the others' time stay as they
are.
"""

import json
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import InvalidStatus

from drafts import limits
from tests.clients.device import Device, Organizer
from tests.clients.raw import close_code, connection, frame, hear_all, say, upgrade
from tests.clients.sync import open_socket
from tests.clients.ws_client import Closed, WebSocketClient
from tests.live.conftest import make_night
from tests.process_facts import memory_of, threads_of
from tests.programs import wait_until
from tests.server import Server

MIB = 1024 * 1024
PING = frame(b'{"type":"ping"}')
NOTHING = frame(b"") * 100_000  # the first is no message, where it is heard before there are too many
TOO_MUCH = PING * (int(limits.FRAMES.at_once) + 1)
HANDFULS = 23  # of five, so that nobody sends more than they may
RESYNC = frame(b'{"type":"resync"}')


def wait_for_pong(line):
    """Read until the server has let the device in: it hears from here on."""
    say(line, PING)
    heard = b""
    while b'"pong"' not in heard:
        part = line.recv(65536)
        assert part, "the server hung up"
        heard += part


@pytest.fixture(scope="module")
def site(installation, tmp_path_factory):
    """One process that is reached without a proxy."""
    server = Server(installation, tmp_path_factory.mktemp("floods"), more={"BEHIND_PROXY": "off"}, size=1)
    server.start()
    yield server.processes[0]
    server.kill()


@pytest.fixture
def night(site):
    with ExitStack() as lines:
        yield make_night(lines, Organizer(site.url), 2, bots=0, start=True)
    assert "Traceback" not in site.log.read_text()


def choose(phone):
    """Choose as a page does, which asks again what was asked while its address said too much."""
    for _ in range(1000):
        answer = phone.choose()
        if answer.get("code") != "rate_limited":
            break
    return answer["type"]


def flood(site, night, data):
    """Open a socket as a stranger, send it this, and return what was heard until it was closed."""
    with connection(site.port) as line:
        upgrade(line, Device(site.url), f"/ws/events/{night.code}/")
        say(line, data)
        return hear_all(line)


@pytest.mark.parametrize(
    "data",
    [
        PING * 100_000,
        NOTHING,
        frame(b"x" * 100, 9) * 100_000,
        frame(b"x" * 100, 10) * 100_000,
        frame(b"[", final=False) + frame(b"", 0, final=False) * 100_000,
        frame(b'{"type":"ping"}' + b" " * 16_000) * 2000,
    ],
    ids=["messages", "empty messages", "pings", "pongs", "parts of a message", "large messages"],
)
def test_a_client_that_sends_without_end_is_turned_away_at_no_cost(site, night, data):
    flood(site, night, TOO_MUCH)
    before = memory_of(site.pid)
    heard = [flood(site, night, data) for _ in range(3)]
    assert {close_code(one) for one in heard} <= {4008} | ({1003} if data == NOTHING else set())
    assert memory_of(site.pid) - before < 8 * MIB
    assert [choose(phone) for phone in night.phones] == ["ack", "ack"]


def test_a_client_that_is_turned_away_is_told_why(site, night):
    assert close_code(flood(site, night, TOO_MUCH)) == 4008


def test_many_floods_at_once_keep_nobody_from_choosing(site, night):
    with ExitStack() as lines:
        for _ in range(20):
            line = lines.enter_context(connection(site.port))
            upgrade(line, Device(site.url), f"/ws/events/{night.code}/")
            line.setblocking(False)
            with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
                line.send(PING * 20_000)
        assert [choose(phone) for phone in night.phones] == ["ack", "ack"]


def test_a_client_that_never_reads_is_cut_off_at_no_cost_and_slows_nobody_down(site, night):
    code, device, readers = night.organizer.create(), Device(site.url), 20
    device.join(code, "Never reads")
    for _ in range(110):
        night.organizer.act(code, "add-bot")  # a long list of fighters is a long message
    with WebSocketClient(device, code) as reads:
        size = len(json.dumps(reads.state))
    assert size * HANDFULS * 5 > limits.MOST_UNREAD + 3 * limits.KERNEL_BUFFER
    with ExitStack() as lines:
        deaf = [lines.enter_context(connection(site.port, small_window=True)) for _ in range(readers)]
        for line in deaf:
            upgrade(line, device, f"/ws/events/{code}/")
            wait_for_pong(line)
        before = memory_of(site.pid)
        for _ in range(HANDFULS):
            deaf = [line for line in deaf if say(line, RESYNC * 5)]
            night.phones[0].send({"type": "ping"})
            assert night.phones[0].receive()["type"] == "pong"  # the server has come to what was sent before
        wait_until(lambda: not any(say(line, PING) for line in deaf), "somebody who never reads is still there")
        assert memory_of(site.pid) - before < 1.5 * readers * limits.MOST_UNREAD
        assert [choose(phone) for phone in night.phones] == ["ack", "ack"]


def test_a_client_that_stops_reading_is_cut_off_after_a_while_even_if_little_waits(site, night):
    with connection(site.port, small_window=True) as line:
        upgrade(line, night.devices[0], f"/ws/events/{night.code}/")
        wait_for_pong(line)
        for _ in range(HANDFULS // 2):
            say(line, RESYNC * 5)
            night.phones[0].resync()
        wait_until(lambda: not say(line, PING), "somebody who stopped reading is still there", 3 * limits.LONGEST_STALL)
    assert "has read nothing for too long" in site.log.read_text()


def test_a_herd_of_requests_is_served_in_turn_and_everybody_gets_an_answer(site, night):
    request = b"GET /sets/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with ExitStack() as lines:
        herd = [lines.enter_context(connection(site.port)) for _ in range(3 * limits.PAGES_AT_ONCE)]
        for line in herd:
            say(line, request)
        most = 0
        assert [choose(phone) for phone in night.phones] == ["ack", "ack"]
        for line in herd:
            most = max(most, threads_of(site.pid))
            assert hear_all(line).startswith(b"HTTP/1.1 200")
    assert limits.PAGES_OF_AN_ADDRESS / 2 < most < 2 * limits.PAGES_AT_ONCE


# Crowds -----------------------------------------------------------------------------------------------------------

PEOPLE = 5
"""A small store, so that its limits are soon reached: `drafts/limits.py` multiplies this."""


@pytest.fixture
def small_store(installation, tmp_path):
    more = {"BEHIND_PROXY": "off", "PEOPLE_PER_ADDRESS": str(PEOPLE)}
    server = Server(installation, tmp_path, more=more, size=1)
    server.start()
    yield server.processes[0]
    server.kill()


def test_strangers_come_in_until_they_are_too_many_and_members_still_do(small_store):
    with ExitStack() as lines:
        night = make_night(lines, Organizer(small_store.url), 2, bots=0, start=True)
        for _ in range(PEOPLE):
            night.open(Device(small_store.url))
        with pytest.raises(Closed) as closed:
            night.open(Device(small_store.url))
        assert closed.value.code == 4429
        night.phones[0].connect()
        assert night.open(night.organizer, "?as=host").state["judge_calls"] == []


def test_a_stranger_who_left_makes_room_for_another(small_store):
    with ExitStack() as lines:
        night = make_night(lines, Organizer(small_store.url), 2, bots=0, start=True)
        strangers = [night.open(Device(small_store.url)) for _ in range(PEOPLE)]
        strangers[0].close()
        assert until_let_in(night, Device(small_store.url)).state["table"]["number"] == 1


def until_let_in(night, device) -> WebSocketClient:
    """Come back until there is room: the server hears a little later that somebody has left."""
    for _ in range(10):
        with suppress(Closed):
            return night.open(device)
    raise AssertionError("there is no room")


def test_strangers_together_cannot_say_more_than_one_device_may_and_members_are_heard(small_store):
    with ExitStack() as lines:
        night = make_night(lines, Organizer(small_store.url), 2, bots=0, start=True)
        strangers = [night.open(Device(small_store.url)) for _ in range(PEOPLE)]
        answers = []
        for _ in range(3):
            for stranger in strangers:
                for _ in range(20):
                    stranger.send({"type": "ping"})
                answers += [stranger.receive() for _ in range(20)]
        assert {answer.get("code") for answer in answers} == {None, "rate_limited"}
        assert [phone.choose()["type"] for phone in night.phones] == ["ack", "ack"]


def test_an_address_opens_only_so_many_lines_in_a_short_time(small_store):
    with ExitStack() as lines:
        night = make_night(lines, Organizer(small_store.url), 2, bots=0, start=True)
        refusals = 0
        for _ in range(4 * PEOPLE + 10):
            try:
                with open_socket(night.devices[0], f"/ws/events/{night.code}/") as socket:
                    socket.recv(20)
            except InvalidStatus as refused:
                refusals += refused.response.status_code == 403
        assert refusals > 0
        assert [phone.choose()["type"] for phone in night.phones] == ["ack", "ack"]


def test_an_address_has_only_so_many_connections_and_gets_new_ones_when_it_gives_some_back(small_store):
    with ExitStack() as lines:
        opened = [lines.enter_context(connection(small_store.port)) for _ in range(8 * PEOPLE)]
        with connection(small_store.port) as one_more:
            assert hear_all(one_more) == b""
        for line in opened:
            line.close()
        wait_until(lambda: answers(small_store), "nobody new is let in")


def answers(site):
    with suppress(ConnectionError):
        return Device(site.url).get("/").status == 200
