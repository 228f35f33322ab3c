import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template.loader import render_to_string

from drafts.drawings.colours import HUES, STEEL
from drafts.drawings.games.base import slug_of
from drafts.drawings.games.magic.face import MAGIC_FACE
from drafts.drawings.games.vanguard.clans import hue_of
from drafts.drawings.games.vanguard.face import VANGUARD_FACE
from drafts.drawings.picture import draw_card
from drafts.drawings.version import DRAWINGS
from drafts.rules.games.registry import LARGEST_TABLE
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from drafts.templatetags.games.vanguard import thousands, trigger_words
from drafts.templatetags.look import art_url, material, name_size
from drafts.views.catalog.art import palette
from tests.server import ROOT

LONG = "Rootwarden Elder, Sorrel of the Quiet Hollow"
CARD = {
    "number": "SMP01/071",
    "name": "Chiming Lamplighter",
    "card_type": "trigger",
    "grade": 0,
    "clan": "Tide Choir",
    "kin": "Tide Choir",
    "nation": "Drowned Isles",
    "race": "Human",
    "power": 5000,
    "shield": 10000,
    "critical": 1,
    "trigger": "critical",
    "rarity": "C",
}


def drawn(**changes):
    html = render_to_string("components/card.html", {"card": CARD | changes, "game": VANGUARD_GAME})
    visible = re.sub(r"<span[^>]* hidden[^>]*>.*?</span>", " ", html, flags=re.DOTALL)
    return html, " ".join(re.sub(r"<[^>]+>", " ", visible).split())


def test_the_style_sheet_names_every_hue():
    named = re.findall(r'\[data-hue="(\d+)"\]', (ROOT / "static/css/components/card.css").read_text())
    assert sorted(map(int, named)) == [*range(HUES), STEEL]


def parts_of(source: str) -> set[str]:
    return set(re.findall(r'data-part="([\w-]+)"', source))


def test_no_part_of_a_scene_has_the_name_of_a_part_of_the_cards_that_lie_in_it():
    templates = ROOT / "templates"
    cards = [*templates.glob("games/*/card.html"), templates / "components/card_gem.html"]
    of_cards = set().union(*(parts_of(card.read_text()) for card in cards))
    scenes = [*templates.glob("draft/play/*.html"), templates / "log/replay.html"]
    sources = {
        scene.name: scene.read_text() for scene in scenes if re.search(r"data-for=|class=\"replay", scene.read_text())
    }
    standing = {
        name: re.sub(r"<template.*?</template>", "", source, flags=re.DOTALL) for name, source in sources.items()
    }
    assert {"draft.html", "packs.html", "replay.html"} <= set(standing)
    assert {name: parts_of(source) & of_cards for name, source in standing.items() if parts_of(source) & of_cards} == {}


def test_every_place_of_the_largest_table_has_a_glyph_and_a_colour_of_its_own_in_both_themes():
    icons = render_to_string("components/icons.html")
    glyphs = dict(re.findall(r'<symbol id="seat-(\d+)"[^>]*>(.*?)</symbol>', icons))
    dark, light = (colours(theme) for theme in ("tokens", "light"))
    places = {str(place) for place in range(LARGEST_TABLE)}
    for marks in (glyphs, seat_colours(dark), seat_colours(light)):
        assert set(marks) == places
        assert len(set(marks.values())) == len(places)
    worn = re.findall(
        r'\[data-seat="(\d+)"\] { --seat: var\(--seat-(\d+)\); }', (ROOT / "static/css/site/base.css").read_text()
    )
    assert worn == [(place, place) for place in sorted(places, key=int)]


def test_scripts_know_how_many_places_have_a_mark():
    assert re.findall(r"MARKS = (\d+);", (ROOT / "static/js/draft/seats.js").read_text()) == [str(LARGEST_TABLE)]


@pytest.mark.parametrize("theme", ["tokens", "light"])
def test_the_glyph_of_a_seat_stands_out_from_all_that_it_lies_on(theme):
    named = colours(theme)
    grounds = [
        named[ground]
        for ground in ("ground", "panel", "panel-raised", "sunken", "chip", "left-wash", "right-wash", "bad-wash")
    ]
    faint = [
        place for place, ink in seat_colours(named).items() if min(contrast(ink, ground) for ground in grounds) < 3
    ]
    assert faint == []


def colours(theme):
    """Each colour of a style sheet by its name."""
    return dict(re.findall(r"--([\w-]+): #(\w{6});", (ROOT / f"static/css/site/{theme}.css").read_text()))


def seat_colours(named):
    return {name.removeprefix("seat-"): colour for name, colour in named.items() if name.startswith("seat-")}


