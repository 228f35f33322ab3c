"""The standings of the fights of a night, with the reason of every place.

No official rules say how to break ties between drafted decks: these are house rules, and pages say so.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from typing import NamedTuple

from drafts.rules.ids import FighterId

WIN, DRAW = 3, 1
LEAST_SHARE = Fraction(1, 3)
"""The least share of points won that counts for a fighter in the tie-breaks of their opponents."""


Value = Callable[[FighterId], int | Fraction]
"""A measure of a fighter; more is better."""


class TieBreak(StrEnum):
    """The criterion that separates fighters of equal points. The values are published."""

    HEAD_TO_HEAD = "head_to_head"
    DAMAGE_DIFFERENCE = "damage_difference"
    DAMAGE_TAKEN = "damage_taken"
    KILLS_DIFFERENCE = "kills_difference"
    UNITS_LOST = "units_lost"
    OPPONENTS_WIN = "opponents_win"
    OPPONENTS_OPPONENTS_WIN = "opponents_opponents_win"
    SHARED = "shared"


ROUND_ROBIN = (TieBreak.HEAD_TO_HEAD, TieBreak.DAMAGE_DIFFERENCE, TieBreak.DAMAGE_TAKEN)
SWISS = (
    TieBreak.OPPONENTS_WIN,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.OPPONENTS_OPPONENTS_WIN,
    TieBreak.DAMAGE_DIFFERENCE,
)


OF_BATTLES = {
    TieBreak.DAMAGE_DIFFERENCE: TieBreak.KILLS_DIFFERENCE,
    TieBreak.DAMAGE_TAKEN: TieBreak.UNITS_LOST,
}
"""The measures that separate players of battles, in place of damage.

V53 ranks the players of one battle (`games.rome.ranking`): the one in the first place has won, those who share it have
drawn. The places below are not counted: no clause of Rome ranks a whole night, and these tie-breaks are house rules.
"""


@dataclass(frozen=True, slots=True)
class FinishedFight:
    """A fight that is over: its sides, the winner (None: a draw), and the damage that each side has taken.

    Sides are named by their first fighters. A fight of one side is a bye. In a `double_loss` all sides have lost.
    `drawn` are the sides that share the first place, where not all do; `kills` the units that each has killed in a
    battle.
    """

    sides: tuple[FighterId, ...]
    winner: FighterId | None
    damage: tuple[int, ...]
    double_loss: bool = False
    drawn: tuple[FighterId, ...] = ()
    kills: tuple[int, ...] = ()

    @property
    def is_draw(self) -> bool:
        """Whether it is a draw."""
        return self.winner is None and not self.double_loss

    def is_drawn_by(self, fighter: FighterId) -> bool:
        """Whether a side has drawn it."""
        return self.is_draw and (not self.drawn or fighter in self.drawn)

    @property
    def is_bye(self) -> bool:
        """Whether there was no other side."""
        return len(self.sides) == 1

    def taken(self, fighter: FighterId) -> int:
        """Return the damage that a side has taken; of a battle, the units that it has lost."""
        return self.damage[self.sides.index(fighter)]

    def dealt(self, fighter: FighterId) -> int:
        """Return the damage that all others have taken; of a battle, the units that a side has killed."""
        return self.kills[self.sides.index(fighter)] if self.kills else sum(self.damage) - self.taken(fighter)

    def points(self, fighter: FighterId) -> int:
        """Return what the fight is worth to one side of it."""
        if self.is_drawn_by(fighter):
            return DRAW
        return WIN if self.winner == fighter else 0


class Tie(NamedTuple):
    """A tie-break that was used for a fighter, with their value. A higher value is better."""

    by: TieBreak
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of one side, named by its first fighter; those who share a place have equal ranks.

    `ties` is empty where points were enough.
    """

    rank: int
    fighter: FighterId
    points: int
    won: int
    drawn: int
    lost: int
    ties: tuple[Tie, ...] = ()


