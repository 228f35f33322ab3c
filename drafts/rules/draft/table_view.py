"""A table as everybody may see it: the one projection that phone, display and control panel are drawn from.

It is made of a table in memory (`view.seen_by`), or of what the database counts (`counted`): the same facts, no card.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from drafts.rules.draft.clock import Clock
from drafts.rules.draft.seat_status import Presence, SeatStatus, Turn
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import PassId
from drafts.rules.draft.view import SeatSeen, Seen
from drafts.rules.formats import Format, Quota
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage

OPENING = Stage.OPENING.value
BUILDING = Stage.BUILDING
PAST_DECKS = frozenset((Stage.FIGHTING, Stage.SHARING, Stage.FINISHED))


class SeatView(NamedTuple):
    """A seat: whose it is, how many cards lie there, and the two words about its fighter.

    `bot`: a bot chooses here now; `always_bot`: and always will. `guest`: the fighter has no
    phone. `fighter` names the fighter within the event. `must_hold`: how many cards of a paper pack one should hold
    here before any are placed; None where the cards are known.
    """

    number: int
    fighter: FighterId
    name: str
    bot: bool
    always_bot: bool
    connected: bool
    ready: bool
    cards: SeatSeen
    status: SeatStatus
    guest: bool = False
    must_hold: int | None = None

    @property
    def place(self) -> int:
        """The seat's number as people see it, from 1."""
        return self.number + 1

    @property
    def is_away(self) -> bool:
        """Whether the fighter is away, with no bot in their seat."""
        return self.status.presence is Presence.AWAY


class TableView(NamedTuple):
    """A table: where it stands, its clock and its seats.

    `phase` is the one that people see. `judge_called` are the seats that wait for a judge, those about a card (R9)
    left out. `stalled` is the pass in which no fighter chose, while the table has paused itself for it. `paper`: it has
    real packs.
    """

    number: int
    phase: str
    seen: Seen
    seats: tuple[SeatView, ...]
    judge_called: tuple[int, ...]
    clock: Clock
    paused: bool
    stalled: PassId | None
    paper: bool = False

    @property
    def is_timed(self) -> bool:
        """Whether there is a time that can be extended."""
        return self.clock.deadline is not None or self.clock.left is not None

    @property
    def drafts(self) -> bool:
        """Whether cards are still to be chosen."""
        return not (self.has_ended or self.phase in (OPENING, BUILDING))

    @property
    def can_undo(self) -> bool:
        """Whether something was placed that somebody may choose anew."""
        placed = any(seat.cards.face_down for seat in self.seats)
        return placed and not self.has_ended and not all(seat.bot for seat in self.seats)

    @property
    def late(self) -> list[str]:
        """The names of those who have still to choose in this pass."""
        return [seat.name for seat in self.seats if seat.status.turn is Turn.CHOOSING]

    @property
    def has_ended(self) -> bool:
        """Whether the night has gone past the decks."""
        return self.phase in PAST_DECKS

    @property
    def deadline(self) -> datetime | None:
        """The end of the pass or review, where it has one."""
        return self.clock.deadline

    @property
    def left(self) -> float | None:
        """The seconds that are left, while the clock stands."""
        return self.clock.left


def people_see(phase: Phase, stage: Stage) -> str:
    """Return the phase that people see: the table's own until it has drafted, then `building`, whatever others do.

    While the event is at a `stage` past the decks, or before the first pack, that is the phase of all its tables.
    """
    if stage in PAST_DECKS or stage is Stage.OPENING:
        return stage
    return BUILDING if phase is Phase.DRAFTED else phase


def must_hold(cards: SeatSeen, stage: Stage) -> int:
    """Return how many cards one should hold at a seat before any are placed in this pass: none of a closed pack."""
    return cards.held if stage is Stage.DRAFTING else 0


def before_packs(status: SeatStatus, stage: Stage, *, was_ready: bool) -> SeatStatus:
    """Return the two words of a seat; before the first paper pack is opened its fighter is ready, or gets so."""
    if stage is not Stage.OPENING:
        return status
    return status._replace(turn=Turn.READY if was_ready else Turn.GETTING_READY, hurried=False)


class TablePlace(NamedTuple):
    """Where a table stands: its phase, and the round and pass in it."""

    format: Format
    phase: Phase
    round: int
    pass_number: int
    called: bool


class PackCount(NamedTuple):
    """A pack of the present round: how many cards it was opened with, how many of them are taken."""

    cards: int
    taken: int
    guaranteed: bool


class PileCount(NamedTuple):
    """The number of cards that a seat has placed: in all, and in the present pass."""

    face_down: int
    placed: int


def counted(
    place: TablePlace, packs: Sequence[PackCount], piles: Sequence[PileCount], *, waiting_for_judge: bool
) -> Seen:
    """Return what `view.seen_by` shows to everybody, from counts: `packs` by their openers, `piles` by seats."""
    if not place.format.rounds:
        return _without_rounds(place, piles)
    rule = place.format.round(place.round)
    held = [packs[(seat - rule.direction.step * (place.pass_number - 1)) % len(packs)] for seat in range(len(packs))]
    kinds = {(pack.cards, pack.guaranteed) for pack in packs}
    lasts = [rule.last_pass(cards, guaranteed=kind, called=place.called) for cards, kind in kinds]
    due = rule.rule(place.pass_number)
    drafting = place.phase is Phase.DRAFTING
    return Seen(
        phase=place.phase,
        round=place.round,
        rounds=len(place.format.rounds),
        pass_number=place.pass_number,
        passes=max(lasts, default=1),
        direction=rule.direction,
        called=place.called,
        waiting_for_judge=waiting_for_judge,
        demand=due.quota(guaranteed=held[0].guaranteed, called=place.called) if drafting else Quota(),
        seats=tuple(
            SeatSeen(
                chosen=not drafting
                or pack.cards == pack.taken
                or pile.placed >= due.quota(guaranteed=pack.guaranteed, called=place.called).total,
                in_hand=pack.cards - pack.taken if drafting else 0,
                face_down=pile.face_down,
                held=pack.cards - pack.taken + pile.placed if drafting else 0,
            )
            for pack, pile in zip(held, piles, strict=True)
        ),
        own=None,
    )


def _without_rounds(place: TablePlace, piles: Sequence[PileCount]) -> Seen:
    return Seen(
        phase=place.phase,
        round=0,
        rounds=0,
        pass_number=0,
        passes=0,
        direction=None,
        called=False,
        waiting_for_judge=False,
        demand=Quota(),
        seats=tuple(SeatSeen(chosen=True, in_hand=0, face_down=0, held=0) for _ in piles),
        own=None,
    )
