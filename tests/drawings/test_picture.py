import csv
import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from drafts.drawings import figure
from drafts.drawings.colours import hex_of
from drafts.drawings.games.magic.face import MAGIC_FACE
from drafts.drawings.games.magic.subject import ANY_CREATURE, ANY_PLACE, CREATURES, MACHINES
from drafts.drawings.games.registry import FACES
from drafts.drawings.games.vanguard.face import VANGUARD_FACE
from drafts.drawings.games.vanguard.subject import ANYBODY, KINDS, RACES, ROLES
from drafts.drawings.held import WORDS_OF_ITEMS
from drafts.drawings.landmarks import LANDMARKS
from drafts.drawings.picture import draw_card
from drafts.importers.card_fields import FieldReader
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from tests.rules.games.magic_cards import DATA

NOCTURNE = {
    "name": "Nocturne",
    "kin": "Night Orchard",
    "race": "Moth Folk",
    "grade": "3",
    "card_type": "normal",
    "rarity": "RR",
    "number": "SMP02/011",
}
OTHERS = {
    "name": "Serenade",
    "kin": "Tide Choir",
    "race": "Golem",
    "grade": "0",
    "card_type": "g",
    "rarity": "RRR",
    "trigger": "heal",
}
UPPER = (0, 0, 59, 52)
"""The part of a card, 59 by 86, that no plate covers."""


def printed(code):
    """Return the cards of a set that comes with the project."""
    with (DATA / f"{code}.csv").open(encoding="utf-8", newline="") as file:
        game = MAGIC_GAME if code.startswith("MA") else VANGUARD_GAME
        return [FieldReader(row).card(game, code) for row in csv.DictReader(file)]


def seen(svg):
    """Return what is seen of a card that lies in a hand of many."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=59)
    return Image.open(BytesIO(bytes(png))).convert("RGB").crop(UPPER)


def difference(one, other):
    """Return how much two pictures differ, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def drawn(face, facts):
    return draw_card(face.subject_of(facts))


@pytest.mark.parametrize("code", ["SMP01", "SMP02", "MAG01", "MAP01"])
def test_no_two_cards_of_a_set_look_alike(code):
    pictures = {card.name: seen(drawn(FACES[card.game], FACES[card.game].facts_of(card))) for card in printed(code)}
    alike = [names for names in combinations(pictures, 2) if difference(*(pictures[name] for name in names)) < 12]
    assert alike == []


@pytest.mark.parametrize("fact", OTHERS)
def test_every_fact_changes_the_picture(fact):
    one, other = (seen(drawn(VANGUARD_FACE, facts)) for facts in (NOCTURNE, NOCTURNE | {fact: OTHERS[fact]}))
    assert difference(one, other) > 1


FACTS = sorted({fact for face in FACES.values() for fact in face.facts})
TEXTS = st.text(max_size=8) | st.sampled_from(("LR", "g", "3", "-1", "heal", "white-blue", "SMP02/L"))


@given(st.sampled_from(sorted(FACES)), st.dictionaries(st.sampled_from(FACTS), TEXTS))
def test_any_facts_at_all_make_a_picture_that_is_well_formed_and_asks_for_nothing(game, facts):
    svg = drawn(FACES[game], facts)
    assert ElementTree.fromstring(svg).get("viewBox") in ("0 0 236 344", "0 0 516 344")
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)|href=|<script|<text|nan|inf", svg) == []
    assert drawn(FACES[game], facts) == svg


@pytest.mark.parametrize("place", LANDMARKS)
def test_each_landmark_is_drawn_wide_and_changes_the_picture_of_its_place(place):
    subject = MAGIC_FACE.subject_of({"name": "Anywhere", "type_line": "Plane - Wickmoor"})
    other = next(name for name in LANDMARKS if name != place)
    one, two = (seen(draw_card(replace(subject, place=name))) for name in (place, other))
    assert difference(one, two) > 3


def test_M43_a_plane_shows_the_landmark_of_its_name_and_a_phenomenon_a_storm():
    def place(name, type_line):
        return MAGIC_FACE.subject_of({"name": name, "type_line": type_line}).place

    assert place("The Overdue Library", "Plane - Ashlar") == "books"
    assert place("The Overdue Library", "Phenomenon") == "storm"
    assert place("The Overdue Library", "Sorcery") is None
    assert place("Zzz", "Plane - Ashlar") in ANY_PLACE