def standings(
    fighters: Sequence[FighterId], fights: Iterable[FinishedFight], tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """Return the places of all sides, the best first; those who share one stay in the order in which they are given.

    A fighter who has dropped out keeps their points: `fighters` are all who took part.
    """
    record = FightRecord(tuple(fights))
    places: list[Standing] = []
    for group in _ranked(fighters, record.points):
        for ties, equal in _separated(record, group, tie_breaks, dict.fromkeys(group, ())):
            rank = len(places) + 1
            places.extend(record.standing(rank, fighter, ties[fighter]) for fighter in equal)
    return tuple(places)


Ties = Mapping[FighterId, tuple[Tie, ...]]


def _separated(
    record: "FightRecord", group: Sequence[FighterId], tie_breaks: Sequence[TieBreak], ties: Ties
) -> Iterator[tuple[Ties, Sequence[FighterId]]]:
    """Yield groups of fighters who share a place, the best first, with the tie-breaks used for each.

    `ties` are those used before.
    """
    if len(group) == 1:
        yield ties, group
    elif not tie_breaks:
        yield {fighter: (*ties[fighter], Tie(TieBreak.SHARED, len(group))) for fighter in group}, group
    else:
        by, *later = tie_breaks
        value = record.value_of(by, group)
        if value is None:
            yield from _separated(record, group, later, ties)
            return
        said = {fighter: (*ties[fighter], Tie(by, value(fighter))) for fighter in group}
        for equal in _ranked(group, value):
            yield from _separated(record, equal, later, said)


def _ranked(fighters: Sequence[FighterId], value: Value) -> Iterator[tuple[FighterId, ...]]:
    """Yield the fighters of equal value together, the best first, in the order in which they are given."""
    for _, equal in groupby(sorted(fighters, key=value, reverse=True), key=value):
        yield tuple(equal)


@dataclass(frozen=True)
class FightRecord:
    """All fights that are over, with the values of a fighter in them; pages explain places by these."""

    fights: tuple[FinishedFight, ...]

    @property
    def has_results(self) -> bool:
        """Whether a fight is decided, byes aside: before that there are no places."""
        return not all(fight.is_bye for fight in self.fights)

    def standing(self, rank: int, fighter: FighterId, ties: tuple[Tie, ...]) -> Standing:
        """Return the place of a fighter."""
        own = self.of(fighter)
        won, drawn = sum(fight.winner == fighter for fight in own), sum(fight.is_drawn_by(fighter) for fight in own)
        return Standing(rank, fighter, self.points(fighter), won, drawn, len(own) - won - drawn, ties)

    def points(self, fighter: FighterId) -> int:
        """Return the points of a fighter."""
        return sum(fight.points(fighter) for fight in self.of(fighter))

    def value_of(self, by: TieBreak, group: Collection[FighterId]) -> Value | None:
        """Return the measure of a tie-break within a group; None where it cannot separate them."""
        if by is TieBreak.HEAD_TO_HEAD:
            return self._head_to_head(group)
        values: dict[TieBreak, Value] = {
            TieBreak.DAMAGE_DIFFERENCE: self.difference,
            TieBreak.DAMAGE_TAKEN: lambda fighter: -self.taken(fighter),
            TieBreak.KILLS_DIFFERENCE: self.difference,
            TieBreak.UNITS_LOST: lambda fighter: -self.taken(fighter),
            TieBreak.OPPONENTS_WIN: self.opponents_win,
            TieBreak.OPPONENTS_OPPONENTS_WIN: self.opponents_opponents_win,
        }
        return values[by]

    def _head_to_head(self, group: Collection[FighterId]) -> Value | None:
        """Return the measure of points in fights within the group; None unless all of them have fought each other."""
        met = [fight for fight in self.fights if not fight.is_bye and set(fight.sides) <= set(group)]
        pairs = {frozenset(pair) for fight in met for pair in combinations(fight.sides, 2)}
        if len(pairs) < len(group) * (len(group) - 1) // 2:
            return None
        return lambda fighter: sum(fight.points(fighter) for fight in met if fighter in fight.sides)

    @cached_property
    def _by_fighter(self) -> Mapping[FighterId, list[FinishedFight]]:
        found: defaultdict[FighterId, list[FinishedFight]] = defaultdict(list)
        for fight in self.fights:
            for side in fight.sides:
                found[side].append(fight)
        return found

    def of(self, fighter: FighterId) -> list[FinishedFight]:
        """Return a fighter's own fights and byes."""
        return self._by_fighter.get(fighter, [])

    def opponents(self, fighter: FighterId) -> list[FighterId]:
        """Return the opponents of a fighter, once for each fight."""
        return [other for fight in self.of(fighter) for other in fight.sides if other != fighter]

    def opponents_win(self, fighter: FighterId) -> Fraction:
        """Return the average `share` of a fighter's opponents."""
        return _mean([self.share(other) for other in self.opponents(fighter)])

    def opponents_opponents_win(self, fighter: FighterId) -> Fraction:
        """Return the average of `opponents_win` of a fighter's opponents."""
        return _mean([self.opponents_win(other) for other in self.opponents(fighter)])

    def share(self, fighter: FighterId) -> Fraction:
        """Return the share of possible points that a fighter has won, without byes, but at least LEAST_SHARE."""
        fought = [fight for fight in self.of(fighter) if not fight.is_bye]
        points = sum(fight.points(fighter) for fight in fought)
        return max(LEAST_SHARE, Fraction(points, WIN * len(fought)) if fought else LEAST_SHARE)

    def difference(self, fighter: FighterId) -> int:
        """Return the damage that a fighter has dealt, less what they have taken; of battles, kills less losses."""
        return sum(fight.dealt(fighter) for fight in self.of(fighter) if not fight.is_bye) - self.taken(fighter)

    def taken(self, fighter: FighterId) -> int:
        """Return the damage that a fighter has taken; of battles, the units lost."""
        return sum(fight.taken(fighter) for fight in self.of(fighter))


def _mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction()) / len(shares) if shares else Fraction()
