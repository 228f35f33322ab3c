"""A game that has no cards, and no rounds in which packs are passed: an event of it is made, entered and changed."""

import json

import pytest

from drafts.models import Event
from drafts.protocol.lobby import LobbyStates
from drafts.rules.formats import NoCards
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.store.lobbies import load_lobby
from drafts.views.events.host_actions import ACTIONS
from tests.factories import add_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(pebbles, organizer_client) -> Event:
    answer = organizer_client.post("/events/new/", {"name": "Pebbles tonight", "format": pebbles.slug})
    assert answer.status_code == 302
    return Event.objects.get()


def test_its_form_asks_for_nothing_about_cards_packs_and_rounds(pebbles, organizer_client):
    page = organizer_client.get("/events/new/?format=pebbles").content.decode()
    named = {
        name
        for name in ("packs", "card_set", "pack_list", "pace", "review_seconds", "judge", "sharing")
        if f'name="{name}"' in page
    }
    assert named == set()
    assert 'name="table_size"' in page
    assert "No set of this game is loaded" not in page


def test_an_event_of_it_has_no_sets(event):
    assert (event.draft.format, event.draft.rounds.count()) == ("pebbles", 0)


@pytest.mark.parametrize("address", ["host/", "edit/", "display/", ""])
def test_its_organizer_sees_every_page_of_its_lobby(event, organizer_client, address):
    add_bot(event=event)
    paths = {"edit/": f"/events/{event.code}/edit/", "": f"/join/{event.code}/"}
    answer = organizer_client.get(paths.get(address, f"/events/{event.code}/{address}"), follow=True)
    assert answer.status_code == 200


def test_its_settings_are_changed_as_those_of_any_event(event, organizer_client):
    answer = organizer_client.post(f"/events/{event.code}/edit/", {"name": "Later", "table_size": "2"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.draft.table_size) == ("Later", 2)


def test_a_fighter_takes_a_place_in_its_lobby(event, client):
    assert client.post(f"/join/{event.code}/", {"nickname": "Aichi"}, follow=True).status_code == 200
    assert b"Take pebbles." in client.get(f"/events/{event.code}/").content


def test_its_lobby_names_no_round_and_no_way_to_pass(event):
    join_event(event=event, nickname="Aichi")
    state = json.loads(LobbyStates(load_lobby(event.id)).for_viewer(None))
    table = state["table"]
    assert [table[name] for name in ("round", "rounds", "pass", "passes", "direction")] == [0, 0, 0, 0, None]
    assert (state["event"]["directions"], state["event"]["sets"]) == ([], [])


def test_the_first_page_and_the_rules_name_it_among_others(event, client):
    for address in ("/", "/rules/", "/rules/pebbles/", "/help/", f"/help/?event={event.code}"):
        assert client.get(address).status_code == 200


def test_a_format_without_cards_has_no_game_of_cards(pebbles):
    assert pebbles.cards is None
    with pytest.raises(NoCards):
        _ = pebbles.card_game


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_no_button_of_its_panel_fails_while_it_is_fought(event, organizer_client, action):
    for name in ("Aichi", "Kamui"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    fighter = event.fighters.first()
    fields = {"table": 1, "seat": 0, "fighter": fighter.id, "confirm": "undo", "call": 1, "verdict": "refused"}
    fields |= {
        "fight": 1,
        "winner": fighter.id,
        "round": 1,
        "pass": 1,
        "from": "fighting",
        "name": "Ren",
        "text": "Hm.",
    }
    answer = organizer_client.post(f"/events/{event.code}/host/{action}/", fields)
    assert answer.status_code < 500
    assert organizer_client.get(f"/events/{event.code}/host/").status_code == 200
