"""A night of Emperor on its pages, in its messages, in its log, and in an imported one (M37)."""

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
from drafts.models import Event, NightSettings
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.protocol.fights import FightStates
from drafts.rules.errors import NotYourRoll
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import CountMove, OutMove, RollMove, TurnMove
from drafts.rules.night.rights import LogVisibility
from drafts.rules.planes import DieFace
from drafts.services.events.nights import finish_event, go_on
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, drafted_event, make_event, sit_down

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")


def event_of(organizer, **settings):
    """Return an event of two teams in their only round."""
    night = NightSettings(fights="pods", swiss_rounds=1, **settings)
    return make_event(
        organizer, *NAMES, started=True, format_="magic-own", fight_form="emperor", card_sets=[], table_size=6,
        night=night, log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip


@pytest.fixture
def six(organizer, sample_sets):
    return event_of(organizer)


def the_fight(event):
    return load_fights(event.id).fighting.fight(1)


def fight_seen_by(event, fighter):
    return FightStates(load_fights(event.id)).for_fighter(fighter, "fighting")["fight"]


def page_of(event, fighter):
    client = Client()
    sit_down(client, event.fighters.get(id=fighter))
    return client, f"/events/{event.code}/fight/"


def says(event, who, act, **fields):
    client, address = page_of(event, who)
    answer = client.post(address, {"fight": 1, "act": act, **fields}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def words_of(answer):
    return " ".join(re.sub(r"<[^>]+>|[\u2068\u2069]", " ", unescape(answer.content.decode())).split())


def test_M37_everybody_sees_the_role_and_the_reach_of_each(six):
    left, emperor, right, enemy, *_, last = the_fight(six).fighters
    act_in_fights(six, last, CountMove(1, left, "life", -3))
    fight = fight_seen_by(six, emperor)
    told = {one["fighter"]: one for side in fight["sides"] for one in side["fighters"]}
    assert [one["role"] for one in told.values()] == ["lieutenant", "emperor", "lieutenant"] * 2
    assert list(told[emperor]["reach"]) == [right, enemy, last, left]
    assert list(told[left]["reach"]) == [emperor, last]
    assert (told[left]["counters"]["life"], fight["sides"][0]["counters"]["life"]) == (17, 20)
    assert (fight["turn"]["number"], fight["first_draws"]) == (1, False)
    assert fight["turn"]["fighter"] in the_fight(six).emperors
    act_in_fights(six, enemy, OutMove(1, (enemy,)))
    fight = fight_seen_by(six, left)
    told = {one["fighter"]: one for side in fight["sides"] for one in side["fighters"]}
    assert (told[enemy]["out"], told[enemy]["reach"], fight["sides"][1]["out"]) == (True, (), False)
    assert enemy not in told[emperor]["reach"]


def test_M37_a_page_without_scripts_tells_lieutenants_that_their_emperor_has_dropped_out(six, organizer_client):
    left, emperor, _, enemy, *_ = the_fight(six).fighters
    organizer_client.post(f"/events/{six.code}/host/drop/", {"fighter": emperor, "round": 1})

    def page(fighter):
        client, address = page_of(six, fighter)
        return words_of(client.get(address))

    assert "You have dropped out. You keep your points and fight no more." in page(emperor)
    assert "Your emperor has dropped out. Your team keeps its points and fights no more." in page(left)
    assert "dropped out" not in page(enemy)
    names = dict(six.fighters.values_list("id", "nickname"))
    assert f"The result is final: {names[enemy]} &" in page(enemy)


def test_M37_the_emperor_alone_is_named_as_the_one_who_dropped_out(six, organizer_client):
    _, emperor, *_ = the_fight(six).fighters
    organizer_client.post(f"/events/{six.code}/host/drop/", {"fighter": emperor, "round": 1})
    panel = words_of(organizer_client.get(f"/events/{six.code}/host/"))
    name = six.fighters.get(id=emperor).nickname
    assert f" {name} dropped out. A team loses with its emperor." in panel
    for page in (panel, words_of(organizer_client.get(f"/events/{six.code}/standings/"))):
        assert "emperor dropped out" in page


def test_M37_a_lieutenant_who_dropped_out_is_named_and_the_emperor_is_not(six, organizer_client):
    left, emperor, *_, enemy = [*the_fight(six).fighters][:4]
    organizer_client.post(f"/events/{six.code}/host/drop/", {"fighter": left, "round": 1})
    panel = words_of(organizer_client.get(f"/events/{six.code}/host/"))
    name = six.fighters.get(id=left).nickname
    assert f" {name} dropped out. The team loses this fight." in panel
    assert "emperor dropped out" not in panel
    for fighter in (emperor, enemy):
        side = fight_seen_by(six, fighter)["sides"][0]
        assert [one["fighter"] for one in side["fighters"] if one.get("dropped")] == [left]


def test_M37_where_both_teams_lost_a_fighter_the_panel_does_not_speak_of_one_team(six, organizer_client):
    left, *_, enemy = [*the_fight(six).fighters][:4]
    for fighter in (left, enemy):
        organizer_client.post(f"/events/{six.code}/host/drop/", {"fighter": fighter, "round": 1})
    panel = words_of(organizer_client.get(f"/events/{six.code}/host/"))
    assert ("No team wins this fight." in panel, "The team loses" in panel) == (True, False)


def test_M37_forms_count_for_each_and_say_whom_they_reach(six):
    left, emperor, right, enemy, rival, last = the_fight(six).fighters
    assert says(six, left, "count", fighter=enemy, counter="life", by=-20) == []
    client, address = page_of(six, emperor)
    page = words_of(client.get(address))
    names = dict(six.fighters.values_list("id", "nickname"))
    assert f"Reaches {names[right]} , {names[enemy]} , {names[last]} , {names[left]} ." in page
    assert page.count("Lieutenant") == 4
    assert "Loses: Life" in page
    beaten, _ = page_of(six, enemy)
    assert [words in words_of(beaten.get(address)) for words in ("I am out", "I lost this game")] == [True, False]
    assert says(six, emperor, "out", fighters=enemy) == []
    assert "out of the game" in words_of(client.get(address))
    assert the_fight(six).result is None
    assert says(six, rival, "out", fighters=rival) == []
    assert (the_fight(six).result.winner, the_fight(six).is_over) == (left, True)


def test_the_panel_names_emperors_and_says_who_of_a_team_is_out(six, organizer_client):
    left, emperor, *_ = the_fight(six).fighters
    names = dict(six.fighters.values_list("id", "nickname"))
    act_in_fights(six, emperor, CountMove(1, left, "poison", 10))
    page = words_of(organizer_client.get(f"/events/{six.code}/host/"))
    assert f"Emperor: {names[emperor]}" in page
    assert f"{names[left]} : Out of this game" in page
    organizer_client.post(f"/events/{six.code}/host/out/", {"fight": 1, "fighter": left})
    assert (the_fight(six).result, fight_seen_by(six, left)["sides"][0]["out"]) == (None, False)
    page = words_of(organizer_client.get(f"/events/{six.code}/host/"))
    assert f"{names[left]} : Out of this game" not in page
    page = words_of(organizer_client.get(f"/events/{six.code}/host/"))  # an act is told once
    assert page.count("out of the game") == page.count(f"{names[left]} is out of the game") == 1


def test_M39_on_planes_the_one_whose_turn_it_is_rolls_and_no_teammate(organizer, sample_sets):
    event = event_of(organizer, planes="shared")
    fight = the_fight(event)
    plane = fight_seen_by(event, fight.fighters[0])["plane"]
    assert plane["controller"] in fight.emperors
    mate = next(one for one in fight.side_of(plane["controller"]).fighters if one != plane["controller"])
    with pytest.raises(NotYourRoll):
        act_in_fights(event, mate, RollMove(1, 1, 0))
    act_in_fights(event, FighterId(plane["controller"]), RollMove(1, 1, 0))
    act_in_fights(event, mate, TurnMove(1, 1))
    assert fight_seen_by(event, mate)["turn"]["fighter"] not in fight.emperors
    client, address = page_of(event, mate)
    assert client.get(address).status_code == 200


def test_M37_a_night_is_true_and_tells_the_same_once_it_is_imported(six, organizer, organizer_client):
    left, emperor, right, _, rival, last = the_fight(six).fighters
    act_in_fights(six, last, CountMove(1, right, "life", -20))
    act_in_fights(six, left, OutMove(1, (right,)))
    act_in_fights(six, left, TurnMove(1, 1))
    act_in_fights(six, rival, OutMove(1, (rival,)))
    finish_event(event=six)
    six = Event.objects.get(id=six.id)
    assert night_differences(six) == []
    log = json.loads(write_log_json(load_log(six)))
    (fight,) = log["fights"]
    assert (log["event"]["form"], fight["form"], fight["result"]["winner"]) == ("emperor", "emperor", left)
    assert "team_poison" not in log["event"]
    assert [side["lost"] for side in fight["sides"]] == [None, None]
    assert [act["fighters"] for act in fight["acts"] if act["kind"] == "out"] == [[right], [rival]]
    Draft202012Validator(json_schema()).validate(log)
    assert list(differences(log)) == []
    standings = load_log(six).fighting.groups[0].standings()
    pages = [words_of(organizer_client.get(f"/events/{six.code}/{page}/")) for page in ("log", "standings")]
    Event.objects.get(id=six.id).delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer)
    again = load_log(Event.objects.get(id=imported.event.id))
    assert json.loads(write_log_json(again))["fights"] == log["fights"]
    (group,) = again.fighting.groups
    assert (group.emperors, group.rounds[0][0].emperors) == ({emperor, rival}, {emperor, rival})
    assert [place.points for place in group.standings()] == [place.points for place in standings]
    assert pages
    assert organizer_client.get(f"/events/{imported.event.code}/log/").status_code == 200


def test_M38_a_night_on_own_planes_is_verified_from_its_log_alone(organizer, sample_sets):
    event = event_of(organizer, planes="own")
    go_on(event=event, seen="building", confirmed=True)
    for number in range(1, 6):
        plane = fight_seen_by(event, the_fight(event).fighters[0])["plane"]
        roller = FighterId(plane["controller"])
        act_in_fights(event, roller, RollMove(1, number, 0, DieFace.PLANESWALK, own=True))
        act_in_fights(event, roller, TurnMove(1, number))
    rival = the_fight(event).sides[1].fighters[1]
    act_in_fights(event, rival, OutMove(1, (rival,)))
    finish_event(event=event)
    log = json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))
    rollers = [act["fighter"] for act in log["fights"][0]["acts"] if act["kind"] == "roll"]
    assert len(set(rollers)) == 5
    assert list(differences(log)) == []


