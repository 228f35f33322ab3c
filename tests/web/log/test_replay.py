"""The replay's script is told the same as the log, pass by pass, and nothing that the log does not tell."""

import json
import re
from collections import Counter

import pytest
from django.test import Client

from drafts.log.event_log import steps_of
from drafts.models import Event, Fights, NightSettings
from drafts.presenters.log.logs import load_log
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.ids import FighterId
from drafts.rules.night.rights import LogVisibility
from drafts.services.draft.hosting import pause_tables, resume_tables, take_back_pass
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import go_on
from drafts.services.fights.changes import set_result
from drafts.views.log.logs import directions_of
from tests.factories import (
    choose,
    drafted_event,
    fighter,
    fighting_event,
    let_bots_finish,
    make_event,
    sit_down,
)
from tests.paper import enter_any_cards, paper_event, play_paper_draft
from tests.services.draft.test_history import call_for_a_rare, rare_event
from tests.web.sharing.test_sharing import NAMES, seated, share_all

pytestmark = pytest.mark.django_db

PUBLIC = {"log_visibility": LogVisibility.PUBLIC}


@pytest.fixture(autouse=True)
def _sets(sample_sets):
    """Every event here is of the sample sets."""


def replay_of(event, table=1, client=None):
    return (client or Client()).get(f"/events/{event.code}/log/t{table}.json").json()


def told_of_page(page, name):
    return json.loads(re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)[1])


def ids(replay, places):
    return [replay["cards"][place]["id"] for place in places]


def taken_of(replay, turn):
    return [card for pick in turn["picks"] for card in ids(replay, pick["cards"])]


def assert_is_the_log(event, replay):
    """Each seat sees and takes in each pass what the log says."""
    table = load_log(event).table(replay["table"])
    for seat in range(len(table.seats)):
        turns = [(step, step["turns"][seat]) for step in replay["steps"] if step["turns"][seat]["picks"]]
        assert [
            (step["round"], step["number"], step["direction"], turn["opened_by"], ids(replay, turn["hand"]),
             taken_of(replay, turn), turn["picks"][-1]["how"])
            for step, turn in turns
        ] == [
            (one.round, one.pass_number, one.direction.value, one.opened_by, [held.id for held in one.pack],
             [held.id for held in one.taken], one.how.value)
            for one in steps_of(table, seat, directions_of(event))
        ]  # fmt: skip


def test_every_seat_sees_and_takes_what_the_log_says(organizer):
    event = drafted_event(organizer, "Aichi", "Kamui", bots=1, **PUBLIC)
    replay = replay_of(event)
    assert_is_the_log(event, replay)
    fates = [(card["fate"]["seat"], card["fate"]["number"]) for card in replay["cards"]]
    picked = {pick.card: (pick.seat, pick.pass_number) for pick in load_log(event).tables[0].picks}
    assert dict(zip(ids(replay, range(len(fates))), fates, strict=True)) == picked


def test_magic_is_told_in_the_same_way_with_cards_that_come_back(organizer):
    event = drafted_event(organizer, "Aichi", "Kamui", format_="magic-draft", card_set="MAG01", table_size=2, **PUBLIC)
    replay = replay_of(event)
    assert_is_the_log(event, replay)
    third = replay["steps"][2]["turns"][0]
    assert (third["opened_by"], third["back"]) == (0, third["hand"])
    assert [tally["tally"] for tally in replay["tallies"]] == ["curve", "colours", "types"]
    curve = replay["tallies"][0]["names"]
    spells = [one for one in replay["prints"] if "Land" not in one["card"]["type_line"]]
    assert all(curve[one["counts"][0][0]].rstrip("+") == str(min(one["card"]["mana_value"], 7)) for one in spells)


def test_the_page_has_its_table_and_where_the_reader_sat(organizer):
    event = drafted_event(organizer, *(f"Fighter {number}" for number in range(6)), table_size=3)
    client, own = Client(), event.draft.tables.get(number=2).seats.get(position=1).fighter
    sit_down(client, own)
    page = client.get(f"/events/{event.code}/log/").content.decode()
    assert told_of_page(page, "replay-data") == replay_of(event, 2, client)
    deck = f"/events/{event.code}/deck/?fighter="
    assert told_of_page(page, "replay-page") == {
        "seat": 1,
        "figures": f"/events/{event.code}/log/figures.json",
        "own": {"table": 2, "seat": 1},
        "tables": [
            {
                "number": table.number,
                "address": f"/events/{event.code}/log/t{table.number}.json",
                "decks": [f"{deck}{seat.fighter_id}" for seat in table.seats.order_by("position")],
            }
            for table in event.draft.tables.order_by("number")
        ],
    }
    assert client.get(f"/events/{event.code}/log/t3.json").status_code == 404


