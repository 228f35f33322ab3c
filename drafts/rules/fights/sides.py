"""The sides of a fight: one fighter each, or a team."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from drafts.rules.fights.forms import FightForm, TeamRole
from drafts.rules.ids import FighterId


@dataclass(frozen=True, slots=True, order=True)
class Side:
    """A side of a fight: its fighters, in order of seats. It is named by the first of them."""

    fighters: tuple[FighterId, ...]

    @property
    def fighter(self) -> FighterId:
        """The fighter by whom the side is named."""
        return self.fighters[0]

    def name(self, names: Mapping[FighterId, str], as_shown: Callable[[str], str] = str) -> str:
        """Return what the side is called, "Ann & Ben", with the name of each fighter as it is to be shown."""
        return " & ".join(as_shown(names[fighter]) for fighter in self.fighters)


Pairing = tuple[Side, ...]
"""The sides of a fight, or the one that has a bye."""


def each_alone(fighters: Iterable[FighterId]) -> tuple[Side, ...]:
    """Return sides of one fighter each."""
    return tuple(Side((fighter,)) for fighter in fighters)


def by_seats(seated: Iterable[tuple[int, FighterId]], size: int) -> tuple[Side, ...]:
    """Return the sides of fighters at a table, each given with the number of a seat, from 0: so many seats are a team.

    A team is smaller where one of its seats has no fighter who fights.
    """
    teams: dict[int, tuple[FighterId, ...]] = {}
    for seat, fighter in seated:
        teams[seat // size] = (*teams.get(seat // size, ()), fighter)
    return tuple(map(Side, teams.values()))


def emperors_at(seated: Iterable[tuple[int, FighterId]], form: FightForm) -> frozenset[FighterId]:
    """Return those of the fighters at a table, given as for `by_seats`, whose seats are emperors' in a form (M37)."""
    roles = form.roles
    return frozenset(fighter for seat, fighter in seated if roles and roles[seat % len(roles)] is TeamRole.EMPEROR)


def deciding(side: Side, emperors: Collection[FighterId]) -> tuple[FighterId, ...]:
    """Return those with any of whom a side loses: its emperor, or all of a side that has none (M34, M37)."""
    return tuple(fighter for fighter in side.fighters if fighter in emperors) or side.fighters


def side_of(sides: Iterable[Side], fighter: FighterId) -> Side | None:
    """Return the side that a fighter is part of, None where they are part of none."""
    return next((side for side in sides if fighter in side.fighters), None)


def must_be_side_of(sides: Iterable[Side], fighter: FighterId) -> Side:
    """Return the side that a fighter is part of. Raises KeyError where they are part of none."""
    side = side_of(sides, fighter)
    if side is None:
        raise KeyError(fighter)
    return side
