"""Battles over sockets: played to the end, refused in order, hidden where V9 says, and durable (V1-V54)."""

import json
from datetime import datetime

import pytest

from tests.clients.device import Device
from tests.live.battles.playing import (
    ROME,
    attack,
    battle,
    deploy,
    deployment,
    done,
    has_battle,
    on_turn,
    own,
    play,
    turn,
)


@pytest.fixture
def fighting(night):
    """A night whose first battles wait for the lines of all."""

    def make(fighters=2, **fields):
        table = night(fighters, **ROME | fields)
        for phone in table.phones:
            phone.wait_for(lambda state: has_battle(state) or len(state["fight"]["sides"]) == 1)
        return table

    return make


def test_V10_V11_each_lays_ten_units_and_nobody_sees_a_plan_before_all_are_in(fighting):
    table = fighting()
    one, other = table.phones
    tv = table.open(Device(table.organizer.url))
    assert (battle(one)["phase"], battle(one)["due"], battle(one)["deadline"]) == ("deploy", [0, 1], None)
    assert [len(own(phone)["drawn"]) for phone in table.phones] == [10, 10]
    plan = deployment(one)
    done(one, plan)
    assert own(one)["plan"] == plan
    ready = [side["seat"] == own(one)["seat"] for side in battle(one)["sides"]]
    for viewer in (other, tv):
        viewer.wait_for(lambda state: any(side["ready"] for side in state["battle"]["sides"]))
        assert [side["ready"] for side in battle(viewer)["sides"]] == ready
        assert plan not in json.dumps(viewer.frames)
    assert play(one, plan)["code"] == "not_allowed"


def test_a_battle_is_played_to_its_end_and_decides_its_fight(fighting):
    table = fighting(turns="20")
    tv, host = table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")
    one, other = table.phones
    deploy(one, other)
    while battle(one)["phase"] != "over":
        turn(one, other)
    places = battle(one)["places"]
    assert sorted(places) == [1, 2]
    winner = battle(one)["sides"][places.index(1)]["fighter"]
    for viewer in (one, other):
        result = viewer.wait_for(lambda state: state["fight"]["result"])["fight"]["result"]
        assert (result["by"], result["winner"], result["confirmed"]) == ("played", winner, True)
        assert result["places"] == places
    for viewer in (tv, host):
        viewer.wait_for(
            lambda state: (pairing := state["pairings"][0])["result"] and pairing["battle"]["phase"] == "over"
        )
    ranked = host.state["standings"]
    assert [(place["fighter"] == winner, place["points"]) for place in ranked] == [(True, 3), (False, 0)]
    assert play(one, "attack")["code"] == "fight_over"


def test_refusals_are_asked_in_their_order(fighting):
    table = fighting(4)
    phones = table.phones
    one, other = (phone for phone in phones if battle(phone)["fight"] == 1)
    stranger = next(phone for phone in phones if battle(phone)["fight"] != 1)
    spectator = table.open(Device(table.organizer.url), "?battle=1")
    assert battle(spectator)["fight"] == 1
    assert spectator.ask(type="play", fight=1, turn=0, phase="deploy", move="back")["code"] == "not_a_fighter"
    assert play(stranger, "back", fight=1)["code"] == "not_your_fight"
    assert play(one, "march f0")["code"] == "bad_message"
    assert play(one, "back", turn=3)["code"] == "stale"
    assert play(one, "back", phase="act")["code"] == "stale"
    assert play(one, "attack")["code"] == "not_allowed"
    assert play(one, "deploy f0:In")["code"] == "bad_plan"
    deploy(one, other)
    first = on_turn(one, other)
    second = other if first is one else one
    assert play(second, "attack")["code"] == "not_your_turn"
    assert play(first, "end")["code"] == "not_allowed"
    assert play(first, "back")["code"] == "nothing_to_undo"
    assert play(first, "place Xx f0")["code"] == "bad_message"


def test_the_same_request_twice_is_one_move(fighting):
    table = fighting()
    one, other = table.phones
    deploy(one, other)
    first = on_turn(one, other)
    move = next(line for line in own(first)["offers"] if line.startswith("place"))
    answers = [play(first, move, id="same") for _ in range(2)]
    assert [answer["type"] for answer in answers] == ["ack", "ack"]
    assert play(first, "back")["type"] == "ack"
    assert play(first, "back")["code"] == "nothing_to_undo"


