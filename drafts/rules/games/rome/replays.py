"""Positions out of moves: seed, fight, options and moves give every position again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from drafts.rules.games.rome.refusals import NothingToUndo
from drafts.rules.games.rome.state import Battle, BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, end_by_ranking, initial, resign

RESIGN = "resign"
"""The line of a row in which its seat resigned."""
RANK = "rank"
"""The line of a row in which the battle was ended by V53's ranking; its seat is of no account."""


class PlayedMove(NamedTuple):
    """A row of a battle: a seat, and the line of its move, `resign` or `rank`. What was taken back is no row."""

    seat: int
    line: str


def after_row(battle: Battle, row: PlayedMove) -> Battle:
    """Return the battle after a row; raises the refusals of its move."""
    if row.line == RESIGN:
        return resign(battle, row.seat)
    if row.line == RANK:
        return end_by_ranking(battle)
    return apply(battle, *row)


def positions(seed: str, fight: int, options: BattleOptions, rows: Iterable[PlayedMove]) -> Iterator[Battle]:
    """Yield the first position, and the position after each row; raises the refusals of moves that are not legal."""
    battle = initial(seed, fight, options)
    yield battle
    for row in rows:
        battle = after_row(battle, row)
        yield battle


def back_to(seed: str, fight: int, options: BattleOptions, rows: Sequence[PlayedMove], turn: int) -> tuple[int, Battle]:
    """Return how many rows are left at the start of a turn, and the position there: what comes after is taken back.

    Turn 0 is the deployment (after V14 the last one). Raises NothingToUndo if the battle is over, if the turn has not
    begun or nothing has happened in it, or if it is not this turn or the one before.
    """
    every = list(positions(seed, fight, options, rows))
    last = every[-1]
    starts = _starts(every)
    if last.phase is BattlePhase.OVER or not max(0, last.turn - 1) <= turn <= last.turn or turn not in starts:
        raise NothingToUndo
    if starts[turn] == len(rows):
        raise NothingToUndo
    return starts[turn], every[starts[turn]]


def _starts(every: Sequence[Battle]) -> dict[int, int]:
    """Return the number of rows before each turn."""
    starts: dict[int, int] = {}
    replays = -1
    for number, battle in enumerate(every):
        if battle.turn not in starts or battle.replays > replays:
            starts[battle.turn] = number
        replays = battle.replays
    return starts
