"""A line that its player lays: the first one, or the one of a Nightfall."""

from collections.abc import Iterator
from functools import cached_property

from django.utils.translation import gettext

from drafts.presenters.games.rome.board.values import BoardWay, Choice, Laying
from drafts.presenters.games.rome.board.view import PLANNING, BoardView, unit_words
from drafts.rules.games.rome.bots.steady import steady_plan
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.laying import laid_plan, plan_text, swapped_plan
from drafts.rules.games.rome.plans import filled_plan, night_shapes, planned_line
from drafts.rules.games.rome.spaces import FRONT, VANGUARD, Space, name_of, space_named
from drafts.rules.games.rome.state import BattlePhase, Plan, UnitLine


class LaidLine:
    """The line of a view's fighter as it is being laid, while all lay theirs."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    @cached_property
    def laid(self) -> Plan:
        """The line as it is being laid: as the address says, or else as units lie at first."""
        return laid_plan(self.view.battle, self.view.below, self.view.lay)

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
        if one is None or all(place != one for place, *_ in self.laid.units):
            return self.view.href()
        return self.view.href(lay=plan_text(swapped_plan(self.laid, one, space)))

    def laying(self) -> Laying | None:
        """Return the form of the line, if one is to be laid."""
        if not self.view.is_laying:
            return None
        is_first = self.view.battle.phase is BattlePhase.DEPLOY
        verb = "deploy" if is_first else "plan"
        return Laying(
            move=f"{verb} {plan_text(self.laid)}",
            ways=tuple(self._first_ways() if is_first else self._night_ways()),
            at=tuple(self.view.enemies()) if is_first else (),
            along=tuple(self._first_along()) if is_first else (),
        )

    def _first_ways(self) -> Iterator[BoardWay]:
        plan = steady_plan(self.view.battle, self.view.below).plan
        yield BoardWay(gettext("Lay for me"), self.view.href(lay=plan_text(plan)))

    def _night_ways(self) -> Iterator[BoardWay]:
        units = [(kind, chariot) for _, kind, chariot in sorted(self.laid.units)]
        shapes = night_shapes(len(units), rear=self.view.battle.options.rear)
        if len(shapes) > 1:
            here = sorted(space for space, *_ in self.laid.units)
            at = next((place for place, shape in enumerate(shapes) if sorted(shape) == here), 0)
            following = shapes[(at + 1) % len(shapes)]
            yield BoardWay(gettext("Other side longer"), self.view.href(lay=plan_text(filled_plan(units, following))))

    def _first_along(self) -> Iterator[Choice]:
        kinds = {space: kind for space, kind, _ in self.laid.units}
        if kinds.get(VANGUARD) is UnitKind.STANDARD:
            anyway = (UnitKind.BALLISTA, UnitKind.CATAPULT)
            yield Choice("", gettext("Nobody"), is_chosen=True)
            for space in ((FRONT, -1), (FRONT, 1)):
                if kinds[space] not in anyway:
                    yield Choice(f"with=f0>{name_of(space)}", unit_words(planned_line(self.laid), space))
