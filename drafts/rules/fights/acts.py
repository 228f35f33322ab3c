"""The acts in a game of a fight, in their order; undo takes back the last of it, whoever did it (M22, M24, M31)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.rules.ids import FighterId
from drafts.rules.planes import DieFace


class CounterChange(NamedTuple):
    """One change of a counter of one fighter; of a counter of a pair, `source` is the other of them (M36)."""

    fighter: FighterId
    counter: str
    by: int
    source: FighterId | None = None


class SetTo(NamedTuple):
    """In place of the amount of a change: the value that the counter then has."""

    value: int


@dataclass(frozen=True, slots=True)
class Out:
    """These fighters are out of the game."""

    fighters: tuple[FighterId, ...]


@dataclass(frozen=True, slots=True)
class Spared:
    """A card says that a fighter does not lose by this counter, until it changes (M31)."""

    fighter: FighterId
    counter: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The fighters have rolled dice themselves: the side of this fighter chooses who goes first (M22)."""

    fighter: FighterId


@dataclass(frozen=True, slots=True)
class First:
    """The side of this fighter goes first."""

    fighter: FighterId


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next turn began; or, with `extra`, this fighter has one more right after the turn that goes on (M40).

    `gone` are the sides that had dropped out of the fight by then.
    """

    extra: FighterId | None = None
    gone: frozenset[FighterId] = frozenset()


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A fighter rolled the planar die; `own`: at the table, with a die of their own (M39)."""

    fighter: FighterId
    face: DieFace
    own: bool = False


@dataclass(frozen=True, slots=True)
class Planeswalked:
    """A fighter left the plane or phenomenon without a roll: after a phenomenon, or since a card says so (M39)."""

    fighter: FighterId


GameAct = CounterChange | Out | Spared | Rolled | First | TurnPassed | DieRolled | Planeswalked


def changes_in(acts: Sequence[GameAct]) -> tuple[CounterChange, ...]:
    """Return the changes of counters among the acts of a game."""
    return tuple(act for act in acts if isinstance(act, CounterChange))
