"""Moves and attacks of battles are said as sentences, and places from the side of the reader."""

import pytest

from drafts.presenters.games.rome.moves import (
    WORDS,
    hit_words,
    move_words,
    preview_words,
    resigned_words,
    told_words,
)
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.state import HitUnit

CENTURION = HitUnit(
    at=(1, ("f", -2)), kind=UnitKind.CENTURION, by=((0, ("f", 2)),), sum=3, defence=4, archer=False, died=False
)


@pytest.mark.parametrize(
    ("move", "asked", "told"),
    [
        (
            "place In f3",
            "Place the Infantry on the front space 3 right of the middle",
            "Ann placed the new Infantry on the front space 3 right of the middle",
        ),
        (
            "shift f-2 f-1",
            "Shift the front row inward, from 2 left of the middle outwards",
            "Ann shifted the front row inward, from 2 left of the middle outwards",
        ),
        (
            "shift r1 r0",
            "Shift the rear row inward, from 1 right of the middle outwards",
            "Ann shifted the rear row inward, from 1 right of the middle outwards",
        ),
        (
            "shift r1 f1",
            "Shift the rear unit 1 right of the middle forward",
            "Ann shifted the rear unit 1 right of the middle forward",
        ),
        (
            "switch f0 r0",
            "Switch the front and rear units in the middle",
            "Ann switched the front and rear units in the middle",
        ),
        (
            "switch f0 f-1",
            "Switch the units on the front space in the middle and the front space 1 left of the middle",
            "Ann switched the units on the front space in the middle and the front space 1 left of the middle",
        ),
        ("nightfall", "Play Nightfall", "Ann played Nightfall"),
        (
            "retreat r0",
            "Play Retreat: move the vanguard to the rear space in the middle",
            "Ann played Retreat: the vanguard moved to the rear space in the middle",
        ),
        ("attack", "Attack", "Ann attacked"),
        (
            "attack javelin=f1",
            "Attack, with Javelin by the front unit 1 right of the middle",
            "Ann attacked, with Javelin by the front unit 1 right of the middle",
        ),
        (
            "attack volley=r-1:2",
            "Attack, with Volley by the rear unit 1 left of the middle, two spaces far",
            "Ann attacked, with Volley by the rear unit 1 left of the middle, two spaces far",
        ),
        (
            "attack with=f0>f1,f1>f2 hold=r0",
            "Attack, taking along the front unit 1 right of the middle, the front unit 2 right of the middle, "
            "holding back the rear unit in the middle",
            "Ann attacked, taking along the front unit 1 right of the middle, the front unit 2 right of the middle, "
            "holding back the rear unit in the middle",
        ),
        ("end discard=flank", "End the turn", "Ann ended the turn"),
        ("deploy f0:In", "Lay the line", "Ann laid the line"),
        ("plan f0:In", "Lay the line anew", "Ann laid the line anew"),
    ],
)
def test_a_move_is_asked_for_and_told_in_words(move, asked, told):
    assert (move_words(move), told_words(move, "Ann", is_across=False)) == (asked, told)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("place In f3", "You placed the new Infantry on the front space 3 right of the middle"),
        ("attack", "You attacked"),
        ("attack javelin=f1", "You attacked, with Javelin by the front unit 1 right of the middle"),
        ("deploy f0:In", "You laid the line"),
    ],
)
def test_the_reader_is_told_their_own_moves_as_theirs(move, words):
    assert told_words(move, "", is_across=False) == words


def test_the_reader_is_told_what_was_done_to_them_and_no_sentence_has_their_name():
    named = ("", "Ben", "Cem").__getitem__
    assert told_words("attack at=0", "Ben", named, is_across=True) == "Ben attacked you in the middle"
    assert move_words("attack at=0", named) == "Attack you in the middle"
    assert told_words("attack at=2 stampede=0/f-1", "Ben", named, is_across=True) == (
        "Ben attacked Cem in the middle, with Stampede by the front unit 1 left of the middle of your line"
    )
    assert (resigned_words("", "resign"), resigned_words("", "left")) == ("You gave up", "You are out of the event")
    assert all("You " in own and "%(name)s" not in own for _asked, own, _told in WORDS.values())


def test_an_attack_of_more_than_two_says_which_enemy_and_whose_elephant():
    names = ("Ann", "Ben", "Cem").__getitem__
    move = "attack at=2 stampede=1/f-1"
    words = "%s Cem in the middle, with Stampede by the front unit 1 on your right of Ben"
    assert move_words(move, names) == words % "Attack"
    assert told_words(move, "Ann", names, is_across=False) == words % "Ann attacked"


@pytest.mark.parametrize(
    "move", ["drive f1 f0", "attack at=2 stampede=1/f0", "flank f1 f-3", "reinforcements", "plan f0:In", "back"]
)
def test_no_word_is_left_out_of_a_move(move):
    assert "%" not in move_words(move) + told_words(move, "Ann", is_across=True)


def test_the_left_of_a_line_that_faces_the_reader_is_on_their_right():
    assert told_words("shift r-2 f-2", "Ann", is_across=True) == "Ann shifted the rear unit 2 on your right forward"
    assert told_words("switch f0 r0", "Ann", is_across=True) == "Ann switched the front and rear units in the middle"
    assert hit_words(CENTURION, "Ann", is_across=True).startswith("Ann's Centurion (front, 2 on your right) ")
    assert hit_words(CENTURION, "Ann").startswith("Ann's Centurion (front, 2 left of the middle) ")
    assert hit_words(CENTURION, "").startswith("Your Centurion (front, 2 left of the middle) ")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "The Centurion is hit with 3 and has 4: it lives."),
        ({"sum": 4, "died": True}, "The Centurion is hit with 4 and has 4: it dies."),
        ({"archer": True, "died": True}, "The Centurion is killed by an Archer."),
        ({"archer": True, "defence": None}, "The Centurion is protected from Archers."),
    ],
)
def test_the_report_of_an_attack_has_its_sums(facts, words):
    assert hit_words(CENTURION._replace(**facts)) == words


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"kind": None}, "Ann's unit that lies face down (front, 2 on your right) is hit with 3."),
        (
            {"kind": None, "archer": True},
            "Ann's unit that lies face down (front, 2 on your right) is hit by an Archer.",
        ),
        (
            {"died": None},
            "Ann's Centurion (front, 2 on your right) may die: it depends on what lies face down.",
        ),
    ],
)
def test_the_forecast_of_an_attack_tells_as_much_as_is_known(facts, words):
    hit = {"at": (1, "f-2"), "kind": "Ce", "by": [(0, "f2")], "sum": 3, "d": 4, "archer": False, "died": False}
    assert preview_words(hit | facts, "Ann", is_across=True) == words
