"""A line while it is laid by hand, written as `f-2:In f-1:Sl+ ..`: the words of `deploy` and `plan` (V11, V45)."""

from drafts.rules.errors import Refusal
from drafts.rules.games.rome.moves import LayPlan, read_move, write_move
from drafts.rules.games.rome.plans import PlannedUnit, filled_plan, first_shape, night_shapes, units_in_order
from drafts.rules.games.rome.spaces import Space
from drafts.rules.games.rome.state import Battle, BattlePhase, Plan
from drafts.rules.games.rome.stocks import same_cards


def laid_plan(battle: Battle, seat: int, text: str = "") -> Plan:
    """Return the line that a seat lays: as the words say or, if that is no legal line, as its units lie at first."""
    side, rear = battle.sides[seat], battle.options.rear
    is_first = battle.phase is BattlePhase.DEPLOY
    units: list[PlannedUnit] = [(kind, False) for kind in side.drawn] if is_first else units_in_order(side.line)
    shapes = [first_shape(rear=rear)] if is_first else night_shapes(len(units), rear=rear)
    try:
        asked = read_move(f"plan {text}")
    except Refusal:
        return filled_plan(units, shapes[0])
    if isinstance(asked, LayPlan):
        said = asked.plan.units
        fits = sorted(space for space, *_ in said) in [sorted(shape) for shape in shapes]
        if fits and same_cards([(kind, chariot) for _, kind, chariot in said], units):
            return asked.plan
    return filled_plan(units, shapes[0])


def swapped_plan(plan: Plan, one: Space, other: Space) -> Plan:
    """Return a plan in which the units of two of its spaces have changed places."""
    units = {space: (kind, chariot) for space, kind, chariot in plan.units}
    units[one], units[other] = units[other], units[one]
    return plan._replace(units=tuple((space, *unit) for space, unit in units.items()))


def plan_text(plan: Plan) -> str:
    """Return the units of a plan in words, each with its space."""
    return write_move(LayPlan(Plan(plan.units))).removeprefix("plan ")
