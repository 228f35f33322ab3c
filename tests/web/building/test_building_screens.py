"""The decks that are built, as fighters and officials see them: the fighter's page, the panel, a practice (M19-M20)."""

import re

import pytest

from drafts.models import Event, NightSettings
from drafts.queries.events.held_seats import seats_with_something_to_do
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId, FighterId
from drafts.services.events.lifecycle import create_practice
from drafts.services.events.lobby import name_request
from drafts.services.events.removals import leave_event
from drafts.store.building import load_building
from tests.factories import (
    building_event,
    drafted_event,
    fighter,
    let_bots_finish,
    no_fights,
    register_deck,
    sit_down,
    time_to_build_is_up,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


def work_of(event, name):
    live = load_building(EventId(event.id), 1)
    return live.building.works[FighterId(fighter(event, name).id)]


@pytest.fixture
def event(organizer):
    return building_event(organizer, "Ann", "Ben")


@pytest.fixture
def ann(client, event):
    sit_down(client, fighter(event, "Ann"))
    return client


def panel_of(organizer_client, event):
    """Return how far the panel says that each fighter is, by name, and the panel itself."""
    page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    rows = re.findall(r'data-progress="(\w+)">.*?<bdi dir="auto">(\w+)</bdi>', page, re.DOTALL)
    return {name: progress for progress, name in rows}, page


def test_M20_a_fighter_can_be_removed_while_decks_are_built_or_lists_are_handed_in(event, organizer_client):
    panel = panel_of(organizer_client, event)[1]
    ann = fighter(event, "Ann").id
    assert re.search(rf'host/remove/" name="fighter" value="{ann}"', panel)


def test_M20_the_seat_of_one_who_was_removed_says_so_until_they_are_taken_in_again(event, organizer_client):
    ann, actions = fighter(event, "Ann").id, f"/events/{event.code}/host/"
    organizer_client.post(f"{actions}remove/", {"fighter": ann})
    panel = panel_of(organizer_client, event)[1]
    assert panel.count("not in the event any more") == panel.count("Take in again") == 1
    assert not re.search(rf'host/remove/" name="fighter" value="{ann}"', panel)
    organizer_client.post(f"{actions}new-link/", {"fighter": ann})
    panel = panel_of(organizer_client, event)[1]
    assert "not in the event any more" not in panel
    assert re.search(rf'host/remove/" name="fighter" value="{ann}"', panel)


def test_M20_one_is_built_as_bots_build_and_a_script_reads_what_was_said(ann, event):
    address, script = f"/events/{event.code}/deck/build/", {"X-Requested-With": "fetch"}
    answer = ann.post(address, {"seen": 1, "build": "yes"}, headers=script)
    assert answer.json() == {"done": True, "said": ""}
    built = work_of(event, "Ann")
    assert built.version == 2
    assert sum(count for _, count in built.deck.basics) >= 17
    late = ann.post(address, {"seen": 1, "build": "yes"}, headers=script)
    assert late.json() == {"done": False, "said": "Another device has changed the deck."}
    assert work_of(event, "Ann").version == 2


def test_M20_the_panel_says_how_far_each_is_and_offers_a_check_of_what_is_registered(ann, event, organizer_client):
    assert panel_of(organizer_client, event)[0] == {"Ann": "none", "Ben": "none"}
    address = f"/events/{event.code}/deck/build/"
    ann.post(address, {"seen": 1, "land": "Plains", "by": "40"})
    progress, page = panel_of(organizer_client, event)
    assert progress == {"Ann": "building", "Ben": "none"}
    assert "Deck check: Ann" not in page
    ann.post(address, {"seen": 2, "register": "yes"})
    progress, page = panel_of(organizer_client, event)
    assert progress == {"Ann": "registered", "Ben": "none"}
    assert "1 of 2 registered" in page
    assert "Deck check: Ann" in page
    assert "Deck check: Ben" not in page


def test_M20_the_organizer_is_told_of_a_guest_without_a_deck_before_and_after_zero(organizer, organizer_client, client):
    """A guest has no phone: without a word, what nobody built for them would be 40 lands."""
    event = building_event(organizer, "Ann", "Gus", night=NightSettings(fights="off", build_minutes=30))
    event.fighters.filter(nickname="Gus").update(guest=True)
    progress, page = panel_of(organizer_client, event)
    assert progress == {"Ann": "none", "Gus": "none"}
    said = re.search(r'data-key="guests-without">(.*?)</p>', page, re.DOTALL)[1]
    assert "1 guest without a phone has no registered deck" in said
    assert "Gus" in said
    assert "Ann" not in said
    gus = fighter(event, "Gus")
    row = re.search(rf'data-key="{gus.id}" data-progress.*?</li>', page, re.DOTALL)[0]
    assert "Play for this guest" in row
    sit_down(client, fighter(event, "Ann"))
    client.post(f"/events/{event.code}/deck/build/", {"seen": 1, "land": "Plains", "by": "8"})
    assert time_to_build_is_up(event) == 1
    _, page = panel_of(organizer_client, event)
    assert "guests-without" not in page
    assert "Gus" in re.search(r'data-key="lands-alone">(.*?)</p>', page, re.DOTALL)[1]
    assert "Ann" in re.search(r'data-key="filled">(.*?)</p>', page, re.DOTALL)[1]


def test_M20_a_deck_that_is_filled_for_a_fighter_who_is_gone_is_not_counted_and_they_are_not_to_be_told(
    organizer, organizer_client
):
    event = building_event(organizer, "Ann", "Ben", "Cem", night=NightSettings(fights="off", build_minutes=30))
    register_deck(event, "Ann")
    leave_event(fighter=fighter(event, "Ben"))
    assert time_to_build_is_up(event) == 1
    progress, page = panel_of(organizer_client, event)
    assert progress == {"Ann": "registered", "Cem": "registered"}
    assert "Cem" in (told := re.search(r'data-key="lands-alone">(.*?)</p>', page, re.DOTALL)[1])
    assert "Ben" not in told


def test_M20_the_panel_has_the_time_to_build_and_stops_it(organizer, organizer_client):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(fights="off", build_minutes=25))
    _, page = panel_of(organizer_client, event)
    assert 'data-part="build-clock"' in page
    organizer_client.post(f"/events/{event.code}/host/pause/")
    live = load_building(EventId(event.id), 1)
    assert live.building.clock.stands
    _, page = panel_of(organizer_client, event)
    assert re.search(r'data-part="pause" hidden', page)


