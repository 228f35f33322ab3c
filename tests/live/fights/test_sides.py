"""Fights of teams, and of four sides, on real sockets of a site that has such forms."""

import json
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.live.conftest import make_night, said_by
from tests.live.fights.test_fights import fight_of, is_settled, own
from tests.server import Server


@pytest.fixture(scope="module")
def site(installation, tmp_path_factory):
    """Start a site for a form, once for all tests of it."""
    with ExitStack() as servers:
        started = {}

        def start(form):
            if form not in started:
                settings = {"DJANGO_SETTINGS_MODULE": "tests.fight_forms_site", "FIGHT_FORM": form}
                started[form] = Server(installation, tmp_path_factory.mktemp(form), settings)
                started[form].start()
                servers.callback(started[form].kill)
            return started[form]

        yield start
        assert all("Traceback" not in said_by(server) for server in started.values())


@pytest.fixture
def fighting(site):
    """A night of four in the first round of fights of a form."""
    with ExitStack() as lines:

        def make(form):
            table = make_night(lines, Organizer(site(form).url), 4, table_size=4)
            table.draft_by_bots()
            table.act("next-stage", **{"from": "building"})
            for phone in table.phones:
                phone.wait_for(phase_is("fighting"))
            return table

        yield make


def number_of(phone):
    sides = fight_of(phone)["sides"]
    return next(each["fighter"] for side in sides for each in side["fighters"] if each["name"] == own(phone))


def side_of(phone, fighter):
    sides = fight_of(phone)["sides"]
    return next(side for side in sides if fighter in [each["fighter"] for each in side["fighters"]])


def by_side(phones):
    """The phones of each side, in order of sides and seats."""
    numbers = {number_of(phone): phone for phone in phones}
    return [[numbers[each["fighter"]] for each in side["fighters"]] for side in fight_of(phones[0])["sides"]]


def test_a_team_counts_one_life_and_each_of_it_poison_and_any_of_the_others_confirms(fighting):
    table = fighting("teams")
    (one, two), (three, four) = by_side(table.phones)
    assert {phone.state["fight"]["fight"] for phone in table.phones} == {1}
    assert side_of(two, number_of(two)) == side_of(one, number_of(two))
    asked = {"type": "count", "fight": 1}
    assert two.ask(**asked, fighter=number_of(two), counter="life", by=-31)["type"] == "ack"
    assert three.ask(**asked, fighter=number_of(one), counter="poison", by=4)["type"] == "ack"
    four.wait_for(lambda state: state["fight"]["sides"][0]["counters"] == {"life": -1, "poison": 4})
    sides = fight_of(four)["sides"]
    assert [side["lost"] for side in sides] == ["life", None]
    assert [each["counters"]["poison"] for each in sides[0]["fighters"]] == [4, 0]
    assert two.ask(type="result", fight=1, winner=number_of(four), score=[0, 1])["type"] == "ack"
    for phone in (one, four):
        phone.wait_for(lambda state: state["fight"]["result"])
    assert one.ask(type="confirm", fight=1)["code"] == "not_confirmed"
    assert four.ask(type="confirm", fight=1)["type"] == "ack"
    for phone in table.phones:
        phone.wait_for(is_settled)
        places = phone.state["standings"]
        assert [(place["fighter"], place["points"]) for place in places] == [(number_of(three), 3), (number_of(one), 0)]
        assert places[0]["name"] == f"{own(three)} & {own(four)}"


def test_four_sides_of_a_fight_count_and_the_winner_is_confirmed_by_any_other(fighting):
    table = fighting("four")
    tv = table.open(Device(table.organizer.url))
    (one,), (two,), (three,), (four,) = by_side(table.phones)
    assert one.ask(type="count", fight=1, fighter=number_of(three), counter="life", by=-40)["type"] == "ack"
    tv.wait_for(lambda state: [side["lost"] for side in state["pairings"][0]["sides"]] == [None, None, "life", None])
    wrong = four.ask(type="result", fight=1, winner=number_of(four), score=[0, 1])
    assert wrong["code"] == "bad_amount"
    assert four.ask(type="result", fight=1, winner=number_of(four), score=[0, 0, 0, 1])["type"] == "ack"
    two.wait_for(lambda state: state["fight"]["result"])
    assert two.ask(type="dispute", fight=1)["type"] == "ack"
    table.act("result", fight=1, winner=number_of(two))
    for phone in table.phones:
        phone.wait_for(is_settled)
    assert [place["points"] for place in one.state["standings"]] == [3, 0, 0, 0]
    for action, fields in (("next-stage", {"from": "fighting", "confirm": "next"}), ("finish", {"confirm": "yes"})):
        table.act(action, **fields)
    log = json.loads(table.organizer.get(f"/events/{table.code}/log/log.json").text)
    assert (log["fights"][0]["form"], len(log["fights"][0]["sides"])) == ("four", 4)


def test_a_side_of_four_that_drops_out_leaves_the_others_to_fight_on(fighting):
    table = fighting("four")
    (one,), (two,), (three,), (four,) = by_side(table.phones)
    table.act("drop", fighter=number_of(one))
    two.wait_for(lambda state: any(place["dropped"] for place in state["standings"]))
    assert fight_of(two)["result"] is None
    table.act("drop", fighter=number_of(two))
    table.act("drop", fighter=number_of(four))
    three.wait_for(is_settled)
    result = fight_of(three)["result"]
    assert (result["winner"], result["by"], result["score"]) == (number_of(three), "drop", [0, 0, 1, 0])
