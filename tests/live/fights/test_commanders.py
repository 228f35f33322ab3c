"""Commanders on the wire (M35): the message that names one, what is refused, and who is told."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is

POD = {"format": "magic-own", "fight_form": "commander", "table_size": 4, "fights": "pods"}


@pytest.fixture
def pod(night, sample_sets):
    """Three fighters who name their commanders."""
    table = night(3, **POD)
    for phone in table.phones:
        phone.wait_for(phase_is("building"))
    return table


def number_of(phone):
    return phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]


def names_seen(client):
    """The commanders at the seats, by fighters."""
    return {seat["fighter"]: seat["commander"] for seat in client.state["table"]["seats"]}


def names_in(fight):
    return {one["fighter"]: one["commander"] for side in fight["sides"] for one in side["fighters"]}


def test_M35_everybody_sees_whom_a_fighter_names_at_once_and_the_fights_have_it(pod):
    ann, ben, _ = pod.phones
    tv, host = pod.open(Device(pod.organizer.url)), pod.open(pod.organizer, "?as=host")
    all_ = [*pod.phones, tv, host]
    expected = dict.fromkeys(names_seen(ann))
    assert names_seen(tv) == expected == dict.fromkeys(map(number_of, pod.phones))
    for phone, name in ((ann, "Toad King"), (ben, " Moth  of Ash "), (ann, "Frog Queen")):
        assert phone.ask(type="commander", name=name)["type"] == "ack"
    expected |= {number_of(ann): "Frog Queen", number_of(ben): "Moth of Ash"}
    for client in all_:
        client.wait_for(lambda state: [seat["commander"] for seat in state["table"]["seats"]].count(None) == 1)
        client.wait_for(lambda state: "Frog Queen" in [seat["commander"] for seat in state["table"]["seats"]])
        assert names_seen(client) == expected
    pod.act("next-stage", **{"from": "building"}, confirm="next")
    for phone in pod.phones:
        phone.wait_for(phase_is("fighting"))
        assert names_in(phone.state["fight"]) == expected
    for client in (tv, host):
        client.wait_for(phase_is("fighting"))
        assert names_in(client.state["pairings"][0]) == expected
    places = {one["fighter"]: one.get("commander") for place in tv.state["standings"] for one in place["fighters"]}
    assert places == expected


def test_M35_a_name_that_is_none_and_a_card_that_cannot_be_one_are_refused(pod):
    ann, *_ = pod.phones
    for name in ("", " ", "x" * 61, "Toad\nKing\u0007", 7, None, ["Toad King"]):
        assert ann.ask(type="commander", name=name)["code"] == "bad_message", name
    assert ann.ask(type="commander")["code"] == "bad_message"
    refused = ann.ask(type="commander", name="plains")
    assert (refused["code"], "plains" in refused["message"]) == ("no_commander", True)
    assert set(names_seen(ann).values()) == {None}


def test_M35_one_who_is_removed_is_marked_for_all_until_they_are_taken_in_again(pod):
    ann, ben, _ = pod.phones
    tv, host, left = pod.open(Device(pod.organizer.url)), pod.open(pod.organizer, "?as=host"), number_of(ben)

    def gone(state):
        return [seat["fighter"] for seat in state["table"]["seats"] if seat.get("gone")]

    pod.act("remove", fighter=left)
    for client in (ann, tv, host):
        client.wait_for(lambda state: gone(state) == [left])
    pod.act("undo-remove", fighter=left)
    for client in (ann, tv, host):
        client.wait_for(lambda state: not gone(state))


def test_M35_those_who_do_not_fight_name_nobody(pod):
    for client in (pod.open(Device(pod.organizer.url)), pod.open(pod.organizer, "?as=host")):
        assert client.ask(type="commander", name="Toad King")["code"] in ("not_a_fighter", "not_allowed")
    assert set(names_seen(pod.phones[0]).values()) == {None}


def test_M35_before_the_start_and_in_the_fights_no_commander_is_named(night):
    table = night(2, start=False, **POD)
    ann, ben = table.phones
    assert ann.ask(type="commander", name="Toad King")["code"] == "not_drafting"
    table.start()
    assert ann.ask(type="commander", name="Toad King")["type"] == "ack"
    table.act("next-stage", **{"from": "building"}, confirm="next")
    for phone in (ann, ben):
        phone.wait_for(phase_is("fighting"))
        assert phone.ask(type="commander", name="Moth")["code"] == "not_drafting"
    assert names_in(ben.state["fight"]) == {number_of(ann): "Toad King", number_of(ben): None}


@pytest.mark.parametrize("form", ["duel", "emperor"])
def test_M35_in_other_forms_nobody_has_a_commander(night, form):
    size = 6 if form == "emperor" else 2
    table = night(size, format="magic-own", fight_form=form, table_size=size)
    phone = table.phones[0]
    phone.wait_for(phase_is("fighting"))
    assert phone.ask(type="commander", name="Toad King")["code"] == "not_drafting"
    assert set(names_in(phone.state["fight"]).values()) == {None}
    assert all("commander" not in seat for seat in phone.state["table"]["seats"])


def test_M35_the_same_request_twice_names_once(pod):
    ann, *_ = pod.phones
    first = ann.ask(type="commander", name="Toad King", id="once")
    again = ann.ask(type="commander", name="Toad King", id="once")
    assert (first["type"], again["type"], again["seq"]) == ("ack", "ack", first["seq"])
