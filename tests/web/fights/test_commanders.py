"""The pages on which commanders are named and shown (M35): of fighters, of the organizer, and on paper."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import escape

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Card, Event, Lists, LogEntry, NightSettings
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import fought_in
from drafts.rules.building import BuiltDeck, DeckLine
from drafts.rules.ids import FighterId
from drafts.rules.night.building import DeckMove
from drafts.rules.night.fight_moves import OutMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.building import build
from drafts.services.commanders import name_commander
from drafts.services.events.nights import finish_event
from drafts.services.events.staff import make_link
from drafts.services.log.log_import import import_log
from drafts.store.choices.commanders import commanders_of
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, begin_fights, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


def made(organizer, lists=Lists.OFF, **settings):
    return make_event(
        organizer, "Ann", "Ben", format_="magic-own", fight_form="commander", card_sets=[], table_size=4, started=True,
        night=NightSettings(fights="pods", swiss_rounds=1, lists=lists), log_visibility=LogVisibility.PUBLIC,
        **settings,
    )  # fmt: skip


@pytest.fixture(scope="module")
def made_pod(module_organizer, module_sets):
    return made(module_organizer, guests=["Greta"])


@pytest.fixture
def pod(made_pod, db):
    """A pod of Ann, Ben and the guest Greta, who name their commanders."""
    return Event.objects.get(id=made_pod.id)


def words_of(answer):
    return " ".join(re.sub(r"<[^>]+>|[\u2068\u2069]", " ", unescape(answer.content.decode())).split())


def at_seat(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def address(event, of=None):
    return f"/events/{event.code}/commander/" + ("" if of is None else f"?fighter={fighter(event, of).id}")


def named(event):
    names = {one.id: one.nickname for one in event.fighters.all()}
    return {names[one]: commander for one, commander in commanders_of(event).items()}


def test_M35_a_fighter_names_their_commander_by_a_form_and_changes_it(pod):
    ann = at_seat(pod, "Ann")
    assert "Your commander" in words_of(ann.get(address(pod)))
    assert ann.post(address(pod), {"name": "Toad King"}).url == f"/events/{pod.code}/"
    assert 'value="Toad King"' in ann.get(address(pod)).content.decode()
    ann.post(address(pod), {"name": "Frog Queen"})
    assert named(pod) == {"Ann": "Frog Queen"}


def test_M35_bad_names_are_refused_in_words_and_stand_in_the_form(pod):
    ann = at_seat(pod, "Ann")
    for name in ("", "  ", "x" * 61, "x" * 5000):
        answer = ann.post(address(pod), {"name": name})
        assert answer.status_code == 409
        assert "Write the name of the commander, 60 characters at most." in words_of(answer)
    assert ann.post(address(pod)).status_code == 409
    card = (
        Card.objects.filter(card_set__code="MAG01")
        .exclude(magic__type_line__contains="Legendary")
        .order_by("number")
        .first()
    )
    answer = ann.post(address(pod), {"name": card.name})
    assert (answer.status_code, f"{card.name} cannot be a commander" in words_of(answer)) == (409, True)
    assert f'value="{escape(card.name)}"' in answer.content.decode()
    assert named(pod) == {}


def test_M35_a_table_mate_who_holds_a_guests_seat_names_for_them(pod):
    greta = at_seat(pod, "Greta")
    assert "Commander of Greta" in words_of(greta.get(address(pod, "Greta")))
    greta.post(address(pod, "Greta"), {"name": "Moth of Ash"})
    assert named(pod) == {"Greta": "Moth of Ash"}


def test_M35_a_device_of_several_seats_tells_which_have_still_to_name_a_commander(pod):
    device = at_seat(pod, "Ann")
    sit_down(device, fighter(pod, "Greta"))
    device.post(address(pod, "Ann"), {"name": "Toad King"})
    told = json.loads(device.get(f"/events/{pod.code}/seats.json").content)["seats"]
    assert {seat["name"]: seat["todo"] for seat in told} == {"Ann": False, "Greta": True}


@pytest.mark.parametrize("of", [None, "Ben", "Greta"])
def test_M35_no_visitor_names_for_a_seat_that_is_not_theirs(pod, of):
    for client in (Client(), *([at_seat(pod, "Ann")] if of else [])):
        assert client.get(address(pod, of)).status_code == 403
        assert client.post(address(pod, of), {"name": "Toad King"}).status_code == 403
    assert named(pod) == {}


def test_M35_the_organizer_names_for_anybody_and_takes_a_name_back_which_the_log_tells(pod, organizer_client):
    for who in ("Greta", "Ben"):
        answer = organizer_client.post(address(pod, who), {"name": "Toad King"}, follow=True)
        assert f"The commander of {who} is named." in words_of(answer)
    assert named(pod) == {"Greta": "Toad King", "Ben": "Toad King"}
    assert "Take the name back" in words_of(organizer_client.get(address(pod, "Ben")))
    organizer_client.post(address(pod, "Ben"), {"undo": "yes"})
    organizer_client.post(address(pod, "Ben"), {"undo": "yes"})
    assert named(pod) == {"Greta": "Toad King"}
    told = list(LogEntry.objects.filter(event=pod, text__contains="Toad King").values_list("text", flat=True))
    assert told == [
        "The organizer named Toad King as the commander of Greta.",
        "The organizer named Toad King as the commander of Ben.",
        "The organizer took back the commander of Ben, Toad King.",
    ]


def test_M35_a_fighter_takes_no_name_back(pod):
    ann = at_seat(pod, "Ann")
    ann.post(address(pod), {"name": "Toad King"})
    assert "Take the name back" not in words_of(ann.get(address(pod)))
    assert ann.post(address(pod), {"undo": "yes"}).status_code == 409
    assert named(pod) == {"Ann": "Toad King"}


@pytest.mark.parametrize("query", ["?fighter=0", "?fighter=x", "?fighter=99999999999999999999999", "?fighter=²", ""])
def test_M35_the_organizer_is_told_where_there_is_no_such_fighter(pod, organizer_client, query):
    assert organizer_client.get(f"/events/{pod.code}/commander/{query}").status_code == 403
    assert organizer_client.post(f"/events/{pod.code}/commander/{query}", {"name": "Moth"}).status_code == 403


def test_M35_the_panel_lists_who_has_named_whom_until_the_fights_begin(pod, organizer_client):
    name_commander(fighter=fighter(pod, "Ann"), name="Toad King")
    page = organizer_client.get(f"/events/{pod.code}/host/").content.decode()
    said = words_of(organizer_client.get(f"/events/{pod.code}/host/"))
    assert "Commanders 1 of 3 named" in said
    assert said.count("not named yet") == 2
    for one in pod.fighters.all():
        assert address(pod, one.nickname) in page
    asked = organizer_client.post(f"/events/{pod.code}/host/next-stage/", {"from": "building"})
    assert asked.status_code == 409
    assert "have named no commander" in words_of(asked)
    begin_fights(pod)
    after = organizer_client.get(f"/events/{pod.code}/host/")
    assert "Commander: Toad King" in words_of(after)
    assert 'id="commanders"' not in after.content.decode()
    closed = at_seat(pod, "Ann")
    assert "It stays for all fights." in words_of(closed.get(address(pod)))
    assert closed.post(address(pod), {"name": "Moth"}).status_code == 409
    assert at_seat(pod, "Ben").get(address(pod)).status_code == 403


def test_M35_a_judge_sees_the_list_and_names_nobody(pod):
    name_commander(fighter=fighter(pod, "Ann"), name="Toad King")
    judge = Client()
    judge.get(f"/judge/{make_link(event=pod, name='Kim').token}/")
    answer = judge.get(f"/events/{pod.code}/judge/")
    assert "Commanders 1 of 3 named" in words_of(answer)
    assert "Toad King" in words_of(answer)
    assert f"/events/{pod.code}/commander/" not in answer.content.decode()
    assert judge.post(address(pod, "Ben"), {"name": "Moth"}).status_code == 403
    assert named(pod) == {"Ann": "Toad King"}
    begin_fights(pod)
    assert 'id="commanders"' not in judge.get(f"/events/{pod.code}/judge/").content.decode()


def test_M35_standings_sheets_and_the_log_say_the_commanders_also_once_it_is_imported(pod, organizer, organizer_client):
    name_commander(fighter=fighter(pod, "Ann"), name="Toad King")
    pod = begin_fights(pod)
    sheets = words_of(organizer_client.get(f"/events/{pod.code}/sheets/"))
    assert sheets.count("Ann Toad King") == 2 + 1  # fights and the slip
    assert "Ann Toad King" in words_of(organizer_client.get(f"/events/{pod.code}/standings/"))
    ids = {one.nickname: FighterId(one.id) for one in pod.fighters.all()}
    act_in_fights(pod, ids["Ben"], OutMove(1, (ids["Ben"],)))
    act_in_fights(pod, ids["Greta"], OutMove(1, (ids["Greta"],)))
    assert load_fights(pod.id).fighting.is_over
    finish_event(event=pod)
    pod = Event.objects.get(id=pod.id)
    log = load_log(pod)
    (side,) = [side for side in fought_in(log)[0]["fights"][0]["sides"] if "commanders" in side]
    assert (side["name"], side["commanders"]) == ("Ann", ["Toad King"])
    pod.delete()
    imported = import_log(log=check_log(read_log_file(write_log_json(log).encode())), organizer=organizer).event
    assert "Ann Toad King" in words_of(organizer_client.get(f"/events/{imported.code}/standings/"))


def test_M35_a_list_names_its_commander_for_programs_too(organizer, sample_sets):
    event = made(organizer, lists=Lists.ASKED)
    cards = (DeckLine("Toad King", 1, "command"), DeckLine("Island", 99))
    build(fighter=fighter(event, "Ann"), step=lambda live: DeckMove(deck=BuiltDeck(listed=cards), seen=1))
    ann = at_seat(event, "Ann")
    listed = json.loads(ann.get(f"/events/{event.code}/deck/list.json").content)
    assert listed["commander"] == "Toad King"
    assert listed["command"] == [{"number": None, "name": "Toad King", "count": 1}]
    assert ann.get(address(event)).status_code == 403
    assert ann.post(address(event), {"name": "Moth"}).status_code == 403
