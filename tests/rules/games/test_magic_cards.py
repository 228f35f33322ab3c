from collections import Counter

import pytest

from drafts.rules.games.magic.cards import HAND_MODIFIERS, LIFE_MODIFIERS, types_of
from drafts.rules.games.magic.game import MAGIC_GAME
from tests.rules.games.magic_cards import card, cards_of, faults, listed, mag01

NO_TYPE = "type_line is not a type line such as Legendary Creature - Otter Scout"


def test_M18_types_and_supertypes_are_the_traits_of_a_card():
    assert card("Legendary Artifact Creature - Human Pilot").traits == {"legendary", "artifact", "creature"}
    assert card("Basic Land - Forest", "").traits == {"basic", "land"}


def test_M18_tribal_is_kindred():
    assert card("Tribal Instant - Otter").traits == {"kindred", "instant"}


def test_M18_a_land_is_a_land_whatever_else_it_is():
    assert card("Land Creature - Turtle", "").is_land


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("", 0),
        ("{0}", 0),
        ("{3}{W}{W}", 5),
        ("{X}{R}", 1),
        ("{W/U}{W/U}", 2),
        ("{2/W}{2/W}", 4),
        ("{G/P}", 1),
        ("{12}", 12),
    ],
)
def test_M19_the_mana_value_counts_numbers_and_a_symbol_as_one_and_x_as_nothing(cost, value):
    assert card(cost=cost).mana_value == value


def test_M41_a_card_of_two_faces_may_leave_its_figures_to_them():
    two = {"name": "Ann // Ann, Awake", "type_line": "Legendary Planeswalker - Ann // Legendary Planeswalker - Ann"}
    assert faults(**two) == []
    assert faults(**two | {"power": "2"}) == ["power stands only on a creature or Vehicle: '2'"]


def test_M41_a_card_of_two_faces_has_no_half_of_a_size():
    two = {"name": "Ann // Ann, Awake", "type_line": "Creature - Otter // Planeswalker - Ann"}
    assert faults(**two) == []
    assert faults(**two, power="2") == ["toughness is missing on a creature or Vehicle: ''"]
    assert faults(**two, toughness="2") == ["power is missing on a creature or Vehicle: ''"]


def test_M41_a_card_with_half_of_a_size_is_made_without_it():
    assert card(power="2", toughness=None).power is None
    assert card(power=None, toughness="2").toughness is None


def test_a_line_of_a_deck_has_the_cost_as_it_is_written_by_hand():
    notes = [MAGIC_GAME.line_note(card(cost=cost)) for cost in ("{2}{W}", "{X}{W/U}{U}", "{10}", "")]
    assert notes == ["2W", "X(W/U)U", "10", ""]


def test_M41_colours_are_those_that_are_named_or_else_those_of_the_cost():
    assert [card(cost="{G/U}").colors, card(cost="{1}", colors="BW").colors, card(cost="{2}").colors] == [
        "UG",
        "BW",
        "",
    ]


def test_M41_the_identity_counts_symbols_of_the_text_too_unless_it_is_named():
    assert card(cost="{W}", text="{T}: Add {G}.").color_identity == "WG"
    assert card(cost="{W}", text="{T}: Add {G}.", color_identity="W").color_identity == "W"


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"type_line": "Creture - Bird"}, f"{NO_TYPE}: 'Creture - Bird'"),
        ({"type_line": ""}, f"{NO_TYPE}: ''"),
        ({"type_line": "Legendary - Bird"}, f"{NO_TYPE}: 'Legendary - Bird'"),
        ({"type_line": "Kindred - Otter"}, "type_line says kindred and no other type: 'Kindred - Otter'"),
        ({"power": "2"}, "power stands only on a creature or Vehicle: '2'"),
        ({"type_line": "Creature - Bird", "power": "1"}, "toughness is missing on a creature or Vehicle: ''"),
        ({"type_line": "Artifact - Vehicle", "toughness": "1"}, "power is missing on a creature or Vehicle: ''"),
        ({"loyalty": "3"}, "loyalty stands only on a planeswalker: '3'"),
        ({"type_line": "Legendary Planeswalker - Ann"}, "loyalty is missing on a planeswalker: ''"),
        ({"defense": "3"}, "defense stands only on a battle: '3'"),
        ({"type_line": "Battle - Siege"}, "defense is missing on a battle: ''"),
        ({"hand_modifier": "1"}, "hand_modifier stands only on a vanguard: '1'"),
        (
            {"type_line": "Vanguard", "hand_modifier": "-7", "life_modifier": "0"},
            "hand_modifier is not a whole number from -6 to 20: '-7'",
        ),
        ({"mana_cost": "2W"}, "mana_cost is not a cost such as {2}{W/U}{X}: '2W'"),
        ({"mana_cost": "{Q}"}, "mana_cost is not a cost such as {2}{W/U}{X}: '{Q}'"),
        ({"colors": "X"}, "colors has other letters than WUBRG: 'X'"),
        (
            {"type_line": "Creature", "power": "two", "toughness": "2"},
            "power is not a figure such as 3, * or 1+*: 'two'",
        ),
    ],
)
def test_M41_the_fault_of_a_line_is_named_by_its_column(fields, fault):
    assert faults(**fields) == [fault]


