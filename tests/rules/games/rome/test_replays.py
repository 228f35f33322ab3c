"""Rows of a battle, and positions out of them."""

from drafts.rules.games.rome.bots.timeouts import timeout_moves
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.replays import RANK, RESIGN, PlayedMove, positions
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial

OPTIONS = BattleOptions()


def rows_of(turns):
    """Return rows of a battle in which time makes all moves, up to the start of a turn, and the position there."""
    battle, rows = initial("rome", 1, OPTIONS), []
    while battle.turn < turns:
        seat = due(battle)[0]
        for line in timeout_moves(battle, seat):
            battle = apply(battle, seat, line)
            rows.append(PlayedMove(seat, line))
    return rows, battle


def test_rows_give_the_position_again():
    rows, battle = rows_of(5)
    first, *_, last = positions("rome", 1, OPTIONS, rows)
    assert (first, last) == (initial("rome", 1, OPTIONS), battle)


def test_rows_say_who_resigned_and_that_a_battle_was_ended():
    rows, _ = rows_of(5)
    *_, last = positions("rome", 1, OPTIONS, [*rows, PlayedMove(1, RESIGN)])
    assert over(last) == (1, 2)
    *_, last = positions("rome", 1, OPTIONS, [*rows, PlayedMove(0, RANK)])
    assert last.phase is BattlePhase.OVER
    assert over(last) is not None
