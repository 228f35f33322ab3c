"""Three or four lines of Rome round a table: which flank faces which opponent (V52)."""

from dataclasses import dataclass
from math import cos, pi, sin

from drafts.drawings.paths import Point, number

SIZE, COLUMN = 250, 26
REACHES = {3: 84, 4: 104}
"""How far a line lies from the middle, by the number of players."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a line: its middle, its turn in degrees, and its side: "left", "middle" or "right"."""

    x: str
    y: str
    turn: str
    side: str


@dataclass(frozen=True, slots=True)
class LineTable:
    """The lines of all players, the first one at the bottom, and the ways between flanks that face each other."""

    size: int
    columns: tuple[TableColumn, ...]
    ways: tuple[str, ...]


def line_table(players: int) -> LineTable:
    """Return the lines of three or four players, clockwise; the left neighbour of each sits to its left."""
    seats = range(players)
    flanks = [(_place(players, seat, -1.5), _place(players, (seat + 1) % players, 1.5)) for seat in seats]
    return LineTable(
        size=SIZE,
        columns=tuple(_column(players, seat, column) for seat in seats for column in range(-2, 3)),
        ways=tuple(_way(left, right) for left, right in flanks),
    )


def _place(players: int, seat: int, column: float) -> Point:
    """Return where a column of a line lies."""
    angle = pi / 2 + 2 * pi * seat / players
    reach, along = REACHES[players], column * COLUMN
    middle = SIZE / 2
    return middle + reach * cos(angle) + along * sin(angle), middle + reach * sin(angle) - along * cos(angle)


def _column(players: int, seat: int, column: int) -> TableColumn:
    x, y = _place(players, seat, column)
    side = "middle" if column == 0 else "left" if column < 0 else "right"
    return TableColumn(number(x), number(y), number(360 * seat / players), side)


def _way(start: Point, end: Point) -> str:
    """Return a way that bends towards the middle of the table."""
    bend = [(one + other) / 2 * 0.55 + SIZE / 2 * 0.45 for one, other in zip(start, end, strict=True)]
    points = " ".join(number(value) for value in (*bend, *end))
    return f"M{number(start[0])} {number(start[1])}Q{points}"
