"""The naming of commanders (M35): whose word counts, what a name is, and how it is written down."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, SERVER, fighter_by, judge_by
from drafts.rules.building import KnownCard, name_key
from drafts.rules.errors import NoCommander, NoSuchThing, NotAllowed, NotDrafting, Refusal
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.commander_choice import (
    LINES,
    LONGEST_COMMANDER,
    CommanderMove,
    Commanders,
    FixCommanders,
    NoCommanderMove,
    apply,
    completed,
)

ANN, BEN, STRANGER = 4, 7, 9
NOW = datetime(2026, 11, 28, tzinfo=UTC)
KNOWN = {
    name_key("Toad King // Toad"): KnownCard("MAG01/001", is_commander=True, name="Toad King // Toad"),
    name_key("Otter Scout"): KnownCard("MAG01/002"),
}
NONE = Commanders((ANN, BEN), known=KNOWN)


def named(commanders, by, name, fighter=None):
    return apply(commanders, by, completed(commanders, by, CommanderMove(fighter, name)), NOW)


def test_M35_the_last_name_that_a_fighter_says_is_their_commander():
    after = named(named(NONE, fighter_by(ANN), "Toad King"), fighter_by(ANN), " Moth  of Ash ")
    assert (after.named, NONE.named) == ({ANN: "Moth of Ash"}, {})
    assert named(after, fighter_by(ANN), "Moth of Ash") is after


@pytest.mark.parametrize(
    ("said", "stored"),
    [("toad king", "Toad King"), ("TOAD KING // toad", "Toad King // Toad"), ("moth of ash", "moth of ash")],
)
def test_M35_a_loaded_card_is_named_as_it_is_printed(said, stored):
    assert named(NONE, fighter_by(ANN), said).named == {ANN: stored}


def test_M35_the_organizer_names_for_any_fighter_and_takes_a_name_back():
    after = named(NONE, ORGANIZER, "Toad King", BEN)
    assert after.named == {BEN: "Toad King"}
    assert apply(after, ORGANIZER, NoCommanderMove(BEN), NOW).named == {}
    assert apply(NONE, ORGANIZER, NoCommanderMove(BEN), NOW) is NONE


def test_M35_no_fighter_waits_for_one_who_has_left_until_they_are_there_again():
    after = apply(NONE, ORGANIZER, DropOut(BEN), NOW)
    assert (after.missing, apply(after, ORGANIZER, DropOut(BEN), NOW)) == ((ANN,), after)
    assert apply(after, ORGANIZER, ComeBack(BEN), NOW) == NONE
    for by, fighter in ((fighter_by(BEN), BEN), (ORGANIZER, STRANGER)):
        with pytest.raises(NotAllowed):
            apply(NONE, by, DropOut(fighter), NOW)


@pytest.mark.parametrize(
    ("by", "fighter"),
    [
        (fighter_by(ANN), BEN), (fighter_by(STRANGER), None), (fighter_by(STRANGER), STRANGER), (judge_by(None), ANN),
        (SERVER, ANN), (SERVER, None), (ORGANIZER, None), (ORGANIZER, STRANGER),
    ],
)  # fmt: skip
def test_M35_no_other_fighter_names_a_commander(by, fighter):
    with pytest.raises(NotAllowed):
        named(NONE, by, "Toad King", fighter)


@pytest.mark.parametrize("by", [fighter_by(ANN), fighter_by(BEN), judge_by(None), SERVER])
def test_M35_the_organizer_alone_takes_a_name_back_and_fixes_all(by):
    after = named(NONE, fighter_by(ANN), "Toad King")
    for move in (NoCommanderMove(ANN), FixCommanders()):
        with pytest.raises(NotAllowed):
            apply(after, by, move, NOW)


def test_M35_once_they_are_fixed_commanders_stay():
    fixed = apply(named(NONE, fighter_by(ANN), "Toad King"), ORGANIZER, FixCommanders(), NOW)
    assert (fixed.fixed, fixed.named, fixed.missing) == (True, {ANN: "Toad King"}, (BEN,))
    assert apply(fixed, ORGANIZER, FixCommanders(), NOW) is fixed
    for by, fighter in ((fighter_by(BEN), None), (ORGANIZER, BEN)):
        with pytest.raises(NotDrafting):
            named(fixed, by, "Moth", fighter)
    with pytest.raises(NotDrafting):
        apply(fixed, ORGANIZER, NoCommanderMove(ANN), NOW)


@pytest.mark.parametrize("name", ["", "  ", "x" * (LONGEST_COMMANDER + 1), "Toad\x00King", "Toad\u202eKing"])
def test_M35_a_text_that_is_no_name_is_refused(name):
    with pytest.raises(NoSuchThing):
        named(NONE, fighter_by(ANN), name)


@pytest.mark.parametrize("name", ["Otter Scout", "otter scout", "OTTER  SCOUT"])
def test_M35_a_loaded_card_that_is_no_legendary_creature_is_refused_in_any_case_of_letters(name):
    with pytest.raises(NoCommander) as refused:
        named(NONE, fighter_by(ANN), name)
    assert refused.value.code == "no_commander"


@pytest.mark.parametrize("name", ["toad king", "Toad King // Toad", "No loaded set has this"])
def test_M35_a_legendary_creature_and_a_card_that_no_loaded_set_has_are_commanders(name):
    assert named(NONE, fighter_by(ANN), name).named[ANN].casefold() == name.casefold()


@given(st.text(min_size=0, max_size=80))
def test_M35_a_name_that_is_taken_is_read_back_from_its_line_as_it_was(name):
    try:
        move = completed(NONE, fighter_by(ANN), CommanderMove(name=name))
    except Refusal:
        return
    assert LINES.decode(*LINES.encode(move)) == move
    assert completed(NONE, fighter_by(ANN), CommanderMove(name=move.name)) == move
    assert 0 < len(move.name) <= LONGEST_COMMANDER


def test_M35_moves_are_lines_of_the_history():
    moves = [CommanderMove(ANN, "Toad King"), NoCommanderMove(ANN), FixCommanders(), DropOut(ANN), ComeBack(ANN)]
    lines = [LINES.encode(move) for move in moves]
    names, gone = [("commander", "4 Toad King"), ("no_commander", "4")], [("drop", "4"), ("reinstate", "4")]
    assert lines == [*names, ("fix_names", ""), *gone]
    assert [LINES.decode(*line) for line in lines] == moves
