"""A table in time: a table, its clock, the attendance of its seats, and the settings of its draft."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.draft.clock import Clock
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.table import DraftTable
from drafts.rules.formats import Pace

PassId = tuple[int, int]
"""A pass of the draft: the round and the pass in it, both from 1."""


class JudgeBy(StrEnum):
    """The judge of a card that a judge is called for (R9): a person, or the server, which knows the card."""

    ORGANIZER = "organizer"
    AUTOMATIC = "automatic"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a draft for all its tables. `review_seconds` 0: until the organizer ends it. `seed` is secret.

    `paper`: real packs are opened, and the cards here are blank. The clock of a pass calls then, and does nothing.
    """

    pace: Pace = Pace.OFF
    review_seconds: int = 0
    judge: JudgeBy = JudgeBy.ORGANIZER
    seed: str = ""
    table_number: int = 1
    paper: bool = False


@dataclass(frozen=True)
class SeatState:
    """The fighter of one seat as the table sees them.

    `away_since` is when a fighter's last connection ended, `weak` says that the one they have is slow or silent.
    `timeouts` counts how often in a row time ran out, `by_time` are all passes (round, pass) in which the clock chose.
    `hurried` gives five seconds in this pass, `held` five more after the deadline, since the connection was down at it.
    `marked` is what to take when time runs out, tapped at `marked_at` as far as that is known, `ready` says "I have
    seen my cards". A `guest` has no phone: others act for them, and they are neither away nor hurried. When no fighter
    at all is connected (the Wi-Fi is gone) none is hurried. `starter` is the card of the deck that the fighter has
    chosen to begin their fights with; None as long as they have not.
    """

    bot: bool = False
    guest: bool = False
    connected: bool = False
    away_since: datetime | None = None
    weak: bool = False
    timeouts: int = 0
    by_time: tuple[PassId, ...] = ()
    hurried: bool = False
    held: bool = False
    marked: tuple[CardId, ...] = ()
    marked_at: datetime | None = None
    ready: bool = False
    starter: CardId | None = None


@dataclass(frozen=True)
class TimedTable:
    """A table, its clock and its fighters at one moment.

    `paused` lasts until an official resumes; `unattended` says that the table paused itself, since no fighter chose,
    and `paused_by_judge` that it was no organizer who paused it.
    """

    table: DraftTable
    clock: Clock
    seats: tuple[SeatState, ...]
    settings: TableSettings = field(default_factory=TableSettings)
    paused: bool = False
    unattended: bool = False
    paused_by_judge: bool = False

    @property
    def this_pass(self) -> PassId:
        """The round and the pass that the table is in."""
        return self.table.round, self.table.pass_number


class Step(NamedTuple):
    """A timed table and the picks that led to it, in order."""

    timed: TimedTable
    picks: tuple[PlacedCards, ...] = ()
