"""The facts about a table and its event that a process keeps, read from rows, and the type of their changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import NamedTuple

from drafts.models import Verdict
from drafts.rules.actors import ActorKind
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.history import Act
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.table_view import people_see
from drafts.rules.draft.timed import JudgeBy, TimedTable
from drafts.rules.formats import Format
from drafts.rules.ids import CallId, EventId, FighterId, SeatId, SeatNumber, TableId, Version
from drafts.rules.night.rights import LogOpens, LogVisibility, has_log_opened, has_seed_opened
from drafts.rules.night.stages import Stage

Answered = dict[tuple[int, str], Version]
"""Stored requests to a table: (seat position, the request's name) to the version that it made."""


@dataclass(frozen=True, slots=True, eq=False)
class EventFacts:
    """The facts about an event and its draft for live tables and the lobby.

    `id` is the row id of the event, `draft` that of the draft. `sets` has the (code, name) of each round's set, and
    `stages` are those of the night. `paper`: real packs are opened; `knows_cards`: the cards are known, with paper
    packs once all piles are entered, last at `entered_at`. `next_code` is the code of the event that follows it on the
    same night, or "". `aliases` are the names that strangers see instead of nicknames once the event is finished; empty
    if they see these. `shows_picks`: fighters may look at their own piles while packs are drafted. `draws_in_secret`:
    after the draft, too, hidden things are drawn from the seed. Two objects are equal only when they are the same one:
    serialized texts are cached for each.
    """

    id: EventId
    draft: int
    code: str
    name: str
    format: Format
    phase: Stage
    table_size: int
    judge: JudgeBy
    practice: bool
    log_visibility: LogVisibility
    log_opens: LogOpens
    seed: str
    stopped: bool
    sets: tuple[tuple[str, str], ...]
    stages: tuple[Stage, ...]
    paper: bool = False
    knows_cards: bool = True
    entered_at: datetime | None = None
    next_code: str = ""
    imported: bool = False
    shows_picks: bool = False
    draws_in_secret: bool = False
    aliases: Mapping[FighterId, str] = field(default_factory=dict, repr=False)

    def says_as(self, other: "EventFacts") -> bool:
        """Whether another object has the same facts."""
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(self))

    @property
    def is_over(self) -> bool:
        """Whether the draft is over."""
        return self.phase.is_after_draft

    @property
    def has_log(self) -> bool:
        """Whether there is a log to be read."""
        return has_log_opened(self.log_opens, self.phase) and self.knows_cards

    @property
    def has_open_seed(self) -> bool:
        """Whether readers of the log may see the seed."""
        return has_seed_opened(self.phase, draws_in_secret=self.draws_in_secret)

    @property
    def has_piles(self) -> bool:
        """Whether piles of real cards are entered, or have been."""
        return self.paper and self.is_over and not self.stopped


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The holder of a seat. `belongs_to_bot`: no fighter has it; `guest`: its fighter has no phone.

    `was_ready`: the fighter was ready in the lobby.
    """

    id: SeatId
    fighter: FighterId
    name: str
    belongs_to_bot: bool
    guest: bool = False
    was_ready: bool = False


LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of marks for which it is not known."""


class Marked(NamedTuple):
    """The cards that a seat has marked to take if time runs out, and the time of the tap."""

    cards: tuple[CardId, ...] = ()
    at: datetime = LONG_AGO


class Taken(NamedTuple):
    """The official who is on the way to a fighter who called. `name` is the name of a judge."""

    by: ActorKind
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallFacts:
    """An open call for a judge, made at a version of its table; `card` only where it is about one (R9).

    `id` is 0 until the call is stored. `taken` is the official on the way to the fighter.
    """

    id: CallId
    seat: SeatNumber
    reason: str
    card: CardInPack | None
    version: Version
    asked_at: datetime
    taken: Taken | None = None


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """The answer to a call for a judge, with its note for the fighter."""

    id: CallId
    reason: str
    verdict: str
    note: str
    at: datetime


class PileFacts(NamedTuple):
    """The numbers entered for the pile of a seat after a draft with paper packs. `state` is a `models.PileState`."""

    numbers: tuple[str, ...]
    state: str


NOTHING_ENTERED = PileFacts((), "open")


@dataclass(frozen=True)
class LiveTable:
    """A table as it stands at `version`, with all that its views need.

    `keys` are the rows of the physical cards, `refused` the cards that a judge did not verify (R9). `notes` has the
    note of each seat's last answered call, if any. `piles` has what is entered of each seat's pile after a draft with
    paper packs, and is empty otherwise.
    """

    id: TableId
    number: int
    version: Version
    event: EventFacts
    timed: TimedTable
    seats: tuple[SeatFacts, ...]
    calls: tuple[CallFacts, ...]
    keys: Mapping[CardId, int] = field(repr=False)
    refused: frozenset[CardId] = frozenset()
    notes: Mapping[SeatNumber, AnswerFacts] = field(default_factory=dict)
    piles: tuple[PileFacts, ...] = ()

    @property
    def phase(self) -> str:
        """The phase to show: the table's own, `building` once it has drafted, or the stage after that."""
        return people_see(self.timed.table.phase, self.event.phase)

    def completed(self, event: EventFacts, version: Version) -> "LiveTable":
        """Return the table as it is once all tables of the event have drafted."""
        piles = tuple(NOTHING_ENTERED for _ in self.seats) if event.has_piles else ()
        return replace(self, event=event, version=version, piles=piles)


class NewCall(NamedTuple):
    """A call for a judge that a change makes. `verdict` is open, or the immediate one of the server."""

    reason: str
    card: CardId | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class TableChange:
    """A step of a table from one version to the next.

    `request` is the name that a fighter's device gave to its request, `seat` that fighter's. `acts` are its acts in the
    history of the table. `call` is the call for a judge that the seat makes.
    """

    before: LiveTable
    after: LiveTable
    picks: tuple[PlacedCards, ...]
    at: datetime
    request: str = ""
    seat: SeatNumber | None = None
    acts: tuple[Act, ...] = ()
    call: NewCall | None = None
