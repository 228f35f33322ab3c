"""Rows of a battle: positions out of them, and how far a battle can go back."""

import pytest

from drafts.rules.games.rome.bots import timeout_moves
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.refusals import NothingToUndo
from drafts.rules.games.rome.replays import RANK, RESIGN, PlayedMove, back_to, positions
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial

OPTIONS = BattleOptions()


def rows_of(turns, fight=1):
    """Return rows and the last position of a battle in which time makes all moves, up to the start of a turn."""
    battle, rows = initial("rome", fight, OPTIONS), []
    while battle.turn < turns:
        seat = due(battle)[0]
        for line in timeout_moves(battle, seat):
            battle = apply(battle, seat, line)
            rows.append(PlayedMove(seat, line))
    return rows, battle


def test_a_battle_goes_back_to_the_start_of_this_turn_or_of_the_one_before():
    rows, start = rows_of(5)
    before, start_before = rows_of(4)
    line = timeout_moves(start, start.seat)[0]
    more = [*rows, PlayedMove(start.seat, line)]
    assert back_to("rome", 1, OPTIONS, more, 5) == (len(rows), start)
    assert back_to("rome", 1, OPTIONS, more, 4) == (len(before), start_before)
    assert back_to("rome", 1, OPTIONS, rows, 4) == (len(before), start_before)


@pytest.mark.parametrize("turn", [-1, 0, 3, 5, 6])
def test_a_battle_does_not_go_back_further_nor_where_nothing_has_happened(turn):
    rows, _ = rows_of(5)
    with pytest.raises(NothingToUndo):
        back_to("rome", 1, OPTIONS, rows, turn)


def test_a_battle_that_is_over_does_not_go_back():
    rows, battle = rows_of(5)
    with pytest.raises(NothingToUndo):
        back_to("rome", 1, OPTIONS, [*rows, PlayedMove(battle.seat, RESIGN)], 5)


def test_from_the_first_turn_a_battle_goes_back_to_its_plans():
    rows, _ = rows_of(1)
    left, battle = back_to("rome", 1, OPTIONS, rows, 0)
    assert battle.phase is BattlePhase.DEPLOY
    assert left == 2 * battle.replays


def test_rows_say_who_resigned_and_that_a_battle_was_ended():
    rows, _ = rows_of(5)
    *_, last = positions("rome", 1, OPTIONS, [*rows, PlayedMove(1, RESIGN)])
    assert over(last) == (1, 2)
    *_, last = positions("rome", 1, OPTIONS, [*rows, PlayedMove(0, RANK)])
    assert last.phase is BattlePhase.OVER
    assert over(last) is not None
