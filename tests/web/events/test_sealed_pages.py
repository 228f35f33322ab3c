"""The pages of a sealed event speak of packs that are kept, and not of passing."""

import re

import pytest

from drafts.models import Draft, Event
from tests.factories import sealed_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return sealed_event(organizer, "Aichi", "Kamui", packs_each=6)


def text_of(client, address):
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())


def test_the_form_of_a_new_event_asks_for_packs_and_for_nothing_of_a_draft(organizer_client, sample_sets):
    page = organizer_client.get("/events/new/?format=magic-sealed").content.decode()
    names = {*re.findall(r'name="(\w+)"', page)}
    assert {"packs_each", "packs", "card_set", "pack_list", "table_size", "log_opens"} <= names
    assert {"pace", "review_seconds", "picks", "own_picks", "one_tap", "judge"}.isdisjoint(names)
    assert 'value="paper"' not in page
    assert "packs are the first seat's" in page.replace("&#x27;", "'").replace("’", "'")


def test_the_panel_removes_a_fighter_before_the_signal_too(event, organizer_client):
    host = f"/events/{event.code}/host/"
    organizer_client.post(f"{host}start/")
    aichi = event.fighters.get(nickname="Aichi")
    assert f'name="fighter" value="{aichi.id}" data-key="remove"' in organizer_client.get(host).content.decode()
    organizer_client.post(f"{host}remove/", {"fighter": aichi.id})
    assert f'name="fighter" value="{aichi.id}" data-key="remove"' not in organizer_client.get(host).content.decode()
    organizer_client.post(f"{host}next-stage/", {"from": "opening"})
    assert "Decks 0 of 1 registered" in text_of(organizer_client, host)


@pytest.mark.parametrize("packs", ["0", "13", "six", "6.5"])
def test_another_number_of_packs_is_the_form_again_with_its_message(organizer_client, sample_sets, packs):
    fields = {"name": "Sealed", "format": "magic-sealed", "card_set": "MAG01", "packs_each": packs}
    answer = organizer_client.post("/events/new/", fields)
    assert (answer.status_code, Event.objects.count()) == (200, 0)
    assert "packs_each" in answer.context["form"].errors


def test_real_packs_are_the_form_again_with_its_message(organizer_client, sample_sets):
    fields = {"name": "Sealed", "format": "magic-sealed", "card_set": "MAG01", "packs": "paper"}
    answer = organizer_client.post("/events/new/", fields)
    assert answer.context["form"].errors["packs"] == [
        "Packs that everyone keeps are made by the server, or come from a list."
    ]


def test_the_settings_of_a_past_one_are_those_of_the_next(event, organizer_client):
    Draft.objects.filter(event=event).update(packs_each=4)
    page = organizer_client.get(f"/events/new/?like={event.code}").content.decode()
    assert re.search(r'<option value="4" selected>', page)


def test_the_panel_says_that_people_join_until_the_signal_and_gives_it(event, organizer_client):
    host = f"/events/{event.code}/host/"
    assert "After the start people still join" in text_of(organizer_client, host)
    organizer_client.post(f"{host}start/")
    page = text_of(organizer_client, host)
    assert [words in page for words in ("Waiting for the signal", "Give the signal", "placed")] == [True, True, False]
    said = organizer_client.post(
        f"{host}next-stage/", {"from": "opening"}, headers={"x-requested-with": "fetch"}
    ).json()
    assert said["said"] == "All packs are open."
    again = organizer_client.post(
        f"{host}next-stage/", {"from": "opening"}, headers={"x-requested-with": "fetch"}
    ).json()
    assert again["said"] == "The night has already moved on."


def test_sheets_and_help_speak_of_the_signal_and_not_of_passing(event, organizer_client):
    sheets = text_of(organizer_client, f"/events/{event.code}/sheets/")
    assert ("Wait for the signal. You have 6 packs" in sheets, "Pass left" in sheets) == (True, False)
    guide = text_of(organizer_client, f"/help/?event={event.code}")
    assert ("Give the signal . All packs" in guide, "A fighter cannot decide" in guide) == (True, False)


def test_M34_once_teams_are_seated_no_late_guest_is_taken(organizer, organizer_client, client, sample_sets):
    event = sealed_event(organizer, "Ann", "Ben", "Cem", "Dora", fight_form="two-headed-giant")
    host = f"/events/{event.code}/host/"
    assert "Joining ends at the start." in text_of(organizer_client, host)
    organizer_client.post(f"{host}start/")
    said = text_of(organizer_client, host)
    assert "Teams are seated, so nobody can join any more." in said
    assert "still joins with the code" not in said
    organizer_client.post(f"{host}add-guest/", {"name": "Eve"})
    assert "Teams of 2 are seated already, so one more fighter cannot join." in text_of(organizer_client, host)
    assert "The teams are already seated. Come to the next event" in text_of(client, f"/join/{event.code}/")
