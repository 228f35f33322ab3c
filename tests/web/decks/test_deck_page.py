"""A deck as its cards lie on a table: the page without scripts, and what a script is given of it."""

import re

import pytest
from django.test import Client

from drafts.models import Event, Fighter
from drafts.queries.decks import deck_of_fighter
from drafts.rules.building import BuiltDeck
from drafts.rules.night.building import DeckMove
from drafts.services.building import build
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"X-Requested-With": "fetch"}
STACK = re.compile(r'class="deck-stack" data-number="([^"]+)" data-name="[^"]+" data-count="(\d+)"')
SIGN = re.compile(r'class="deck-row rows" data-sign="([^"]*)"')
HERO = re.compile(r'data-part="hero" data-number="([^"]+)"')


def table_of(event, name, **asked):
    client = Client()
    sit_down(client, fighter(event, name))
    return client.get(f"/events/{event.code}/deck/", **asked).content.decode()


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def test_equal_cards_lie_on_each_other_in_rows_from_the_highest_grade_to_the_lowest(event):
    page, deck = table_of(event, "Aichi"), deck_of_fighter(fighter(event, "Aichi"))
    stacks = {number: int(count) for number, count in STACK.findall(page)}
    held = [held.card.number for zone in deck.zones for held in zone.cards]
    assert stacks == {number: held.count(number) for number in held}
    signs = SIGN.findall(page)
    assert signs == sorted(signs, reverse=True)


def test_the_hero_is_the_rarest_card_of_the_deck(event):
    page, deck = table_of(event, "Aichi"), deck_of_fighter(fighter(event, "Aichi"))
    ranks = ("LR", "ZR", "GR", "VR", "ORR", "RRR", "RR", "R", "C")
    rarity = {held.card.number: ranks.index(held.card.rarity) for zone in deck.zones for held in zone.cards}
    (hero,) = HERO.findall(page)
    assert rarity[hero] == min(rarity.values())


def test_a_deck_that_was_built_lies_by_mana_value_with_its_lands_last(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft")
    aichi = fighter(event, "Aichi")
    pool = [held.id for held in deck_of_fighter(aichi).zone("side") if "conspiracy" not in held.card.traits]
    deck = BuiltDeck(tuple(pool[:20]), (), (("Plains", 3),))
    build(fighter=aichi, step=lambda live: DeckMove(deck=deck, seen=1))
    page = table_of(event, "Aichi")
    signs = SIGN.findall(page)
    values = [sign for sign in signs if sign != "land"]
    assert (values, signs) == (sorted(values), [*values, "land"])
    assert sum(int(count) for _, count in STACK.findall(page)) == 23
    assert re.search("vanguard|G zone|trigger", page, re.IGNORECASE) is None


def test_a_script_is_given_the_same_table_without_the_page_around_it(event):
    page, table = table_of(event, "Aichi"), table_of(event, "Aichi", headers=BY_SCRIPT)
    assert STACK.findall(table) == STACK.findall(page)
    assert ("<html" in table, "deck-line" in table) == (False, False)


def test_a_script_is_given_nothing_while_the_cards_lie_face_down(organizer, sample_sets):
    drafting = make_event(organizer, "Aichi", "Kamui", started=True)
    assert "deck-stack" not in table_of(drafting, "Aichi", headers=BY_SCRIPT)


def test_the_picture_of_a_deck_says_whose_it_is_and_nothing_of_a_name_is_markup(event):
    Fighter.objects.filter(nickname="Aichi").update(nickname='"><b>x')
    page = table_of(event, '"><b>x')
    assert 'data-fighter="&quot;&gt;&lt;b&gt;x"' in page
    assert "<b>x" not in page


def test_decks_of_all_are_lists_that_lead_to_their_cards(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/deck/").content.decode()
    assert STACK.findall(page) == []
    kamui = fighter(event, "Kamui")
    assert f'href="?fighter={kamui.id}"' in page
    one = organizer_client.get(f"/events/{event.code}/deck/?fighter={kamui.id}").content.decode()
    assert sum(int(count) for _, count in STACK.findall(one)) == 30
