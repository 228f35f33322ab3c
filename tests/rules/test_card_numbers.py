"""Card numbers, as people type them."""

import pytest

from drafts.rules.card_numbers import CardNumbers, TooLong, typed_numbers

BT06 = ["BT06/001EN", "BT06/045EN", "BT06/045EN-B", "BT06/S01EN", "BT06/102EN"]
ONE = CardNumbers({"BT06": BT06})
TWO = CardNumbers({"BT06": BT06, "G-BT01": ["G-BT01/045EN"]})


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


def test_of_several_sets_the_set_is_named():
    assert [TWO.find(typed) for typed in ("045", "g-bt01/045", "bt6-45")] == [None, "G-BT01/045EN", "BT06/045EN"]


def test_what_could_be_two_cards_is_none():
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