def test_the_builder_is_on_the_page_of_a_fighter_who_builds_and_on_no_other(ann, event, client, organizer):
    assert 'data-for="build"' in ann.get(f"/events/{event.code}/").content.decode()
    drafted = drafted_event(organizer, "Cem", "Dora", night=no_fights())
    sit_down(client, fighter(drafted, "Cem"))
    assert 'data-for="build"' not in client.get(f"/events/{drafted.code}/").content.decode()


def test_a_practice_of_kept_packs_begins_to_build_at_once_and_without_a_clock():
    event, own = create_practice(format_=FORMATS["magic-sealed"])
    live = load_building(EventId(event.id), 1)
    assert FighterId(own.id) in live.building.works
    assert live.wakes_at is None


def test_a_practice_of_a_draft_ends_with_its_deck_and_leads_on(client):
    """There is no opponent to play against: a sample hand is drawn, and beside it stands what can be done next."""
    again = {"format": "magic-draft", "request": name_request()}
    address = client.post("/practice/", again)["Location"]
    event = let_bots_finish(Event.objects.get())
    build_page = f"/events/{event.code}/deck/build/"
    assert (event.phase, load_building(EventId(event.id), 1).wakes_at) == ("building", None)
    assert client.post("/practice/", again)["Location"] == address
    for seen, asked in ((1, "build"), (2, "register")):
        assert client.get(build_page).status_code == 200
        assert client.post(build_page, {"seen": seen, asked: "yes"}).status_code == 302
    own = event.fighters.get(bot=False)
    assert work_of(event, own.nickname).registered is not None
    page = client.get(address).text
    after = page.partition('id="sample"')[2].partition("</dialog>")[0]
    assert 'name="format" value="magic-draft"' in after
    assert 'href="/events/new/?format=magic-draft"' in after
    another = re.search(r'name="request" value="([^"]+)"', after)[1]
    assert client.post("/practice/", {"format": "magic-draft", "request": another})["Location"] != address


def test_M20_a_printed_deck_that_was_built_is_signed(ann, event):
    page = ann.get(f"/events/{event.code}/deck/").content.decode()
    assert "Your deck" in page
    assert "Signature of the fighter" in page


def test_M20_the_device_of_a_guest_is_told_that_their_deck_waits_for_it(organizer, client):
    event = building_event(organizer, "Ann", "Gus", night=NightSettings(fights="off", build_minutes=30))
    event.fighters.filter(nickname="Gus").update(guest=True)
    gus = fighter(event, "Gus")
    assert seats_with_something_to_do(event, [gus]) == {gus.id}
    register_deck(event, "Gus")
    assert seats_with_something_to_do(event, [gus]) == set()
    assert seats_with_something_to_do(event, [fighter(event, "Ann")]) != set()
    time_to_build_is_up(event)
    assert seats_with_something_to_do(event, [fighter(event, "Ann")]) == set()
