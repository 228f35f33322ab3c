"""The decks that were built, on the page of a log: each with an address, and closed until decks are open (M20)."""

import re
from html import escape

import pytest
from django.test import Client

from drafts.models import Fights, NightSettings
from drafts.queries.decks import decks_of
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event, go_on
from tests.factories import drafted_event, sealed_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]

PUBLIC = {"log_visibility": LogVisibility.PUBLIC}


def page_of(event, query=""):
    answer = Client().get(f"/events/{event.code}/log/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def decks_in(page):
    """Return the addresses of the decks of a page."""
    return re.findall(r'id="((?:t\d+)?d\d+)"', page)


def test_M20_the_replay_of_a_draft_has_each_deck_once_the_fights_are_over(organizer):
    draft = {"format_": "magic-draft", "card_set": "MAG01", "table_size": 2}
    event = drafted_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", **draft, **PUBLIC)
    go_on(event=event, seen="building", confirmed=True)
    assert decks_in(page_of(event)) == []
    finish_event(event=event)
    event.refresh_from_db()
    page = page_of(event)
    assert decks_in(page) == decks_in(page_of(event, "?view=list")) == ["d0", "d1", "t2d0", "t2d1"]
    first, *_ = decks_of(event)
    listed = page.partition('id="d0"')[2].partition('id="d1"')[0]
    names = {escape(held.card.name) for held in first.deck.main}
    assert "40 cards" in page
    assert [name for name in names if f"</b> {name}</li>" not in listed] == []


def test_the_packs_of_a_sealed_night_stand_above_its_decks(organizer):
    night = NightSettings(fights=Fights.OFF, sharing="keep")
    event = sealed_event(organizer, "Aichi", "Kamui", table_size=2, started=True, night=night)
    go_on(event=event, seen="opening", confirmed=False)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    page = page_of(event, "?table=1&seat=1")
    assert (decks_in(page), page.index('id="p1"') < page.index('id="d0"')) == (["d0", "d1"], True)


def test_a_game_whose_decks_are_piles_has_no_such_part(organizer):
    event = drafted_event(organizer, "Aichi", "Kamui", **PUBLIC)
    finish_event(event=event)
    assert 'id="decks"' not in page_of(event)