def test_the_cards_of_a_pair_are_one_picture_where_they_meet():
    half = NOCTURNE | {"rarity": "LR", "race": "Shade"}
    pair = [half | {"number": f"SMP02/L{place}", "name": f"Half {place}"} for place in (1, 2)]
    left, right = (
        Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawn(VANGUARD_FACE, half))))).convert("RGB")
        for half in pair
    )
    edges = left.crop((230, 40, 232, 90)), right.crop((4, 40, 6, 90))
    assert difference(*edges) < 12
    assert difference(left.crop((7, 20, 9, 90)), right.crop((7, 20, 9, 90))) > 12
    seams = left.crop((233, 30, 235, 310)), right.crop((1, 30, 3, 310))
    for seam in seams:  # each is whole where the other one does not lie beside it
        red, _, blue = ImageStat.Stat(seam).mean
        assert (red > 150, red > blue) == (True, True)


@pytest.mark.parametrize("kin", ["Gold Lions", "Night Orchard", "Clockwork Guild", "Royal Paladin", "Genesis"])
def test_silver_and_foil_are_told_apart_by_their_edges_on_a_card_of_a_hand(kin):
    def colourfulness(rarity):
        svg = drawn(VANGUARD_FACE, NOCTURNE | {"kin": kin, "rarity": rarity})
        image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=76)))).convert("HSV")
        return ImageStat.Stat(image.crop((0, 8, 2, image.height - 8))).mean[1]

    assert colourfulness("R") < 60
    assert colourfulness("RRR") > 110


@pytest.mark.parametrize(
    ("race", "name", "figures"),
    [
        ("Lionkin", "Shieldmate of the Pride", {"lion"}),
        ("Human", "Persimmon Witch", {"witch"}),
        ("", "Dragonic Overlord", {"dragon"}),
        ("Flame Dragon", "Whoever", {"dragon"}),
        ("High Beast", "Whoever", {"wolf", "bear", "stag", "fox", "lion"}),
        ("A race that nobody knows", "Whoever", {*ANYBODY}),
    ],
)
def test_race_and_name_choose_the_figure(race, name, figures):
    assert VANGUARD_FACE.subject_of({"race": race, "name": name}).figure in figures


@pytest.mark.parametrize(
    ("types", "figures", "lands"),
    [
        ("Creature - Human Knight", {"knight"}, 1),
        ("Artifact - Vehicle", {*MACHINES}, 1),
        ("Legendary Planeswalker - Pim", {"witch", "regent", "rogue"}, 1),
        ("Sorcery", {None}, 1),
        ("Basic Land - Swamp", {None}, 1),
    ],
)
def test_a_type_line_chooses_what_a_card_of_magic_shows(types, figures, lands):
    subject = MAGIC_FACE.subject_of({"type_line": types, "name": "Whoever", "kin": "blue"})
    assert subject.figure in figures
    assert (subject.figure or subject.item or "land") != "land" or "Land" in types


def test_two_colours_meet_on_one_card_and_three_are_gold():
    kins = ("white", "white-blue", "black-red-green")
    assert [len(MAGIC_FACE.subject_of({"kin": kin}).lands) for kin in kins] == [1, 2, 1]


def test_every_drawing_is_used_and_every_drawing_that_is_named_is_there():
    named = {name for names in (*RACES.values(), *(names for _, names in KINDS), ANYBODY) for name in names}
    named |= {name for _, name in ROLES} | {name for _, names in CREATURES for name in names}
    assert named | {*ANY_CREATURE, *MACHINES, "bearer"} == figure.FIGURES
    assert {*WORDS_OF_ITEMS, "mask"} == figure.ITEMS
    assert len(figure.FIGURES) >= 24


@pytest.mark.parametrize(
    ("tone", "colour"),
    [((1, 0, 0), "#ffffff"), ((0.628, 0.2577, 29.23), "#ff0000"), ((0.452, 0.3132, 264.05), "#0000ff")],
)
def test_colours_of_oklch_are_those_of_srgb(tone, colour):
    assert hex_of(*tone) == colour


@given(st.floats(0, 1), st.floats(0, 0.5), st.floats(-360, 720))
def test_a_colour_that_no_screen_shows_is_made_paler_until_one_does(lightness, chroma, angle):
    assert re.fullmatch("#[0-9a-f]{6}", hex_of(lightness, chroma, angle))
