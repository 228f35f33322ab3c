"""The shapes in which lines are laid (V11, V45), and whether a plan has one of them."""

from collections.abc import Sequence

from drafts.rules.games.rome.attacks.attack import (
    Battlefield,
    check_along_units,
    check_enemy,
    check_once,
    first_attackers,
)
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.refusals import BadPlan, NoUnit, OutOfReach
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space
from drafts.rules.games.rome.state import Plan, Unit, UnitLine
from drafts.rules.games.rome.stocks import same_cards

PlannedUnit = tuple[UnitKind, bool]
"""A kind, and whether a Chariot is on it."""


def first_shape(*, rear: bool) -> list[Space]:
    """Return the spaces of the first line, the front from left to right, then the rear (V2, V5)."""
    return [(row, column) for row in ((FRONT, REAR) if rear else (FRONT,)) for column in range(-2, 3)]


def night_rows(units: int, *, rear: bool) -> tuple[int, int]:
    """Return how many of so many units stand in front and in the rear after Nightfall (V45)."""
    if not rear:
        return units, 0
    front = (units + 1) // 2 if units % 2 else units // 2 + (units % 4 == 0)
    return front, units - front


def night_shapes(units: int, *, rear: bool) -> list[list[Space]]:
    """Return the shapes that V45 allows so many units: an even row is one longer on either side."""
    front, behind = night_rows(units, rear=rear)
    return [
        [(FRONT, column) for column in front_row] + [(REAR, column) for column in rear_row]
        for front_row in _rows(front)
        for rear_row in _rows(behind)
    ]


def _rows(count: int) -> list[range]:
    first = -((count - 1) // 2)
    return (
        [range(first, first + count)]
        if count % 2 or not count
        else [
            range(first, first + count),
            range(first - 1, first + count - 1),
        ]
    )


def filled_plan(units: Sequence[PlannedUnit], shape: Sequence[Space], at: int | None = None) -> Plan:
    """Return the plan in which units fill a shape in order."""
    return Plan(tuple((space, *unit) for space, unit in zip(shape, units, strict=True)), at)


def units_in_order(line: UnitLine) -> list[PlannedUnit]:
    """Return the units of a line, the front from left to right, then the rear."""
    return [(line[space].kind, line[space].chariot) for space in sorted(line)]


def planned_line(plan: Plan) -> UnitLine:
    """Return the line that a plan makes: the front and Elephants face up, the rear face down (V9)."""
    return {
        space: Unit(kind, up=space[0] == FRONT or kind is UnitKind.ELEPHANT, chariot=chariot)
        for space, kind, chariot in plan.units
    }


def _has_shape(plan: Plan, shapes: Sequence[Sequence[Space]]) -> bool:
    return sorted(space for space, _, _ in plan.units) in [sorted(shape) for shape in shapes]


def check_deployment(plan: Plan, drawn: Sequence[UnitKind], ring: Sequence[int], seat: int, *, rear: bool) -> None:
    """Raise the refusal of a first plan that is not legal (V11, V12): `no_unit` to `out_of_reach`."""
    line = planned_line(plan)
    if any(space not in line for pair in plan.along for space in pair):
        raise NoUnit
    check_along_units(line, plan.along, {VANGUARD})
    laid = [(kind, chariot) for _, kind, chariot in plan.units]
    if not (_has_shape(plan, [first_shape(rear=rear)]) and same_cards(laid, [(kind, False) for kind in drawn])):
        raise BadPlan
    check_enemy(Battlefield((), ring, seat, plan.at))
    named = [unit for _, unit in plan.along]
    check_once(first_attackers(line), named)
    if any(row != FRONT for row, _ in named):
        raise OutOfReach


def check_night(plan: Plan, line: UnitLine, *, rear: bool) -> None:
    """Raise `bad_plan` unless a plan has the units of the line in a shape of V45."""
    laid = [(kind, chariot) for _, kind, chariot in plan.units]
    shapes = night_shapes(len(line), rear=rear)
    if not (_has_shape(plan, shapes) and same_cards(laid, units_in_order(line))):
        raise BadPlan
