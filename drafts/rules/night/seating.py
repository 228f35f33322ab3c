"""The seating (R1, R4): how fighters are split into tables, and their order at these."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from drafts.rules.chance import Chance

T = TypeVar("T")
FighterT = TypeVar("FighterT", bound=int)
"""The name of a fighter in an event."""

FEWEST_AT_A_TABLE = 2
MOST_FIGHTERS = 128
"""In an event."""
KEYS = 2**32


def table_sizes(fighters: int, wanted: int, most: int, multiple: int = 1) -> list[int]:
    """Split fighters into tables of at most `most`, as near the wanted size as possible, the larger ones first.

    Sizes are multiples of `multiple`, the fighters of a team, and differ by one team at most. Without teams, no table
    has two fighters when there are more in all, unless two is the wanted size. Raises ValueError for fewer than two
    teams, and for a team that is not full.
    """
    teams, left_over = divmod(fighters, multiple)
    if teams < FEWEST_AT_A_TABLE or left_over:
        raise ValueError("a table needs two fighters" if multiple == 1 else "a table needs two whole teams")
    smallest = 2 if multiple > 1 or wanted == 2 or fighters == 2 else 3
    counts = [
        count
        for count in range(1, teams // 2 + 1)
        if teams // count >= smallest and -(-teams // count) * multiple <= most
    ]
    tables = min(counts, key=lambda count: (abs(fighters / count - wanted), count))
    small, larger = divmod(teams, tables)
    return [multiple * (small + 1)] * larger + [multiple * small] * (tables - larger)


def seat_by_draw(fighters: Sequence[FighterT], sizes: Sequence[int], seed: str, draws: int) -> list[list[FighterT]]:
    """Seat fighters as the draw of this number, from 1, has them: table 1 first, at each table seats 0, 1, … (R4).

    Each fighter's place in the order is drawn by itself, from their number in the event. So a fighter who comes or goes
    between the draw and the start does not change the order of the others, and neighbours stay neighbours unless the
    border between two tables moves.
    """
    order = sorted(fighters, key=lambda number: (Chance(seed, "seats", draws, number).below(KEYS), number))
    return split(order, sizes)


def split(order: Sequence[T], sizes: Sequence[int]) -> list[list[T]]:
    """Cut an order of fighters into tables of these sizes."""
    ends = list(accumulate(sizes))
    return [list(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def seat_at_random(fighters: Sequence[T], sizes: Sequence[int], seed: str) -> list[list[T]]:
    """Seat fighters, given in order of joining, at tables: the first inner list is table 1, seats 0, 1, … (R4)."""
    return split(Chance(seed, "seats").shuffled(fighters), sizes)
