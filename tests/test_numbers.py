import ast
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from drafts.numbers import decimal_words, nearest, percent_words, rounded, signed_words, tenths_left
from drafts.presenters.clocks import clock_words
from tests.server import ROOT


@pytest.mark.parametrize(
    ("value", "places", "is_rounded"),
    [
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(2001, 3000) * 100, 1, "66.7"),
        (Fraction(66645, 1000), 1, "66.6"),
        (0.285, 2, "0.29"),
        (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (0.04, 1, "0.0"),
    ],
)
def test_a_number_is_rounded_half_up_as_it_is_read(value, places, is_rounded):
    assert rounded(value, places) == Decimal(is_rounded)


@pytest.mark.parametrize(("value", "whole"), [(2.5, 3), (3.5, 4), (-2.5, -3), (Fraction(5, 2), 3), (2.4999, 2), (7, 7)])
def test_the_nearest_whole_number_is_the_larger_of_two(value, whole):
    assert nearest(value) == whole


@pytest.mark.parametrize(
    ("left", "told"), [(34.04, 34.1), (34.1, 34.1), (34.0, 34.0), (33.96, 34.0), (0.001, 0.1), (0, 0), (None, None)]
)
def test_a_stopped_clock_shows_the_same_second_whether_told_exactly_or_in_tenths(left, told):
    assert tenths_left(left) == told
    assert clock_words(None, left) == clock_words(None, tenths_left(left))


def test_shares_and_differences_have_one_form():
    assert [percent_words(Fraction(2, 3)), percent_words(1, 0)] == ["66.7 %", "100 %"]
    assert [signed_words(3), signed_words(-2), signed_words(0), signed_words(-0.04, 1)] == ["+3", "−2", "0", "0.0"]


def test_numbers_are_written_as_the_active_language_writes_them():
    with override("de"):
        assert decimal_words(0.5, 1) == "0,5"


# One place ------------------------------------------------------------------------------------------------------------

FOR_PEOPLE = ("forms", "notices.py", "presenters", "services", "templatetags", "views")
NOT_WORDS = {
    "presenters/games/rome/board/page.py": "the seconds that a script counts down from",
    "presenters/games/rome/lines.py": "where an arrow of a drawing begins and ends",
    "presenters/statistics/event_statistics.py": "how long a bar is",
    "presenters/statistics/statistics_page.py": "where a bar ends",
    "templatetags/look.py": "how high a bar is",
    "templatetags/panel.py": "the seconds that a script counts down from",
}
"""Modules that write a number for a style or a script."""

OF_PLACES = re.compile(r"\.\d|[efg%]$", re.IGNORECASE)


def numbers_written(code: str) -> list[str]:
    """Return the expressions of a module that round a number, or write one with decimal places."""
    found = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id="round")) | ast.Call(func=ast.Name(id="format"), args=[_, _]):
                found.append(ast.unparse(node))
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as form), *_])):
                found += [ast.unparse(node)] if OF_PLACES.search(form) else []
            case ast.Constant(value=str() as text) if re.search(r"%\.\d[efg]", text):
                found.append(text)
    return found


def test_people_read_no_number_that_is_rounded_elsewhere():
    folder = ROOT / "drafts"
    modules = [
        path for name in FOR_PEOPLE for path in (folder / name, *(folder / name).rglob("*.py")) if path.is_file()
    ]
    found = {path.relative_to(folder).as_posix(): numbers_written(path.read_text()) for path in modules}
    assert {name for name, numbers in found.items() if numbers} == NOT_WORDS.keys()


@pytest.mark.parametrize("code", ["round(x)", 'f"{x:.1f}"', 'f"{x:g}"', 'f"{x:.0%}"', '"%.1f" % x', 'format(x, ".2f")'])
def test_a_number_that_is_rounded_elsewhere_would_be_found(code):
    assert numbers_written(code)


def test_templates_write_no_number_with_filters_of_their_own():
    other = re.compile(r"\|\s*(?:floatformat|intcomma|stringformat:\"\.)")
    assert {path.name for path in (ROOT / "templates").rglob("*.html") if other.search(path.read_text())} == set()


IN_SCRIPTS = re.compile(r"toFixed|toPrecision|FractionDigits|Math\.(?:round|floor)\([^;\n]*\* ?10+\) ?/")
COORDINATES = {
    *("components/card-light.js", "decks/deck-picture-svg.js", "lib/fit.js", "log/replay-table.js"),
    *(f"draft/display/{name}.js" for name in ("belt", "belt-packs", "round-table", "small-ring")),
    "draft/ceremonies/wrapper-paths.js",
}


def test_scripts_write_decimal_places_in_one_module_and_else_only_in_styles_and_drawings():
    folder = ROOT / "static/js"
    scripts = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.js")}
    assert {name for name, code in scripts.items() if IN_SCRIPTS.search(code)} == {"lib/decimals.js", *COORDINATES}
