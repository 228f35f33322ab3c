"""Fights of teams, and of four sides, from their pairings to an imported log, as the pages of the site show them."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from html import unescape

import orjson
import pytest
from jsonschema_rs import Draft202012Validator

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.file_types import json_schema
from drafts.log.json_file import write_log_json
from drafts.models import Event, EventStage
from drafts.operations.night_verification import night_differences
from drafts.presenters.events.sheets import paper_fights
from drafts.presenters.fights.standings import standings_of, winners_of
from drafts.presenters.log.logs import load_log
from drafts.protocol.fights import FightStates
from drafts.rules.actors import ORGANIZER
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.games.registry import FORMATS
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.night.fight_moves import (
    ConfirmResultMove,
    CountMove,
    DisputeResultMove,
    Drop,
    EnterResultMove,
    UndoCountMove,
)
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.fights.unfinished_fights import open_fights
from drafts.services.log.log_import import import_log
from drafts.services.statistics.counts import rebuild_statistics
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, drafted_event, fighting_event
from tests.fight_forms import FOUR, TEAMS

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "Kamui", "Misaki", "Ren")


@pytest.fixture
def fought_as(monkeypatch, organizer, sample_sets):
    """Make an event of four in the first round of fights of another form."""

    def make(form, make=fighting_event, **settings):
        monkeypatch.setitem(FORMATS, VANGUARD.slug, replace(VANGUARD, forms=(form,)))
        return make(organizer, *NAMES, **settings)

    return make


@pytest.fixture
def page(organizer_client):
    def read(address):
        text = organizer_client.get(address).content.decode()
        text = re.sub(r"<(script|template|style).*?</\1>", " ", text, flags=re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>|[\u2068\u2069]", " ", unescape(text)).split())

    return read


def the_fight(event):
    live = load_fights(event.id)
    return live, live.fighting.fight(1)


def places(event):
    (group,) = standings_of(Event.objects.get(id=event.id)).groups
    return [(place.rank, place.name, place.points, place.won, place.lost) for place in group.places]


def as_written(event):
    return json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))


def seen_by(event, fighter):
    return orjson.loads(orjson.dumps(FightStates(load_fights(event.id)).for_fighter(fighter, "fighting")))


def test_a_setup_names_the_form_and_the_teams_are_those_who_sit_side_by_side(fought_as):
    event = fought_as(TEAMS)
    seats = list(event.draft.tables.get().seats.order_by("position").values_list("fighter", flat=True))
    setup = EventStage.objects.get(event=event, stage="fighting").setup
    assert setup["form"] == "teams"
    assert setup["groups"] == [{"number": 1, "mode": "round_robin", "fighters": seats, "sides": [seats[:2], seats[2:]]}]
    assert [side.fighters for side in the_fight(event)[1].sides] == [tuple(seats[:2]), tuple(seats[2:])]


def test_a_setup_of_an_older_version_is_fought_in_the_first_form(fought_as):
    event = fought_as(VANGUARD.forms[0])
    stage = EventStage.objects.get(event=event, stage="fighting")
    setup = {name: value for name, value in stage.setup.items() if name != "form"}
    EventStage.objects.filter(id=stage.id).update(setup=setup)
    assert the_fight(event)[1].form.slug == "duel"
    assert night_differences(event) == []


def test_each_fighter_of_a_team_sees_the_fight_of_the_team(fought_as):
    event = fought_as(TEAMS)
    live, fight = the_fight(event)
    (one, two), (three, four) = (side.fighters for side in fight.sides)
    act_in_fights(event, two, CountMove(1, two, "life", -4))
    act_in_fights(event, four, CountMove(1, one, "poison", 3))
    act_in_fights(event, one, CountMove(1, two, "mulligans", 1))
    seen = seen_by(event, two)
    assert (seen["fight"]["form"], seen["fight"]["dice"]) == ("teams", [])
    assert seen["fight"]["last_count"] == {"fighter": two, "counter": "mulligans", "by": 1}
    own = seen["fight"]["sides"][0]
    assert (own["fighter"], own["name"]) == (one, f"{live.names[one]} & {live.names[two]}")
    assert own["counters"] == {"life": 26, "poison": 3}
    assert own["fighters"] == [
        {"fighter": one, "name": live.names[one], "guest": False, "lost": None,
         "counters": {"life": 26, "poison": 3, "mulligans": 0}},
        {"fighter": two, "name": live.names[two], "guest": False, "lost": None,
         "counters": {"life": 26, "poison": 0, "mulligans": 1}},
    ]  # fmt: skip
    assert [(rule["of"], rule["loses_at"], rule.get("hidden")) for rule in seen["round"]["counters"]] == [
        ("team", 0, None), ("fighter", 10, None), ("fighter", None, True)
    ]  # fmt: skip
    assert [place["fighter"] for place in seen["standings"]] == [one, three]
    assert [each["fighter"] for each in seen["standings"][0]["fighters"]] == [one, two]


def test_one_of_another_side_confirms_what_one_of_a_team_has_entered(fought_as):
    event = fought_as(TEAMS)
    (one, two), (three, four) = (side.fighters for side in the_fight(event)[1].sides)
    act_in_fights(event, two, EnterResultMove(1, two, (1, 0)))
    act_in_fights(event, four, ConfirmResultMove(1))
    part = seen_by(event, three)["fight"]["result"]
    assert (part["winner"], part["entered_by"], part["by"]) == (one, one, "agreed")
    assert [place["points"] for place in seen_by(event, three)["standings"]] == [3, 0]


def test_the_pages_show_teams_with_one_place_each(fought_as, page):
    event = fought_as(TEAMS)
    live, fight = the_fight(event)
    (one, two), (three, four) = ([live.names[each] for each in side.fighters] for side in fight.sides)
    panel = page(f"/events/{event.code}/host/")
    assert f"{one} & {two}" in panel
    assert f"Poison {one} 0" in panel
    assert f"Drop out {two}" in panel
    act_in_fights(event, fight.sides[0].fighters[1], EnterResultMove(1, fight.sides[1].fighter, (0, 1)))
    act_in_fights(event, fight.sides[1].fighters[1], DisputeResultMove(1))
    assert f"Results of {one} & {two} and {three} & {four} don’t match" in page(f"/events/{event.code}/host/")
    set_result(event=event, fight=1, winner=fight.sides[1].fighters[1], score=None)
    standings = page(f"/events/{event.code}/standings/")
    assert f"{three} & {four}" in standings
    assert f"Round 1: won against {one} & {two} , 3 points" in standings
    set_result(event=event, fight=1, winner=fight.sides[0].fighter, score=None, confirmed=True)
    assert f"Before: {three} & {four} won" in page(f"/events/{event.code}/host/fights/")
    assert f"{three} & {four}" in page(f"/events/{event.code}/log/?view=list")
    finish_event(event=event)
    assert winners_of(event) == [one, two]


def test_the_pages_show_four_sides_of_a_fight(fought_as, page):
    event = fought_as(FOUR)
    live, fight = the_fight(event)
    names = [live.names[fighter] for fighter in fight.fighters]
    panel = page(f"/events/{event.code}/host/")
    assert all(f"{name} Life 40" in panel for name in names)
    act_in_fights(event, fight.fighters[0], EnterResultMove(1, fight.fighters[0], (1, 0, 0, 0)))
    assert f"waits for one of {', '.join(names[1:])} to confirm" in page(f"/events/{event.code}/host/")
    act_in_fights(event, fight.fighters[2], DisputeResultMove(1))
    assert f"Results of {names[0]} , {names[1]} , {names[2]} and {names[3]} don’t match" in page(
        f"/events/{event.code}/host/"
    )
    assert "".join(open_fights(live)).count("–") == 3
    set_result(event=event, fight=1, winner=fight.fighters[3], score=None)
    standings = page(f"/events/{event.code}/standings/")
    assert f"Round 1: won against {names[0]} , {names[1]} , {names[2]} , 3 points" in standings
    assert standings.count(f"Round 1: lost to {names[3]} , no points") == 3
    set_result(event=event, fight=1, winner=BOTH_LOSE, score=None, confirmed=True)
    assert page(f"/events/{event.code}/standings/").count("Round 1: all lost, no points") == 4
    assert "all lost, " in page(f"/events/{event.code}/host/fights/")


def test_an_official_counts_of_any_fighter_of_a_team(fought_as, organizer_client):
    event = fought_as(TEAMS)
    second = the_fight(event)[1].sides[0].fighters[1]
    organizer_client.post(f"/events/{event.code}/host/count/", {"fight": 1, "step": f"{second} poison 1 0"})
    assert the_fight(event)[1].counts.of(second)["poison"] == 1


def test_a_fighter_who_drops_out_of_a_team_is_named_and_the_team_is_not(fought_as, page):
    event = fought_as(TEAMS)
    live, fight = the_fight(event)
    act_in_fights(event, fight.sides[0].fighter, EnterResultMove(1, None, (0, 0)))
    act_in_fights(event, fight.sides[1].fighter, DisputeResultMove(1))
    act_in_fights(event, ORGANIZER, Drop(fight.sides[0].fighters[1]))
    seen = seen_by(event, fight.fighters[0])["standings"]
    place = next(each for each in seen if each["fighter"] == fight.fighters[0])
    assert (place["dropped"], [each["dropped"] for each in place["fighters"]]) == (False, [False, True])
    assert f"{live.names[fight.fighters[1]]} dropped out of the fights." in page(f"/events/{event.code}/log/?view=list")


def test_the_sheets_have_a_line_for_each_side(fought_as):
    drafted = fought_as(TEAMS, make=drafted_event)
    (group,) = paper_fights(drafted)
    assert [len(fight) for fight in group.rounds[0].fights] == [2]
    assert all(" & " in side.name for side in group.people)
    (group,) = paper_fights(fought_as(FOUR))
    assert [len(fight) for fight in group.rounds[0].fights] == [4]


@pytest.mark.parametrize("form", [TEAMS, FOUR], ids=lambda form: form.slug)
def test_a_log_of_teams_and_of_pods_is_true_and_tells_the_same_once_it_is_imported(fought_as, organizer, form, page):
    event = fought_as(form, log_visibility=LogVisibility.PUBLIC)
    fight = the_fight(event)[1]
    last = fight.fighters[-1]
    act_in_fights(event, last, CountMove(1, fight.fighters[1], "life", -60))
    act_in_fights(event, last, CountMove(1, last, "poison", 2))
    act_in_fights(event, fight.fighters[0], UndoCountMove(1))
    set_result(event=event, fight=1, winner=last, score=None)
    if load_fights(event.id).fighting.may_go_on:
        begin_next_round(event=event, number=2, confirmed=False)
        set_result(event=event, fight=2, winner=fight.fighters[1], score=None)
    finish_event(event=event)
    assert night_differences(Event.objects.get(id=event.id)) == []
    log = as_written(event)
    told = log["fights"][0]
    assert told["form"] == form.slug
    assert [len(side["fighters"]) for side in told["sides"]] == [form.fighters] * len(fight.sides)
    assert told["sides"][0]["lost"] == ("life" if form is TEAMS else None)
    Draft202012Validator(json_schema()).validate(log)
    before = places(event)
    Event.objects.get(id=event.id).delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer)
    assert as_written(imported.event)["fights"] == log["fights"]
    assert places(imported.event) == before
    assert all(name in page(f"/events/{imported.event.code}/log/") for name in NAMES)
    rebuild_statistics()


def test_a_team_that_fought_on_without_one_of_its_fighters_has_one_place_in_an_imported_log_too(fought_as, organizer):
    night = {"fights": "swiss", "swiss_rounds": 2}
    event = fought_as(TEAMS, log_visibility=LogVisibility.PUBLIC, night=night)
    team = the_fight(event)[1].sides[0]
    set_result(event=event, fight=1, winner=team.fighter, score=None)
    act_in_fights(event, ORGANIZER, Drop(team.fighter))
    begin_next_round(event=event, number=2, confirmed=False)
    assert [len(side.fighters) for side in load_fights(event.id).fighting.fight(2).sides] == [1, 2]
    set_result(event=event, fight=2, winner=team.fighters[1], score=None)
    finish_event(event=event)
    before, log = places(event), as_written(event)
    assert [points for _, _, points, *_ in before] == [6, 0]
    Event.objects.get(id=event.id).delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer)
    assert places(imported.event) == before


BROKEN = [
    (lambda fight: fight.update(form="duel"), "fights[0].form"),
    (lambda fight: fight["sides"][0].update(fighter=fight["sides"][1]["fighter"]), "fights[0].sides"),
    (lambda fight: fight["sides"][0]["fighters"].reverse(), "fights[0].sides"),
    (lambda fight: fight["sides"][0].update(name="Somebody"), "fights[0].sides"),
    (lambda fight: fight["sides"][1].update(fighters=fight["sides"][0]["fighters"]), "fights[0].sides"),
    (lambda fight: fight["sides"][1]["fighters"][0]["counters"].update(energy=1), "fights[0].counts"),
    (lambda fight: fight["sides"].append(fight["sides"][0]), "fights[0].sides"),
]


def test_a_log_whose_sides_cannot_be_is_refused(fought_as):
    event = fought_as(TEAMS, log_visibility=LogVisibility.PUBLIC)
    set_result(event=event, fight=1, winner=the_fight(event)[1].fighters[0], score=None)
    finish_event(event=event)
    log = as_written(event)
    for break_it, where in BROKEN:
        broken = deepcopy(log)
        break_it(broken["fights"][0])
        with pytest.raises(BadFile) as refused:
            check_log(read_log_file(json.dumps(broken).encode()))
        assert where in {fault.where for fault in refused.value.faults}
