"""A night of Commander on its pages, in its messages, in its log, and in an imported one (M36)."""

import json
import re
from copy import deepcopy
from html import unescape

import orjson
import pytest
from django.test import Client
from jsonschema_rs import Draft202012Validator

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.file_types import json_schema
from drafts.log.json_file import write_log_json
from drafts.models import Event, NightSettings
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.protocol.fights import FightStates
from drafts.protocol.parse import BadMessage, parse
from drafts.rules.actors import ORGANIZER
from drafts.rules.errors import NoSuchThing
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.beginning import chooses
from drafts.rules.ids import FighterId
from drafts.rules.night.clock_moves import Pause
from drafts.rules.night.fight_moves import ConfirmResultMove, CountMove, DisputeResultMove, Drop, OutMove, UndoCountMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, begin_fights, make_event, sit_down

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan")


@pytest.fixture
def pod(organizer, sample_sets):
    """An event of a pod of four in its only round."""
    event = make_event(
        organizer, *NAMES, started=True, format_="magic-own", fight_form="commander", card_sets=[], table_size=4,
        night=NightSettings(fights="pods", swiss_rounds=1), log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip
    return begin_fights(event)


@pytest.fixture
def post(organizer_client, sample_sets):
    def send(**fields):
        of_event = {"name": "Pods", "format": "magic-own", "fight_form": "commander"}
        return organizer_client.post("/events/new/", {**of_event, **fields})

    return send


def the_fight(event):
    return load_fights(event.id).fighting.fight(1)


def seen_by(event, fighter):
    return FightStates(load_fights(event.id)).for_fighter(fighter, "fighting")


def says(event, who, act, **fields):
    client = Client()
    sit_down(client, event.fighters.get(id=who))
    answer = client.post(f"/events/{event.code}/fight/", {"fight": 1, "act": act, **fields}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def words_of(text):
    return " ".join(re.sub(r"<[^>]+>|[\u2068\u2069]", " ", unescape(text)).split())


def page_of(event, who):
    client = Client()
    sit_down(client, event.fighters.get(id=who))
    return words_of(client.get(f"/events/{event.code}/fight/").content.decode())


def test_M31_one_who_is_out_of_a_pod_takes_back_by_forms_and_is_not_asked_to_concede_again(pod):
    one, two, *_ = the_fight(pod).fighters
    act_in_fights(pod, one, OutMove(1, (one,)))
    act_in_fights(pod, two, CountMove(1, two, "life", -5))
    pages = [page_of(pod, who) for who in (one, two)]
    assert [("Concede this game" in page, "Undo" in page) for page in pages] == [(False, True), (True, True)]
    assert ["The others play on." in page for page in pages] == [True, False]
    assert says(pod, one, "out", fighters=one) == ["That is not possible now."]
    assert says(pod, one, "undo") == []
    assert the_fight(pod).counts.of(two)["life"] == 40
    act_in_fights(pod, ORGANIZER, Drop(two))
    assert ("Concede this game" in page_of(pod, two), "Undo" in page_of(pod, two)) == (False, True)


def test_M31_while_the_round_is_paused_no_form_takes_back_since_that_is_refused(pod):
    one, *_ = the_fight(pod).fighters
    act_in_fights(pod, one, CountMove(1, one, "life", -5))
    assert "Undo" in page_of(pod, one)
    act_in_fights(pod, ORGANIZER, Pause())
    assert "Undo" not in page_of(pod, one)
    assert says(pod, one, "undo") == ["The round is paused."]


def test_M36_a_slip_has_a_box_for_damage_by_the_commander_of_each_other_fighter(pod, organizer_client):
    slip = organizer_client.get(f"/events/{pod.code}/sheets/").content.decode().partition("paper--slips")[2]
    rows = [words_of(row) for row in re.findall(r'<span class="paper-paired">.*?</td>', slip, re.DOTALL)]
    names = [words_of(name) for name in re.findall(r'<th scope="row">(.*?)</th>', slip, re.DOTALL)]
    assert rows == [
        " ".join(("Commander damage, loses at 21", *(other for other in names if other != name))) for name in names
    ]
    assert slip.count("box--wide") == 12


def test_M36_only_a_fighter_who_dropped_out_is_said_to_have(pod, organizer_client):
    """The others of the pod had lost the game before."""
    ann, ben, cem, dan = the_fight(pod).fighters
    for loser in (ben, cem):
        act_in_fights(pod, loser, OutMove(1, (loser,)))
    organizer_client.post(f"/events/{pod.code}/host/drop/", {"fighter": ann, "round": 1})
    names = load_fights(pod.id).names
    assert the_fight(pod).result.winner == dan
    panel = words_of(organizer_client.get(f"/events/{pod.code}/host/").content.decode())
    assert f" {names[ann]} dropped out." in panel
    assert not any(f"{names[ben]}, " in words for words in re.findall(r"[^.]*dropped out\.", panel))
    sides = seen_by(pod, ben)["fight"]["sides"]
    assert [(side["fighter"], side.get("dropped", False)) for side in sides] == [
        (ann, True), (ben, False), (cem, False), (dan, False)
    ]  # fmt: skip


def test_M36_a_result_of_a_pod_is_confirmed_by_another_side_and_not_by_both(pod, organizer_client):
    _, *others = the_fight(pod).fighters
    for loser in others:
        act_in_fights(pod, loser, OutMove(1, (loser,)))
    panel, standings = (
        words_of(organizer_client.get(f"/events/{pod.code}/{page}/").content.decode()) for page in ("host", "standings")
    )
    assert ("Confirmed by another side." in panel, "Both agree" in panel) == (True, False)
    assert ("confirmed by another side" in standings, "both sides agree" in standings) == (True, False)


def test_M36_where_all_of_a_pod_have_lost_no_page_says_both_and_the_log_names_no_teams(pod, organizer_client):
    fighters = the_fight(pod).fighters
    all_names = [load_fights(pod.id).names[fighter] for fighter in fighters]
    names = f"{', '.join(all_names[:-1])} and {all_names[-1]}"

    def post(action, **fields):
        organizer_client.post(f"/events/{pod.code}/host/{action}/", {"fight": 1, **fields})

    def page(path):
        return words_of(organizer_client.get(f"/events/{pod.code}/{path}").content.decode())

    post("result", winner=fighters[1])
    post("reopen")
    post("result", winner="draw")
    post("result", winner="none", confirm="correct")
    pages = [page(path) for path in ("host/", "host/fights/", "standings/")]
    assert ["All have lost." in pages[0], *("all lost, decided" in shown for shown in pages[1:])] == [True] * 3
    pages.append(page_of(pod, fighters[0]))
    assert f"{all_names[-1]} all lost." in pages[-1]
    assert [shown for shown in pages if re.search(r"[Bb]oth (have )?lost|a double loss,", shown)] == []
    told = [entry.text for entry in load_log(Event.objects.get(id=pod.id)).entries]
    assert told[-4:] == [
        f"The organizer decided: {all_names[1]} won the fight of {names}.",
        f"The organizer opened the fight of {names} again.",
        f"The organizer decided: the fight of {names} is a draw.",
        f"The organizer corrected a result of round 1: {names} all lost, and not: {names} drew.",
    ]


def test_M22_M36_by_forms_who_chooses_names_who_goes_first(pod):
    fight = the_fight(pod)
    chooser = chooses(fight)
    client = Client()
    sit_down(client, pod.fighters.get(id=chooser))
    page = words_of(client.get(f"/events/{pod.code}/fight/").content.decode())
    others = [load_fights(pod.id).names[fighter] for fighter in fight.fighters if fighter != chooser]
    assert "You choose who goes first." in page
    assert ("I go first" in page, "I play first" in page, "I draw" in page) == (True, False, False)
    assert [name for name in others if f"{name} goes first" not in page] == []
    assert says(pod, chooser, "first", game=1, fighter=fight.fighters[-1]) == []


def test_M36_a_slip_of_one_against_one_has_no_such_boxes(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Ann", "Ben", started=True, format_="magic-own", card_sets=[])
    page = organizer_client.get(f"/events/{event.code}/sheets/").content.decode()
    assert ("paper-slip" in page, "paper-paired" in page) == (True, False)


def test_M36_a_message_counts_damage_by_a_commander_and_life_in_one():
    message = '{"type": "count", "id": "a", "fight": 1, "fighter": 7, "counter": "commander", "from": 4, "by": 3}'
    assert parse(message).fields == {"fight": 1, "fighter": 7, "counter": "commander", "by": 3, "source": 4}
    assert parse(message.replace('"by": 3', '"to": 21')).fields["by"] == SetTo(21)
    for wrong in ('"from": "4"', '"from": -1', '"from": [4]'):
        with pytest.raises(BadMessage):
            parse(message.replace('"from": 4', wrong))


def test_M36_everybody_sees_what_a_fighter_has_from_whom(pod):
    ann, ben, cem, _ = the_fight(pod).fighters
    act_in_fights(pod, ben, CountMove(1, cem, "commander", 3, ann))
    state = seen_by(pod, ann)
    fight = state["fight"]
    told = {one["fighter"]: one for side in fight["sides"] for one in side["fighters"]}
    assert (told[cem]["from"], told[cem]["counters"]["life"], told[ann]["from"]) == ({str(ann): 3}, 37, {})
    assert told[cem]["counters"].keys() == {"life", "poison", "library", "mulligans", "casts"}
    assert fight["sides"][0]["counters"].keys() == {"life", "poison"}
    assert fight["last_count"] == {"fighter": cem, "counter": "commander", "by": 3, "from": ann}
    assert fight["turn"]["number"] == 1
    rule = {rule["counter"]: rule for rule in orjson.loads(orjson.dumps(state["round"]))["counters"]}["commander"]
    assert (rule["of"], rule["start"], rule["loses_at"], rule["hidden"]) == ("pair", 0, 21, True)
    act_in_fights(pod, ann, UndoCountMove(1))
    assert the_fight(pod).counts.of(cem)["life"] == 40


def test_M36_damage_from_oneself_or_from_a_stranger_is_no_message(pod):
    ann, _, cem, _ = the_fight(pod).fighters
    for source in (cem, FighterId(999_999), None):
        with pytest.raises(NoSuchThing):
            act_in_fights(pod, ann, CountMove(1, cem, "commander", 1, source))
    with pytest.raises(NoSuchThing):
        act_in_fights(pod, ann, CountMove(1, cem, "life", 1, ann))


def test_M36_forms_count_damage_by_commanders_and_casts(pod):
    ann, ben, cem, dan = the_fight(pod).fighters
    assert says(pod, dan, "count", fighter=dan, counter="commander", by=21, **{"from": ben}) == []
    assert says(pod, dan, "count", fighter=dan, counter="casts", by=1) == []
    counts = the_fight(pod).counts
    assert (counts.taken_from(dan), counts.of(dan)["casts"], counts.lost(dan)) == ({ben: 21}, 1, "commander")
    assert says(pod, ann, "out", fighters=dan) == []
    assert says(pod, cem, "out", fighters=cem) == []
    assert the_fight(pod).result is None
    assert says(pod, ben, "out", fighters=ben) == []
    assert (the_fight(pod).result.winner, the_fight(pod).is_over) == (ann, True)


def test_M24_of_more_than_two_any_other_side_confirms_or_disputes(pod):
    ann, ben, cem, dan = the_fight(pod).fighters
    for fighter in (cem, dan):
        act_in_fights(pod, fighter, OutMove(1, (fighter,)))
    act_in_fights(pod, ann, CountMove(1, ben, "life", -40))
    act_in_fights(pod, ann, OutMove(1, (ben,)))
    assert not the_fight(pod).is_over
    act_in_fights(pod, dan, DisputeResultMove(1))
    assert the_fight(pod).result.disputed
    act_in_fights(pod, cem, ConfirmResultMove(1))
    assert the_fight(pod).is_over


def test_M31_the_panel_says_who_is_out_until_there_is_a_result(pod, organizer_client):
    ann, ben, *others = the_fight(pod).fighters

    def told():
        return organizer_client.get(f"/events/{pod.code}/host/").content.decode().count("out of the game")

    assert told() == 0
    for number, fighter in enumerate(others, 1):
        act_in_fights(pod, fighter, OutMove(1, (fighter,)))
        assert told() == number
    act_in_fights(pod, ben, OutMove(1, (ben,)))
    assert (the_fight(pod).result.winner, told()) == (ann, 0)


def test_the_organizer_counts_damage_by_a_commander_too(pod, organizer_client):
    ann, ben, *_ = the_fight(pod).fighters
    fields = {"fight": 1, "fighter": ann, "counter": "commander", "by": 2, "from": ben, "was": 0}
    for _ in range(2):
        organizer_client.post(f"/events/{pod.code}/host/count/", fields)
    assert the_fight(pod).counts.taken_from(ann) == {ben: 2}


def test_M36_the_panel_says_that_damage_by_a_commander_has_defeated_a_fighter(pod, organizer_client):
    ann, ben, *_ = the_fight(pod).fighters
    fields = {"fight": 1, "fighter": ann, "counter": "commander", "by": 21, "from": ben, "was": 0}
    said = "Commander damage: defeated"
    assert said not in words_of(organizer_client.get(f"/events/{pod.code}/host/").content.decode())
    organizer_client.post(f"/events/{pod.code}/host/count/", fields)
    assert said in words_of(organizer_client.get(f"/events/{pod.code}/host/").content.decode())


def test_M36_the_panel_waits_for_one_of_the_others_and_asks_all_of_them(pod, organizer_client, client):
    ann, ben, cem, dan = the_fight(pod).fighters
    for fighter in (cem, dan):
        act_in_fights(pod, fighter, OutMove(1, (fighter,)))
    act_in_fights(pod, ann, CountMove(1, ben, "life", -40))
    act_in_fights(pod, ann, OutMove(1, (ben,)))
    assert "waits for one of " in words_of(organizer_client.get(f"/events/{pod.code}/host/").content.decode())
    assert "waits for one of the others" in words_of(client.get(f"/events/{pod.code}/standings/").content.decode())
    act_in_fights(pod, dan, DisputeResultMove(1))
    panel = words_of(organizer_client.get(f"/events/{pod.code}/host/").content.decode())
    assert ("Ask all of them, then decide." in panel, "Ask both" in panel) == (True, False)


def test_M36_the_lobby_says_that_all_of_a_table_fight_at_once(organizer, organizer_client, sample_sets):
    event = make_event(organizer, format_="magic-own", fight_form="commander", card_sets=[])
    sheet = words_of(organizer_client.get(f"/events/{event.code}/sheets/").content.decode())
    assert ("your phone counts for all of you" in sheet, "counts for both" in sheet) == (True, False)


@pytest.mark.parametrize(("form", "is_said"), [("commander", True), ("duel", False)])
def test_M35_a_fighter_who_hands_in_a_list_reads_how_it_names_the_commander(
    organizer, client, sample_sets, form, is_said
):
    night = NightSettings(lists="asked")
    event = make_event(
        organizer, *NAMES, started=True, format_="magic-own", fight_form=form, card_sets=[], table_size=4, night=night
    )
    sit_down(client, event.fighters.get(nickname="Ann"))
    page = words_of(client.get(f"/events/{event.code}/").content.decode())
    assert ("Commander above your commander" in page) is is_said


def test_M36_a_night_of_a_pod_is_true_and_tells_the_same_once_it_is_imported(pod, organizer, organizer_client):
    ann, ben, cem, dan = the_fight(pod).fighters
    act_in_fights(pod, ben, CountMove(1, cem, "commander", SetTo(21), ann))
    act_in_fights(pod, ben, CountMove(1, dan, "commander", 4, ben))
    act_in_fights(pod, ben, UndoCountMove(1))
    act_in_fights(pod, ben, OutMove(1, (cem,)))
    for fighter in (dan, ben):
        act_in_fights(pod, fighter, OutMove(1, (fighter,)))
    finish_event(event=pod)
    pod = Event.objects.get(id=pod.id)
    assert night_differences(pod) == []
    log = json.loads(write_log_json(load_log(pod)))
    (fight,) = log["fights"]
    assert (log["event"]["form"], fight["form"], fight["result"]["winner"]) == ("commander", "commander", ann)
    assert [(each["from"], each["by"], each.get("to")) for each in fight["counts"]] == [(ann, 21, 21), (ben, 4, None)]
    assert fight["sides"][2]["lost"] == "commander"
    assert [act["fighters"] for act in fight["acts"] if act["kind"] == "out"] == [[cem], [dan], [ben]]
    Draft202012Validator(json_schema()).validate(log)
    assert list(differences(log)) == []
    Event.objects.get(id=pod.id).delete()
    for source in (cem, 999, None):
        bad = deepcopy(log)
        bad["fights"][0]["counts"][0] |= {"from": source} if source else {}
        if source is None:
            del bad["fights"][0]["counts"][0]["from"]
        with pytest.raises(BadFile):
            check_log(read_log_file(json.dumps(bad).encode()))
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer)
    again = json.loads(write_log_json(load_log(Event.objects.get(id=imported.event.id))))
    assert again["fights"] == log["fights"]
    assert organizer_client.get(f"/events/{imported.event.code}/log/").status_code == 200


def test_M36_an_event_is_made_of_pods_by_the_form(post):
    assert post().status_code == 302
    event = Event.objects.get()
    assert (event.draft.fight_form, event.draft.table_size, event.night.fights) == ("commander", 4, "pods")
    assert (event.night.best_of, event.night.swiss_rounds) == (1, 1)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"table_size": "9"}, "From 2 to 8 fighters sit at a table."),
        ({"fights": "off"}, "off"),
        ({"fight_form": "duel", "fights": "pods"}, "In this form of fights two sides meet at a time."),
        ({"format": "magic-sealed"}, "commander is not one of the available choices"),
    ],
)
def test_M36_a_pod_that_cannot_be_is_answered_with_the_form_again(post, fields, words):
    answer = post(**fields)
    assert (answer.status_code, Event.objects.count()) == (200, 0)
    assert words in words_of(answer.content.decode())


