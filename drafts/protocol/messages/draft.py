"""The parts of messages that say how a table drafts: its place, piles, cards, quotas, choices and calls of a judge."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from drafts.models import Verdict
from drafts.protocol.messages.common import (
    CardNumber,
    DirectionName,
    FighterNumber,
    Moment,
    PhaseName,
    PileStateName,
    ReasonName,
    SeatNumber,
    one_of,
)
from drafts.protocol.messages.events import ClockPart, HostSeatPart, SeatPart
from drafts.rules.actors import ActorKind

PassPart = TypedDict("PassPart", {"round": int, "pass": int})


class PlacePart(PassPart):
    """A table without its seats. `legion_rare`: a called card was verified in this round.

    Where a format has no rounds, `direction` is null and `round`, `rounds`, `pass` and `passes` are 0.
    `judge_called` are the seats with an open call for a judge, those about a card left out. With paper packs
    `must_place` is what each fighter places in this pass; after the draft `piles` says how far the piles are, seat by
    seat.
    """

    number: int
    rounds: int
    passes: int
    direction: DirectionName | None
    legion_rare: bool
    waiting_for_judge: bool
    judge_called: Sequence[SeatNumber]
    must_place: NotRequired["QuotaPart"]
    piles: NotRequired[Sequence["PilePart"]]


class PilePart(TypedDict):
    """How far the entry of a pile is: so many of the expected cards; `open`, `doubted` or `checked`."""

    fighter: FighterNumber
    name: str
    expected: int
    entered: int
    state: PileStateName


class TablePart(PlacePart):
    """A table as every viewer sees it."""

    seats: Sequence[SeatPart]


class PileEntryPart(TypedDict):
    """The cards that a fighter has entered of their pile of real cards: card numbers, from bottom to top."""

    expected: int
    entered: Sequence[str]
    state: PileStateName


class HostTableFacts(PlacePart):
    """A table as the organizer sees it. `stalled`: the pass without any choice in which the table paused itself."""

    seats: Sequence[HostSeatPart]
    phase: PhaseName
    stalled: PassPart | None
    can_undo: bool


class HostTablePart(HostTableFacts):
    """The same with the clock, which says what time it is."""

    clock: ClockPart


class CardPart(TypedDict):
    """A physical card; the facts that its game prints on it are further keys (`event.game` says which game).

    `id` tells nothing of the card: neither its pack nor its place in it; it is null where the card lies in no pack.
    `text` is the printed text, `image` the
    address of the picture on this site; both may be null. `text_read` is the text as it is read in a draft where
    that differs from print (R18), in pieces `[text, what is printed there or null]`, else null. `kin` is what cards
    of one look have in common, or empty. `foil` is there, and true, where the card is of foil.
    """

    id: CardNumber | None
    foil: NotRequired[bool]
    number: str
    name: str
    rarity: str
    text: str | None
    text_read: Sequence[Sequence[str | None]] | None
    kin: str
    image: str | None


class QuotaPart(TypedDict):
    """How many cards a fighter owes in a pass, by kind: featured ones (`trigger`), `normal` ones, and `any`.

    A format that features no kind asks only for `any`.
    """

    trigger: int
    normal: int
    any: int


class TakenPart(TypedDict):
    """The official who has taken a call: `by` is `organizer` or `judge`, `name` the name of a judge."""

    by: Annotated[str, one_of([ActorKind.ORGANIZER, ActorKind.JUDGE])]
    name: str | None
    at: Moment


class OwnCallPart(TypedDict):
    """The fighter's own open call for a judge. `taken` is null until an official is on the way.

    Calls stay open after the draft until the event is over.
    """

    id: int
    reason: ReasonName
    asked_at: Moment
    taken: TakenPart | None


class CallPart(OwnCallPart):
    """An open call for a judge, as officials see it, oldest first; `card` where it is about one (R9)."""

    table: int
    seat: SeatNumber
    card: NotRequired[CardPart]


class NotePart(TypedDict):
    """The note with which the fighter's last answered call was answered; `call` is that call's id."""

    call: int
    reason: ReasonName
    verdict: Annotated[str, one_of([Verdict.VERIFIED, Verdict.REFUSED])]
    text: str
    at: Moment
