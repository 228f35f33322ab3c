import re

import pytest

from drafts.rules.night.comments import (
    LONGEST,
    STEP,
    BadComment,
    clean_comment,
    pass_of_step,
    step_of_fights,
    step_of_pass,
)
from drafts.rules.night.nicknames import replace_names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Why not the dragon?  ", "Why not the dragon?"),
        ("one\r\ntwo\rthree\n\n\n\nfour  ", "one\ntwo\nthree\n\nfour"),
        ("a\tb", "a b"),
        ("Ange\u0301l", "Angél"),
        ("لماذا هذه البطاقة؟", "لماذا هذه البطاقة؟"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"),
        ("<b>bold</b> & {{ x }}", "<b>bold</b> & {{ x }}"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_comment_is_kept_as_it_was_meant(typed, kept):
    assert clean_comment(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \n\t ",
        "\u200c",
        "x" * (LONGEST + 1),
        "a\0b",
        "a\x1bb",
        "a\u202eb",
        "a\u2067b",
        "a\u200bb",
        "z" + "\u0301" * 9,
    ],
)
def test_nothing_a_novel_and_signs_that_nobody_sees_are_no_comment(typed):
    with pytest.raises(BadComment):
        clean_comment(typed)


def test_steps_are_named_as_in_addresses():
    steps = [step_of_pass(2, 13), step_of_fights(1), "e"]
    assert (steps, [pass_of_step(step) for step in steps]) == (["r2p13", "f1", "e"], [(2, 13), None, None])
    assert [bool(re.fullmatch(STEP, step)) for step in (*steps, "r0p1", "r1p0", "r1", "q1", "r1p1s0", "")] == [
        *[True] * 3,
        *[False] * 6,
    ]


def test_a_nickname_in_a_text_is_what_somebody_is_called_there_wherever_it_stands_as_a_word():
    called = {"Ann": "Fighter 1", "Ann Lee": "Fighter 2", "سهرة": "Fighter 3", "*": "Fighter 4"}
    text = "ann took it before Ann  LEE, not Annabel. سهرة؟ Ann!"
    assert replace_names(text, called) == "Fighter 1 took it before Fighter 2, not Annabel. Fighter 3؟ Fighter 1!"
    assert replace_names(text, {}) == text
