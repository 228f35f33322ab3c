"""Lists of Draftmancer: settings, layouts, slots, and cards of the list's own."""

from time import process_time

import pytest

from drafts.importers.faults import BadFile
from drafts.importers.sets.cubes import own_cards, read_cube
from drafts.importers.sets.names import NamedCard
from drafts.importers.sets.tables import MOST_LINES

SIZED = """
# A cube with sizes

[Common(10)]
4 Mill Swan
Odo, Awake (TST) 12 +F
# a comment [ with a bracket ]
Mill Swan
[Rare (1)]
Lamp Giant // Lamp Toss
"""

PLANNED = """[Settings]
{
    "name": "Made Up",
    # taken over
    "withReplacement": true,
    "colorBalance": true,
    "layouts": {
        "Usual": { "weight": 7, "slots": { "Common": 10, "Rare": 1, "Mythic": 0 } },
        "Lucky": { "weight": 1, "slots": [{ "name": "Common", "count": 10 }, { "name": "Mythic", "count": 1 }], },
    },
}
[Common]
Mill Swan
[Rare]
Lamp Giant
[Mythic {"collation": "printRun"}]
Odo, Awake
"""

OWN = """[CustomCards]
[
    {
        "name": "Quill Otter", "mana_cost": "2U", "type": "Creature", "subtypes": ["Otter", "Scout"],
        "rarity": "common", "power": 2, "toughness": "1+*", "oracle_text": "Draw [a card].\\n}", "image_uris": {"en": "https://example.org"},
        "back": {"name": "Quill Tide", "type": "Sorcery", "oracle_text": "Two."},
    },
    { "name": "Quill Otter", "collector_number": "7", "set": "abc" },
    { "name": "Dry Well", "mana_cost": "", "type": "Land" },
]
[Main]
3 Quill Otter
Quill Otter (ABC) 7
Dry Well
Mill Swan
"""


def read(text):
    return read_cube(text.encode())


def refused(text):
    with pytest.raises(BadFile) as bad:
        read(text)
    return str(bad.value)


def test_sizes_at_the_heads_of_slots_make_one_layout():
    names = read(SIZED)
    assert names.plan.layouts == ((1, (("Common", 10), ("Rare", 1))),)
    assert names.plan.slots["Common"] == {NamedCard("Mill Swan"): 5, NamedCard("Odo, Awake", "TST", "12"): 1}
    assert names.plan.slots["Rare"] == {NamedCard("Lamp Giant // Lamp Toss"): 1}
    assert (names.count, names.plan.once, names.plan.balanced) == (7, True, False)


def test_marks_of_foil_are_taken_over_where_all_cards_of_a_slot_have_one():
    names = read(SIZED + "[Shiny(1)]\nMill Swan +F\n2 Odo, Awake (TST) 12 +F\n")
    assert names.plan.foil == {(0, "Shiny")}
    assert list(map(str, names.warnings)) == [
        "marks of foil are taken over where all cards of a slot have one, and not in these slots: 'Common'"
    ]


def test_a_layout_may_say_that_a_slot_is_of_foil():
    names = read(PLANNED.replace('{ "name": "Mythic", "count": 1 }', '{ "name": "Mythic", "count": 1, "foil": true }'))
    assert names.plan.foil == {(1, "Mythic")}


def test_settings_say_layouts_replacement_and_the_name():
    names = read(PLANNED)
    assert names.plan.layouts == ((7, (("Common", 10), ("Rare", 1))), (1, (("Common", 10), ("Mythic", 1))))
    assert (names.name, names.plan.once, names.plan.balanced) == ("Made Up", False, True)
    assert list(map(str, names.warnings)) == [
        "cards of these slots are drawn at random, without their collation: 'Mythic'",
    ]


def test_layouts_may_have_a_section_of_their_own():
    names = read("[Layouts]\n- Usual (3)\n  2 Main\n- Other (1)\n  1 Main\n[Main]\nMill Swan\nMill Goose\n")
    assert names.plan.layouts == ((3, (("Main", 2),)), (1, (("Main", 1),)))


def test_one_slot_without_a_size_makes_packs_of_a_cube():
    assert read("[Main]\nMill Swan\n").plan.layouts == ((1, (("Main", 0),)),)


def test_own_cards_have_their_own_facts():
    names = read(OWN)
    otter, second, well = [row.card for row in own_cards(names, "MINE").rows]
    assert (otter.number, otter.name, otter.type_line) == (
        "MINE/1", "Quill Otter // Quill Tide", "Creature - Otter Scout",
    )  # fmt: skip
    assert (otter.mana_cost, otter.colors, otter.power, otter.toughness, otter.rarity) == (
        "{2}{U}", "U", "2", "1+*", "C",
    )  # fmt: skip
    assert otter.text == "Draw [a card].\n}\nQuill Tide\nSorcery\nTwo."
    assert (second.number, second.type_line, second.power) == ("MINE/7", "Creature - Otter Scout", "2")
    assert (well.number, well.type_line, well.rarity) == ("MINE/3", "Land", "R")


