"""Paper packs over sockets: words instead of cards, each stored before it is acknowledged."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import pass_is, phase_is
from tests.clients.ws_client import Closed
from tests.live.conftest import Night, make_night
from tests.server import Server


def opened(night, fighters=2, **fields):
    """A night of paper packs whose first ones are opened."""
    table = night(fighters, packs="paper", **fields)
    table.act("next-stage", **{"from": "opening"})
    for phone in table.phones:
        phone.wait_for(phase_is("drafting"))
    return table


def done(phone, **changes):
    table = phone.state["table"]
    return phone.ask(**{"type": "done", "round": table["round"], "pass": table["pass"]} | changes)


def advance(table, round_, number):
    table.act("advance", **{"table": 1, "round": round_, "pass": number})


def test_before_the_word_of_the_organizer_nobody_can_place_and_nobody_should_hold_a_card(night):
    table = night(2, packs="paper", start=False)
    assert [stage["stage"] for stage in table.phones[0].state["event"]["stages"]][:2] == ["opening", "drafting"]
    table.start()
    phone = table.phones[0]
    assert phone.state["event"]["phase"] == "opening"
    assert (phone.state["you"]["must_hold"], phone.state["clock"]["deadline"]) == (0, None)
    assert done(phone)["code"] == "not_drafting"
    for _ in range(2):
        table.act("next-stage", **{"from": "opening"})
    state = phone.wait_for(phase_is("drafting"))
    assert (state["you"]["must_hold"], state["table"]["must_place"]) == (5, {"trigger": 1, "normal": 1, "any": 0})
    assert done(phone)["type"] == "ack"


def test_before_the_packs_seats_are_as_ready_as_they_said_in_the_lobby(night):
    table = night(3, packs="paper", start=False)
    table.phones[0].ready()
    table.act("add-guest", name="Toshiki")
    table.start()
    watcher, host = table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")
    for seats in (watcher.state["table"]["seats"], host.state["tables"][0]["seats"]):
        turns = {seat["name"]: seat["turn"] for seat in seats}
        assert sorted(turns.values()) == ["getting_ready", "getting_ready", "ready", "ready"]
        assert turns["Toshiki"] == "ready"


def test_no_card_is_sent_and_everybody_is_told_how_many_to_hold(night):
    table = opened(night, 3)
    watcher = table.open(Device(table.organizer.url))
    for state in (*[phone.state for phone in table.phones], watcher.state):
        assert [seat["must_hold"] for seat in state["table"]["seats"]] == [5, 5, 5]
    you = table.phones[0].state["you"]
    assert ("pack" in you, you["pile"], you["marked"]) == (False, None, [])


def test_a_word_is_acknowledged_before_it_is_shown_and_the_same_id_is_one_word(night):
    table = opened(night)
    phone, other = table.at_seat(0), table.at_seat(1)
    ack = done(phone, id="same")
    assert phone.frames[-1] == ack
    assert [done(phone, id="same"), phone.resync()["you"]["chosen"]] == [ack, True]
    seat = other.wait_for(lambda state: state["table"]["seats"][0]["chosen"])["table"]["seats"][0]
    assert (seat["in_hand"], seat["face_down"], seat["must_hold"]) == (3, 2, 5)
    assert done(phone)["code"] == "already_chosen"
    assert done(phone, **{"pass": 2})["code"] == "stale"


def test_the_packs_go_on_with_the_last_word_and_an_old_one_is_stale(night):
    table = opened(night)
    acks = [done(phone) for phone in table.phones]
    for phone in table.phones:
        assert phone.wait_for(pass_is(1, 2))["you"]["must_hold"] == 3
    assert [ack["type"] for ack in acks] == ["ack", "ack"]
    assert done(table.phones[0], **{"pass": 1})["code"] == "stale"


def test_cards_are_not_chosen_by_id_and_no_word_is_said_where_they_are_known(night):
    assert opened(night).phones[0].choose([1, 2])["code"] == "not_allowed"
    assert done(night(2).phones[0])["code"] == "not_allowed"


def test_the_organizer_goes_on_without_phones_and_twice_is_once(night):
    table = opened(night, 3)
    done(table.phones[0])
    host = table.open(table.organizer, "?as=host")
    for _ in range(2):
        advance(table, 1, 1)
    state = host.wait_for(lambda state: state["tables"][0]["pass"] == 2)
    assert [seat["must_hold"] for seat in state["tables"][0]["seats"]] == [3, 3, 3]
    assert table.phones[1].wait_for(pass_is(1, 2))["you"]["must_hold"] == 3


def test_one_step_back_and_a_word_of_before_is_a_new_one(night):
    table = opened(night)
    phone = table.at_seat(0)
    done(phone, id="once")
    advance(table, 1, 1)
    phone.wait_for(pass_is(1, 2))
    table.act("back", table=1)
    assert phone.wait_for(pass_is(1, 1))["you"]["chosen"] is False
    assert done(phone, id="once")["type"] == "ack"
    assert phone.resync()["table"]["seats"][0]["face_down"] == 2


def test_R9_a_judge_is_called_for_a_card_that_the_app_does_not_know(night):
    table = opened(night)
    host = table.open(table.organizer, "?as=host")
    phone, other = table.at_seat(0), table.at_seat(1)
    assert phone.ask(type="call_judge", reason="legion_rare", card=1)["code"] == "not_allowed"
    assert phone.ask(type="call_judge", reason="legion_rare")["type"] == "ack"
    call = host.wait_for(lambda state: state["judge_calls"])["judge_calls"][0]
    assert (call["reason"], "card" in call) == ("legion_rare", False)
    assert other.wait_for(lambda state: state["table"]["waiting_for_judge"])["table"]["judge_called"] == []
    table.act("judge", call=call["id"], verdict="verified")
    state = other.wait_for(lambda state: state["table"]["legion_rare"])
    assert state["you"]["must_choose"] == {"trigger": 1, "normal": 0, "any": 2}
    advance(table, 1, 1)
    assert other.wait_for(pass_is(1, 2))["you"]["must_hold"] == 2


def test_a_call_about_a_known_card_names_it(night):
    answer = night(2).phones[0].ask(type="call_judge", reason="legion_rare")
    assert answer["code"] == "bad_message"


def test_a_pause_stops_words_and_the_organizer_alone_leads_the_draft_to_its_end(night):
    table = opened(night, pace="standard")
    table.act("pause")
    phone = table.phones[0]
    phone.wait_for(lambda state: state["clock"]["paused"])
    assert done(phone)["code"] == "paused"
    table.act("resume")
    for round_ in range(1, 7):
        for number in range(1, 4):
            advance(table, round_, number)
        if round_ == 3:
            assert phone.wait_for(phase_is("review"))["you"]["pile"] is None
            table.act("end-review")
    state = phone.wait_for(phase_is("building"))
    assert [seat["face_down"] for seat in state["table"]["seats"]] == [30, 30]
    assert (state["you"]["pile"], state["log_open"], "summary" in state["you"]) == (None, False, False)


class TestRestart:
    """At a server that is killed."""

    @pytest.fixture
    def night(self, server: Server) -> Iterator[Callable[..., Night]]:
        with ExitStack() as lines:

            def make(fighters: int = 2, **fields: Any) -> Night:
                return make_night(lines, Organizer(server.url), fighters, **fields)

            yield make
        assert "Traceback" not in server.log.read_text()

    def test_a_word_that_was_acknowledged_is_there_and_a_clock_that_ran_out_chooses_for_nobody(self, night, server):
        table = opened(night, pace="standard")
        phone = table.at_seat(0)
        ack = done(phone, id="same")
        server.kill()
        server.database.execute("UPDATE drafts_table SET deadline = '2020-01-01 00:00:00'")
        server.start()
        phone.connect()
        assert (phone.state["you"]["chosen"], phone.state["table"]["pass"]) == (True, 1)
        assert done(phone, id="same") == ack
        table.at_seat(1).connect()
        assert table.at_seat(1).state["you"]["chosen"] is False
        assert done(table.at_seat(1))["type"] == "ack"
        assert phone.wait_for(pass_is(1, 2))["you"]["must_hold"] == 3


def test_a_fighter_who_comes_late_is_seated_and_all_others_are_led_to_their_seats_anew(night):
    table = night(2, packs="paper")
    display = table.open(Device(table.organizer.url))
    seen = table.phones[0].seq
    late = Device(table.organizer.url)
    late.join(table.code, "Late")
    for client in (*table.phones, display):
        with pytest.raises(Closed) as closed:
            client.wait_for(lambda state: False)
        assert closed.value.code == 4503
        client.connect()
        state = client.state
        assert (state["event"]["phase"], len(state["table"]["seats"])) == ("opening", 3)
    assert table.phones[0].seq > seen
    last = table.open(late)
    assert {seat["name"] for seat in last.state["table"]["seats"]} == {"Fighter 0", "Fighter 1", "Late"}
    table.act("next-stage", **{"from": "opening"})
    for phone in (*table.phones, last):
        phone.wait_for(phase_is("drafting"))
        assert done(phone)["type"] == "ack"
