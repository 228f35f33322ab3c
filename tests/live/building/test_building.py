"""Decks are built over sockets (M14-M20): what is refused and in which order, two devices, and who is told what."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is


@pytest.fixture
def building(night):
    """A night of sealed packs in which decks are built."""

    def make(fighters=2, **fields):
        sealed = {"format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "30"}
        table = night(fighters, **{**sealed, "fights": "off", "sharing": "keep", **fields})
        for phone in table.phones:
            phone.wait_for(phase_is("opening"))
        table.act("next-stage", **{"from": "opening"})
        for phone in table.phones:
            phone.wait_for(phase_is("building"))
            phone.wait_for(lambda state: "deck" in state["you"])
        return table

    return make


def deck_of(phone):
    return phone.state["you"]["deck"]


def playable(phone):
    """The cards of a phone's pool that may lie in its main deck."""
    return [card["id"] for card in phone.state["you"]["pile"] if "Conspiracy" not in card["type_line"]]


def build(phone, cards, seen=None, **basics):
    return phone.ask(type="deck", seen=deck_of(phone)["version"] if seen is None else seen, main=cards, basics=basics)


def seats(state):
    return [seat["deck"] for seat in state["table"]["seats"]]


def test_M12_M20_before_the_signal_nothing_is_built(night):
    table = night(2, format="magic-sealed", card_set="MAG01", packs_each="2")
    phone = table.phones[0]
    phone.wait_for(phase_is("opening"))
    assert "deck" not in phone.state["you"]
    assert phone.ask(type="deck", seen=1, main=[])["code"] == "not_drafting"
    assert phone.ask(type="register", seen=1)["code"] == "not_drafting"
    assert phone.ask(type="choose", **{"round": 1, "pass": 1}, cards=[1])["code"] == "not_drafting"
    assert phone.ask(type="done", **{"round": 1, "pass": 1})["code"] == "not_drafting"


def test_M14_M20_a_deck_is_built_and_registered_and_others_see_how_far_it_is(building):
    table = building()
    phone, other = table.phones
    tv = table.open(Device(table.organizer.url))
    assert (deck_of(phone)["version"], deck_of(phone)["main"], deck_of(phone)["registered"]) == (1, [], None)
    assert deck_of(phone)["side"] == [card["id"] for card in phone.state["you"]["pile"]]
    assert phone.state["clock"]["seconds"] == 1800
    cards = playable(phone)
    assert build(phone, cards[:20], Plains=8)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["deck"]["version"] == 2)
    assert (deck_of(phone)["count"], deck_of(phone)["legal"]) == (28, False)
    assert [fault["code"] for fault in deck_of(phone)["faults"]] == ["deck_too_small"]
    refused = phone.ask(type="register", seen=2)
    assert (refused["code"], refused["message"]) == ("deck_too_small", "28 cards; at least 40 are needed.")
    assert build(phone, cards[:20], Plains=12, Island=8)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["deck"]["version"] == 3)
    assert phone.ask(type="register", seen=3)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["deck"]["registered"])
    assert {name: value for name, value in deck_of(phone)["registered"].items() if name != "at"} == {
        "auto": False, "count": 40, "same": True
    }  # fmt: skip
    for watching in (other, tv):
        state = watching.wait_for(lambda state: "registered" in seats(state))
        assert sorted(seats(state)) == ["none", "registered"]
    assert deck_of(other)["version"] == 1
    assert "you" not in tv.state


def test_M20_refusals_come_in_their_order(building):
    phone = building().phones[0]
    cards = playable(phone)
    wrong = [cards[0], cards[0], 2**30]
    assert phone.ask(type="deck", seen=9, main=wrong, basics={"Plains": 100})["code"] == "bad_message"
    assert phone.ask(type="deck", seen=9, main=wrong, basics={"Wastes": 1})["code"] == "stale"
    assert phone.ask(type="deck", seen=1, main=wrong, basics={"Wastes": 1})["code"] == "not_in_pool"
    assert phone.ask(type="deck", seen=1, main=wrong[:2], basics={"Wastes": 1})["code"] == "duplicate_card"
    assert (
        phone.ask(type="deck", seen=1, main=[], command=wrong[:1], basics={"Wastes": 1})["code"] == "type_not_in_deck"
    )
    assert phone.ask(type="deck", seen=1, main=[], basics={"Wastes": 1})["code"] == "lands_not_free"
    assert phone.ask(type="register", seen=2)["code"] == "stale"
    assert deck_of(phone)["version"] == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"main": list(range(1, 252))},
        {"main": [-1]},
        {"main": "91"},
        {"main": [], "basics": {"Plains": -1}},
        {"main": [], "basics": ["Plains"]},
        {"main": [], "command": None},
        {},
    ],
)
def test_a_message_that_is_no_deck_is_refused_and_nothing_is_lost(building, fields):
    phone = building().phones[0]
    assert phone.ask(type="deck", seen=1, **fields)["code"] == "bad_message"
    assert phone.ask(type="deck", seen=1, main=list(range(1, 251)))["code"] in ("not_in_pool", "type_not_in_deck")
    assert build(phone, playable(phone)[:1])["type"] == "ack"