@pytest.mark.parametrize(("text", "said"), [
    ("[Main(3)]\nMill Swan\n[Settings]\n{\n  \"a\": nothing\n}\n", "line 5: this is not JSON: Expecting value"),
    ("[Settings]\n[Main]\nMill Swan\n", "line 1: after [Settings] JSON with { is expected"),
    ("[CustomCards]\n[1, 2]\n[Main]\nMill Swan\n", "line 1: [CustomCards] has something else than cards"),
    ('[CustomCards]\n[\n {"name": "A", "type": "Land"},\n {"name": "B", "type": "Hero"}\n]\n[Main]\nA\nB\n',
     "line 4: type_line is not a type line such as Legendary Creature - Otter Scout: 'Hero'"),
    ("[CustomCards]\n" + "[" * 100_000 + "\n", "line 1: this is not JSON: too deep"),
    ('[Settings]\n{"a": ' + "9" * 5000 + "}\n[Main]\nMill Swan\n", "line 1: this is not JSON: a number is too long"),
    ("[Settings]\n{}\n", "line 1: no slot with cards is in the list"),
    ("[Main]\nMill Swan\n[Other(3)]\nMill Swan\n", "line 1: the slot 'Main' has no size, such as [Main(10)]"),
    ("[Main(1)]\nMill Swan\n[Main(1)]\nMill Swan\n", "line 3: there are two slots 'Main'"),
    ("[Main(99)]\nMill Swan\n", "line 1: the slot 'Main' has not 1 to 60 cards in a pack"),
    ("[Main(1)]\n12 345\n", "line 2: '12 345' is no name of a card"),
    (PLANNED.replace("[Rare]", "[Rares]"), "layout 'Usual': there is no slot 'Rare'"),
    (PLANNED.replace("[Rare]", "[Rare(1)]"), "line 14: the slot 'Rare' has a size here and in the layouts"),
    (PLANNED.replace('"weight": 7', '"weight": 0.5'), "layout 'Usual': weight is not a whole number from 1 to 1000000"),
    ("[Main(1)]\nMill" + " " * 500_000 + "Swan\n", f"line 2: 'Mill{' ' * 36}…' is no name of a card"),
    ("[Layouts]\nUsual 3\n[Main]\nMill Swan\n", "line 2: 'Usual 3' is no layout"),
    ("[Main]\n" + "A\n" * MOST_LINES, "line 300000: this text has more than 300000 lines"),
])  # fmt: skip
def test_a_fault_names_its_line_or_its_layout(text, said):
    assert refused(text) == said


@pytest.mark.parametrize(
    "part", ["[Layouts]\n- Usual (1)\n" + "1 Main\n" * 100_000, '[Settings]\n{"a": 1,}\n' * 30_000]
)
def test_a_list_of_many_lines_is_read_in_a_moment(part):
    begun = process_time()
    assert read(f"{part}[Main]\n{'Mill Swan' + chr(10)}").count == 1
    assert process_time() - begun < 5


@pytest.mark.parametrize("subtypes", ["5", "true", '"Otter"', '{"Otter": 1}', "[5, null]"])
def test_subtypes_that_are_no_list_of_words_are_left_out(subtypes):
    card = f'{{"name": "Quill Otter", "mana_cost": "", "type": "Artifact", "subtypes": {subtypes}}}'
    (row,) = own_cards(read(f"[CustomCards]\n[{card}]\n[Main]\nQuill Otter\n"), "CUBE").rows
    assert row.card.type_line == "Artifact"


@pytest.mark.parametrize("hidden", ["\\ud800", "\\u0000", "\\u202e"])
def test_the_name_of_a_list_has_no_hidden_signs(hidden):
    assert read(f'[Settings]\n{{"name": "Made{hidden} Up"}}\n[Main]\nMill Swan\n').name == "Made Up"


@pytest.mark.parametrize("text", [
    "[1, 2]", '["a"]', "[metadata]\nCode=TST\n", "[true]", "Mill Swan\n[Odd]\n", "",
    '[KHM]\nname = "Play boosters"\n', "# a recipe\n[NEOX]\n[[NEOX.layout]]\nweight = 1\n",
])  # fmt: skip
def test_other_files_are_no_list_of_draftmancer(text):
    names = read(text)
    assert names is None or names.plan is None
