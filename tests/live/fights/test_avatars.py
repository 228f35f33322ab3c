"""Avatars on the wire (M26-M29): offers and choices are their fighter's alone until they are fixed."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is

SEALED = {
    "format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "0", "sharing": "keep",
    "fights": "swiss", "best_of": "1",
}  # fmt: skip


@pytest.fixture
def building(night):
    """A night of sealed packs with avatars, in which decks are built."""

    def make(fighters=2, **fields):
        table = night(fighters, **SEALED | {"avatars": "choose"} | fields)
        table.act("next-stage", **{"from": "opening"})
        for phone in table.phones:
            phone.wait_for(lambda state: "deck" in state["you"])
        return table

    return make


@pytest.fixture
def paired(building):
    """Its first round, for which avatars are chosen."""

    def make(fighters=2, **fields):
        table = building(fighters, **{"avatar_every": "round"} | fields)
        table.act("next-stage", **{"from": "building", "confirm": "next"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        return table

    return make


def own(phone):
    return phone.state["you"]["avatar"]


def choose(phone, place=0, **more):
    return phone.ask(type="avatar", number=own(phone)["offered"][place]["number"], **more)


def seats(state):
    return [seat["avatar"] for seat in state["table"]["seats"]]


def avatars_in(state):
    return {
        fighter["fighter"]: fighter["avatar"] and fighter["avatar"]["number"]
        for side in state["fight"]["sides"]
        for fighter in side["fighters"]
    }


def fighter_of(phone):
    return phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]


def test_M27_three_are_offered_while_decks_are_built_and_nobody_else_sees_them_or_the_choice(building):
    table = building()
    phone, other = table.phones
    tv = table.open(Device(table.organizer.url))
    offered = own(phone)["offered"]
    assert (own(phone)["every"], own(phone)["method"], own(phone)["chosen"], own(phone)["fixed"]) == (
        "event", "choose", None, False,
    )  # fmt: skip
    assert [(card["id"], card["type_line"]) for card in offered] == [(None, "Vanguard")] * 3
    assert {card["number"] for card in offered}.isdisjoint(card["number"] for card in own(other)["offered"])
    assert seats(tv.state) == ["none"] * 2
    seq = other.state["seq"]
    assert choose(phone)["type"] == "ack"
    other.wait_for(lambda state: sorted(seats(state)) == ["chosen", "none"])
    assert other.state["seq"] == seq + 1
    assert choose(phone, 1)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["avatar"]["chosen"] == offered[1]["number"])
    assert other.resync()["seq"] == seq + 1
    assert not any(card["number"] in str(viewer.resync()) for card in offered for viewer in (other, tv))


def test_M27_an_avatar_that_was_not_offered_is_refused_and_one_that_is_fixed_stays(building):
    table = building()
    phone, other = table.phones
    assert phone.ask(type="avatar", number="MAG01/001")["code"] == "avatar_not_offered"
    assert phone.ask(type="avatar", number=own(other)["offered"][0]["number"])["code"] == "avatar_not_offered"
    assert phone.ask(type="avatar", number="")["code"] == "bad_message"
    assert phone.ask(type="avatar", number=own(phone)["offered"][0]["number"], fight=1)["code"] == "not_allowed"
    choose(phone, 2)
    path = f"/events/{table.code}/host/next-stage/"
    refused = table.organizer.post(path, **{"from": "building"})
    assert refused.status == 409
    assert "has no avatar yet" in refused.text
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    phone.wait_for(phase_is("fighting"))
    assert (own(phone)["fixed"], choose(phone)["code"]) == (True, "avatar_fixed")
    other.wait_for(phase_is("fighting"))
    assert avatars_in(phone.state) == {
        fighter_of(phone): own(phone)["offered"][2]["number"],
        fighter_of(other): own(other)["offered"][0]["number"],
    }


def test_M28_M29_a_match_begins_with_the_avatars_numbers_and_all_see_the_cards(building):
    table = building(avatars="dealt")
    tv = table.open(Device(table.organizer.url))
    dealt = [own(phone) for phone in table.phones]
    assert [part["chosen"] for part in dealt] == [part["offered"][0]["number"] for part in dealt]
    assert seats(tv.state) == ["chosen"] * 2
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    for viewer in (*table.phones, tv):
        viewer.wait_for(phase_is("fighting"))
    cards = {fighter_of(phone): own(phone)["offered"][0] for phone in table.phones}
    assert avatars_in(table.phones[0].state) == {fighter: card["number"] for fighter, card in cards.items()}
    for side in tv.state["pairings"][0]["sides"]:
        assert side["fighters"][0]["avatar"] == cards[side["fighter"]]
        assert side["counters"]["life"] == 20 + cards[side["fighter"]]["life_modifier"]
    assert tv.state["round"]["counters"][0]["start"] == 20


def test_M27_free_avatars_are_on_a_page_and_fixed_by_lot_for_who_has_none(building):
    table = building(avatars="free")
    phone = table.phones[0]
    assert "offered" not in own(phone)
    page = table.devices[0].get(f"/events/{table.code}/avatars/").text
    assert page.count('name="number"') == 12
    table.devices[0].post(f"/events/{table.code}/avatars/", number="MAV01/009")
    phone.wait_for(lambda state: state["you"]["avatar"]["chosen"] == "MAV01/009")
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    phone.wait_for(phase_is("fighting"))
    found = avatars_in(phone.state)
    assert found.pop(fighter_of(phone)) == "MAV01/009"
    assert next(iter(found.values())).startswith("MAV01/")


def test_M27_for_a_round_all_avatars_of_a_fight_are_fixed_when_the_last_has_chosen(paired):
    table = paired()
    phone, other = table.phones
    tv = table.open(Device(table.organizer.url))
    me, fight = fighter_of(phone), own(phone)["fight"]
    assert fight == phone.state["fight"]["fight"]
    asked = {"type": "count", "fight": fight, "fighter": me, "counter": "life", "by": -1}
    refused = phone.ask(**asked)
    assert refused["code"] == "avatar_missing"
    assert all(f"\u2068Fighter {number}\u2069" in refused["message"] for number in (0, 1))
    others = {"fighters": [fighter_of(other)]}
    for kind, fields in (("out", others), ("first", {"game": 1, "fighter": me})):
        assert phone.ask(type=kind, fight=fight, **fields)["code"] == "avatar_missing"
    assert phone.ask(type="avatar", number=own(phone)["offered"][0]["number"])["code"] == "not_drafting"
    assert choose(phone, fight=fight)["type"] == "ack"
    other.wait_for(lambda state: sorted(seats(state)) == ["chosen", "none"])
    assert set(avatars_in(other.resync()).values()) == {None}
    assert other.ask(**asked | {"fighter": fighter_of(other)})["message"].endswith(" has no avatar yet.")
    assert not any(card["number"] in str(viewer.resync()) for card in own(phone)["offered"] for viewer in (other, tv))
    assert choose(other, 1, fight=fight)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["avatar"]["fixed"])
    assert None not in avatars_in(phone.state).values()
    assert choose(phone, 1, fight=fight)["code"] == "avatar_fixed"
    assert phone.ask(**asked)["type"] == "ack"


@pytest.mark.parametrize(("kind", "fields"), [("turn", {"number": 1}), ("roll", {"turn": 1, "rolls": 0})])
def test_M27_no_turn_is_passed_and_no_die_rolled_while_an_avatar_is_missing(paired, kind, fields):
    phone = paired(planes="own").phones[0]
    assert phone.ask(type=kind, fight=own(phone)["fight"], **fields)["code"] == "avatar_missing"


def test_M27_a_choice_for_a_round_is_shown_to_all_and_another_one_in_its_place_to_nobody_else(paired):
    table = paired(4)
    phone = table.phones[0]
    viewers = [*table.phones[1:], table.open(Device(table.organizer.url))]
    before = {viewer: viewer.resync()["seq"] for viewer in viewers}
    fight, seq = own(phone)["fight"], phone.state["seq"]
    assert choose(phone, fight=fight)["type"] == "ack"
    for viewer in viewers:
        viewer.wait_for(lambda state: sorted(seats(state)) == ["chosen", "none", "none", "none"])
        assert viewer.state["seq"] == before[viewer] + 1
    second = own(phone)["offered"][1]["number"]
    assert choose(phone, 1, fight=fight)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["avatar"]["chosen"] == second)
    assert phone.state["seq"] == seq + 2
    assert {viewer: viewer.resync()["seq"] - 1 for viewer in viewers} == before


def test_M27_the_organizer_fixes_avatars_and_a_new_round_offers_others(paired):
    table = paired(swiss_rounds="2")
    phone = table.phones[0]
    before, fight = [own(each)["offered"] for each in table.phones], own(phone)["fight"]
    table.act("fix-avatars", fight=str(fight))
    table.act("fix-avatars")
    phone.wait_for(lambda state: state["you"]["avatar"]["fixed"])
    assert avatars_in(phone.state)[fighter_of(phone)] == before[0][0]["number"]
    table.act("next-round", round="2", confirm="next")
    for each in table.phones:
        each.wait_for(lambda state: state["round"]["number"] == 2)
    assert (own(phone)["fixed"], own(phone)["chosen"], own(phone)["fight"]) == (False, None, fight + 1)
    assert [own(each)["offered"] for each in table.phones] != before  # once in half a million


def test_M27_a_fight_that_is_decided_before_the_avatars_are_chosen_offers_none(paired):
    table = paired()
    phone, path = table.phones[0], f"/events/{table.code}/avatars/"
    fight, number = own(phone)["fight"], own(phone)["offered"][0]["number"]
    assert number in table.devices[0].get(path).text
    table.act("result", fight=str(fight), winner=str(fighter_of(phone)))
    page = table.devices[0].get(path)
    assert (page.status, number in page.text) == (200, False)
    assert "is decided. There is no avatar to choose for it." in page.text
    assert choose(phone, fight=fight)["code"] == "fight_over"
    table.devices[0].post(path, number=number, fight=str(fight))
    assert "That fight is over." in table.devices[0].get(path).text


def test_M27_the_page_says_until_when_another_avatar_may_be_chosen_and_that_the_last_choice_stays(paired):
    table = paired()
    phone, other = table.phones
    path, said = f"/events/{table.code}/avatars/", []
    for device, chooser in zip(table.devices, (phone, other), strict=True):
        number = own(chooser)["offered"][0]["number"]
        device.post(path, number=number, fight=str(own(chooser)["fight"]))
        said.append(device.get(path).text)
    assert "You may choose another one until the last of this fight has chosen." in said[0]
    assert "Everybody in this fight has chosen: the avatars stay for the match." in said[1]