def test_M20_of_two_devices_the_slower_one_is_stale_and_both_show_the_same(building):
    table = building()
    phone = table.phones[0]
    tablet = table.open(table.devices[0])
    tablet.wait_for(lambda state: "deck" in state["you"])
    cards = playable(phone)
    assert build(phone, cards[:1])["type"] == "ack"
    assert tablet.ask(type="deck", seen=1, main=cards[1:2])["code"] == "stale"
    for device in (phone, tablet):
        assert device.wait_for(lambda state: state["you"]["deck"]["version"] == 2)["you"]["deck"]["main"] == cards[:1]
    assert tablet.ask(type="deck", seen=2, main=cards[1:2])["type"] == "ack"
    assert phone.wait_for(lambda state: state["you"]["deck"]["version"] == 3)["you"]["deck"]["main"] == cards[1:2]


def test_the_same_request_again_is_answered_as_before_and_makes_no_second_version(building):
    phone = building().phones[0]
    card = playable(phone)[0]
    first = phone.ask(id="once", type="deck", seen=1, main=[card])
    assert phone.ask(id="once", type="deck", seen=1, main=[card]) == first
    phone.wait_for(lambda state: state["you"]["deck"]["version"] == 2)
    assert build(phone, [])["type"] == "ack"


def test_M20_a_pause_stops_the_clock_and_no_deck(building):
    table = building()
    phone = table.phones[0]
    table.act("pause")
    clock = phone.wait_for(lambda state: state["clock"]["paused"])["clock"]
    assert (clock["deadline"], clock["paused_by"]) == (None, "organizer")
    assert clock["left"] > 1700
    assert build(phone, playable(phone)[:1])["type"] == "ack"
    table.act("resume")
    assert phone.wait_for(lambda state: not state["clock"]["paused"])["clock"]["deadline"]


def test_M20_a_fighter_who_leaves_while_decks_are_built_is_waited_for_by_nobody(building):
    table = building(3)
    phone, leaver = table.phones[0], table.phones[2]
    tv = table.open(Device(table.organizer.url))
    for one in table.phones[:2]:
        assert build(one, playable(one)[:20], Plains=20)["type"] == "ack"
        assert one.ask(type="register", seen=2)["type"] == "ack"
    gone = leaver.state["you"]["seat"]
    table.act("remove", fighter=leaver.state["table"]["seats"][gone]["fighter"])
    for one in (phone, tv):
        state = one.wait_for(lambda state: state["table"]["seats"][gone].get("gone"))
        assert [seat.get("gone", False) for seat in state["table"]["seats"]].count(True) == 1
        assert seats(state)[gone] == "none"
    table.act("next-stage", **{"from": "building"})
    phone.wait_for(phase_is("finished"))


def test_M20_once_the_organizer_has_gone_on_every_deck_is_locked(building):
    table = building(build_minutes="0", fights="round_robin")
    phone = table.phones[0]
    assert phone.state["clock"]["deadline"] is None
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    state = phone.wait_for(phase_is("fighting"))
    state = phone.wait_for(lambda state: state["you"]["deck"]["locked"])
    deck = state["you"]["deck"]
    assert (deck["count"], deck["registered"]["auto"], seats(state)) == (40, True, ["registered", "registered"])
    assert build(phone, [])["code"] == "deck_locked"
    assert phone.ask(type="register", seen=deck["version"])["code"] == "deck_locked"
    wrong = {"seen": 99, "main": [2**30], "basics": {"Wastes": 1}}
    assert phone.ask(type="deck", **wrong)["code"] == "deck_locked"  # before all that else is wrong
    assert phone.ask(type="deck", **{**wrong, "basics": {"Plains": 100}})["code"] == "bad_message"


def test_a_viewer_who_only_watches_builds_nothing(building):
    table = building()
    for watching in (table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")):
        watching.wait_for(phase_is("building"))
        assert watching.ask(type="deck", seen=1, main=[])["code"] == "not_a_fighter"
    host = table.open(table.organizer, "?as=host")
    state = host.wait_for(lambda state: "tables" in state)
    assert [seat["deck"] for seat in state["tables"][0]["seats"]] == ["none", "none"]
