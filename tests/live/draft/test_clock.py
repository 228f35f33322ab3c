"""Pause, time, bots in seats, and who is away."""

import re
from datetime import datetime

import pytest

from tests.clients.device import Device
from tests.clients.views import legal_choice, owes, pass_is, phase_is
from tests.clients.ws_client import Closed, play_all


def left(state):
    clock = state["clock"]
    return (datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])).total_seconds()


def test_in_a_pause_choices_are_refused_and_no_deadline_runs(night):
    table = night(2, pace="standard")
    phone = table.phones[0]
    table.act("pause")
    state = phone.wait_for(lambda state: state["clock"]["paused"])
    assert state["clock"]["deadline"] is None
    assert phone.choose()["code"] == "paused"


def test_after_a_pause_the_remaining_time_runs_on(night):
    table = night(2, pace="standard")
    phone = table.phones[0]
    table.act("pause")
    remaining = phone.wait_for(lambda state: state["clock"]["paused"])["clock"]["left"]
    table.act("resume")
    state = phone.wait_for(lambda state: not state["clock"]["paused"])
    assert remaining - 15 < left(state) <= remaining + 0.05  # a busy machine is slow to tell; tenths are rounded
    assert phone.choose()["type"] == "ack"


def test_an_untimed_table_can_be_paused_and_resumed_too(night):
    table = night(2, pace="off")
    table.act("pause")
    phone = table.phones[0]
    phone.wait_for(lambda state: state["clock"]["paused"])
    assert phone.choose()["code"] == "paused"
    table.act("resume")
    state = phone.wait_for(lambda state: not state["clock"]["paused"])
    assert (state["clock"]["deadline"], phone.choose()["type"]) == (None, "ack")


def test_the_organizer_gives_thirty_seconds_more(night):
    table = night(2, pace="standard")
    before = left(table.phones[0].state)
    table.act("extend")
    for phone in table.phones:
        assert phone.wait_for(lambda state: left(state) > 46)
        assert 25 < left(phone.state) - before < 30.1


def test_a_pass_begins_with_its_full_time(night):
    table = night(2, pace="brisk")
    assert 23 < left(table.phones[0].state) <= 25
    for phone in table.phones:
        phone.choose()
    assert 11 < left(table.phones[0].wait_for(pass_is(1, 2))) <= 12


def test_for_a_fighter_who_is_away_the_server_chooses_after_five_seconds(night):
    table = night(1, bots=0, start=False, pace="brisk")
    Device(table.organizer.url).join(table.code, "Absent")
    table.start()
    phone = table.phones[0]
    phone.choose()
    state = phone.wait_for(pass_is(1, 2))
    assert all(seat["face_down"] == 2 for seat in state["table"]["seats"])
    assert 10 < left(state) <= 12


def test_a_bot_chooses_in_a_fighters_seat_until_it_is_given_back(night):
    table = night(2)
    one, two = table.at_seat(0), table.at_seat(1)
    table.act("seat-bot", table=1, seat=0)
    state = two.wait_for(lambda state: state["table"]["seats"][0]["bot"])
    assert state["table"]["seats"][0]["chosen"] is True
    assert one.wait_for(lambda state: state["you"]["chosen"])["you"]["pack"] == []
    assert one.choose([1, 2])["code"] == "already_chosen"
    two.choose()
    two.wait_for(pass_is(1, 2))
    table.act("unseat-bot", table=1, seat=0)
    two.wait_for(lambda state: not state["table"]["seats"][0]["bot"])
    two.choose()
    state = one.wait_for(lambda state: pass_is(1, 3)(state) and owes(state))
    assert one.choose()["type"] == "ack"


def started_with_ids(night):
    table = night(2, start=False)
    ids = {member["name"]: member["id"] for member in table.open(table.organizer, "?as=host").state["fighters"]}
    table.start()
    return table, ids


def test_a_fighter_who_is_removed_is_turned_away_and_a_bot_plays_on(night):
    table, ids = started_with_ids(night)
    gone, stays = table.phones
    table.act("remove", fighter=ids["Fighter 0"])
    with pytest.raises(Closed) as closed:
        gone.wait_for(lambda state: False)
    assert closed.value.code == 4001
    gone.connect()
    assert "you" not in gone.state
    assert len(stays.play(phase_is("building"))["you"]["pile"]) == 30


