"""Fights as their fighters, the organizer and the TV see them: counted, agreed on, disputed, decided (R17)."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import play_all


@pytest.fixture
def fighting(night):
    """A night whose draft is over, in its first round."""

    def make(fighters=4, **fields):
        table = night(fighters, **fields)
        play_all(table.phones, phase_is("building"))
        table.act("next-stage", **{"from": "building"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        return table

    return make


def fight_of(phone):
    return phone.state["fight"]


def own(phone):
    return next(seat["name"] for seat in phone.state["table"]["seats"] if seat["seat"] == phone.state["you"]["seat"])


def fighter_of(phone):
    return next(side["fighter"] for side in fight_of(phone)["sides"] if side["name"] == own(phone))


def opponent_of(table, phone):
    other = next(side for side in fight_of(phone)["sides"] if side["name"] != own(phone))
    return next(one for one in table.phones if own(one) == other["name"])


def damage(phone, fighter):
    return next(side["counters"]["damage"] for side in fight_of(phone)["sides"] if side["fighter"] == fighter)


def count(phone, fighter, by=1):
    return phone.ask(type="count", fight=fight_of(phone)["fight"], fighter=fighter, counter="damage", by=by)


def win(phone):
    fight, me = fight_of(phone), fighter_of(phone)
    score = [int(side["fighter"] == me) for side in fight["sides"]]
    assert phone.ask(type="result", fight=fight["fight"], winner=me, score=score)["type"] == "ack"


def confirm(phone):
    phone.wait_for(lambda state: state["fight"]["result"])
    return phone.ask(type="confirm", fight=fight_of(phone)["fight"])


def is_settled(state):
    return bool(state["fight"]["result"] and state["fight"]["result"]["confirmed"])


def round_is(number):
    return lambda state: state["round"]["number"] == number


def fight_round(table):
    """Let one of each pair win, and the other agree."""
    for phone in table.phones:
        if not fight_of(phone)["result"]:
            other = opponent_of(table, phone)
            win(phone)
            assert confirm(other)["type"] == "ack"
            phone.wait_for(is_settled)


def test_four_fight_three_rounds_and_the_standings_are_live(fighting):
    table = fighting()
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    for number in (1, 2, 3):
        if number > 1:
            table.act("next-round", round=number)
        for phone in table.phones:
            phone.wait_for(round_is(number))
        fight_round(table)
    table.act("next-stage", **{"from": "fighting"})
    for phone in (*table.phones, host, tv):
        phone.wait_for(phase_is("finished"))
        assert sum(place["won"] for place in phone.state["standings"]) == 6
