"""Files that are no list of cards, or too much of one: a sentence names what or where, and the work is bounded."""

import json

import pytest

from drafts.importers.sets.files import MOST_OBJECTS, MOST_VALUES
from drafts.importers.sets.names import MOST_NAMES, read_names
from drafts.importers.sets.tables import LONGEST_HEADER, MOST_COLUMNS, MOST_LINES, MOST_ROWS
from tests.importers.sets.made_up import mtgjson, scryfall, scryfall_card
from tests.importers.sets.test_files import OWN, cards, read, refused

HEADER, ROW = OWN.splitlines()


@pytest.mark.parametrize("text", [
    '[KHM]\nname = "Play boosters"\n\n[[KHM.layout]]\nweight = 1\n',
    '["A.1"] # quoted\nname = "A"\n',
    "[NEOX]\n[[NEOX.layout]]\nweight = 1\n",
])  # fmt: skip
def test_a_recipe_in_place_of_cards_is_named(text):
    assert refused(text) == "the file: this is a recipe (TOML): give it together with the cards of its set"


@pytest.mark.parametrize(("text", "kind"), [
    ("Event #: 12345\nTime:    3/15/2022 8:12:01 PM\nPlayers:\n--> Ann\n", "a draft log of MTGO"),
    ("4XJK2\n1GH7T\n5ABCD\n", "a list of deck codes (DeckLog)"),
    ('{"1A2B3": {"deck": "x"}, "3GDF1": {"deck": "y"}}', "a list of deck codes (DeckLog)"),
    ("Deck\n4 Card One (NEO) 12\n", "a deck list of MTG Arena or MTGO"),
    ("4 Card One\n3 Card Two\n\nSideboard\n1 Card Three\n", "a deck list of MTG Arena or MTGO"),
])  # fmt: skip
def test_a_text_of_another_program_is_named_and_no_list_of_names(text, kind):
    assert refused(text) == f"the file: this is {kind}, which cannot be loaded"
    assert read_names(text.encode()) is None


@pytest.mark.parametrize("text", ["Deckhand\nSideboard Plank\n", "BT01\nCard One\n", "4 Card One\n3 Card Two\n"])
def test_a_list_of_names_is_one_though_a_name_looks_like_such_a_text(text):
    assert read_names(text.encode()) is not None


def test_a_file_of_mtgjson_with_all_sets_is_named():
    one = json.loads(mtgjson())
    whole = {"meta": one["meta"], "data": {"MUP": one["data"], "MUQ": one["data"]}}
    assert refused(json.dumps(whole)) == "the file: this is a file of MTGJSON with 2 sets: open the file of one set"


@pytest.mark.parametrize("text", ["[]", "{}"])
def test_json_that_is_empty_is_said_to_hold_no_cards(text):
    assert refused(text) == "the file: this is JSON without any cards, which cannot be loaded"


@pytest.mark.parametrize("text", ["[" * 10_000 + "]" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000])
def test_json_that_is_nested_ten_thousand_deep_is_refused(text):
    assert refused(text).startswith("line 1: this is not JSON: depth limit exceeded")


def test_a_card_number_of_thousands_of_digits_is_refused():
    file = json.loads(mtgjson())
    del file["data"]["booster"]
    file["data"]["cards"][0]["number"] = "9" * 5000
    assert refused(json.dumps(file)).startswith("line 1: card_number is longer than 40 characters: 'MUP/9999")


@pytest.mark.parametrize("layout", [["normal"], {"a": 1}, True, 2])
def test_a_card_of_scryfall_with_an_odd_layout_is_a_card(layout):
    assert [card.number for card in cards(scryfall(scryfall_card(1, layout=layout)))] == ["MUS/1"]


@pytest.mark.parametrize("hidden", ["\u202e", "\0", "\n", "\u2028"])
def test_the_name_of_a_set_has_no_hidden_signs(hidden):
    (search,) = read(scryfall(scryfall_card(1, set_name=f"Made{hidden} Up"))).recipes
    (file,) = read(mtgjson(changes={"name": f"{hidden}Made Up"})).recipes
    assert (search.name, file.name) == ("Made Up", "Made Up")


