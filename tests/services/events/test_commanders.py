"""Commanders are named while decks are built, stand in the fights and the log, and travel with it (M35)."""

import json

import pytest

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Event, Lists, NightSettings
from drafts.operations.night_verification import night_differences
from drafts.presenters.log.logs import load_log
from drafts.protocol.fights import FightStates
from drafts.rules.building import BuiltDeck, DeckLine
from drafts.rules.errors import NoCommander, NoSuchThing, NotDrafting
from drafts.rules.night.building import DeckMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.building import build
from drafts.services.commanders import name_commander
from drafts.services.errors import Unfinished
from drafts.services.events.nights import finish_event, go_on
from drafts.services.log.log_import import import_log
from drafts.store.choices.commanders import commanders_of
from drafts.store.fights import load_fights
from tests.factories import begin_fights, make_event

pytestmark = pytest.mark.django_db


def pod_of(organizer, **night):
    return make_event(
        organizer, "Ann", "Ben", "Cem", started=True, format_="magic-own", fight_form="commander", card_sets=[],
        table_size=4, night=NightSettings(fights="pods", swiss_rounds=1, **night), log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip


@pytest.fixture(scope="module")
def made_pod(module_organizer, module_sets):
    return pod_of(module_organizer)


@pytest.fixture
def pod(made_pod, db):
    return Event.objects.get(id=made_pod.id)


def fighter_of(event, name):
    return event.fighters.get(nickname=name)


def test_M35_a_commander_is_named_before_the_fights_and_not_in_them(pod):
    ann = fighter_of(pod, "Ann")
    name_commander(fighter=ann, name="Toad King")
    name_commander(fighter=ann, name="  Frog   Queen ")
    assert commanders_of(pod) == {ann.id: "Frog Queen"}
    begin_fights(pod)
    with pytest.raises(NotDrafting):
        name_commander(fighter=ann, name="Toad King")


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "Toad\x00King"])
def test_M35_a_text_that_is_no_name_is_refused(pod, name):
    with pytest.raises(NoSuchThing):
        name_commander(fighter=fighter_of(pod, "Ann"), name=name)


def test_M35_a_loaded_card_that_is_no_legendary_creature_is_refused(pod):
    with pytest.raises(NoCommander) as refused:
        name_commander(fighter=fighter_of(pod, "Ann"), name="plains")
    assert refused.value.code == "no_commander"


def test_M35_the_organizer_is_told_who_has_named_none_and_goes_on_without(pod):
    for name in ("Ann", "Ben"):
        name_commander(fighter=fighter_of(pod, name), name="Toad King")
    with pytest.raises(Unfinished, match=r"Cem.* has named no commander"):
        go_on(event=pod, seen="building", confirmed=False)
    assert begin_fights(pod).phase == "fighting"


def test_M35_all_see_the_commanders_in_the_fight_and_the_log_has_them_elsewhere_too(pod, organizer):
    ann, ben = fighter_of(pod, "Ann"), fighter_of(pod, "Ben")
    name_commander(fighter=ann, name="Toad King")
    event = begin_fights(pod)
    sides = FightStates(load_fights(event.id)).for_fighter(ben.id, "fighting")["fight"]["sides"]
    assert {side["name"]: side["fighters"][0]["commander"] for side in sides} == {
        "Ann": "Toad King", "Ben": None, "Cem": None,
    }  # fmt: skip
    assert night_differences(event) == []
    assert load_log(event).decks == ()
    finish_event(event=event)
    log = json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))
    assert [deck["commander"] for deck in log["decks"]] == ["Toad King"]
    event.delete()
    made = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    assert json.loads(write_log_json(load_log(made)))["decks"] == log["decks"]


def test_M35_beside_a_commander_the_log_has_the_avatar_before_and_after_an_import(organizer, sample_sets):
    event = pod_of(organizer, avatars="dealt")
    name_commander(fighter=fighter_of(event, "Ann"), name="Toad King")
    finish_event(event=begin_fights(event))
    log = json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))
    assert [set(deck) & {"commander", "avatar"} for deck in log["decks"]] == [{"commander", "avatar"}]
    event.delete()
    made = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    assert json.loads(write_log_json(load_log(made)))["decks"] == log["decks"]


def test_M35_where_lists_are_asked_for_the_commander_stands_there(organizer, sample_sets):
    event = pod_of(organizer, lists=Lists.ASKED)
    ann = fighter_of(event, "Ann")
    with pytest.raises(NotDrafting):
        name_commander(fighter=ann, name="Toad King")
    cards = (DeckLine("Toad King", 1, "command"), DeckLine("Island", 99))
    build(fighter=ann, step=lambda live: DeckMove(deck=BuiltDeck(listed=cards), seen=1))
    assert commanders_of(begin_fights(event)) == {ann.id: "Toad King"}
