import re
from xml.etree import ElementTree

from django.template import Context, Template

from drafts.drawings.games.rome import COMMANDS, OTHERS, SIGHTS, UNITS, symbols
from drafts.presenters.games.rome.faces import command_faces, unit_faces
from drafts.templatetags.games.rome import roman

SVG = "{http://www.w3.org/2000/svg}"


def drawn(tag):
    return " ".join(Template("{% load games.rome %}" + tag).render(Context()).split())


def label(tag):
    return re.search(r'aria-label="([^"]*)"', drawn(tag))[1]


def test_each_unit_and_each_command_has_a_drawing_of_its_own():
    drawings = ElementTree.fromstring(symbols(with_sights=True)).findall(f"{SVG}symbol")
    names = [each.attrib["id"].removeprefix("rome-") for each in drawings]
    assert names == [*UNITS, *COMMANDS, *OTHERS, *SIGHTS]
    assert len({tuple(path.attrib["d"] for path in each.iter(f"{SVG}path")) for each in drawings}) == len(drawings)
    cards = [*unit_faces(), *command_faces()]
    assert {card.drawing for card in cards} == {*UNITS, *COMMANDS}
    assert {f"sight-{card.sight}" for card in cards} == set(SIGHTS)


def test_a_drawing_takes_its_colours_from_where_it_is_drawn():
    assert set(re.findall(r'fill="([^"]*)"', symbols(with_sights=True))) == {
        "inherit",
        *(f"var(--rome-{tone})" for tone in ("ink", "mid", "rim", "glow")),
    }


def test_a_unit_is_drawn_and_read_aloud_as_it_stands():
    assert label('{% rome_unit "Ce" %}') == "Centurion, power 2"
    assert label('{% rome_unit "Ce" up=False chariot=True marks="used" %}') == (
        "Centurion, power 3, on a Chariot, face down, used in this turn"
    )
    assert label('{% rome_unit "El" power=7 marks="hit dead" %}') == "Elephant, power 7, will be hit, killed"
    mounted = drawn('{% rome_unit "In" chariot=True %}')
    assert ['href="#rome-In"' in mounted, 'href="#rome-mount"' in mounted, ">III<" in mounted] == [True, True, True]


def test_of_a_unit_that_is_hidden_nothing_is_drawn_but_its_back():
    hidden = drawn('{% rome_unit "" chariot=True power=5 marks="hit" %}')
    assert re.findall(r'href="#([\w-]+)"', hidden) == ["rome-wreath", "i-spark"]
    assert [label('{% rome_unit "" %}'), "power" in hidden, ">V<" in hidden] == ["Face down", False, False]


def test_power_is_written_in_roman_numerals():
    assert [roman(power) for power in (0, 1, 3, 4, 5, 6, 8, 9, 14, 29)] == [
        *("0", "I", "III", "IV", "V", "VI", "VIII", "IX", "XIV", "XXIX")
    ]
