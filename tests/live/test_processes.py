"""Several processes serve one table, and one of them, or Redis, dies. These need the second stack (STACK=postgres)."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import legal_choice, owes, pass_is, phase_is
from tests.clients.ws_client import Closed, WebSocketClient, play_all
from tests.programs import wait_until
from tests.server import Installation, Server
from tests.stack import STACK

pytestmark = pytest.mark.skipif(STACK == "sqlite", reason="there is one process on this stack")


@pytest.fixture(scope="module")
def store(installation: Installation, tmp_path_factory) -> Iterator[Server]:
    """Three processes: one may die, and there still are others."""
    server = Server(installation, tmp_path_factory.mktemp("processes"), size=3)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def organizer(store) -> Organizer:
    return Organizer(store.url)


@pytest.fixture
def server(store) -> Server:
    """All of it: what another test has killed is started again."""
    for part in store.parts:
        if not part.is_running:
            part.start()
    return store


@pytest.fixture
def table(server, organizer) -> Iterator[Callable[..., "Spread"]]:
    with ExitStack() as lines:
        yield lambda fighters, **fields: Spread(lines, server, organizer, fighters, **fields)
    assert "Traceback" not in server.log.read_text()


class Spread:
    """A draft whose phones are connected to one process after the other."""

    def __init__(self, lines, server, organizer, fighters, **fields):
        self._lines, self._server, self.organizer = lines, server, organizer
        self.code = self.organizer.create(**fields)
        self.devices = [Device(server.url) for _ in range(fighters)]
        for number, device in enumerate(self.devices):
            device.join(self.code, f"Fighter {number}")
        self.phones = [self.open(device, number % 3) for number, device in enumerate(self.devices)]
        for phone in self.phones:
            phone.wait_for(lambda state: all(seat["connected"] for seat in state["table"]["seats"]))
        self.organizer.act(self.code, "start")
        for phone in self.phones:
            phone.wait_for(phase_is("drafting"))

    def open(self, device, process, query="", **more):
        there = Device(self._server.processes[process].url)
        there.cookies = device.cookies
        return self._lines.enter_context(WebSocketClient(there, self.code, query, **more))


def seat_of(phone):
    return phone.state["you"]["seat"]


def sees(phone, other, connected):
    phone.wait_for(lambda state: state["table"]["seats"][seat_of(other)]["connected"] is connected)


def test_a_draft_whose_phones_are_spread_over_the_processes_ends_with_thirty_cards_each(table):
    phones = table(4).phones
    ends = play_all(phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30] * 4


def test_a_choice_at_one_process_is_a_small_message_at_the_others(table):
    one, two, _ = table(3).phones
    one.choose()
    two.wait_for(lambda state: state["table"]["seats"][seat_of(one)]["chosen"])
    assert two.frames[-1]["type"] == "seat"


def test_a_phone_connected_to_a_process_that_died_is_away_in_the_end_and_no_other_is(table, server):
    one, two, three = table(3).phones
    server.processes[2].kill()
    sees(one, three, False)
    sees(two, three, False)
    assert one.resync()["table"]["seats"][seat_of(two)]["connected"]
    assert two.resync()["table"]["seats"][seat_of(one)]["connected"]


def test_a_phone_that_moves_to_another_process_goes_on_where_it_was(table, server):
    night = table(3)
    one, two, three = night.phones
    hand = three.state["you"]["pack"]
    server.processes[2].kill()
    moved = night.open(night.devices[2], 0)
    assert moved.state["you"]["pack"] == hand
    ends = play_all([one, two, moved], phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30] * 3


def test_a_marked_card_is_taken_although_the_process_that_was_told_has_died(table, server):
    night = table(3, pace="brisk")
    one, two, three = night.phones
    marked = legal_choice(three.state)[::-1]
    three.send({"type": "mark", "cards": marked})
    assert three.resync()["you"]["marked"] == marked
    event = f"SELECT id FROM drafts_event WHERE code = '{night.code}'"
    seats = f"drafts_seat WHERE draft_id IN (SELECT id FROM drafts_draft WHERE event_id IN ({event}))"
    wait_until(lambda: bool(server.database.rows(f"SELECT 1 FROM {seats} AND marked <> ''")), "no mark is stored")
    one.choose()
    two.choose()
    server.processes[2].kill()
    server.cut_short(night.code, 3)
    one.wait_for(pass_is(1, 2), patience=90)
    night.organizer.act(night.code, "seat-bot", table=1, seat=seat_of(three))
    play_all([one, two], phase_is("building"))
    picks = night.devices[0].log(night.code)["tables"][0]["picks"]
    first = [pick for pick in picks if (pick["round"], pick["pass"], pick["seat"]) == (1, 1, seat_of(three))]
    assert [(pick["card"], pick["auto"]) for pick in first] == [(card, True) for card in marked]


def test_without_redis_all_see_everything_and_the_draft_goes_on(table, server):
    phones = table(3).phones
    server.redis.kill()
    ends = play_all(phones, pass_is(1, 3))
    assert [owes(state) for state in ends] == [1] * 3
    server.redis.start()
    ends = play_all(phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30] * 3


def test_pages_act_without_redis(table, server):
    night = table(3)
    server.redis.kill()
    night.organizer.act(night.code, "pause")
    for phone in night.phones:
        phone.wait_for(lambda state: state["clock"]["paused"])


def test_a_redis_that_has_forgotten_who_listens_is_told_again(table, server):
    phones = table(3).phones
    server.redis.forget()
    ends = play_all(phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30] * 3


def test_an_old_phone_is_turned_away_even_if_nobody_could_tell_its_process(table, server):
    night = table(3)
    server.redis.kill()
    panel = night.organizer.get(f"/events/{night.code}/host/").text
    for fighter in set(re.findall(r'host/new-link/".*?name="fighter" value="(\d+)"', panel, re.DOTALL)):
        night.organizer.act(night.code, "new-link", fighter=fighter)
    for phone in night.phones:
        with pytest.raises(Closed) as closed:
            phone.wait_for(lambda state: False)
        assert closed.value.code == 4001


def test_a_phone_that_comes_from_a_process_that_died_sees_at_once_what_it_had_seen_there(table, server):
    night = table(3)
    three = night.phones[2]
    server.redis.pause()  # so that the others are not told
    ack = three.choose()
    server.processes[2].kill()
    moved = night.open(night.devices[2], 0)
    server.redis.resume()
    assert (moved.state["seq"] >= ack["seq"], owes(moved.state)) == (True, 0)


def test_fights_and_shares_are_seen_at_every_process(table):
    spread = table(3, card_set="SMP02")
    play_all(spread.phones, phase_is("building"))
    spread.organizer.act(spread.code, "next-stage", **{"from": "building"})
    for phone in spread.phones:
        phone.wait_for(phase_is("fighting"))
    one = next(phone for phone in spread.phones if len(phone.state["fight"]["sides"]) == 2)
    me = one.state["fight"]["sides"][0]["fighter"]
    asked = {"type": "count", "fight": one.state["fight"]["fight"], "fighter": me, "counter": "damage", "by": 3}
    assert one.ask(**asked)["type"] == "ack"
    both = [phone for phone in spread.phones if phone.state["fight"]["fight"] == one.state["fight"]["fight"]]
    for phone in both:
        phone.wait_for(lambda state: state["fight"]["sides"][0]["counters"]["damage"] == 3)
    spread.organizer.act(spread.code, "next-stage", **{"from": "fighting", "confirm": "next"})
    for phone in spread.phones:
        phone.wait_for(phase_is("sharing"))
    while one.state["share"]["turn"] is not None:
        share = one.state["share"]
        left = (share["rarity"], share["left"])
        for phone in spread.phones:
            if phone.ask(type="take", card=share["pool"][0]["id"])["type"] == "ack":
                break
        for phone in spread.phones:
            phone.wait_for(lambda state, left=left: (state["share"]["rarity"], state["share"]["left"]) != left)
    assert {len(phone.state["share"]["yours"]) for phone in spread.phones} == {30}


def test_marks_at_one_process_are_shown_on_the_seats_device_at_another_and_older_ones_do_not_count(table):
    spread = table(2)
    phone, tablet = spread.phones[0], spread.open(spread.devices[0], 1)
    one, other = (card["id"] for card in phone.state["you"]["pack"][:2])
    phone.send({"type": "mark", "cards": [one]})
    assert told_marks(tablet) == [one]
    tablet.send({"type": "mark", "cards": [other], "age": 600})
    assert told_marks(tablet) == [one]
    assert [device.resync()["you"]["marked"] for device in (phone, tablet)] == [[one], [one]]
    tablet.send({"type": "mark", "cards": [other]})
    assert told_marks(phone) == [other]


def told_marks(phone):
    while (frame := phone.receive())["type"] != "marked":
        pass
    return frame["cards"]
