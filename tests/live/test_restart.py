"""The server dies and comes back: what was acknowledged is there, and nobody is hurried for it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import legal_choice, owes, pass_is, phase_is
from tests.clients.ws_client import play_all
from tests.live.conftest import Night, make_night
from tests.server import Server
from tests.stack import STACK


@pytest.fixture
def night(server: Server) -> Iterator[Callable[..., Night]]:
    """Nights at a server of this test's own, which it may kill."""
    with ExitStack() as lines:

        def make(fighters: int = 2, *, bots: int = 0, start: bool = True, **fields: Any) -> Night:
            return make_night(lines, Organizer(server.url), fighters, bots=bots, start=start, **fields)

        yield make
    assert "Traceback" not in server.log.read_text()


def set_deadline(server, seconds):
    """Move the deadline of the only table while nobody minds it."""
    moment = (datetime.now(UTC) + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat(sep=" ")
    server.database.execute(f"UPDATE drafts_table SET deadline = '{moment}', wakes_at = '{moment}'")


def left(state):
    clock = state["clock"]
    return (datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])).total_seconds()


def come_back(table):
    for phone in table.phones:
        phone.connect()


def test_an_acknowledged_choice_is_there_after_the_plug_was_pulled_and_the_same_id_gets_the_same_ack(night, server):
    table = night(2)
    one, two = table.at_seat(0), table.at_seat(1)
    cards = legal_choice(one.state)
    ack = one.choose(cards, id="same")
    hand = two.state["you"]["pack"]
    server.restart()
    come_back(table)
    assert one.state["seq"] >= ack["seq"]
    assert (owes(one.state), one.state["you"]["pack"], two.state["you"]["pack"]) == (0, [], hand)
    assert one.choose(cards, id="same") == ack
    assert one.choose(cards)["code"] == "already_chosen"
    second = table.open(one.device)
    assert second.choose(cards, id="same") == ack
    ends = play_all(table.phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30, 30]
    taken = [pick for pick in one.device.log(table.code)["tables"][0]["picks"] if pick["seat"] == 0][:2]
    assert ([pick["card"] for pick in taken], {pick["auto"] for pick in taken}) == (cards, {False})


def test_the_lobby_is_there_after_the_plug_was_pulled(night, server):
    lobby = night(2, start=False)
    lobby.phones[0].ready()
    server.restart()
    come_back(lobby)
    seats = lobby.phones[0].state["table"]["seats"]
    assert [(seat["name"], seat["ready"]) for seat in seats] == [("Fighter 0", True), ("Fighter 1", False)]
    lobby.start()
    assert owes(lobby.phones[0].state) == 2


@pytest.mark.parametrize("seconds", [60, 1])
def test_a_deadline_that_passed_while_the_server_was_dead_gives_time_back(night, server, seconds):
    table = night(2, pace="standard")
    server.kill()
    set_deadline(server, -seconds)
    server.start()
    come_back(table)
    for phone in table.phones:
        state = phone.wait_for(lambda state: left(state) > 0)
        assert (pass_is(1, 1)(state), 10 < left(state) <= 15.1) == (True, True)
        assert phone.choose()["type"] == "ack"


def test_marked_cards_are_taken_when_time_runs_out_and_the_log_says_that_it_was_automatic(night, server):
    table = night(2, pace="standard")
    one, two = table.at_seat(0), table.at_seat(1)
    trigger = next(card["id"] for card in one.state["you"]["pack"] if card["card_type"] == "trigger")
    normal = next(card["id"] for card in reversed(one.state["you"]["pack"]) if card["card_type"] != "trigger")
    wanted = [normal, trigger]
    one.send({"type": "mark", "cards": wanted})
    one.resync()
    assert one.state["you"]["marked"] == wanted
    two.choose()
    server.kill()
    set_deadline(server, 3)
    server.start()
    come_back(table)
    assert one.state["you"]["marked"] == wanted
    one.wait_for(pass_is(1, 2))
    play_all(table.phones, phase_is("building"))
    picks = one.device.log(table.code)["tables"][0]["picks"]
    first = [(pick["card"], pick["auto"]) for pick in picks if (pick["round"], pick["pass"], pick["seat"]) == (1, 1, 0)]
    assert sorted(first) == sorted((card, True) for card in wanted)
    assert not any(pick["auto"] for pick in picks if (pick["round"], pick["pass"], pick["seat"]) == (1, 1, 1))


def test_an_open_call_holds_the_pass_after_the_plug_was_pulled(night, server):
    rare = ["SMP02/025", "SMP02/L01", "SMP02/L02", "SMP02/017", "SMP02/018"]
    packs = [rare, *[["SMP02/026", "SMP02/011", "SMP02/019", "SMP02/020", "SMP02/021"]] * 11]
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    table = night(2, packs="uploaded", pack_list=listed, pace="standard")
    opener = table.at_seat(0)
    card = next(card["id"] for card in opener.state["you"]["pack"] if card["rarity"] == "LR")
    ack = opener.ask(type="call_judge", reason="legion_rare", card=card, id="same")
    for phone in table.phones:
        phone.choose()
    server.restart()
    come_back(table)
    assert (pass_is(1, 1)(opener.state), opener.state["clock"]["deadline"]) == (True, None)
    assert opener.ask(type="call_judge", reason="legion_rare", card=card, id="same") == ack
    host = table.open(table.organizer, "?as=host")
    (call,) = host.state["judge_calls"]
    table.act("judge", call=call["id"], verdict="verified")
    for phone in table.phones:
        assert owes(phone.wait_for(lambda state: state["table"]["legion_rare"])) == 1
    server.restart()
    come_back(table)
    for phone in table.phones:
        assert (phone.state["table"]["legion_rare"], owes(phone.state)) == (True, 1)
        assert phone.choose()["type"] == "ack"
    opener.wait_for(pass_is(1, 2))


