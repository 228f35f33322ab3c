"""Planes and turns on the wire (M38-M40): what is sent, what is refused, and what nobody is told."""

import json
from itertools import count

import pytest

from drafts.rules.chance import Chance
from tests.clients.device import Device
from tests.clients.views import phase_is

OWN = {"format": "magic-own", "fights": "swiss", "best_of": "3", "planes": "shared"}


@pytest.fixture
def on_planes(night):
    """Fights on planes, which have begun."""

    def make(fighters=2, **fields):
        table = night(fighters, **OWN | fields)
        if fields.get("planes") == "own":
            table.act("next-stage", **{"from": "building"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        return table

    return make


def fight(phone):
    return phone.state["fight"]


def number_of(phone):
    return phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]


def in_turn(table):
    """The phone whose turn it is, and the other."""
    first, second = table.phones
    return (first, second) if fight(first)["turn"]["fighter"] == number_of(first) else (second, first)


def ask(phone, kind, **fields):
    seq = phone.state["seq"]
    answer = phone.ask(type=kind, fight=fight(phone)["fight"], **fields)
    if answer["type"] == "ack":
        phone.wait_for(lambda state: state["seq"] > seq)
    return answer.get("code", "ack")


def roll(phone, **more):
    plane = fight(phone)["plane"]
    return ask(phone, "roll", turn=fight(phone)["turn"]["number"], rolls=plane["rolls"], **more)


def test_M38_M40_a_fight_on_planes_begins_with_a_plane_and_the_first_turn(on_planes):
    table = on_planes()
    tv = table.open(Device(table.organizer.url))
    own = fight(table.phones[0])
    assert own["turn"] == {"number": 1, "fighter": own["first"], "extra": []}
    plane = own["plane"]
    card = plane["card"]
    assert (card["id"], card["number"][:6], card["type_line"][:5]) == (None, "MAP01/", "Plane")
    assert plane == {
        "card": card,
        "phenomenon": False, "owner": None, "controller": own["first"], "left": 19, "rolls": 0, "cost": 0, "last": None,
        "walked": 0,
    }  # fmt: skip
    assert tv.state["pairings"][0]["plane"]["card"] == card
    assert len([None for phone in table.phones if fight(phone)["plane"]["card"] == card]) == 2


def test_M39_a_roll_costs_one_more_each_time_shows_the_die_and_is_the_turns_fighters_own(on_planes):
    table = on_planes()
    phone, other = in_turn(table)
    assert roll(other) == "not_your_turn"
    assert roll(phone, face="blank") == "ack"
    plane = fight(phone)["plane"]
    assert (plane["rolls"], plane["cost"]) == (1, 1)
    assert plane["last"] == {"fighter": number_of(phone), "face": "blank", "paid": 0, "own": True}
    assert roll(phone, face="chaos") == "ack"
    assert (fight(phone)["plane"]["last"]["paid"], fight(phone)["undoes"]) == (1, "roll")
    assert ask(phone, "roll", turn=1, rolls=1) == "stale"
    assert ask(phone, "roll", turn=2, rolls=2) == "stale"
    assert ask(phone, "roll", turn=1, rolls=2, face="six") == "bad_message"
    assert roll(phone, face="planeswalk") == "ack"
    after = fight(phone)["plane"]
    assert (after["walked"], after["left"], after["card"] != plane["card"]) == (1, 19, True)
    assert ask(other, "undo") == "ack"
    phone.wait_for(lambda state: state["fight"]["plane"]["walked"] == 0)
    assert fight(phone)["plane"]["card"] == plane["card"]


def test_M39_the_die_is_that_of_the_seed_also_after_an_undo(on_planes):
    table = on_planes()
    phone, _ = in_turn(table)
    shown = []
    for rolls in range(8):
        assert roll(phone) == "ack"
        last = fight(phone)["plane"]["last"]
        assert (last["own"], last["paid"]) == (False, rolls)
        shown.append(last["face"])
    assert ask(phone, "undo") == "ack"
    assert roll(phone) == "ack"
    assert fight(phone)["plane"]["last"]["face"] == shown[-1]
    for seat in table.phones:
        seat.wait_for(lambda state: state["fight"]["plane"]["rolls"] == 8)
    table.act("result", fight=fight(phone)["fight"], winner=number_of(phone), score="2,0", confirm="correct")
    table.act("finish")
    log = json.loads(table.organizer.get(f"/events/{table.code}/log/log.json").text)
    faces = {6: "planeswalk", 1: "chaos"}
    thrown = [1 + Chance(log["event"]["seed"], "die", 1, place + 1).below(6) for place in range(8)]
    assert [faces.get(face, "blank") for face in thrown] == shown
    acts = [act for act in log["fights"][0]["acts"] if act["kind"] == "roll"]
    assert [act["face"] for act in acts] == [*shown, shown[-1]]
    assert [act["undone_at"] is None for act in acts] == [True] * 7 + [False, True]
    assert [(act["turn"], act["paid"], act["own"]) for act in acts] == [(1, paid, False) for paid in (*range(8), 7)]


def test_M40_turns_pass_and_extra_turns_come_first(on_planes):
    table = on_planes()
    phone, other = in_turn(table)
    own, theirs = number_of(phone), number_of(other)
    assert ask(other, "turn", number=2) == "stale"
    assert ask(other, "turn", number=1, extra=own) == "ack"
    assert fight(other)["turn"] == {"number": 1, "fighter": own, "extra": [own]}
    assert ask(other, "turn", number=1) == "ack"
    assert fight(other)["turn"] == {"number": 2, "fighter": own, "extra": []}
    assert ask(other, "turn", number=2) == "ack"
    assert fight(other)["turn"] == {"number": 3, "fighter": theirs, "extra": []}
    assert fight(other)["plane"]["controller"] == theirs
    assert ask(other, "turn", number=3, extra=999_999) == "bad_message"
    assert (ask(phone, "first", game=1, fighter=own), fight(other)["undoes"]) == ("stale", "turn")


def test_M39_a_plane_is_left_by_whose_turn_it_is_alone_and_once(on_planes):
    phone, other = in_turn(on_planes())
    assert ask(other, "walk", walked=0) == "not_your_turn"
    assert ask(phone, "walk", walked=0) == "ack"
    assert ask(phone, "walk", walked=0) == "stale"
    assert (fight(phone)["plane"]["walked"], fight(phone)["plane"]["rolls"]) == (1, 0)


def test_M38_with_own_decks_the_plane_is_its_owners(on_planes):
    phone, other = in_turn(on_planes(planes="own"))
    assert (fight(phone)["plane"]["owner"], fight(phone)["plane"]["left"]) == (number_of(phone), 9)
    assert ask(phone, "turn", number=1) == "ack"
    other.wait_for(lambda state: state["fight"]["turn"]["number"] == 2)
    assert roll(other, face="planeswalk") == "ack"
    assert fight(other)["plane"]["owner"] == number_of(other)


def test_a_fight_on_no_plane_has_none_and_no_turn(on_planes):
    phone = on_planes(planes="off").phones[0]
    assert (fight(phone)["turn"], fight(phone)["plane"]) == (None, None)
    answers = [ask(phone, "turn", number=1), ask(phone, "walk", walked=0), ask(phone, "roll", turn=1, rolls=0)]
    assert answers == ["not_allowed"] * 3


def test_M38_no_viewer_is_told_the_order_of_the_planar_decks(on_planes):
    table = on_planes(planes="own")
    phone, _ = in_turn(table)
    viewers = [*table.phones, table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")]
    shown = {fight(phone)["plane"]["card"]["number"]}
    for walked in count():
        if walked == 3:
            break
        assert ask(phone, "walk", walked=walked) == "ack"
        shown.add(fight(phone)["plane"]["card"]["number"])
    told = [str((viewer.resync(), viewer.frames)) for viewer in viewers]
    every = {f"MAP01/{number:03}" for number in range(1, 41)}
    assert {number for number in every if any(number in text for text in told)} == shown


def numbers(*of):
    return [f"MAP01/{number:03}" for number in of]


def test_M38_a_planar_deck_is_chosen_while_decks_are_built_and_its_fighter_alone_is_told(night):
    table = night(2, **OWN | {"planes": "own"})
    phone, other = table.phones
    for each in table.phones:
        each.wait_for(phase_is("building"))
    assert phone.state["you"]["planar"] == {"chosen": None, "least": 10}
    seqs = [other.state["seq"], phone.state["seq"]]
    few, twice = numbers(*range(1, 10)), numbers(*range(1, 11), 1)
    answers = [
        phone.ask(type="planar", numbers=said)["code"] for said in (few, twice, ["MAG01/001"] * 10, ["X-1"] * 10)
    ]
    assert answers == ["planar_deck_small", "planar_duplicate", "not_in_pool", "not_in_pool"]
    assert phone.ask(type="planar", numbers="all")["code"] == "bad_message"
    wanted = numbers(*range(12, 1, -1))
    assert phone.ask(type="planar", numbers=wanted)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["planar"]["chosen"] == sorted(wanted))
    assert [other.resync()["seq"], phone.state["seq"]] == [seqs[0], seqs[1] + 1]
    assert other.state["you"]["planar"]["chosen"] is None
    table.act("next-stage", **{"from": "building"})
    for each in table.phones:
        each.wait_for(lambda state: state.get("fight"))
    assert phone.ask(type="planar", numbers=wanted)["code"] == "not_drafting"
    first, _ = in_turn(table)
    shown = set()
    for walked in range(11):
        plane = fight(first)["plane"]
        if plane["owner"] == number_of(phone):
            shown.add(plane["card"]["number"])
        assert ask(first, "walk", walked=walked) == "ack"
    assert shown <= {*wanted}
    assert first is other or shown == {*wanted}


def test_M38_a_card_of_another_type_lies_in_no_planar_deck(night):
    sealed = {"format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "0", "planes": "own"}
    table = night(2, **sealed, fights="swiss", best_of="1", sharing="keep")
    [phone, *_] = table.phones
    assert phone.ask(type="planar", numbers=numbers(*range(1, 11)))["code"] == "not_drafting"
    table.act("next-stage", **{"from": "opening"})
    phone.wait_for(lambda state: "planar" in state["you"])
    answer = phone.ask(type="planar", numbers=[*numbers(*range(1, 10)), "MAG01/001"])
    assert (answer["code"], answer["message"]) == (
        "type_not_in_deck",
        "Only planes and phenomena lie in a planar deck.",
    )
