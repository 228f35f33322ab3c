"""A line that its player lays: the first one, or the one of a Nightfall."""

from collections.abc import Iterator
from functools import cached_property

from django.utils.translation import gettext

from drafts.presenters.games.rome.board.values import BoardWay, Choice, Laying
from drafts.presenters.games.rome.board.view import PLANNING, BoardView, unit_words
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.bots.steady import steady_plan
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.moves import LayPlan, read_move, write_move
from drafts.rules.games.rome.plans import PlannedUnit, first_shape, night_shapes, planned_line, poured, units_in_order
from drafts.rules.games.rome.spaces import FRONT, VANGUARD, Space, name_of, space_named
from drafts.rules.games.rome.state import BattlePhase, Plan, UnitLine
from drafts.rules.games.rome.stocks import same_cards


class LaidLine:
    """The line of a view's fighter as it is being laid, while all lay theirs."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    @cached_property
    def laid(self) -> Plan:
        """The line as it is being laid: as the address says, or else as units lie at first."""
        battle, side = self.view.battle, self.view.own
        rear = battle.options.rear
        is_first = battle.phase is BattlePhase.DEPLOY
        units: list[PlannedUnit] = [(kind, False) for kind in side.drawn] if is_first else units_in_order(side.line)
        shapes = [first_shape(rear=rear)] if is_first else night_shapes(len(units), rear=rear)
        try:
            asked = read_move(f"plan {self.view.lay}")
        except Refusal:
            return poured(units, shapes[0])
        if not isinstance(asked, LayPlan):
            return poured(units, shapes[0])
        said = asked.plan.units
        fits = sorted(space for space, *_ in said) in [sorted(shape) for shape in shapes]
        if fits and same_cards([(kind, chariot) for _, kind, chariot in said], units):
            return asked.plan
        return poured(units, shapes[0])

    @cached_property
    def plan(self) -> Plan | None:
        """The own line that is laid, or that waits for the others."""
        if self.view.mine is None or self.view.battle.phase not in PLANNING:
            return None
        return self.view.own.plan or (self.laid if self.view.is_due else None)

    def of(self, seat: int) -> UnitLine:
        """Return the line of a player as it is shown."""
        if seat == self.view.mine and self.plan is not None:
            return planned_line(self.plan)
        return self.view.battle.sides[seat].line

    def swaps(self) -> dict[str, str]:
        """Return the spaces with which the chosen unit can change places, each with the address that does so."""
        if not space_named(self.view.unit):
            return {}
        names = {name_of(space): space for space, *_ in self.laid.units}
        return {name: self._swapped(space) for name, space in names.items() if name != self.view.unit}

    def _swapped(self, space: Space) -> str:
        one = space_named(self.view.unit)
        units = {place: (kind, chariot) for place, kind, chariot in self.laid.units}
        if one is None or one not in units:
            return self.view.href()
        units[one], units[space] = units[space], units[one]
        plan = Plan(tuple((place, kind, chariot) for place, (kind, chariot) in units.items()))
        return self.view.href(lay=_text(plan))

    def laying(self) -> Laying | None:
        """Return the form of the line, if one is to be laid."""
        if not self.view.is_laying:
            return None
        is_first = self.view.battle.phase is BattlePhase.DEPLOY
        verb = "deploy" if is_first else "plan"
        return Laying(
            move=f"{verb} {_text(self.laid)}",
            ways=tuple(self._first_ways() if is_first else self._night_ways()),
            at=tuple(self.view.enemies()) if is_first else (),
            along=tuple(self._first_along()) if is_first else (),
        )

    def _first_ways(self) -> Iterator[BoardWay]:
        plan = steady_plan(self.view.battle, self.view.below).plan
        yield BoardWay(gettext("Lay for me"), self.view.href(lay=_text(plan)))

    def _night_ways(self) -> Iterator[BoardWay]:
        units = [(kind, chariot) for _, kind, chariot in sorted(self.laid.units)]
        shapes = night_shapes(len(units), rear=self.view.battle.options.rear)
        if len(shapes) > 1:
            here = sorted(space for space, *_ in self.laid.units)
            at = next((place for place, shape in enumerate(shapes) if sorted(shape) == here), 0)
            following = shapes[(at + 1) % len(shapes)]
            yield BoardWay(gettext("Other side longer"), self.view.href(lay=_text(poured(units, following))))

    def _first_along(self) -> Iterator[Choice]:
        kinds = {space: kind for space, kind, _ in self.laid.units}
        if kinds.get(VANGUARD) is UnitKind.STANDARD:
            anyway = (UnitKind.BALLISTA, UnitKind.CATAPULT)
            yield Choice("", gettext("Nobody"), is_chosen=True)
            for space in ((FRONT, -1), (FRONT, 1)):
                if kinds[space] not in anyway:
                    yield Choice(f"with=f0>{name_of(space)}", unit_words(planned_line(self.laid), space))


def _text(plan: Plan) -> str:
    return write_move(LayPlan(Plan(plan.units))).removeprefix("plan ")