def test_M37_a_draft_night_is_fought_by_neighbours_and_verified(organizer, sample_sets):
    event = drafted_event(
        organizer, *NAMES, format_="magic-draft", card_set="MAG01", fight_form="emperor", table_size=6,
        night=NightSettings(fights="pods", swiss_rounds=1, sharing="keep"), log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip
    assert go_on(event=event, seen="building", confirmed=True) == "fighting"
    seats = list(event.draft.tables.get().seats.order_by("position").values_list("fighter", flat=True))
    fight = the_fight(event)
    assert [side.fighters for side in fight.sides] == [tuple(seats[:3]), tuple(seats[3:])]
    assert fight.emperors == {seats[1], seats[4]}
    act_in_fights(event, seats[4], OutMove(1, (seats[4],)))
    finish_event(event=event)
    log = json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))
    assert (log["event"]["form"], len(log["decks"]), log["fights"][0]["form"]) == ("emperor", 6, "emperor")
    assert list(differences(log)) == []


@pytest.mark.parametrize("table_size", ["", "6", "12"])
def test_M37_an_event_is_made_of_teams_of_three_by_the_form(organizer_client, sample_sets, table_size):
    fields = {"name": "Friday", "format": "magic-own", "fight_form": "emperor", "table_size": table_size}
    answer = organizer_client.post("/events/new/", fields)
    assert answer.status_code == 302, words_of(answer)
    event = Event.objects.get()
    assert (event.draft.fight_form, event.draft.table_size) == ("emperor", int(table_size or 6))
    assert (event.night.fights, event.night.best_of, event.night.swiss_rounds) == ("pods", 1, 1)


