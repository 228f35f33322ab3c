import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from drafts.drawings.games.base import HUES, STEEL, slug_of
from drafts.drawings.games.vanguard.face import art_of, hue_of
from drafts.rules.games.registry import LARGEST_TABLE
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from drafts.templatetags.games.vanguard import thousands, trigger_words
from drafts.templatetags.look import name_size, shine
from drafts.views.art import palette
from tests.server import ROOT

SAMPLE_CLANS = ["Gold Lions", "Ember Court", "Tide Choir", "Verdant Oath", "Clockwork Guild", "Night Orchard"]
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


@pytest.mark.parametrize("clan", [*SAMPLE_CLANS, "Kagero", "Dragon Empire", "BanG Dream!", "", "ゴールドパラディン"])
def test_every_clan_has_a_face_that_is_well_formed_and_asks_for_nothing(clan):
    svg = art_of(slug_of(clan))
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 590 860"
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)|href=|<script", svg) == []


def test_the_face_of_a_clan_is_always_the_same_and_no_two_are_alike():
    clans = [*SAMPLE_CLANS, "Kagero", "Narukami", "Nubatama", "Granblue", "Genesis", "Murakumo"]
    assert [art_of(slug_of(clan)) for clan in clans] == [art_of(slug_of(clan)) for clan in clans]
    assert len({art_of(slug_of(clan)) for clan in clans}) == len(clans)


def test_the_style_sheet_names_every_hue():
    named = re.findall(r'\[data-hue="(\d+)"\]', (ROOT / "static/css/card.css").read_text())
    assert sorted(map(int, named)) == [*range(HUES), STEEL]


def test_every_place_of_the_largest_table_has_a_glyph_and_a_colour_of_its_own_in_both_themes():
    icons = render_to_string("components/icons.html")
    glyphs = dict(re.findall(r'<symbol id="seat-(\d+)"[^>]*>(.*?)</symbol>', icons))
    dark, light = (colours(theme) for theme in ("tokens", "light"))
    places = {str(place) for place in range(LARGEST_TABLE)}
    for marks in (glyphs, seat_colours(dark), seat_colours(light)):
        assert set(marks) == places
        assert len(set(marks.values())) == len(places)
    worn = re.findall(
        r'\[data-seat="(\d+)"\] { --seat: var\(--seat-(\d+)\); }', (ROOT / "static/css/base.css").read_text()
    )
    assert worn == [(place, place) for place in sorted(places, key=int)]


def test_scripts_know_how_many_places_have_a_mark():
    assert re.findall(r"MARKS = (\d+);", (ROOT / "static/js/lib/seats.js").read_text()) == [str(LARGEST_TABLE)]


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
    return dict(re.findall(r"--([\w-]+): #(\w{6});", (ROOT / f"static/css/{theme}.css").read_text()))


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


def test_a_palette_has_the_colour_and_the_face_of_each_clan_and_of_none():
    assert palette(VANGUARD_GAME, ["Tide Choir"]) == {
        "": {"hue": STEEL, "art": "/art/vanguard/neutral.svg"},
        "Tide Choir": {"hue": hue_of("tide-choir"), "art": "/art/vanguard/tide-choir.svg"},
    }


def test_a_face_is_served_to_be_kept(client):
    answer = client.get("/art/vanguard/gold-lions.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert answer["Cache-Control"] == "public, max-age=2592000"


def test_a_card_shows_all_that_is_printed_on_it():
    _, words = drawn()
    heard = words.replace(" ,", ",")
    assert heard == "Chiming Lamplighter, Tide Choir, power 5,000, shield 10,000, rarity C, grade 0, critical trigger"


def test_a_card_without_a_clan_wears_its_nation():
    html, words = drawn(clan="", kin="Drowned Isles")
    assert "Drowned Isles" in words
    assert "/art/vanguard/drowned-isles.svg" in html


def test_an_empty_card_can_be_drawn_for_scripts_to_fill():
    assert "/art/vanguard/neutral.svg" in render_to_string("components/card.html", {"game": VANGUARD_GAME})


@pytest.mark.parametrize(
    ("rarity", "level"), [("C", 0), ("R", 0), ("RR", 1), ("RRR", 2), ("GR", 2), ("LR", 2), ("", 0)]
)
def test_rr_gleams_and_what_is_rarer_is_foil(rarity, level):
    assert shine(CARD | {"rarity": rarity}, "vanguard") == level


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
