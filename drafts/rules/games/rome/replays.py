"""Positions out of moves: seed, fight, options and moves give every position again."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from drafts.rules.games.rome.state import Battle, BattleOptions
from drafts.rules.games.rome.turns import apply, end_by_ranking, initial, resign

RESIGN: Literal["resign"] = "resign"
"""The line of a row in which its seat resigned, and how it did: its fighter gave up."""
LEFT: Literal["left"] = "left"
"""How a seat resigned whose fighter left the event, or was removed from it or dropped."""
RANK = "rank"
"""The line of a row in which the battle was ended by V53's ranking; its seat is of no account."""


class PlayedMove(NamedTuple):
    """A row of a battle: a seat, and the line of its move, `resign` or `rank`. A move that was taken back is no row."""

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
