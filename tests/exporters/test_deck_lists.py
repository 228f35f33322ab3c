"""Lists of a deck, read by the line patterns that other programs publish."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from drafts.exporters.deck_lists import write_cockatrice, write_deck_list
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.decks import Deck, Zone
from tests.rules.games.magic_cards import card

ARENA_LINE = re.compile(r"^(?P<count>\d+)\s+(?P<name>[^()]+?)\s+\((?P<set>[A-Z0-9]{2,6})\)\s+(?P<number>\S+)$")
PLAIN_LINE = re.compile(r"^(?P<count>\d+)x?\s+(?P<name>.+?)$")
"""How Cockatrice and Magic Online read a line of a list."""


def named(name, number):
    return replace(card(name=name), number=number)


SWAN, GIANT, BARE = named("Mill Swan", "TST/07"), named("Lamp Giant // Lamp Toss", "TST/280a"), named("Loose Page", "9")


@pytest.fixture
def deck():
    held = tuple(CardInPack(CardId(place), one) for place, one in enumerate((SWAN, GIANT, SWAN, BARE)))
    return Deck(zones=(Zone("main", "Main", held),), groups=(), tallies=())


def lines_of(deck, form):
    return write_deck_list(deck, form).splitlines()


def test_arena_reads_every_line_and_knows_the_printing_of_each_card_whose_number_names_its_set(deck):
    heading, *lines = lines_of(deck, "arena")
    assert heading == "Deck"
    assert lines == ["2 Mill Swan (TST) 7", "1 Lamp Giant (TST) 280a", "1 Loose Page"]
    assert [bool(ARENA_LINE.match(line)) for line in lines] == [True, True, False]


def test_magic_online_reads_fronts_alone(deck):
    found = [PLAIN_LINE.match(line) for line in lines_of(deck, "mtgo")]
    assert [(each["count"], each["name"]) for each in found] == [
        ("2", "Mill Swan"), ("1", "Lamp Giant"), ("1", "Loose Page"),
    ]  # fmt: skip


def test_plain_text_has_whole_names(deck):
    assert lines_of(deck, "text") == ["2 Mill Swan", "1 Lamp Giant // Lamp Toss", "1 Loose Page"]


def test_cockatrice_finds_its_elements(deck):
    root = ElementTree.fromstring(write_cockatrice(deck, "Ann & Bo, <Friday>"))
    assert (root.tag, root.get("version"), root.findtext("deckname")) == ("cockatrice_deck", "1", "Ann & Bo, <Friday>")
    assert [(one.get("number"), one.get("name")) for one in root.findall("zone[@name='main']/card")] == [
        ("2", "Mill Swan"), ("1", "Lamp Giant"), ("1", "Loose Page"),
    ]  # fmt: skip