def test_the_lobby_says_how_one_fights(organizer, organizer_client, sample_sets):
    event = make_event(
        organizer,
        *NAMES,
        format_="magic-own",
        fight_form="commander",
        card_sets=[],
        night=NightSettings(swiss_rounds=1),
    )
    page = words_of(organizer_client.get(f"/events/{event.code}/host/").content.decode())
    assert "1 fight of 25 minutes, Commander." in page


def test_M36_practice_alone_counts_for_a_usual_table(client, sample_sets):
    client.post("/practice/", {"format": "magic-own", "fight_form": "commander"})
    event = Event.objects.get()
    fight = the_fight(event)
    assert (fight.form.slug, len(fight.sides), load_fights(event.id).fighting.round_count) == ("commander", 4, 1)
    own = FighterId(event.fighters.get(guest=False).id)
    others = [one for one in fight.fighters if one != own]
    address = f"/events/{event.code}/fight/"
    for other in others:
        damage = {"fight": 1, "act": "count", "fighter": other, "counter": "commander", "by": 21, "from": own}
        client.post(address, damage)
        client.post(address, {"fight": 1, "act": "out", "fighters": other})
    assert (the_fight(event).result.winner, the_fight(event).is_over) == (own, True)


@pytest.mark.parametrize("players", ["2", "6", "8"])
def test_M36_practice_alone_has_as_many_players_as_it_is_asked_for(client, sample_sets, players):
    client.post("/practice/", {"format": "magic-own", "fight_form": "commander", "players": players})
    assert len(the_fight(Event.objects.get()).sides) == int(players)


@pytest.mark.parametrize("players", ["1", "9", "-2", "many"])
def test_M36_no_practice_begins_with_players_that_no_table_has(client, sample_sets, players):
    client.post("/practice/", {"format": "magic-own", "fight_form": "commander", "players": players})
    assert not Event.objects.exists()


def test_players_of_a_practice_say_nothing_where_a_fight_has_a_number_of_its_own(client, sample_sets):
    client.post("/practice/", {"format": "magic-own", "players": "6"})
    assert len(the_fight(Event.objects.get()).sides) == 2
