"""Who sits where (R1, R4): how fighters are split into tables, and the order round them."""

from collections.abc import Sequence
from typing import TypeVar

from drafts.rules.chance import Chance

T = TypeVar("T")

FEWEST_AT_A_TABLE = 2


def table_sizes(fighters: int, wanted: int, most: int) -> list[int]:
    """Split fighters into tables of at most `most`, as near the wanted size as possible, the larger ones first.

    Sizes differ by one at most.

    Nobody is left at a table of two when there are more than two fighters, unless two is what is wanted.
    Raises ValueError for fewer than two fighters.
    """
    if fighters < FEWEST_AT_A_TABLE:
        raise ValueError("a table needs two fighters")
    smallest = 2 if wanted == 2 or fighters == 2 else 3
    counts = [
        count
        for count in range(1, fighters // 2 + 1)
        if fighters // count >= smallest and -(-fighters // count) <= most
    ]
    tables = min(counts, key=lambda count: (abs(fighters / count - wanted), count))
    small, larger = divmod(fighters, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def sizes_to_be(fighters: int, wanted: int, most: int, *, one_table: bool) -> list[int]:
    """Return the tables that a start would make of the fighters in a lobby: none of fewer than two."""
    if fighters < FEWEST_AT_A_TABLE:
        return []
    return [fighters] if one_table else table_sizes(fighters, wanted, most)


def seat_at_random(fighters: Sequence[T], wanted: int, most: int, seed: str) -> list[list[T]]:
    """Seat fighters, given in order of joining, at tables: the first inner list is table 1, seats 0, 1, … (R4)."""
    order = Chance(seed, "seats").shuffled(fighters)
    tables = []
    for size in table_sizes(len(order), wanted, most):
        tables.append(order[:size])
        order = order[size:]
    return tables
