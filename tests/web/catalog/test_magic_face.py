"""The face of Magic's cards, as the server draws it."""

import re

import pytest
from django.template.loader import render_to_string

from drafts.drawings.colours import STEEL
from drafts.drawings.games.magic.colours import hue_of
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.templatetags.games.magic import cost_words, figure_words, main_type, symbols
from drafts.templatetags.look import material
from drafts.views.catalog.art import palette
from tests.rules.games.magic_cards import card, mag01


def heard(printed):
    html = render_to_string("components/card.html", {"card": printed})
    return re.search(r'role="img" aria-label="([^"]*)"', html)[1]


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ("{2}{W}{W}", "2 generic, 2 white"),
        ("{X}{U}", "X, 1 blue"),
        ("{X}{X}{R}", "X, X, 1 red"),
        ("{2/W}{2/W}", "2 generic or white, 2 generic or white"),
        ("{W/U}{2/B}", "1 white or blue, 2 generic or black"),
        ("{R/P}", "1 red or 2 life"),
        ("{0}", "0 generic"),
        ("", ""),
    ],
)
def test_a_cost_is_read_out_in_words(cost, words):
    assert cost_words(cost) == words


def test_a_text_has_its_symbols_drawn_and_read_out_and_nothing_else_of_it_is_markup():
    assert symbols("<b> {T}: Add {G/U}.") == (
        '&lt;b&gt; <span class="mana" data-mana="T" aria-hidden="true"></span><span class="only-read">tap</span>: Add '
        '<span class="mana" data-mana="G/U" aria-hidden="true"></span><span class="only-read">green or blue</span>.'
    )


@pytest.mark.parametrize(
    ("types", "drawn_as"),
    [
        ("Legendary Creature - Otter", "creature"),
        ("Artifact Creature - Golem", "creature"),
        ("Artifact Land", "land"),
        ("Instant", "instant"),
        ("Scheme", "other"),
    ],
)
def test_a_card_is_drawn_as_one_type(types, drawn_as):
    assert main_type({"type_line": types}) == drawn_as


def test_figures_are_read_out_by_their_names():
    figures = [{"power": "2", "toughness": "3"}, {"loyalty": "4"}, {"defense": "5"}, {}]
    assert [figure_words(facts) for facts in figures] == ["power 2, toughness 3", "loyalty 4", "defense 5", ""]


def test_a_card_says_all_that_is_printed_on_it():
    otter = card("Creature - Otter Scout", "{1}{U}", name="Otter of the Weir", rarity="U")
    assert (
        heard(otter) == "Otter of the Weir, 1 generic, 1 blue, Creature – Otter Scout, power 2, toughness 2, rarity U"
    )


def test_a_card_without_cost_and_figures_says_nothing_of_them():
    assert heard(card("Basic Land - Island", "", name="Island", rarity="L")) == "Island, Basic Land – Island, rarity L"


def test_an_empty_card_can_be_drawn_for_scripts_to_fill():
    assert "card--magic" in render_to_string("components/card.html", {"game": MAGIC_GAME})


def test_every_card_of_the_sample_has_its_own_colours_in_the_palette():
    kins = {printed.kin for printed in mag01()}
    assert set(palette(MAGIC_GAME, kins)) == {"", *kins}
    assert [hue_of(slug) for slug in ("white", "white-blue", "red-green", "colourless")] == [9, 8, 8, STEEL]


def test_rarity_is_a_material():
    made_of = [material({"rarity": rarity}, "magic") for rarity in ("C", "U", "R", "M", "L", "")]
    assert made_of == ["paper", "silver", "gold", "foil", "paper", "paper"]
