"""The spaces of a line: `f` front or `r` rear, and a column; `f0` is the vanguard's (V5-V7)."""

import re
from functools import cache
from typing import NewType

Space = tuple[str, int]
"""A row, `f` or `r`, and a column: `("f", -2)` lies two to its owner's left."""
Seat = NewType("Seat", int)
"""A side of a battle, from 0; the left neighbour of seat i is i + 1."""

FRONT, REAR = "f", "r"
VANGUARD: Space = (FRONT, 0)
SPACE = re.compile(r"([fr])(0|-?[1-9][0-9]?)")


@cache
def space_named(text: str) -> Space | None:
    """Return the space that is written `f-2`, or None if none is."""
    found = SPACE.fullmatch(text)
    return (found[1], int(found[2])) if found else None


@cache
def name_of(space: Space) -> str:
    """Return how a space is written: `f-2`."""
    return f"{space[0]}{space[1]}"


@cache
def adjacent(space: Space) -> tuple[Space, Space, Space]:
    """Return the three spaces beside one (V7): the next columns of its row, and the other row of its column."""
    row, column = space
    return (row, column - 1), (row, column + 1), (REAR if row == FRONT else FRONT, column)
