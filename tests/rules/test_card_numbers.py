"""Card numbers, as people type them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drafts.rules.card_numbers import (
    CardNumbers,
    Printed,
    TooLong,
    free_number,
    front_of,
    full_number,
    same_cards,
    typed_numbers,
)

BT06 = ["BT06/001EN", "BT06/045EN", "BT06/045EN-B", "BT06/S01EN", "BT06/102EN"]
ONE = CardNumbers({"BT06": BT06})
TWO = CardNumbers({"BT06": BT06, "G-BT01": ["G-BT01/045EN", "G-BT01/046EN"]})
CODES = st.from_regex(r"[A-Z0-9][A-Z0-9_.-]{0,15}", fullmatch=True)
OWN = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=12)
ENDS = st.one_of(
    st.integers(1, 400).map(str), st.from_regex(r"[A-Za-z]{0,2}[0-9]{1,3}[A-Za-z★†]{0,2}", fullmatch=True), OWN
)
SIGNS = st.sampled_from(["", "/", " ", "-", "_", " / ", "//"])


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("BT06/045EN", "BT06/045EN"),
        ("bt06/045en", "BT06/045EN"),
        ("bt06-045", "BT06/045EN"),
        ("BT06/045", "BT06/045EN"),
        ("045", "BT06/045EN"),
        ("45", "BT06/045EN"),
        ("s01", "BT06/S01EN"),
        ("BT06/045EN-B", "BT06/045EN-B"),
        ("046", None),
        ("BT07/003", None),
        ("", None),
        ("/-", None),
        ("BT06", None),
        ("٠٤٥", None),
    ],
)
def test_a_card_of_one_set_is_found_by_what_people_write_of_its_number(typed, number):
    assert ONE.find(typed) == number


@pytest.mark.parametrize(("code", "number", "full"), [
    ("NEO", "57", "NEO/57"),
    ("BT03", "046EN", "BT03/046EN"),
    ("BT03", "BT03/046EN", "BT03/046EN"),
    ("BT03", "bt03/046EN", "bt03/046EN"),
    ("BT03", "S01EN", "BT03/S01EN"),
    ("D-BT01", "D-BT01/001", "D-BT01/001"),
    ("D-BT01", "D-BT01 001", "D-BT01/001"),
    ("OP01", "OP01-001", "OP01/001"),
    ("WTR", "WTR001", "WTR/001"),
    ("EB10", "T-EB10/005", "T-EB10/005"),
    ("PLST", "DOM-1", "PLST/DOM-1"),
    ("BASE", "12/204", "BASE/12/204"),
    ("CRZ", "TG12/TG30", "CRZ/TG12/TG30"),
    ("12", "12/204", "12/204"),
    ("1", "10", "1/10"),
    ("MID", "57†", "MID/57†"),
])  # fmt: skip
def test_a_number_names_its_set_or_gets_its_code(code, number, full):
    assert full_number(code, number) == full
    assert full_number(code, full) == full


def test_the_set_that_a_number_names_stands_before_its_sign():
    fronts = [front_of(number) for number in ("NEO/57", "t-eb10/005", "57", "12/204", "TG12/TG30", "/57", "NEO/")]
    assert fronts == ["NEO", "T-EB10", "", "", "", "", ""]


@st.composite
def numbers_of_a_set(draw, code):
    """Draw a number that is bare, or names its own set in one way or another."""
    end = draw(ENDS)
    number = end if draw(st.booleans()) else f"{draw(st.sampled_from([code, code.lower()]))}{draw(SIGNS)}{end}"
    assume(front_of(number) in ("", code))
    return number


@given(CODES, CODES, st.data())
def test_numbers_of_two_sets_are_never_the_same(one, other, data):
    assume(one != other)
    end = data.draw(ENDS)
    assume(not front_of(end))
    assert full_number(one, end) != full_number(other, end)
    numbers = data.draw(numbers_of_a_set(one)), data.draw(numbers_of_a_set(other))
    assert full_number(one, numbers[0]) != full_number(other, numbers[1])


@given(CODES, OWN)
def test_a_number_that_names_a_set_is_kept(code, number):
    full = full_number(code, number)
    assert full_number(code, full) == full
    assert "/" in full


def test_of_several_sets_a_bare_number_means_the_cards_of_all():
    assert [TWO.find(typed) for typed in ("g-bt01/045", "bt6-45", "046")] == [
        "G-BT01/045EN",
        "BT06/045EN",
        "G-BT01/046EN",
    ]
    assert (TWO.find("045"), TWO.meant_by("045")) == (None, ["BT06/045EN", "G-BT01/045EN"])


def test_a_number_that_is_taken_gets_another_place():
    assert free_number("NEO/57", {"NEO/58"}) == "NEO/57"
    assert free_number("NEO/57", {"NEO/57", "NEO/57-2"}) == "NEO/57-3"


SWAN, GOOSE, LAND = Printed("Swan", "C"), Printed("Goose", "R"), Printed("Plains", "L")


@pytest.mark.parametrize(("loaded", "listed", "pairs"), [
    ({"X/1": SWAN, "X/2": GOOSE}, {"X/1EN": SWAN, "X/2EN": GOOSE}, {"X/1": "X/1EN", "X/2": "X/2EN"}),
    ({"X/1": SWAN}, {"X/001": SWAN, "X/1": SWAN}, {}),
    ({"X/1": SWAN}, {"X/9": SWAN}, {"X/1": "X/9"}),
    ({"X/1": SWAN}, {"X/9": Printed("Swan", "R")}, {}),
    ({"X/1": SWAN, "X/301": SWAN}, {"X/001": SWAN}, {"X/1": "X/001"}),
    ({"X/7": SWAN, "X/8": SWAN}, {"X/1": SWAN, "X/2": SWAN}, {}),
    ({"X/7": LAND, "X/8": LAND, "X/9": LAND}, {"X/007": LAND, "X/008": LAND, "X/010": LAND},
     {"X/7": "X/007", "X/8": "X/008", "X/9": "X/010"}),
])  # fmt: skip
def test_the_same_cards_under_other_numbers_are_recognized(loaded, listed, pairs):
    assert same_cards(loaded, listed) == pairs


PRINTS = st.dictionaries(st.from_regex(r"X/[0-9]{1,2}[A-Z]?", fullmatch=True), st.sampled_from([SWAN, GOOSE, LAND]))


@given(PRINTS, PRINTS)
def test_no_two_cards_are_renumbered_to_the_same_number_and_none_to_one_that_is_loaded(loaded, listed):
    pairs = same_cards(loaded, listed)
    assert len(set(pairs.values())) == len(pairs)
    assert not loaded.keys() & set(pairs.values())
    assert not listed.keys() & pairs.keys()
    assert all(loaded[old] == listed[new] for old, new in pairs.items())


def test_a_number_that_could_be_two_cards_is_none():
    numbers = CardNumbers({"X": ["X/1A", "X/1B"]})
    assert [numbers.find(typed) for typed in ("1", "X/1", "X/1b")] == [None, None, "X/1B"]


def test_numbers_stand_one_a_line_or_between_blanks_and_commas():
    assert typed_numbers(" 045\r\n001, 102;bt06-045\t7 ") == ["045", "001", "102", "bt06-045", "7"]
    assert typed_numbers(" \n ") == []


def test_of_a_list_of_cards_the_column_of_numbers_is_read():
    text = 'name,card_number\n"One, the first",BT06/001EN\nTwo,BT06/045EN\nlast\n'
    assert typed_numbers(text) == ["BT06/001EN", "BT06/045EN"]


@pytest.mark.parametrize("text", ["number,a\n" + "x" * 200_000, '"' + "x" * 200_000, "5 " * 1_000_000])
def test_a_text_that_is_too_long_for_any_pile_is_not_looked_through(text):
    with pytest.raises(TooLong):
        typed_numbers(text)