@pytest.mark.parametrize(
    ("visibility", "words"), [("fighters", "only those who took part"), ("organizer", "only its organizer")]
)
def test_a_copied_link_says_that_the_log_is_closed_to_others(organizer, organizer_client, visibility, words):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility(visibility))
    address = f"/events/{event.code}/log/"
    said = re.search('data-part="for-whom" data-words="([^"]*)"', organizer_client.get(address).content.decode())[1]
    assert said.startswith("This log is closed to others: ")
    assert words in said
    Event.objects.update(log_visibility="public")
    assert 'data-part="for-whom" data-words=""' in organizer_client.get(address).content.decode()


def test_the_quiz_is_told_what_was_due_and_what_the_statistics_say(organizer):
    event = drafted_event(organizer, "Aichi", "Kamui", **PUBLIC)
    first = replay_of(event)["steps"][0]["turns"][0]
    assert first["due"] == {"featured": 1, "plain": 1, "any": 0}
    figures = Client().get(f"/events/{event.code}/log/figures.json").json()
    numbers = {one["card"]["number"] for one in replay_of(event)["prints"]}
    assert (figures["few"], numbers <= figures["cards"].keys()) == (20, True)
    assert {frozenset(card) for card in figures["cards"].values()} == {
        frozenset({"average_taken_at", "first_choice_rate"})
    }
    page = Client().get(f"/events/{event.code}/log/").content.decode()
    assert re.search(r'data-part="quiz-open" hidden', page)


def test_those_without_scripts_are_led_to_the_list(organizer):
    event = drafted_event(organizer, "Aichi", "Kamui", **PUBLIC)
    page = Client().get(f"/events/{event.code}/log/?seat=1").content.decode()
    way = re.search(r'<noscript>.*?<a href="(.*?)"', page, re.DOTALL)[1]
    assert way == "?table=1&amp;seat=1&amp;view=list"
    alone = Client().get(f"/events/{event.code}/log/?view=list").content.decode()
    assert ('id="r2p3s0"' in alone, "<noscript>" in alone, "replay-data" in alone) == (True, False, False)


# Events beside the choices -------------------------------------------------------------------------------------------


@pytest.fixture
def taken_back(organizer):
    """A draft whose first pass was played twice; in between the organizer paused it."""
    event = make_event(organizer, "Aichi", "Kamui", started=True, **PUBLIC)
    for seat in (0, 1, 0):
        choose(event, seat)
    pause_tables(event=event)
    take_back_pass(event=event, number=1)
    resume_tables(event=event)
    return let_bots_finish(event)


def test_a_choice_that_was_taken_back_stands_at_its_pass(taken_back):
    replay = replay_of(taken_back)
    assert_is_the_log(taken_back, replay)
    undone = [
        (step["round"], step["number"], one["seat"], len(one["cards"]))
        for step in replay["steps"]
        for one in step["undone"]
    ]
    assert undone == [(1, 1, 0, 2), (1, 1, 1, 2), (1, 2, 0, 1)]


def test_the_acts_of_organizer_and_fighters_stand_at_the_pass_in_which_they_were_done(taken_back):
    first, second, *others = ([note["text"] for note in step["notes"]] for step in replay_of(taken_back)["steps"])
    assert first[0] == "Taken back: pack 1, pass 1, and everything after it."
    assert first[1] == "The organizer let the table go on."
    assert second == ["The organizer paused the table."]
    assert [note for notes in others for note in notes if "paused" in note] == []


def test_a_pass_that_demanded_more_says_so(organizer):
    event = rare_event(organizer, JudgeBy.AUTOMATIC)
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.PUBLIC)
    call_for_a_rare(event)
    replay = replay_of(let_bots_finish(event))
    assert_is_the_log(event, replay)
    first, *others = replay["steps"]
    assert {sum(turn["due"].values()) for turn in first["turns"]} == {3}
    assert (first["called"], {len(taken_of(replay, turn)) for turn in first["turns"]}) == (True, {3})
    assert [step for step in others if step["called"]] == []
    assert any("called a judge" in note["text"] for note in first["notes"])


