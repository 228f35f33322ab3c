import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.night.nicknames import (
    LONGEST,
    LONGEST_KEY,
    BadNickname,
    clean_nickname,
    isolate,
    isolate_names,
    looks_like_one_of,
    nickname_key,
    pieces_of,
)

EVERY_SIGN = [chr(number) for number in range(sys.maxunicode + 1)]
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def is_refused(name):
    try:
        clean_nickname(name)
    except BadNickname:
        return True
    return False


@pytest.mark.parametrize(
    "name", ["Aichi", "Zoë", "Łukasz", "Đặng", "ชินจิ", "שָׁלוֹם", "محمد", "先導アイチ", "👩‍🚀 1️⃣", "O'Neill-2", "ﷺ x"]
)
def test_people_of_all_countries_have_names(name):
    assert not is_refused(name)


def test_no_sign_turns_the_text():
    turning = [sign for sign in EVERY_SIGN if unicodedata.bidirectional(sign) in TURNS] + ["\u200e", "\u200f", "\u061c"]
    assert [sign for sign in turning if not is_refused(f"Ai{sign}chi")] == []


def test_no_sign_controls_breaks_the_line_or_is_half_of_a_sign():
    wrong = [
        sign for sign in EVERY_SIGN if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} and not sign.isspace()
    ]
    assert (len(wrong) > 2000, [sign for sign in wrong if not is_refused(f"Ai{sign}chi")]) == (True, [])


def test_breaks_become_spaces():
    assert clean_nickname("Ai\n\r\tchi\u2028Sendou") == "Ai chi Sendou"


@pytest.mark.parametrize("marks", ["\u0301", "\u20dd", "\u0e49"])
def test_a_letter_wears_three_marks_and_no_tower_of_them(marks):
    assert [is_refused("Z" + marks * count + "algo") for count in (3, 5, 19)] == [False, True, True]
    assert is_refused("Z" + f"{marks}\u200d" * 8 + "a")


@given(st.text(max_size=60))
def test_a_nickname_that_passes_is_short_and_visible_and_stays_as_it_is(text):
    try:
        name = clean_nickname(text)
    except BadNickname:
        return
    assert 2 <= len(name) <= LONGEST
    assert (clean_nickname(name), len(nickname_key(name)) <= LONGEST_KEY) == (name, True)
    assert all(unicodedata.category(sign) != "Cf" for sign in name.replace("\u200d", ""))


@pytest.mark.parametrize("name", ["Ben", "عبد الرحمن المقاتل", "דניאל הלוחם", "a|b", "(x)"])
def test_a_name_in_a_sentence_is_found_again(name):
    assert pieces_of(f"{isolate(name)} calls a judge") == ["", name, " calls a judge"]
    assert isolate_names(f"{name} calls a judge", [name]) == f"{isolate(name)} calls a judge"


def test_names_are_isolated_as_words_and_the_longer_before_the_shorter():
    names = ["Al", "Al Bo", "The"]
    assert isolate_names("Al Bo and All", names) == f"{isolate('Al Bo')} and All"
    assert isolate_names("Al Bo", []) == "Al Bo"


def test_no_nickname_contains_the_signs_that_isolate():
    assert is_refused(isolate("Ben"))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"),
        ("ANN", "\N{CYRILLIC SMALL LETTER A}nn"),
        ("Tom", "\N{GREEK CAPITAL LETTER TAU}\N{GREEK SMALL LETTER OMICRON}m"),
        ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zo\N{CYRILLIC SMALL LETTER IO}"),
        ("\N{CYRILLIC CAPITAL LETTER ES}\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER ER}", "Cap"),
        ("Ann", " a n\N{ZERO WIDTH JOINER}n"),
    ],
)
def test_a_name_of_another_alphabet_that_looks_the_same_is_the_same(name, other):
    assert looks_like_one_of(name, ["Ben", other])
    assert looks_like_one_of(other, ["Ben", name])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Anne"),
        ("\N{CYRILLIC CAPITAL LETTER A}" + 2 * "\N{CYRILLIC SMALL LETTER EN}" + "\N{CYRILLIC SMALL LETTER A}", "Anna"),
        ("\N{LATIN CAPITAL LETTER A WITH DIAERESIS}nn", "Ann"),
        ("Al1", "All"),
    ],
)
def test_names_that_look_different_are_different(name, other):
    assert not looks_like_one_of(name, [other])


def test_a_name_is_the_same_in_capitals_whatever_its_alphabet():
    name = "\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC SMALL LETTER I}\N{CYRILLIC SMALL LETTER EM}"
    assert looks_like_one_of(name, [name.upper()])
