"""A recipe in words: the shares of rarities."""

import pytest

from drafts.presenters.catalog.recipe_text import recipe_words
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.packs import Layout, Recipe, Slot


@pytest.mark.parametrize(("weights", "odds"), [
    ((("R", 7), ("M", 1)), ("R 87.5 %", "M 12.5 %")),
    ((("R", 3), ("M", 1)), ("R 75 %", "M 25 %")),
    ((("R", 95), ("M", 1)), ("R 99 %", "M 1 in 96")),
])  # fmt: skip
def test_whole_percentages_have_a_decimal_where_they_do_not_add_up(weights, odds):
    recipe = Recipe(False, (Layout(1, (Slot("rare", 1, "", weights),)),))
    words = recipe_words(next(iter(CARD_GAMES.values())), "SET", recipe, on_file=True, rarities={})
    assert words.layouts[0].slots[0].odds == odds
    assert words.source == "from a recipe file"
