import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.nicknames import LONGEST, LONGEST_KEY, BadNickname, clean_nickname, nickname_key

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
def test_what_passes_is_short_visible_and_stays_as_it_is(text):
    try:
        name = clean_nickname(text)
    except BadNickname:
        return
    assert 2 <= len(name) <= LONGEST
    assert (clean_nickname(name), len(nickname_key(name)) <= LONGEST_KEY) == (name, True)
    assert all(unicodedata.category(sign) != "Cf" for sign in name.replace("\u200d", ""))
