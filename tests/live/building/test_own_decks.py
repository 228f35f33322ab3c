"""Nights of fights alone over sockets (M30): lists are handed in, others see how far, and all is fought to the end."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is

LIST = "4 Otter Scout\n56 Island\n\nSideboard\n3 River Road"


@pytest.fixture
def own(night):
    """A night of Magic with own decks, of which lists are asked."""

    def make(fighters=2, **fields):
        table = night(fighters, format="magic-own", lists="asked", **fields)
        for phone in table.phones:
            phone.wait_for(phase_is("building"))
            phone.wait_for(lambda state: "deck" in state["you"])
        return table

    return make


def deck_of(phone):
    return phone.state["you"]["deck"]


def hand_in(phone, text=LIST, seen=None):
    return phone.ask(type="deck", seen=deck_of(phone)["version"] if seen is None else seen, list=text)


def register(phone, version):
    phone.wait_for(lambda state: state["you"]["deck"]["version"] == version)
    return phone.ask(type="register", seen=version)


def seats(state):
    return sorted(seat["deck"] for seat in state["table"]["seats"])


def test_M30_a_list_is_handed_in_registered_and_seen_by_its_fighter_alone(own):
    table = own(build_minutes="30", constructed_format="modern")
    phone, other = table.phones
    tv = table.open(Device(table.organizer.url))
    assert (deck_of(phone)["list"], deck_of(phone)["tallies"], deck_of(phone)["match"]) == ([], [], None)
    assert deck_of(phone).keys() & {"main", "side", "command", "basics"} == set()
    assert phone.state["clock"]["seconds"] == 1800
    assert [phone.state["event"][name] for name in ("format", "directions", "sets")] == ["magic-own", [], []]
    assert [stage["stage"] for stage in phone.state["event"]["stages"]] == ["building", "fighting"]
    assert hand_in(phone)["type"] == "ack"
    phone.wait_for(lambda state: state["you"]["deck"]["version"] == 2)
    assert deck_of(phone)["list"] == [
        {"name": "Otter Scout", "count": 4, "zone": "main", "checked": False},
        {"name": "Island", "count": 56, "zone": "main", "checked": deck_of(phone)["list"][1]["checked"]},
        {"name": "River Road", "count": 3, "zone": "side", "checked": False},
    ]
    assert (deck_of(phone)["count"], deck_of(phone)["legal"]) == (60, True)
    assert register(phone, 2)["type"] == "ack"
    for watching in (other, tv):
        state = watching.wait_for(lambda state: "registered" in seats(state))
        assert seats(state) == ["none", "registered"]
        assert "Otter" not in str(state)
    assert deck_of(other)["version"] == 1
    refused = table.organizer.post(f"/events/{table.code}/host/next-stage/", **{"from": "building"})
    assert refused.status == 409
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    other.wait_for(phase_is("fighting"))
    other.wait_for(lambda state: state["you"]["deck"]["locked"])
    assert (deck_of(other)["registered"]["auto"], deck_of(other)["registered"]["count"]) == (True, 0)
    assert hand_in(other)["code"] == "deck_locked"


REFUSED = [
    ({"seen": 1, "list": "4 Otter Scout\n4x"}, "bad_message"),
    ({"seen": 1, "list": "100 Island"}, "bad_message"),
    ({"seen": 1, "list": "4 Otter\x07Scout"}, "bad_message"),
    ({"seen": 1, "list": "\n".join(f"1 Otter {number}x" for number in range(300))}, "bad_message"),
    ({"seen": 1, "list": "1 Otter Scout\n" * 1_000}, "bad_message"),
    ({"seen": 1, "list": 7}, "bad_message"),
    ({"seen": 1}, "bad_message"),
    ({"seen": 1, "list": LIST, "main": []}, "bad_message"),
    ({"seen": 1, "main": [1] * 251}, "bad_message"),
    ({"seen": 9, "list": LIST}, "stale"),
    ({"seen": 1, "main": [1]}, "not_in_pool"),
    ({"seen": 1, "main": [], "basics": {"Plains": 3}}, "lands_not_free"),
]


def test_a_list_that_is_not_valid_is_refused_and_nothing_is_lost(own):
    table = own()
    phone = table.phones[0]
    codes = [phone.ask(type="deck", **fields)["code"] for fields, _ in REFUSED]
    assert codes == [code for _, code in REFUSED]
    named = phone.ask(type="deck", seen=1, list="4 Otter Scout\n4x")
    assert named["message"] == "The list cannot be read: line 2 has no name of a card"
    assert hand_in(phone, "5 Otter Scout\n40 Island")["type"] == "ack"
    assert (refused := register(phone, 2))["code"] == "deck_too_small"
    assert refused["message"] == "45 cards; at least 60 are needed."
    assert hand_in(phone, "5 Otter Scout\n60 Island")["type"] == "ack"
    assert register(phone, 3)["code"] == "too_many_copies"
    assert [fault["code"] for fault in deck_of(phone)["faults"]] == ["too_many_copies"]
    assert phone.ask(type="choose", round=0, cards=[1], **{"pass": 0})["code"] == "not_drafting"


def test_a_list_is_refused_where_a_deck_is_built_of_a_pool(night):
    table = night(2, format="magic-sealed", card_set="MAG01", packs_each="1")
    for phone in table.phones:
        phone.wait_for(phase_is("opening"))
    table.act("next-stage", **{"from": "opening"})
    phone = table.phones[0]
    phone.wait_for(lambda state: "deck" in state["you"])
    assert hand_in(phone)["code"] == "bad_message"
    assert deck_of(phone)["version"] == 1


def fight_on(phone):
    """Win the fight of a phone, by its own word and the other side's."""
    fight = phone.state["fight"]
    me = phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]
    score = [int(side["fighter"] == me) for side in fight["sides"]]
    return phone.ask(type="result", fight=fight["fight"], winner=me, score=score)