def test_all_go_back_to_the_start_of_a_turn_where_the_other_agrees(fighting):
    table = fighting()
    one, other = table.phones
    deploy(one, other)
    turn(one, other)
    first = on_turn(one, other)
    second = other if first is one else one
    number = battle(first)["turn"]
    before = [side["line"] for side in battle(first)["sides"]]
    attack(first)
    second.wait_for(lambda state: state["battle"]["turn"] > number or state["battle"]["phase"] == "over")
    fight = battle(first)["fight"]
    assert first.ask(type="ask_back", fight=fight, to=number - 1)["code"] == "nothing_to_undo"
    assert first.ask(type="ask_back", fight=fight, to=number)["type"] == "ack"
    ask = second.wait_for(lambda state: state["battle"]["ask"])["battle"]["ask"]
    assert (ask["to"], ask["agreed"]) == (number, [])
    assert first.ask(type="answer_back", fight=fight, ask=ask["ask"], agree=True)["code"] == "not_allowed"
    assert second.ask(type="answer_back", fight=fight, ask=ask["ask"] + 1, agree=True)["code"] == "stale"
    assert second.ask(type="answer_back", fight=fight, ask=ask["ask"], agree=True)["type"] == "ack"
    first.wait_for(lambda state: state["battle"]["turn"] == number)
    assert [side["line"] for side in battle(first)["sides"]] == before
    assert battle(first)["ask"] is None


def test_one_who_is_away_when_their_turn_begins_has_five_seconds_until_they_are_back(fighting):
    table = fighting(pace="relaxed")
    one, other = table.phones
    deploy(one, other)
    first = on_turn(one, other)
    second = other if first is one else one
    second.close()
    first.wait_for(lambda state: not all(seat["connected"] for seat in state["table"]["seats"]))
    assert battle(first)["seconds"] == 150
    turn(first)
    hurried = first.wait_for(lambda state: state["battle"]["seat"] == 1 - own(first)["seat"])
    assert seconds_left(hurried) <= 5
    second.connect()
    back = first.wait_for(lambda state: all(seat["connected"] for seat in state["table"]["seats"]))
    assert back["battle"]["turn"] > hurried["battle"]["turn"] or seconds_left(back) > 5


def seconds_left(state):
    """Return how long the clock of a battle still ran when a state was sent."""
    end, now = (datetime.fromisoformat(text) for text in (state["battle"]["deadline"], state["clock"]["now"]))
    return (end - now).total_seconds()


def test_a_fighter_who_resigns_has_lost(fighting):
    table = fighting()
    one, other = table.phones
    assert one.ask(type="resign", fight=battle(one)["fight"])["type"] == "ack"
    state = other.wait_for(lambda state: state["fight"]["result"] and state["battle"]["phase"] == "over")
    assert state["fight"]["result"]["winner"] == state["table"]["seats"][state["you"]["seat"]]["fighter"]


def test_nothing_is_counted_or_entered_where_battles_are_played(fighting):
    table = fighting()
    one, _ = table.phones
    fight = battle(one)["fight"]
    me = one.state["table"]["seats"][one.state["you"]["seat"]]["fighter"]
    asked = [
        {"type": "count", "fighter": me, "counter": "damage", "by": 1},
        {"type": "undo"},
        {"type": "result", "winner": me, "score": [1, 0]},
        {"type": "confirm"},
        {"type": "dispute"},
        {"type": "game", "game": 1, "winner": me},
        {"type": "out", "fighters": [me]},
    ]
    assert [one.ask(fight=fight, **each)["code"] for each in asked] == ["not_allowed"] * len(asked)


def test_the_round_ends_by_the_ranking_of_its_battles(fighting):
    table = fighting(3)
    playing = [phone for phone in table.phones if "battle" in phone.state]
    one, other = playing
    deploy(one, other)
    table.act("next-round", round=2, confirm="next")
    for phone in table.phones:
        phone.wait_for(lambda state: state["round"]["number"] == 2)
    past = one.state["past"]
    assert past["result"]["by"] == "time"
    assert past["result"]["places"] in ([1, 1], [1, 2], [2, 1])


def test_a_bot_moves_by_itself(fighting):
    table = fighting(1, bots=1)
    (phone,) = table.phones
    phone.wait_for(lambda state: any(side["ready"] for side in state["battle"]["sides"]))
    assert [side["bot"] for side in battle(phone)["sides"]].count(True) == 1


def test_V9_a_card_that_lies_face_down_is_null_to_all_others_in_every_message(fighting):
    table = fighting()
    one, other = table.phones
    tv, host = table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")
    deploy(one, other)
    for _ in range(6):
        turn(one, other)
    truth, number = {phone: own(phone) for phone in (one, other)}, battle(one)["turn"]
    for viewer in (one, other, tv):
        seen = viewer.wait_for(lambda state: state["battle"]["turn"] >= number)["battle"]["sides"]
        for phone in truth.keys() - {viewer}:
            line = {space: (kind, chariot) if up else (None, None) for space, kind, chariot, up in truth[phone]["line"]}
            side = seen[truth[phone]["seat"]]
            assert {space: (kind, chariot) for space, kind, chariot in side["line"]} == line
            assert side["hand"] == len(truth[phone]["hand"])
            assert set(side) == {
                *("seat", "fighter", "name", "bot", "line", "drawn", "hand", "ready", "kills", "power", "lost_units"),
                "standing",
            }
    plans = [frame["you"]["battle"]["plan"] for frame in one.frames if "battle" in frame.get("you", {})]
    said = json.dumps([*other.frames, *tv.frames, *host.frames])
    assert any(plans)
    assert not any(plan in said for plan in plans if plan)
    host.resync()
    assert "you" not in tv.state
    assert "battle" not in host.state
