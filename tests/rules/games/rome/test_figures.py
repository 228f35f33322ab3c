"""Figures of battles: each unit that came into a line, killed or was lost counts once for its kind."""

from collections import Counter

import pytest

from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.figures import RANKED, BattleFigures
from drafts.rules.games.rome.notation import decode
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.state import BattleOptions
from drafts.rules.games.rome.turns import apply, initial
from tests.rules.games.rome.games import random_battle


@pytest.mark.parametrize("number", range(6))
def test_units_lost_and_units_standing_add_up_to_those_that_came_into_lines(number):
    steps = list(random_battle(number, turns=40))
    positions = [steps[0][0], *(after for *_, after in steps)]
    figures = BattleFigures()
    figures.add(positions, over(positions[-1]))
    sides = positions[-1].sides
    if positions[-1].turn:
        assert sum(figures.lost.values()) == sum(side.lost for side in sides)
    assert sum(figures.played.values()) == sum(figures.lost.values()) + sum(len(side.line) for side in sides)
    assert all(figures.lost[kind] <= figures.played[kind] for kind in UnitKind)


def test_a_kill_counts_for_each_kind_that_hit():
    before = decode("rome act 7.0 // *In | Ca // *Cv In")
    figures = BattleFigures()
    figures.add([before, apply(before, 0, "attack")], None)
    assert (figures.killed, figures.lost) == ({UnitKind.INFANTRY: 1, UnitKind.CATAPULT: 1}, {UnitKind.CAVALRY: 1})


def test_the_first_turn_counts_as_won_where_its_seat_alone_has_the_first_place():
    first = decode("rome act 1.1 // *In // *In")
    figures = BattleFigures()
    for places in ((2, 1), (1, 2), (1, 1), None):
        figures.add([first], places)
    assert (figures.battles, figures.decided, figures.first_won) == (4, 2, 1)


def test_a_battle_that_ends_before_its_first_turn_tells_nothing_of_turns():
    figures = BattleFigures()
    figures.add([initial("rome", 1, BattleOptions())], (1, 2))
    assert (figures.battles, figures.decided, figures.turns) == (1, 0, Counter())
    assert figures.ends == {RANKED: 1}