def test_a_new_link_turns_the_old_phone_away_and_lets_the_new_one_in(night):
    table, ids = started_with_ids(night)
    phone = table.phones[0]
    seat = phone.state["you"]["seat"]
    table.act("new-link", fighter=ids["Fighter 0"])
    with pytest.raises(Closed) as closed:
        phone.wait_for(lambda state: False)
    assert closed.value.code == 4001
    page = table.organizer.get(f"/events/{table.code}/host/").text
    new = Device(table.organizer.url)
    answer = new.get(re.search(r"/rejoin/[\w-]+/", page).group())
    assert (answer.status, answer.location) == (302, f"/events/{table.code}/")
    assert table.open(new).state["you"]["seat"] == seat
    phone.connect()
    assert "you" not in phone.state


def test_the_rejoin_link_takes_the_seat_over_on_another_device(night):
    table = night(2)
    phone = table.phones[0]
    page = phone.device.get(f"/events/{table.code}/").text
    other = Device(table.organizer.url)
    other.get(re.search(r"/rejoin/[\w-]+/", page).group())
    moved = table.open(other)
    assert moved.state["you"]["pack"] == phone.state["you"]["pack"]
    assert (moved.choose()["type"], phone.choose(legal_choice(phone.state))["code"]) == ("ack", "already_chosen")


def test_the_last_pass_can_be_taken_back(night):
    table = night(2)
    phone = table.phones[0]
    first = phone.state["you"]["pack"]
    ack = phone.choose(id="old")
    table.phones[1].choose()
    before = phone.wait_for(pass_is(1, 2))["seq"]
    table.act("undo", table=1, confirm="undo")
    state = phone.wait_for(pass_is(1, 1))
    assert (state["seq"] > before, state["you"]["pack"], owes(state)) == (True, first, 2)
    again = phone.choose(id="old")
    assert (again["type"], again["seq"] > ack["seq"]) == ("ack", True)
    ends = play_all(table.phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30, 30]


def test_a_stopped_event_is_finished_for_all_in_the_middle_of_the_draft(night):
    table = night(2, pace="standard")
    for phone in table.phones:
        phone.choose()
    table.act("stop", confirm=table.code)
    for phone in table.phones:
        state = phone.wait_for(phase_is("finished"))
        assert (state["clock"]["deadline"], state["you"]["pack"], len(state["you"]["pile"])) == (None, [], 2)
    assert phone.choose([1])["code"] == "not_drafting"


def test_a_fighter_who_drops_out_is_shown_as_away_and_one_who_returns_as_here(night):
    table = night(2, pace="standard")
    one, two = table.phones
    seat = two.state["you"]["seat"]
    one.wait_for(lambda state: state["table"]["seats"][seat]["connected"])
    two.close()
    one.wait_for(lambda state: not state["table"]["seats"][seat]["connected"])
    two.connect()
    one.wait_for(lambda state: state["table"]["seats"][seat]["connected"])
    assert [frame["type"] for frame in one.frames[-2:]] == ["seat", "seat"]


def test_a_fighter_takes_the_seat_back_from_a_bot(night):
    table = night(2)
    one, two = table.at_seat(0), table.at_seat(1)
    assert one.ask(type="return")["code"] == "not_allowed"
    table.act("seat-bot", table=1, seat=0)
    assert one.wait_for(lambda state: state["you"]["bot"])["you"]["chosen"] is True
    assert two.wait_for(lambda state: state["table"]["seats"][0]["bot"])["table"]["seats"][0]["turn"] == "bot"
    answer = one.ask(type="return", id="back")
    assert answer["type"] == "ack"
    assert one.wait_for(lambda state: not state["you"]["bot"])["seq"] >= answer["seq"]
    assert one.ask(type="return", id="back") == answer
    two.choose()
    assert one.wait_for(lambda state: pass_is(1, 2)(state) and owes(state))
    assert one.choose()["type"] == "ack"
    name = one.state["you"]["name"]
    page = table.organizer.get(f"/events/{table.code}/host/").text
    assert f'<bdi dir="auto">{name}</bdi> is back and chooses again instead of the bot.' in page


def test_one_who_is_away_when_the_pass_begins_hurries_until_they_are_here(night):
    table = night(2, pace="standard")
    phone, other = table.at_seat(0), table.at_seat(1)
    assert (phone.state["you"]["hurried"], phone.state["you"]["by_time"]) == (False, [])
    assert phone.ask(type="here")["type"] == "ack"
    phone.close()
    other.wait_for(lambda state: state["table"]["seats"][0]["presence"] == "away")
    assert other.state["table"]["seats"][0]["away_since"] is not None
    other.choose()
    phone.connect()
    phone.choose()
    phone.close()
    other.wait_for(lambda state: pass_is(1, 2)(state) and state["table"]["seats"][0]["presence"] == "away")
    other.choose()
    phone.connect()
    phone.choose()
    state = other.wait_for(pass_is(1, 3))
    assert [seat["turn"] for seat in state["table"]["seats"]] == ["choosing", "choosing"]