def test_true_is_no_number_of_a_booster():
    file = json.loads(mtgjson())
    layouts = file["data"]["booster"]["draft"]["boosters"]
    layouts[0]["weight"], layouts[1]["contents"]["uncommon"] = True, True
    (recipe,) = read(json.dumps(file).encode()).recipes
    (layout,) = recipe.recipe.layouts
    assert [(slot.name, slot.count) for slot in layout.slots] == [("common", 9), ("rareMythic", 2), ("land", 1)]


@pytest.mark.parametrize("text", ["[" + "{}," * MOST_OBJECTS + "{}]", "[" + "1," * MOST_VALUES + "1,1]"])
def test_json_of_more_parts_than_a_set_has_is_not_even_taken_apart(text):
    assert refused(text).startswith("the file: this is JSON of more than 300000 objects or 3000000 values")


@pytest.mark.parametrize(("text", "said"), [
    ("a\n" * (MOST_LINES + 1), "the file: this text has more than 300000 lines"),
    ("a\r" * (MOST_LINES + 1), "the file: this text has more than 300000 lines"),
    ("number," * (MOST_COLUMNS + 1) + "\n1\n", "line 1: there are more than 200 columns"),
    ("number," + "x" * LONGEST_HEADER, "line 1: there are more than 200 columns"),
    (f'{HEADER}\nBT92,"' + "x" * 200_000, "line 2: this is not CSV: field larger than field limit"),
])  # fmt: skip
def test_a_table_of_more_lines_or_columns_than_a_set_has_is_refused(text, said):
    assert refused(text).startswith(said)


def test_a_table_of_more_cards_than_are_read_is_refused_with_the_line():
    rows = (f"BT92,BT92/{number},Knight,,,,,,,,,,C" for number in range(MOST_ROWS + 1))
    text = "\n".join([HEADER, *rows])
    assert f"line {MOST_ROWS + 2}: there are more than 60000 rows" in refused(text)


def test_a_list_of_more_names_than_a_cube_has_is_no_list_of_names():
    assert read_names("\n".join(f"Card {n}" for n in range(MOST_NAMES)).encode()).count == MOST_NAMES
    assert read_names("\n".join(f"Card {n}" for n in range(MOST_NAMES + 1)).encode()) is None
    table = ["name,maybeboard", *(f"Card {n},false" for n in range(MOST_NAMES + 1))]
    assert read_names("\n".join(table).encode()) is None


def test_xml_with_entities_is_named_and_none_is_expanded():
    declared = "".join(f'<!ENTITY a{n} "&a{n - 1};&a{n - 1};">' for n in range(1, 40))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "aaaa">{declared}]><x>&a39;</x>'
    assert refused(text) == "the file: this is XML or HTML, which cannot be loaded"


def test_a_number_that_is_there_twice_is_named_with_both_lines():
    assert refused(f"{HEADER}\n{ROW}\n\n{ROW}\n") == "line 4: card_number 'BT92/001EN' is on line 2 already"


def test_a_file_of_two_sets_makes_two_and_a_number_is_one_of_its_set():
    one, other = scryfall_card(1), scryfall_card(1, set="mut", set_name="Made Up Too", name="Another")
    assert [card.number for card in cards(scryfall(one, other))] == ["MUS/1", "MUT/1"]
    assert {recipe.name for recipe in read(scryfall(one, other)).recipes} == {"Made Up Search", "Made Up Too"}


def test_the_csv_of_a_search_of_scryfall_is_read_and_says_what_it_lacks():
    text = (
        "multiverse_id,mtgo_id,set,collector_number,lang,rarity,name,mana_cost,cmc,type_line,artist,usd_price,image_uri\n"
        "1,2,tst,39,en,common,Lamp Minister,{W},1.0,Creature — Human Cleric,A. Artist,,\n"
    )
    file = read(text)
    assert [row.card.number for row in file.rows] == ["TST/39"]
    assert "line 2: power is missing on a creature or Vehicle: ''" in map(str, file.warnings)
