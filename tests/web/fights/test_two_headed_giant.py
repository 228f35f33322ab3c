"""A night of Two-Headed Giant on its pages, in its log, and in an imported one (M34)."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from jsonschema_rs import Draft202012Validator

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.file_types import json_schema
from drafts.log.json_file import write_log_json
from drafts.models import Event, NightSettings, StageAct
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.protocol.fights import FightStates
from drafts.rules.actors import ORGANIZER
from drafts.rules.fights.beginning import chooses
from drafts.rules.night.fight_moves import ConfirmResultMove, CountMove, Drop, EnterResultMove, FirstMove, OutMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, make_event, sit_down

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.fixture
def night(organizer, sample_sets):
    """An event of eight in the first round, with poison of the team."""
    return make_event(
        organizer, *NAMES, started=True, format_="magic-own", fight_form="two-headed-giant", team_poison=15,
        card_sets=[], table_size=8, night=NightSettings(fights="auto"), log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip


@pytest.fixture
def post(organizer_client, sample_sets):
    def send(**fields):
        of_event = {"name": "Giants", "format": "magic-own", "fight_form": "two-headed-giant", "table_size": "8"}
        return organizer_client.post("/events/new/", {**of_event, **fields})

    return send


def the_fight(event):
    return load_fights(event.id).fighting.fight(1)


def phone_of(event, fighter):
    client = Client()
    sit_down(client, event.fighters.get(id=fighter))
    return client


def says(event, who, act, **fields):
    answer = phone_of(event, who).post(f"/events/{event.code}/fight/", {"fight": 1, "act": act, **fields}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def words_of(text):
    return " ".join(re.sub(r"<[^>]+>|[\u2068\u2069]", " ", unescape(text)).split())


def test_M34_an_event_is_made_of_teams_by_the_form(post):
    assert post(team_poison="15").status_code == 302
    event = Event.objects.get()
    assert (event.draft.fight_form, event.draft.team_poison, event.night.best_of) == ("two-headed-giant", 15, 1)
    assert event.draft.procedure.forms[0].rule("poison").loses_at == 15


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"table_size": "7"}, "Teams of 2 sit together: their number fills a table, such as 12."),
        ({"table_size": "2"}, "From 4 to 12 fighters sit at a table."),
        ({"fight_form": "three-headed-giant"}, "three-headed-giant is not one of the available choices"),
        ({"team_poison": "12"}, "12 is not one of the available choices"),
    ],
)
def test_M34_a_form_of_teams_that_cannot_be_is_answered_with_the_form_again(post, fields, words):
    answer = post(**fields)
    assert (answer.status_code, Event.objects.count()) == (200, 0)
    assert words in words_of(answer.content.decode())


def test_the_lobby_says_that_a_fighter_is_missing_and_how_one_fights(organizer, organizer_client, sample_sets):
    event = make_event(
        organizer, *NAMES[:7], format_="magic-own", fight_form="two-headed-giant", card_sets=[], table_size=8,
        night=NightSettings(fights="auto"),
    )  # fmt: skip
    html = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    page = words_of(html)
    assert "Teams of 2: 1 more needed." in page
    assert '/host/start/"' not in html  # it would be refused
    assert "3 fights of 25 minutes, Two-Headed Giant." in page


def test_M34_each_head_counts_and_concedes_by_forms_in_their_own_name(night):
    (one, two), (three, four) = (side.fighters for side in the_fight(night).sides)
    page = phone_of(night, two).get(f"/events/{night.code}/fight/").content.decode()
    assert page.count(f'name="fighter" value="{two}"><input type="hidden" name="counter" value="life"') == 1
    assert f'name="fighters" value="{two}"' in page
    assert says(night, two, "count", fighter=two, counter="life", by=-5) == []
    assert says(night, four, "count", fighter=one, counter="poison", by=1) == []
    counts = the_fight(night).counts
    assert [dict(counts.of(each)) for each in (one, two)] == [
        {"life": 25, "poison": 1, "library": 0, "mulligans": 0}
    ] * 2
    assert says(night, two, "out", fighters=two) == []
    result = the_fight(night).result
    assert (result.winner, result.by.value) == (three, "agreed")


def test_M34_a_page_without_scripts_speaks_to_a_team_as_to_two(night):
    fight = the_fight(night)
    choosing = fight.side_of(chooses(fight))
    other = next(side for side in fight.sides if side != choosing)
    names = dict(night.fighters.values_list("id", "nickname"))
    own, theirs = (
        words_of(phone_of(night, side.fighters[1]).get(f"/events/{night.code}/fight/").content.decode())
        for side in (choosing, other)
    )
    assert "Your team chooses: play or draw We play first We draw" in own
    assert "Our own dice: we choose" in own
    assert f"Our own dice: {other.name(names)} choose" in own
    assert f"Play or draw is up to {choosing.name(names)}" in theirs
    to_one = ("You choose", "I play first", "I draw", "I choose")
    assert [words for words in to_one if words in own + theirs] == []


def test_M34_a_team_that_has_lost_says_so_as_two(night):
    one, two = the_fight(night).sides[0].fighters
    act_in_fights(night, two, CountMove(1, two, "life", -30))
    page = words_of(phone_of(night, one).get(f"/events/{night.code}/fight/").content.decode())
    assert ("We lost this game" in page, "I lost this game" in page) == (True, False)


def test_M34_a_head_that_draws_from_an_empty_library_has_lost_for_the_team(night):
    (one, two), (three, four) = (side.fighters for side in the_fight(night).sides)
    act_in_fights(night, two, CountMove(1, two, "library", 1))
    page = words_of(phone_of(night, four).get(f"/events/{night.code}/fight/").content.decode())
    assert "Loses: Empty library" in page
    assert says(night, four, "out", fighters=two) == []
    assert (the_fight(night).result.winner, the_fight(night).is_over) == (three, False)
    assert says(night, one, "confirm") == []
    assert the_fight(night).is_over


def test_M34_fifteen_poison_counters_of_both_heads_lose(night):
    (one, two), _ = (side.fighters for side in the_fight(night).sides)
    act_in_fights(night, one, CountMove(1, one, "poison", 8))
    assert the_fight(night).counts.lost(one) is None
    act_in_fights(night, one, CountMove(1, two, "poison", 7))
    assert the_fight(night).counts.lost_by(the_fight(night).sides[0]) == "poison"


def test_M28_the_first_mulligan_of_each_head_is_free(night):
    one = the_fight(night).fighters[0]
    for bottom in (0, 1):
        act_in_fights(night, one, CountMove(1, one, "mulligans", 1))
        assert the_fight(night).counts.bottom(one) == bottom
    assert FightStates(load_fights(night.id)).for_fighter(one, "fighting")["fight"]["first_draws"] is False


def test_a_night_of_teams_is_true_and_tells_the_same_once_it_is_imported(night, organizer, organizer_client):
    (one, two), (three, _) = (side.fighters for side in the_fight(night).sides)
    act_in_fights(night, two, CountMove(1, two, "life", -31))
    act_in_fights(night, two, OutMove(1, (two,)))
    other = load_fights(night.id).fighting.fight(2)
    act_in_fights(night, other.fighters[1], EnterResultMove(2, other.fighters[0], (1, 0)))
    act_in_fights(night, other.fighters[2], ConfirmResultMove(2))
    act_in_fights(night, ORGANIZER, Drop(one))
    begin_next_round(event=night, number=2, confirmed=False)
    lines = StageAct.objects.filter(stage__event=night, kind="round").values_list("text", flat=True)
    assert all(re.fullmatch(r"\d( \d+(\+\d+)?-\d+(\+\d+)?){2}", text) for text in lines)
    for number in (3, 4):
        set_result(
            event=night, fight=number, winner=load_fights(night.id).fighting.fight(number).fighters[0], score=None
        )
    finish_event(event=night)
    night = Event.objects.get(id=night.id)
    assert night_differences(night) == []
    log = json.loads(write_log_json(load_log(night)))
    assert (log["event"]["form"], log["event"]["team_poison"]) == ("two-headed-giant", 15)
    assert log["fights"][0]["form"] == "two-headed-giant"
    assert [act["fighters"] for act in log["fights"][0]["acts"]] == [[two]]
    assert log["fights"][0]["result"]["winner"] == three
    Draft202012Validator(json_schema()).validate(log)
    assert list(differences(log)) == []
    Event.objects.get(id=night.id).delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer)
    again = json.loads(write_log_json(load_log(Event.objects.get(id=imported.event.id))))
    assert again["fights"] == log["fights"]
    assert again["event"]["form"] == "two-headed-giant"
    assert organizer_client.get(f"/events/{imported.event.code}/log/").status_code == 200


def test_practice_alone_counts_for_all_four_heads(client, sample_sets):
    client.post("/practice/", {"format": "magic-own", "fight_form": "two-headed-giant"})
    event = Event.objects.get()
    fight = the_fight(event)
    assert (event.draft.table_size, fight.form.slug) == (4, "two-headed-giant")
    assert [len(side.fighters) for side in fight.sides] == [2, 2]
    own = event.fighters.get(guest=False)
    other = next(one for one in fight.fighters if one not in fight.side_of(own.id).fighters)
    address = f"/events/{event.code}/fight/"
    client.post(address, {"fight": 1, "act": "count", "fighter": other, "counter": "life", "by": -30})
    assert the_fight(event).counts.of(other)["life"] == 0
    client.post(address, {"fight": 1, "act": "out", "fighters": other})
    assert the_fight(event).result.winner == the_fight(event).side_of(own.id).fighter
    assert the_fight(event).result.by.value == "agreed"
    assert client.post("/practice/", {"format": "magic-own", "fight_form": "giant"})["Location"] == "/"
    assert Event.objects.count() == 1


def test_M34_of_a_team_it_is_said_that_they_go_first(night):
    one = chooses(the_fight(night))
    act_in_fights(night, one, FirstMove(1, 1, one))
    other = next(side.fighter for side in the_fight(night).sides if one not in side.fighters)
    page = words_of(phone_of(night, other).get(f"/events/{night.code}/fight/").content.decode())
    assert (" go first" in page, " goes first" in page.replace("Who goes first", "")) == (True, False)


def test_M34_the_panel_names_the_head_who_dropped_out_and_not_the_whole_team(night, organizer_client):
    one, mate, *others = the_fight(night).fighters
    organizer_client.post(f"/events/{night.code}/host/drop/", {"fighter": one, "round": 1})
    names = load_fights(night.id).names
    panel = words_of(organizer_client.get(f"/events/{night.code}/host/").content.decode())
    assert f" {names[one]} dropped out." in panel
    assert f"& {names[mate]} dropped out." not in panel
    for viewer in (mate, others[0]):
        sides = FightStates(load_fights(night.id)).for_fighter(viewer, "fighting")["fight"]["sides"]
        assert [each["fighter"] for side in sides for each in side["fighters"] if each.get("dropped")] == [one]
