"""A line by itself: whether it is closed, where units can go in it, and their powers (V5-V9, V17-V19, V25)."""

from collections.abc import Iterator

from drafts.rules.games.rome.cards import MOUNTED, POWERS, UnitKind
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, adjacent
from drafts.rules.games.rome.state import Unit, UnitLine

Step = tuple[Space, Space]
"""From a space to another."""


def extent(line: UnitLine) -> tuple[int, int]:
    """Return the outermost columns of both rows, 0 included (V17)."""
    columns = [column for _, column in line]
    return min(0, *columns, 0), max(0, *columns, 0)


def is_closed(line: UnitLine) -> bool:
    """Whether the front has no gap, `f0` is taken, and each rear unit stands behind a front unit (V19)."""
    if VANGUARD not in line:
        return False
    low = high = front = 0
    for row, column in line:
        if row == FRONT:
            front += 1
            if column < low:
                low = column
            elif column > high:
                high = column
        elif (FRONT, column) not in line:
            return False
    return front == high - low + 1


def placing_spaces(line: UnitLine) -> list[Space]:
    """Return where a drawn unit can go, from left to right: vacant front spaces and the ends of the flanks (V17)."""
    low, high = extent(line)
    return [space for column in range(low - 1, high + 2) if (space := (FRONT, column)) not in line]


def flank_ends(line: UnitLine) -> tuple[Space, Space]:
    """Return the ends of the left and of the right flank (V17)."""
    low, high = extent(line)
    return (FRONT, low - 1), (FRONT, high + 1)


def supported_rear(line: UnitLine) -> list[Space]:
    """Return the vacant rear spaces behind front units, from left to right."""
    columns = sorted(column for row, column in line if row == FRONT)
    return [space for column in columns if (space := (REAR, column)) not in line]


def shifts(line: UnitLine) -> Iterator[Step]:
    """Yield the legal shifts (V18): the front first, columns rising, forward before inward."""
    for space in sorted(line):
        row, column = space
        if row == REAR and (ahead := (FRONT, column)) not in line:
            yield space, ahead
        if column and (inward := (row, column - 1 if column > 0 else column + 1)) not in line:
            yield space, inward


def is_shift(line: UnitLine, at: Space, to: Space) -> bool:
    """Whether a taken space `at` can shift to another (V18)."""
    if to in line:
        return False
    (row, column), (to_row, to_column) = at, to
    if row != to_row:
        return row == REAR and column == to_column
    return column != 0 and to_column == (column - 1 if column > 0 else column + 1)


def shifted(line: UnitLine, at: Space, to: Space) -> UnitLine:
    """Return the line after a legal shift: of a rear unit alone, or inward of a unit and all that adjoin it (V18)."""
    after = dict(line)
    if at[0] != to[0]:
        after[to] = revealed(after.pop(at))
        return after
    inwards = to[1] - at[1]
    for row, column in _adjoining(line, at, -inwards):
        after[row, column + inwards] = after.pop((row, column))
    return after


def shift_steps(after: UnitLine, at: Space, to: Space) -> list[Step]:
    """Return the steps that units made in a shift, given the line after it (V18)."""
    if at[0] != to[0]:
        return [(at, to)]
    outwards = at[1] - to[1]
    return [((row, column + outwards), (row, column)) for row, column in _adjoining(after, to, outwards)]


def _adjoining(line: UnitLine, space: Space, way: int) -> Iterator[Space]:
    """Yield a taken space and all that adjoin it in its row in one direction, 1 or -1 (V18)."""
    row, column = space
    while (row, column) in line:
        yield row, column
        column += way


def revealed(unit: Unit) -> Unit:
    """Return the unit face up."""
    return unit if unit.up else unit._replace(up=True)


# Power ----------------------------------------------------------------------------------------------------------------


def is_outermost(line: UnitLine, space: Space) -> bool:
    """Whether no front unit of the flank stands further out (V35)."""
    row, column = space
    if row != FRONT or column == 0:
        return False
    return not any(
        other_row == FRONT and (other > column if column > 0 else other < column) for other_row, other in line
    )


def power_at(line: UnitLine, space: Space) -> int:
    """Return P of the unit there: the printed power, +2 of a Centurion's place, +1 with a Chariot (V25)."""
    kind, _, _, chariot, _ = line[space]
    power = POWERS[kind] + chariot
    if kind is UnitKind.CENTURION and (space == VANGUARD or is_outermost(line, space)):
        power += 2
    return power


def attack_at(line: UnitLine, space: Space) -> int:
    """Return A of the unit there: P and +1 for each adjacent Slinger (V25)."""
    return power_at(line, space) + len(beside(line, space, UnitKind.SLINGER))


def defence_at(line: UnitLine, space: Space) -> int:
    """Return D of the unit there: P, +1 beside a Consul (V25)."""
    return power_at(line, space) + bool(beside(line, space, UnitKind.CONSUL))


def is_immune(line: UnitLine, space: Space) -> bool:
    """Whether Archers do nothing to the unit there: it is Infantry, or un-mounted beside one (V39)."""
    unit = line[space]
    if unit.kind is UnitKind.INFANTRY:
        return True
    return not (unit.chariot or unit.kind in MOUNTED) and bool(beside(line, space, UnitKind.INFANTRY))


def beside(line: UnitLine, space: Space, kind: UnitKind) -> list[Space]:
    """Return the spaces adjacent to one in which a unit of this kind stands (V7)."""
    return [other for other in adjacent(space) if (unit := line.get(other)) is not None and unit.kind is kind]


def outermost_of(line: UnitLine, column: int) -> Space | None:
    """Return the outermost front unit of the flank in which a column lies, never `f0` (V34)."""
    flank = [other for row, other in line if row == FRONT and other * column > 0]
    return (FRONT, max(flank, key=abs)) if flank else None
