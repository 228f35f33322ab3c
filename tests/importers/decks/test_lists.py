"""Lists of decks as people type them and as programs write them (M30): what is read, and what is said of bad lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.exporters.csv_cells import guarded
from drafts.importers.decks.lists import LONGEST_LIST, listed_cards, read_deck_list
from drafts.importers.faults import BadFile
from drafts.rules.building import DeckLine
from drafts.rules.errors import BadList

OTTER, RIVER = DeckLine("Otter Scout", 4), DeckLine("River Road", 3, "side")
LANDS = DeckLine("Island", 20)

WRITTEN = {
    "plain": "4 Otter Scout\n20 Island\nSideboard\n3 River Road",
    "with an x": "4x Otter Scout\n20X Island\n\nSideboard:\n3x River Road",
    "count last": "Otter Scout x4\nIsland x20\nSideboard\nRiver Road x3",
    "arena": "About\nName Otters\n\nDeck\n4 Otter Scout (MAG01) 7\n20 Island (MAG01) 280\n\n"
    "Sideboard\n3 River Road (MAG01) 9",
    "mtgo side": "4 Otter Scout\n20 Island\nSB: 3 River Road",
    "moxfield": "4 Otter Scout (MAG01) 7 *F*\n20 Island (MAG01) 280\n\nSIDEBOARD:\n3 River Road (MAG01) 9★",
    "archidekt": "4x Otter Scout (mag01) 7 [Creature] ^Have,#37d67a^\n20x Island (mag01) 280 [Land]\n"
    "3x River Road (mag01) 9 [Sideboard]\n1x Toad King (mag01) 4 [Maybeboard{noDeck}{noPrice}]",
    "deckstats": "//Main\n4 [MAG01#7] Otter Scout\n20 [MAG01] Island # many\n\n//Sideboard\nSB: 3 [MAG01] River Road\n"
    "//Maybeboard\n1 Toad King",
    "groups": "// Otters, by me\nCreatures (4)\n4 Otter Scout\n\nLands (20)\n20 Island\n\nSideboard (3)\n3 River Road",
    "comments": "# fast\n4 Otter Scout\n\n// slow\n20 Island\n\n=== Sideboard ===\n3 River Road\n",
    "windows": "\ufeff4\tOtter Scout\r\n20\tIsland\r\nSideboard\r\n3\tRiver Road\r\n",
    "dek": '<?xml version="1.0" encoding="utf-8"?>\n<Deck><NetDeckID>0</NetDeckID>'
    '<Cards CatID="1" Quantity="4" Sideboard="false" Name="Otter Scout" Annotation="0" />'
    '<Cards CatID="2" Quantity="20" Sideboard="false" Name="Island" />'
    '<Cards CatID="3" Quantity="3" Sideboard="true" Name="River Road" /></Deck>',
    "cod": '<cockatrice_deck version="1"><deckname>O</deckname><zone name="main"><card number="4" name="Otter Scout"/>'
    '<card number="20" name="Island"/></zone><zone name="side"><card number="3" name="River Road"/></zone>'
    "</cockatrice_deck>",
    "csv of moxfield": '"Count","Tradelist Count","Name","Edition","Board"\n"4","4","Otter Scout","mag01","mainboard"\n'
    '"20","0","Island","mag01","mainboard"\n"3","0","River Road","mag01","sideboard"',
    "csv of mtgo": "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,\n"
    '"Otter Scout",4,1,Common,MAG01,7,No,No,\n"Island",20,2,Common,MAG01,280,No,No,\n'
    '"River Road",3,3,Rare,MAG01,9,No,Yes,',
    "csv of deckstats": "amount;card_name;is_foil;section\n4;Otter Scout;0;main\n20;Island;0;main\n"
    "3;River Road;0;sideboard",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_M30_a_list_is_read_in_every_form_that_programs_write(text):
    assert read_deck_list(text) == (OTTER, LANDS, RIVER)


def test_without_a_heading_a_short_last_block_after_a_whole_deck_is_the_sideboard():
    read = read_deck_list("40 Otter Scout\n20 Island\n\n3 River Road")
    assert [card.zone for card in read] == ["main", "main", "side"]
    assert {card.zone for card in read_deck_list("20 Otter Scout\n20 Island\n\n3 River Road")} == {"main"}
    assert {card.zone for card in read_deck_list("40 Otter Scout\n\n24 Island")} == {"main"}


@pytest.mark.parametrize(
    "text",
    [
        "Commander\n1 Toad King\n\nDeck\n99 Island",
        "Commander\nToad King\n\nMainboard\n99 Island",
        "1 Toad King *CMDR*\n99 Island",
        "1 Toad King #!Commander\n99 Island",
        "1x Toad King (mag01) 4 [Commander{top}]\n99x Island [Land]",
    ],
)
def test_M35_a_heading_or_a_mark_names_the_commander(text):
    assert read_deck_list(text) == (DeckLine("Toad King", 1, "command"), DeckLine("Island", 99))


@pytest.mark.parametrize("written", ["Fire/Ice", "Fire // Ice", "Fire //Ice", "Fire /// Ice"])
def test_faces_of_a_card_stand_apart_in_one_way(written):
    assert read_deck_list(f"2 {written}") == (DeckLine("Fire // Ice", 2),)


def test_a_name_that_a_file_of_this_site_keeps_from_spreadsheets_is_read_without_the_apostrophe():
    table = f"card_name,count\n{guarded('+2 Mace')},2\n'Tis Odd,1\n"
    assert read_deck_list(table) == (DeckLine("+2 Mace", 2), DeckLine("'Tis Odd", 1))


def test_names_keep_their_signs_and_letters():
    names = ("Lim-Dul's Vault", "Jotun Grunt, the Old", "Ætherling", "忍者", "+2 Mace", "Who?", "Krark's “Thumb”")
    assert [card.name for card in read_deck_list("".join(f"1 {name}\n" for name in names))] == list(names)


def test_lines_of_one_name_in_a_zone_are_one_and_no_cards_are_none():
    assert read_deck_list("2 Otter Scout\n0 Toad King\n2 otter scout") == (OTTER,)
    assert read_deck_list("\n\n") == ()


BAD = {
    "4": "line 1: has no name of a card",
    "4 Otter Scout\n4x\n": "line 2: has no name of a card",
    "3 123": "line 1: has no name of a card",
    "100 Island": "line 1: has more than 99 of one card",
    "60 Island\n60 island": "line 2: has more than 99 of one card",
    "4 Otter\x07 Scout": "line 1: has characters that cannot be seen: 'Otter\\x07 Scout'",
    "4 Otter\u202eScout": "line 1: has characters that cannot be seen: 'Otter\\u202eScout'",
    "4 Otter; Scout": "line 1: is no name of a card: 'Otter; Scout'",
    "1 " + "o" * 121: "line 1: has a name of more than 120 characters",
    "1 " + "o" * 500: "line 1: is too long for a card",
    "\n".join(f"1 Otter {letter}{number}" for letter in "abc" for number in range(100)): "the list: has more than 250",
    "Sideboard\n" + "\n".join(f"9 Otter {number}x" for number in range(30)): "cards in the sideboard",
    "Commander\n1 Toad King\n1 Frog King": "the list: names more than one commander",
    "x" * (LONGEST_LIST + 1): f"the list: is longer than {LONGEST_LIST} characters",
    '{"main": []}': "the list: is JSON",
    "<Deck><Cards": "the list: is XML that breaks off or is damaged",
    "0 Island": "the list: names no card",
    "Deck\n// nothing yet": "the list: names no card",
    "<html></html>": "the list: is XML without the cards of a deck",
    '<!DOCTYPE a [<!ENTITY b "c">]><Deck/>': "the list: is XML of an unknown kind",
    '<Deck><Cards Quantity="many" Name="Otter Scout"/></Deck>': "card 1: has no number of cards",
    "Count,Name\nmany,Otter Scout": "line 2: has no number of cards",
}


@pytest.mark.parametrize(("text", "said"), BAD.items(), ids=[said.removeprefix("the list: ") for said in BAD.values()])
def test_a_bad_line_is_named(text, said):
    with pytest.raises(BadFile) as bad:
        read_deck_list(text)
    assert said in str(bad.value)


def test_a_refusal_names_the_first_lines_and_how_many_more_there_are():
    with pytest.raises(BadList) as refused:
        listed_cards("\n".join(["4 Otter Scout", *["4"] * 9]))
    assert refused.value.words == (
        "The list cannot be read: line 2 has no name of a card; line 3 has no name of a card; line 4 has no name of "
        "a card; line 5 has no name of a card; line 6 has no name of a card; and 4 more"
    )


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text):
    try:
        cards = read_deck_list(text)
    except BadFile:
        return
    assert all(1 <= card.count <= 99 and card.name.isprintable() and card.name.strip() for card in cards)


NAMES = st.from_regex(r"[A-Z][a-z]{3,9}(, the [A-Z][a-z]{3,6})?", fullmatch=True)


@given(st.dictionaries(NAMES, st.integers(1, 40), min_size=1, max_size=6))
def test_a_list_that_is_written_as_count_and_name_is_read_again(cards):
    text = "Deck\n" + "\n".join(f"{count} {name}" for name, count in cards.items())
    assert {card.name: card.count for card in read_deck_list(text)} == cards