def contrast(one, other):
    """The contrast of two colours (WCAG 2)."""
    dark, light = sorted(luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [int(colour[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("clan", "slug"),
    [("Gold Lions", "gold-lions"), ("BanG Dream!", "bang-dream"), ("Ätherwächter", "atherwachter"), ("  ", "neutral")],
)
def test_a_clans_name_becomes_an_address(clan, slug):
    assert slug_of(clan) == slug


def test_names_without_latin_letters_do_not_share_an_address():
    assert slug_of("ゴールドパラディン") != slug_of("シャドウパラディン")


def test_a_palette_has_the_colour_of_each_clan_and_of_none():
    assert palette(VANGUARD_GAME, ["Tide Choir"]) == {"": {"hue": STEEL}, "Tide Choir": {"hue": hue_of("tide-choir")}}


def test_a_picture_is_served_to_be_kept_for_ever_and_its_address_changes_with_the_drawings(client):
    address = art_url(CARD, "vanguard")
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert f"?v={DRAWINGS}&" in address


def test_the_address_of_a_picture_says_all_that_it_shows_and_nothing_else(client):
    assert parse_qs(urlsplit(art_url(CARD, "vanguard")).query) == {
        "v": [DRAWINGS],
        "name": ["Chiming Lamplighter"],
        "kin": ["Tide Choir"],
        "race": ["Human"],
        "grade": ["0"],
        "card_type": ["trigger"],
        "trigger": ["critical"],
        "rarity": ["C"],
        "number": ["SMP01/071"],
    }
    facts = VANGUARD_FACE.facts_of(CARD)
    assert client.get(art_url(CARD, "vanguard")).content.decode() == draw_card(VANGUARD_FACE.subject_of(facts))


def test_an_address_that_says_nonsense_shows_some_card(client):
    for query in ("", "?grade=-1&name=%FF", f"?name={'x' * 5000}&grade=99999999&rarity=%3Cscript%3E&number=L9/L"):
        answer = client.get(f"/art/vanguard/card.svg{query}")
        assert answer.status_code == 200
        assert b"script" not in answer.content
    assert client.get("/art/chess/card.svg").status_code == 404


def test_a_card_shows_all_that_is_printed_on_it():
    html, words = drawn()
    assert words == "Chiming Lamplighter Tide Choir 5000 10000 0"
    heard = "Chiming Lamplighter, Tide Choir, power 5000, shield 10000, rarity C, grade 0, critical trigger"
    assert f'role="img" aria-label="{heard}"' in html


def test_a_card_without_a_clan_wears_its_nation():
    html, words = drawn(clan="", kin="Drowned Isles")
    assert "Drowned Isles" in words
    assert "kin=Drowned+Isles" in html


def test_an_empty_card_can_be_drawn_for_scripts_to_fill():
    assert 'data-part="art"' in render_to_string("components/card.html", {"game": VANGUARD_GAME})


@pytest.mark.parametrize(
    ("rarity", "made_of"),
    [
        ("C", "paper"),
        ("", "paper"),
        ("R", "silver"),
        ("RR", "gold"),
        ("RRR", "foil"),
        ("GR", "foil"),
        ("LR", "pair"),
        ("SP", "special"),
    ],
)
def test_rarity_is_a_material(rarity, made_of):
    assert material(CARD | {"rarity": rarity}, "vanguard") == made_of
    html, _ = drawn(rarity=rarity)
    assert f'data-material="{made_of}"' in html
    assert f'href="#gem-{made_of}"' in html


@pytest.mark.parametrize("face", [VANGUARD_FACE, MAGIC_FACE])
def test_every_material_has_a_gem_that_looks_like_no_other(face):
    gems = dict(
        re.findall(r'<symbol id="gem-(\w+)"[^>]*>(.*?)</symbol>', render_to_string("components/icons.html"), re.DOTALL)
    )
    assert {*face.materials.values(), "foil"} <= set(gems)
    assert len(set(gems.values())) == len(gems)


@pytest.mark.parametrize(
    ("name", "size"), [("Kindling Page", 0), ("Moonpicker of the Night Orchard", 1), (LONG, 2), (LONG + LONG, 3)]
)
def test_long_names_shrink(name, size):
    assert name_size(CARD | {"name": name}) == size


def test_a_trigger_of_an_unknown_kind_still_has_a_letter():
    words = [trigger_words({"trigger": kind}) for kind in ("heal", "unknown", None)]
    assert words == ["heal trigger", "trigger unit", ""]


def test_thousands_are_separated():
    assert [thousands(value) for value in (10000, 0, None)] == ["10,000", "0", ""]