def test_M37_a_table_that_no_teams_of_three_fill_is_the_form_again(organizer_client, sample_sets):
    fields = {"name": "Friday", "format": "magic-own", "fight_form": "emperor", "table_size": "8"}
    answer = organizer_client.post("/events/new/", fields)
    assert (answer.status_code, Event.objects.count()) == (200, 0)
    assert "Teams of 3 sit together: their number fills a table, such as 12." in words_of(answer)


def test_the_lobby_and_the_sheets_before_the_start_are_of_teams_of_three(organizer, organizer_client, sample_sets):
    event = make_event(
        organizer, *NAMES, format_="magic-own", fight_form="emperor", card_sets=[], table_size=6,
        night=NightSettings(fights="pods", swiss_rounds=1),
    )  # fmt: skip
    assert "1 fight of 25 minutes, Emperor." in words_of(organizer_client.get(f"/events/{event.code}/host/"))
    assert organizer_client.get(f"/events/{event.code}/sheets/").status_code == 200


def test_M37_practice_alone_counts_for_all_six(client, sample_sets):
    client.post("/practice/", {"format": "magic-own", "fight_form": "emperor"})
    event = Event.objects.get()
    fight = the_fight(event)
    own = FighterId(event.fighters.get(guest=False).id)
    assert (fight.form.slug, len(fight.fighters), load_fights(event.id).fighting.round_count) == ("emperor", 6, 1)
    address = f"/events/{event.code}/fight/"
    mates, others = fight.side_of(own), next(side for side in fight.sides if own not in side.fighters)
    mate = next(one for one in mates.fighters if one != own and one not in fight.emperors)
    for fighter in (mate, others.fighters[1]):
        client.post(address, {"fight": 1, "act": "count", "fighter": fighter, "counter": "life", "by": -20})
        client.post(address, {"fight": 1, "act": "out", "fighters": fighter})
    assert (the_fight(event).result.winner, the_fight(event).is_over) == (mates.fighter, True)