def test_M41_a_long_dash_is_as_good_as_a_hyphen_and_figures_may_be_texts():
    assert faults(type_line="Creature — Bird", power="*", toughness="1+*") == []


def test_M43_the_sample_set_has_the_cards_that_it_should_have():
    cards = mag01()
    assert Counter(one.rarity for one in cards) == {"C": 60, "U": 40, "R": 24, "M": 8, "L": 5, "T": 3}
    commons = Counter(one.kin for one in cards if one.rarity == "C")
    assert commons == dict.fromkeys(("white", "blue", "black", "red", "green"), 11) | {"colourless": 5}
    pairs = [one.colors for one in cards if one.rarity == "U" and len(one.colors) == 2]
    assert (len(pairs), len(set(pairs))) == (10, 10)
    assert sum("planeswalker" in one.traits for one in cards) == 2
    assert sum({"legendary", "creature"} <= one.traits for one in cards) == 8
    assert Counter(one.number for one in cards).most_common(1) == [("MAG01/001", 1)]


@pytest.mark.parametrize(
    ("word", "rarity"),
    [("common", "C"), ("Uncommon", "U"), ("RARE", "R"), ("mythic rare", "M"), ("mythic", "M"), ("basic land", "L"),
     ("token", "T"), ("special", "S"), ("m", "M")],
)  # fmt: skip
def test_M41_a_rarity_may_be_a_word(word, rarity):
    assert listed(rarity=word).rarity == rarity


def test_M26_the_sample_set_has_twelve_avatars_with_modifiers_and_none_of_them_lies_in_a_pack():
    cards = cards_of("MAV01")
    assert len({one.name for one in cards}) == len(cards) == 12
    assert {(one.type_line, one.rarity, one.mana_cost, one.colors) for one in cards} == {("Vanguard", "S", "", "")}
    assert all(
        one.text and one.hand_modifier in HAND_MODIFIERS and one.life_modifier in LIFE_MODIFIERS for one in cards
    )
    assert all(20 + one.life_modifier > 0 and 7 + one.hand_modifier > 0 for one in cards)
    assert [one for one in cards if MAGIC_GAME.apart.isdisjoint(one.traits)] == []


def test_M38_M43_the_sample_set_of_planes_makes_one_shared_deck_and_none_of_them_lies_in_a_pack():
    cards = cards_of("MAP01")
    assert Counter(types_of(one.type_line)[0] for one in cards) == {"plane": 38, "phenomenon": 2}
    assert len({one.name for one in cards}) == len({one.text for one in cards}) == 40
    assert [one.name for one in cards if MAGIC_GAME.apart.isdisjoint(one.traits)] == []
    planes = [one for one in cards if "plane" in one.traits]
    assert [one.name for one in planes if one.text.count("Whenever chaos ensues, ") != 1] == []
    assert [one.name for one in planes if " - " not in one.type_line] == []
    others = [one.text for one in cards if "phenomenon" in one.traits]
    assert all(text.startswith("When you encounter ") for text in others)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"hand_modifier": "21", "life_modifier": "0"}, "hand_modifier is not a whole number from -6 to 20: '21'"),
        ({"hand_modifier": "0", "life_modifier": "-20"}, "life_modifier is not a whole number from -19 to 99: '-20'"),
        ({"hand_modifier": "0", "life_modifier": "100"}, "life_modifier is not a whole number from -19 to 99: '100'"),
        ({"hand_modifier": "0", "life_modifier": "1.5"}, "life_modifier is not a whole number from -19 to 99: '1.5'"),
        ({"hand_modifier": "0"}, "life_modifier is missing on a vanguard: ''"),
        ({"life_modifier": "+3"}, "hand_modifier is missing on a vanguard: ''"),
    ],
)
def test_M26_an_avatar_has_both_modifiers_and_hand_and_life_stay_positive(fields, fault):
    assert faults(type_line="Vanguard", mana_cost="", **fields) == [fault]