def test_R17_a_night_of_vanguard_with_own_decks_is_fought_with_a_drop_and_a_bye(night):
    table = night(4, format="vanguard-own", fights="swiss", swiss_rounds="2", log_visibility="public")
    tv = table.open(Device(table.organizer.url))
    for phone in table.phones:
        state = phone.wait_for(phase_is("fighting"))
        assert [state["table"][name] for name in ("round", "rounds", "pass", "passes", "direction")] == [
            0,
            0,
            0,
            0,
            None,
        ]
        assert "deck" not in state["you"]
        assert state["you"]["pile"] is None
    phone = table.phones[0]
    assert phone.ask(type="done", round=1, **{"pass": 1})["code"] == "not_drafting"
    assert phone.ask(type="deck", seen=1, list=LIST)["code"] == "not_drafting"
    fought = set()
    for one in table.phones:
        if one.state["fight"]["fight"] not in fought:
            fought.add(one.state["fight"]["fight"])
            assert fight_on(one)["type"] == "ack"
            table.act("result", fight=one.state["fight"]["fight"], winner=one.state["fight"]["sides"][0]["fighter"])
    gone = table.phones[3]
    table.act("drop", fighter=gone.state["table"]["seats"][gone.state["you"]["seat"]]["fighter"])
    table.act("next-round", round="2")
    states = [one.wait_for(lambda state: state["round"]["number"] == 2) for one in table.phones[:3]]
    assert sum(state["fight"] is not None and len(state["fight"]["sides"]) == 1 for state in states) == 1
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    state = tv.wait_for(phase_is("finished"))
    assert len(state["standings"]) == 4
    assert state["log_open"] is True
    log = table.organizer.log(table.code)
    assert (log["decks"], log["tables"][0]["packs"], log["tables"][0]["picks"]) == ([], [], [])


def ask(phone, type_, **fields):
    answer = phone.ask(type=type_, fight=phone.state["fight"]["fight"], **fields)
    return answer.get("code", answer["type"])


def test_M23_between_two_games_a_list_changes_by_the_cards_of_its_own_sideboard(own):
    table = own(log_visibility="public")
    phone, other = table.phones
    for one in table.phones:
        assert hand_in(one)["type"] == "ack"
        assert register(one, 2)["type"] == "ack"
    table.act("next-stage", **{"from": "building"})
    for one in table.phones:
        one.wait_for(phase_is("fighting"))
    match = phone.wait_for(lambda state: state["you"]["deck"]["match"])["you"]["deck"]["match"]
    assert (match["game"], match["version"], match["open"], match["list"]) == (1, 1, False, deck_of(phone)["list"])
    swapped = "1 Otter Scout\n56 Island\n3 River Road"
    assert ask(phone, "deck", seen=1, list=swapped) == "deck_locked"
    me = phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]
    assert ask(phone, "out", fighters=[me]) == "ack"
    other.wait_for(lambda state: state["fight"]["games"])
    phone.wait_for(lambda state: state["you"]["deck"]["match"]["open"])
    refused = {
        "stale": {"seen": 2},
        "not_in_pool": {"list": "5 Otter Scout\n56 Island"},
        "deck_too_small": {"list": "3 Otter Scout\n56 Island"},
        "bad_message": {"list": "4x"},
    }
    wrong = [ask(phone, "deck", **{"seen": 1, "list": swapped, **fields}) for fields in refused.values()]
    assert wrong == [*refused]
    seq = other.seq
    assert ask(phone, "deck", seen=1, list=swapped) == "ack"
    after = phone.wait_for(lambda state: state["you"]["deck"]["match"]["version"] == 2)["you"]["deck"]
    assert [(line["count"], line["name"]) for line in after["match"]["list"] if line["zone"] == "side"] == [
        (3, "Otter Scout")
    ]
    assert after["list"] == match["list"]  # the one of record stays
    assert other.resync()["seq"] == seq  # no other client hears of it
    assert ask(phone, "out", fighters=[me]) == "ack"
    phone.wait_for(lambda state: state["you"]["deck"]["match"] is None)
    table.act("finish")
    log = table.organizer.log(table.code)
    [deck] = log["fights"][0]["decks"]
    assert (deck["game"], deck["main"], deck["basics"]) == (2, [], {})
    assert [line["count"] for line in deck["list"]] == [1, 56, 3, 3]