def test_without_real_names_nothing_is_told_in_words(taken_back):
    Event.objects.filter(id=taken_back.id).update(hide_names=True)
    replay = replay_of(taken_back)
    assert [seat["name"] for seat in replay["seats"]] == ["Fighter 1", "Fighter 2"]
    assert [step["notes"] for step in replay["steps"] if step["notes"]] == []
    assert "Aichi" not in json.dumps(replay)
    assert "Aichi" not in Client().get(f"/events/{taken_back.code}/log/").content.decode()


def test_a_stopped_draft_ends_where_it_was_stopped(organizer):
    event = make_event(organizer, "Aichi", "Kamui", started=True, **PUBLIC)
    for seat in (0, 1, 0):
        choose(event, seat)
    stop_event(event=event)
    event.refresh_from_db()
    replay = replay_of(event)
    assert_is_the_log(event, replay)
    assert {pack["round"] for pack in replay["packs"]} == {1}
    assert [(step["round"], step["number"]) for step in replay["steps"]] == [(1, 1), (1, 2)]
    assert [len(turn["picks"]) for turn in replay["steps"][1]["turns"]] == [1, 0]
    assert [card["fate"] for card in replay["cards"]].count(None) == 5


def test_a_draft_with_real_packs_is_told_as_any_other(organizer):
    event = paper_event(organizer, "Aichi", "Kamui", **PUBLIC)
    play_paper_draft(event)
    enter_any_cards(event)
    replay = replay_of(event)
    assert_is_the_log(event, replay)
    assert {pick["how"] for step in replay["steps"] for turn in step["turns"] for pick in turn["picks"]} == {"entered"}


# After the draft -----------------------------------------------------------------------------------------------------


def test_the_fights_follow_with_their_results(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui", **PUBLIC)
    (open_one,) = replay_of(event)["fights"]
    assert (open_one["round"], open_one["fights"][0]["over"], open_one["counter"]) == (1, False, "Damage")
    aichi = FighterId(fighter(event, "Aichi").id)
    set_result(event=event, fight=1, winner=aichi, score=None)
    (side,) = [side for side in replay_of(event)["fights"][0]["fights"][0]["sides"] if side["won"]]
    assert (side["name"], side["score"], side["damage"]) == ("Aichi", 1, 0)


def test_the_owners_of_the_cards_are_told_once_all_are_shared(organizer):
    night = NightSettings(fights=Fights.OFF)
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="SMP02", night=night, **PUBLIC)
    go_on(event=event, seen="building", confirmed=False)
    assert replay_of(event)["shares"] == []
    live = share_all(event)
    shares = replay_of(event)["shares"]
    seats = {seat["fighter"]: seat["seat"] for seat in replay_of(event)["seats"]}
    replay = replay_of(event)
    prints = {card["id"]: card["print"] for card in replay["cards"]}
    told = Counter((replay["cards"][one["card"]]["print"], one["seat"]) for one in shares)  # equal prints are alike
    assert told == Counter((prints[card], seats[owner]) for card, owner in live.shares.owners().items())
    assert {replay["cards"][one["card"]]["fate"]["seat"] == one["drafted_by"] for one in shares} == {True}


def test_swaps_that_were_agreed_to_are_told_one_by_one(organizer):
    night = NightSettings(fights=Fights.OFF)
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="SMP02", night=night, **PUBLIC)
    go_on(event=event, seen="building", confirmed=False)
    live = share_all(event)
    own = {name: [card for card, owner in live.shares.owners().items() if live.names[owner] == name] for name in NAMES}
    aichi, kamui = seated(event, "Aichi"), seated(event, "Kamui")
    for place in (0, 1, 2):
        aichi.post(f"/events/{event.code}/sharing/", {"give": own["Aichi"][place], "want": own["Kamui"][place]})
    for number in (2, 1):  # the third is never answered
        kamui.post(f"/events/{event.code}/sharing/", {"swap": number})
    replay = replay_of(event)
    seat_of = {seat["name"]: seat["seat"] for seat in replay["seats"]}
    assert [(one["seat"], one["other"], *ids(replay, [one["give"], one["want"]])) for one in replay["swaps"]] == [
        (seat_of["Aichi"], seat_of["Kamui"], own["Aichi"][place], own["Kamui"][place]) for place in (1, 0)
    ]
