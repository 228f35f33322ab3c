"""A battle as frozen values. `Battle` has everything, hidden things too: `views` says what is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.games.rome.cards import MOUNTED, CommandKind, UnitKind
from drafts.rules.games.rome.spaces import Space

MOST_PLAYERS = 4
HAND_LIMIT = 7


class BattlePhase(StrEnum):
    """The parts of a battle, by the words of notation and protocol."""

    DEPLOY = "deploy"
    ACT = "act"
    NIGHT = "night"
    AFTER = "after"
    OVER = "over"


PLANNING = frozenset({BattlePhase.DEPLOY, BattlePhase.NIGHT})
"""The phases in which all lay their lines at once."""


class BattleOptions(NamedTuple):
    """The house rules of a battle; the names are those of the form's fields.

    `players` is 2 to 4, `rear` and `commands` leave out the rear row and the commands (V2), `own_decks` parts the cards
    (V51, two players), with `end_last` the last line wins (V53), and `turns` ends the battle after so many
    (V54; 0: never).
    """

    players: int = 2
    rear: bool = True
    commands: bool = True
    own_decks: bool = False
    end_last: bool = False
    turns: int = 0


class Unit(NamedTuple):
    """A unit in a line.

    `chariot`: one has mounted it. `used`: it has switched in this turn, `driven`: its Chariot has moved.
    """

    kind: UnitKind
    up: bool
    used: bool = False
    chariot: bool = False
    driven: bool = False

    @property
    def mounted(self) -> bool:
        """Whether Infantry does not protect it and no Chariot can mount it."""
        return self.chariot or self.kind in MOUNTED


UnitLine = Mapping[Space, Unit]
"""The units of a player by their spaces; never changed in place."""


class Plan(NamedTuple):
    """A line as it was laid (V11, V45): a space, a kind, whether a Chariot is on it; of V12 also `at` and `with`."""

    units: tuple[tuple[Space, UnitKind, bool], ...]
    at: int | None = None
    along: tuple[tuple[Space, Space], ...] = ()


class BattleSide(NamedTuple):
    """A player of a battle.

    `drawn` are the units to place, `hand` the commands, both in the order in which they were drawn. `kills` and
    `power` count units killed and their P, `lost` units lost (a mounted pair is one). `out` is 0 while the line stands,
    else it counts from 1 the moments at which lines were destroyed.
    """

    line: UnitLine = {}
    drawn: tuple[UnitKind, ...] = ()
    hand: tuple[CommandKind, ...] = ()
    plan: Plan | None = None
    kills: int = 0
    power: int = 0
    lost: int = 0
    out: int = 0


class CardStock(NamedTuple):
    """Decks (the first card is the top) and discards, of all or with own decks (V51) of one player.

    `unit_shuffles` and `command_shuffles` count how often each deck was shuffled.
    """

    units: tuple[UnitKind, ...] = ()
    unit_discard: tuple[UnitKind, ...] = ()
    commands: tuple[CommandKind, ...] = ()
    command_discard: tuple[CommandKind, ...] = ()
    unit_shuffles: int = 0
    command_shuffles: int = 0


class HitUnit(NamedTuple):
    """A unit that was hit: `at` its seat and space, `by` those of all that hit it.

    `sum` is the A of those that are no Archers, `defence` its D (None where only Archers hit), `archer` whether an
    Archer hit that it is not immune to (V26).
    """

    at: tuple[int, Space]
    kind: UnitKind
    by: tuple[tuple[int, Space], ...]
    sum: int
    defence: int | None
    archer: bool
    died: bool


@dataclass(frozen=True, slots=True)
class Battle:
    """A position of a battle. `seed` and `fight` name its chance; they and the decks are for no viewer.

    `seat` has the turn (in `night` and `after` too), `turn` is 0 until V13 has decided, `replays` counts V14.
    `commanded` is the command of this turn, `report` the last attack. `before` is the position that `back` returns to.
    """

    options: BattleOptions
    seed: str
    fight: int
    phase: BattlePhase
    sides: tuple[BattleSide, ...]
    stocks: tuple[CardStock, ...]
    turn: int = 0
    seat: int = 0
    replays: int = 0
    commanded: CommandKind | None = None
    report: tuple[HitUnit, ...] = ()
    before: "Battle | None" = field(default=None, compare=False, repr=False)
