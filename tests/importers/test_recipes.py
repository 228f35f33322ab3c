import re
from pathlib import Path

import pytest

from drafts.importers.faults import BadFile
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.rules.chance import Chance
from drafts.rules.games.plain.cards import PlainCard
from drafts.rules.packs import Layout, PackMaker, Recipe, Slot
from tests.server import ROOT

GOOD = """
[SMP02]
name = "The Midnight Harvest"
guarantees_trigger = true
[[SMP02.layout]]
weight = 5
[[SMP02.layout.slot]]
name = "trigger"
count = 1
trigger = true
rarities = { C = 90, R = 10 }
[[SMP02.layout.slot]]
name = "pair"
count = 2
pair = true
rarities = { LR = 1 }
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadFile) as bad:
        read_recipes(text.encode())
    return [str(fault) for fault in bad.value.faults]


def test_a_recipe_file_becomes_recipes():
    trigger = Slot("trigger", 1, "trigger", (("C", 90), ("R", 10)))
    pair = Slot("pair", 2, "", (("LR", 1),), pair=True)
    assert read_recipes(GOOD.encode()) == (
        SetRecipe("SMP02", "The Midnight Harvest", Recipe(True, (Layout(5, (trigger, pair)),))),
    )


SHEETS = """
[SMP02.sheet.commons]
"SMP02/001" = 3
"SMP02/002" = 1
[[SMP02.layout]]
weight = 1
[[SMP02.layout.slot]]
count = 2
sheet = "commons"
"""


def test_a_sheet_gives_single_cards_their_weights():
    [recipe] = read_recipes(SHEETS.encode())
    slot = Slot("commons", 2, "", (), sheet=(("SMP02/001", 3), ("SMP02/002", 1)))
    assert recipe.recipe == Recipe(False, (Layout(1, (slot,)),))


@pytest.mark.parametrize(("old", "new", "fault"), [
    ('sheet = "commons"', 'sheet = "foils"', "SMP02, layout 1, slot 1: there is no sheet 'foils'"),
    ('"SMP02/002" = 1', '"SMP02/002" = 0',
     "SMP02: sheet.commons.SMP02/002 is not a number from 0.000001 to 1000000"),
    ('[SMP02.sheet.commons]\n"SMP02/001" = 3\n"SMP02/002" = 1', "[SMP02.sheet]\ncommons = 3",
     "SMP02: sheet has no tables of numbers and their weights"),
    ("count = 2", "count = 2\nonly = \"trigger\"", "SMP02, layout 1, slot 1: 'only' is not known here"),
])  # fmt: skip
def test_a_fault_of_a_sheet_is_named(old, new, fault):
    assert fault in faults(SHEETS.replace(old, new))


def test_a_slot_can_be_foil_and_balanced():
    (recipe,) = read_recipes(SHEETS.replace("count = 2", 'count = 2\nfoil = true\nbalance = "colors"').encode())
    (layout,) = recipe.recipe.layouts
    assert [(slot.foil, slot.balance) for slot in layout.slots] == [(True, "colors")]


@pytest.mark.parametrize(("line", "fault"), [
    ('balance = "grades"', "SMP02, layout 1, slot 1: balance is not 'colors'"),
    ("foil = 1", "SMP02, layout 1, slot 1: foil is neither true nor false"),
])  # fmt: skip
def test_a_fault_of_foil_or_balance_is_named(line, fault):
    assert fault in faults(SHEETS.replace("count = 2", f"count = 2\n{line}"))


@pytest.mark.parametrize(("one", "other", "whole"), [
    ("3", "1", [3, 1]),
    ("4", "2", [4, 2]),
    ("0.5", "0.25", [2, 1]),
    ("0.015625", "0.984375", [1, 63]),
    ("0.1", "0.3", [1, 3]),
    ("1000000", "0.000001", [1000000, 1]),
])  # fmt: skip
def test_weights_may_have_decimals_and_whole_ones_stay_as_they_are(one, other, whole):
    text = SHEETS.replace('"SMP02/001" = 3\n"SMP02/002" = 1', f'"SMP02/001" = {one}\n"SMP02/002" = {other}')
    (recipe,) = read_recipes(text.encode())
    assert [weight for _, weight in recipe.recipe.layouts[0].slots[0].sheet] == whole


@pytest.mark.parametrize("weight", ["0", "-0.5", "inf", "nan", "true", '"2"', "1000000.5", "1e-999999999"])
def test_a_weight_that_is_none_is_named(weight):
    text = SHEETS.replace('"SMP02/002" = 1', f'"SMP02/002" = {weight}')
    assert "SMP02: sheet.commons.SMP02/002 is not a number from 0.000001 to 1000000" in faults(text)


@pytest.mark.parametrize(
    ("name", "size"), [("flesh-and-blood", 14), ("lorcana", 12), ("one-piece", 12), ("pokemon", 10)]
)
def test_the_recipes_for_other_games_make_packs_of_their_size(name, size):
    (told,) = read_recipes((ROOT / "docs" / "recipes" / f"{name}.toml").read_bytes())
    rarities = {rarity for layout in told.recipe.layouts for slot in layout.slots for rarity, _ in slot.weights}
    cards = [PlainCard(f"T/{rarity}{number}", "Card", rarity) for rarity in rarities for number in range(15)]
    assert len(PackMaker(told.recipe, cards).draw(Chance("seed", 1))) == size


def test_a_file_may_only_name_a_set():
    assert read_recipes(b'[SMP01]\nname = "Six Banners"') == (SetRecipe("SMP01", "Six Banners", None),)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("count = 1", "count = 0", "SMP02, layout 1, slot 1: count is not a whole number from 1 to 60"),
        ("count = 1", "count = true", "SMP02, layout 1, slot 1: count is not a whole number from 1 to 60"),
        ("count = 1", "", "SMP02, layout 1, slot 1: count is not a whole number from 1 to 60"),
        ("count = 1", "cuont = 1\ncount = 1", "SMP02, layout 1, slot 1: 'cuont' is not known here"),
        ("count = 2", "count = 3", "SMP02, layout 1, slot 2: a pair slot has an even count"),
        ("C = 90", "C = -0.9", "SMP02, layout 1, slot 1: rarities.C is not a number from 0.000001 to 1000000"),
        ("{ C = 90, R = 10 }", '{ "C\\u0001" = 1 }', "SMP02, layout 1, slot 1: rarities names what is no rarity"),
        ("{ C = 90, R = 10 }", "{}", "SMP02, layout 1, slot 1: rarities is not a table of rarities and their weights"),
        ("trigger = true\nrar", 'trigger = "yes"\nrar', "SMP02, layout 1, slot 1: trigger is neither true nor false"),
        ('name = "trigger"', "", "SMP02, layout 1, slot 1: name is missing"),
        ("weight = 5", "weight = -5", "SMP02, layout 1: weight is not a number from 0.000001 to 1000000"),
        ("The Midnight", "\\u202eThe", "SMP02: name is not a text of at most 80 characters"),
    ],
)
def test_a_fault_is_named_by_its_place(old, new, fault):
    assert fault in faults(GOOD.replace(old, new, 1))


def test_a_recipe_that_guarantees_a_trigger_unit_has_a_slot_for_it_in_every_layout():
    assert faults(GOOD.replace("trigger = true\nrar", "trigger = false\nrar")) == [
        "SMP02, layout 1: no slot has trigger = true, though guarantees_trigger says so"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "recipe file: there is no set in it"),
        ("SMP02 = 3", "SMP02: is not a table"),
        ("[smp02]\nname='x'", "smp02: is not a set's code"),
        ("[A]\nguarantees_trigger=false", "A: layout is not a list of 1 to 1000 tables, each under [[…layout]]"),
        ("[A]\nguarantees_trigger=false\nlayout=[3]", "A, layout 1: is not a table"),
    ],
)
def test_a_file_of_another_shape_is_refused(text, fault):
    assert fault in faults(text)


@pytest.mark.parametrize("data", [b"[SMP02", b"\xff\xfe", b"a = " + b"[" * 5000])
def test_a_file_that_is_not_toml_is_named(data):
    with pytest.raises(BadFile, match="recipe file: this is not TOML in UTF-8"):
        read_recipes(data)


def test_the_example_in_the_documents_is_the_recipe_of_the_second_sample():
    root = Path(__file__).parents[2]
    [example] = re.findall(r"```toml\n(.*?)```", (root / "docs/card-sets.md").read_text(), re.DOTALL)
    assert read_recipes(example.encode()) == read_recipes((root / "drafts/data/SMP02.toml").read_bytes())


def test_without_a_word_about_it_a_set_guarantees_a_trigger_unit_where_every_layout_has_one():
    silent = GOOD.replace("guarantees_trigger = true\n", "")
    assert [
        read_recipes(text.encode())[0].recipe.guarantees for text in (silent, silent.replace("trigger = true\n", ""))
    ] == [
        True,
        False,
    ]


def test_a_slot_names_a_trait_that_its_cards_have_or_have_not_and_cards_that_are_not_drafted():
    [of_set] = read_recipes(
        b"""
[MAG01]
[[MAG01.layout]]
weight = 1
[[MAG01.layout.slot]]
name = "common"
count = 10
only = "-basic"
rarities = { C = 1 }
[[MAG01.layout.slot]]
name = "basic land"
count = 1
only = "basic"
aside = true
rarities = { L = 1 }
"""
    )
    assert of_set.recipe.layouts[0].slots == (
        Slot("common", 10, "-basic", (("C", 1),)),
        Slot("basic land", 1, "basic", (("L", 1),), aside=True),
    )
    assert of_set.recipe.sizes == (10,)


@pytest.mark.parametrize("line", ['only = "Basic Land"', 'only = "-"', 'only = "trigger"\ntrigger = true'])
def test_a_trait_that_is_none_and_one_that_is_named_twice_are_faults(line):
    text = f'[A]\n[[A.layout]]\nweight = 1\n[[A.layout.slot]]\nname = "x"\ncount = 1\n{line}\nrarities = {{ C = 1 }}\n'
    assert len(faults(text)) == 1
