"""The forms in which a game can be fought, as data: how many take part, what is counted, and what loses (M31-M37)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

MOST_ONES = 10
"""The most steps from the start of a counter to its loss that are counted one by one."""

MOST_COUNTED = 9999
"""The highest value of a counter that an event names itself; the lowest is as far below 0."""


class OwnCounter(NamedTuple):
    """A counter that an event names itself: where it begins, and where, or beyond it, it is lost. They differ."""

    name: str
    start: int
    loses_at: int


class CountedFor(StrEnum):
    """The fighters who share the value of a counter. The values are published."""

    FIGHTER = "fighter"
    TEAM = "team"
    PAIR = "pair"


class TeamRole(StrEnum):
    """The part of a fighter in a team that loses with its emperor (M37). The values are published."""

    EMPEROR = "emperor"
    LIEUTENANT = "lieutenant"

    @property
    def reach(self) -> int:
        """The range of influence: so many seats to either side."""
        return 2 if self is TeamRole.EMPEROR else 1


@dataclass(frozen=True, slots=True)
class CounterRule:
    """Something that is counted for each fighter or each team, from `start`; never below `least` or above `most`.

    A counter that is at `loses_at`, or beyond it as seen from `start`, is lost by rule action; None: it never is.
    `is_limited`: an event settles how much loses, and no more can be counted. A `hidden` one is no part of the side's
    values, only of its fighters'. `team_loses_at`: an event may let teams share it, and then they lose at this (M34).
    One of a pair is counted for a fighter and each other one; what it gains the fighter's counter `takes` loses (M36).
    """

    name: str
    label: str
    start: int
    least: int
    most: int
    loses_at: int | None
    of: CountedFor = CountedFor.FIGHTER
    is_limited: bool = False
    hidden: bool = False
    team_loses_at: int | None = None
    takes: str = ""

    @property
    def falls(self) -> bool:
        """Whether it goes down towards the loss, as life does."""
        return self.loses_at is not None and self.loses_at < self.start

    @property
    def by_fives(self) -> bool:
        """Whether five can be counted at once, besides one."""
        return self.loses_at is not None and self.gone(self.loses_at) > MOST_ONES

    def gone(self, value: int) -> int:
        """Return how far a value is from the start in the direction of the loss; upwards where nothing is lost."""
        return self.start - value if self.falls else value - self.start

    def is_lost_at(self, value: int) -> bool:
        """Whether the counter is lost at a value."""
        return self.loses_at is not None and self.gone(value) >= self.gone(self.loses_at)


@dataclass(frozen=True, slots=True)
class FightForm:
    """How a game is fought: how many sides of how many fighters, and what is counted.

    The first counter is the one that standings ask for. `sides` is the most that a fight can have. `hand` is how many
    cards one draws to begin with, None where the game does not say; where it does, dice say who chooses who goes first
    (M22, M25). A fight has so many `games`; None: as many as its event says (M34). Where all of a table fight each
    other at once, `at_table` is how many fighters they are at most and usually (M36). One that is `played` is played on
    this site, in a battle of its own (V1-V54): nothing is counted, and its sides enter no result. `roles` are those of
    a team's seats, where a team loses with its emperor alone and each of its fighters has turns of their own (M37).
    With `has_commanders` each fighter has one, whose name all see (M35). `round_minutes` are the usual minutes of a
    round of single games, and of fights of several; 0: without a clock.
    """

    slug: str
    counters: tuple[CounterRule, ...]
    sides: int = 2
    fighters: int = 1
    hand: int | None = None
    name: str = ""
    help: str = ""
    games: int | None = None
    at_table: tuple[int, int] | None = None
    played: bool = False
    roles: tuple[TeamRole, ...] = ()
    has_commanders: bool = False
    round_minutes: tuple[int, int] = (25, 25)

    def usual_minutes(self, games: int) -> int:
        """Return the usual minutes of a round of fights of so many games, where the form leaves open how many."""
        one, several = self.round_minutes
        return several if (self.games or games) > 1 else one

    @property
    def own(self) -> tuple[CounterRule, ...]:
        """The counters of which a fighter, or a team, has one value."""
        return tuple(rule for rule in self.counters if rule.of is not CountedFor.PAIR)

    @property
    def paired(self) -> CounterRule | None:
        """The counter of a fighter and each other one; None where the form has none. No form has two."""
        return next((rule for rule in self.counters if rule.of is CountedFor.PAIR), None)

    @property
    def shared(self) -> frozenset[str]:
        """The counters of which a team has one value."""
        return frozenset(rule.name for rule in self.counters if rule.of is CountedFor.TEAM)

    @property
    def team_limit(self) -> int | None:
        """The value at which a counter is lost where an event lets teams share it (M34); None where it cannot."""
        return next((rule.team_loses_at for rule in self.counters if rule.team_loses_at is not None), None)

    def rule(self, counter: str) -> CounterRule:
        """Return the rule of a counter. Raises KeyError when the form counts no such thing."""
        return {rule.name: rule for rule in self.counters}[counter]

    def limited_to(self, limit: int) -> "FightForm":
        """Return the form as an event fights it in which so much of a counter `is_limited` loses."""
        return replace(
            self,
            counters=tuple(
                replace(rule, most=limit, loses_at=limit) if rule.is_limited else rule for rule in self.counters
            ),
        )

    def shared_at(self, limit: int) -> "FightForm":
        """Return the form as an event fights it in which teams share a counter that they lose at this limit (M34)."""
        if limit != self.team_limit:
            return self
        counters = tuple(
            replace(rule, of=CountedFor.TEAM, most=limit, loses_at=limit) if rule.team_loses_at == limit else rule
            for rule in self.counters
        )
        return replace(self, counters=counters)