def test_a_pause_outlives_the_server(night, server):
    table = night(2, pace="standard")
    table.act("pause")
    remaining = table.phones[0].wait_for(lambda state: state["clock"]["paused"])["clock"]["left"]
    server.restart()
    come_back(table)
    clock = table.phones[0].state["clock"]
    assert (clock["paused"], clock["deadline"], clock["left"]) == (True, None, remaining)
    assert table.phones[0].choose()["code"] == "paused"


def test_a_stopped_event_stays_as_it_was_however_late_somebody_looks_at_it(night, server):
    table = night(2, pace="standard")
    table.act("stop", confirm=table.code)
    phone = table.phones[0]
    before = phone.wait_for(phase_is("finished"))["seq"]
    server.kill()
    set_deadline(server, -60)
    server.start()
    phone.connect()
    assert (phone.resync()["seq"], phone.state["clock"]["deadline"]) == (before, None)


def test_a_fighter_who_does_not_come_back_after_a_crash_is_away_in_the_end(night, server):
    table = night(2, pace="standard")
    one, two = table.phones
    two.close()
    server.restart()
    one.connect()
    seat = 1 - one.state["you"]["seat"]
    one.wait_for(lambda state: not state["table"]["seats"][seat]["connected"])


def test_the_organizers_and_a_spectators_view_never_go_back(night, server):
    table = night(2)
    watchers = [table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")]
    for phone in table.phones:
        phone.choose()
    for viewer in (*table.phones, *watchers):
        viewer.wait_for(pass_is(1, 2))
    server.restart()
    come_back(table)
    for watcher in watchers:
        watcher.connect()
        assert pass_is(1, 2)(watcher.state)


def fighting(night, **fields):
    """Return a night of two whose first round has begun."""
    table = night(2, card_set="SMP02", **fields)
    table.draft_by_bots()
    table.act("next-stage", **{"from": "building"})
    for phone in table.phones:
        phone.wait_for(phase_is("fighting"))
    return table


def damage_of(state):
    return [side["counters"]["damage"] for side in state["fight"]["sides"]]


def test_an_acknowledged_count_is_there_once_after_the_plug_was_pulled(night, server):
    table = fighting(night)
    phone = table.phones[0]
    asked = {"type": "count", "fight": 1, "fighter": phone.state["fight"]["sides"][0]["fighter"], "counter": "damage"}
    ack = phone.ask(**asked, by=2, id="same")
    seq = max(ack["seq"], phone.seq)
    server.restart()
    come_back(table)
    assert phone.state["seq"] >= seq
    assert [damage_of(phone.state) for phone in table.phones] == [[2, 0], [2, 0]]
    assert phone.ask(**asked, by=2, id="same") == ack
    assert phone.ask(**asked, by=1)["type"] == "ack"
    table.phones[1].wait_for(lambda state: damage_of(state) == [3, 0])


def test_the_clock_of_a_paused_round_outlives_the_server(night, server):
    table = fighting(night)
    table.act("pause")
    paused = table.phones[0].wait_for(lambda state: state["round"]["paused"])["round"]
    server.restart()
    come_back(table)
    assert table.phones[0].state["round"] == paused


@pytest.mark.parametrize("dead_for", [600, 40])
def test_the_fighter_whose_turn_it_is_gets_time_back_when_the_server_was_dead(night, server, dead_for):
    table = fighting(night)
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    for phone in table.phones:
        phone.wait_for(phase_is("sharing"))
    before = table.phones[0].state["share"]
    server.kill()
    set_back_acts(server, dead_for)
    server.start()
    come_back(table)
    for phone in table.phones:
        share = phone.wait_for(lambda state: turn_left(state) > 0)["share"]
        assert (share["turn"], share["left"], 10 < turn_left(phone.state) <= 15.1) == (
            before["turn"],
            before["left"],
            True,
        )


def set_back_acts(server, seconds):
    """Let everything of the sharing have been done so many seconds earlier."""
    sharing = "stage_id IN (SELECT id FROM drafts_eventstage WHERE stage = 'sharing')"
    if STACK == "sqlite":
        back = f"strftime('%Y-%m-%d %H:%M:%f', at, '-{seconds} seconds')"
    else:
        back = f"at - interval '{seconds} seconds'"
    server.database.execute(f"UPDATE drafts_stageact SET at = {back} WHERE {sharing}")


def turn_left(state):
    deadline, now = state["share"]["deadline"], state["clock"]["now"]
    return (datetime.fromisoformat(deadline) - datetime.fromisoformat(now)).total_seconds()
