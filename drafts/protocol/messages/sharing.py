"""The parts of messages that say how cards are shared: wishes, swaps and hand-overs."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from drafts.models import Policy
from drafts.protocol.messages.common import CardNumber, FighterNumber, Moment, one_of
from drafts.protocol.messages.draft import CardPart


class PersonPart(TypedDict):
    """A fighter who takes part in the sharing. `cards` is the number of cards that they have been given.

    `gone`: they have left, or were removed, since the draft: they still get their share, and answer no offer to swap.
    """

    fighter: FighterNumber
    name: str
    cards: int
    gone: bool


class SwapPart(TypedDict):
    """An offer to swap that can still be accepted, by `other`."""

    swap: int
    fighter: FighterNumber
    other: FighterNumber
    give: CardPart
    want: CardPart


class ClosedSwapPart(SwapPart):
    """An offer that came to nothing. `by` is `other`, who declined it, or `fighter`, who withdrew it."""

    by: FighterNumber


class SharedPart(TypedDict):
    """The card that was shared last. `by_wish`: its fighter did not take it themselves."""

    fighter: FighterNumber
    card: CardPart
    by_wish: bool


class GonePart(TypedDict):
    """A card of the rarity that is being chosen, and who took it."""

    card: CardPart
    by: FighterNumber


class SharePart(TypedDict):
    """The sharing of the cards of a table (R19). `pool` is what is left of the rarity that is being chosen.

    `taken` is what is gone of it, in order. Spectators are sent neither (both are empty), nor `last`, unless the log is
    public. `order` are the fighters as they take turns, `left` the cards in the pool, `next` who gets each of them, in
    order, and `seconds_left` those of a turn whose clock stands. When the time of a turn is up, wishes decide.
    """

    table: int
    policy: Annotated[str, one_of(Policy.values)]
    begun: bool
    over: bool
    order: Sequence[FighterNumber]
    people: Sequence[PersonPart]
    turn: FighterNumber | None
    next: Sequence[FighterNumber]
    deadline: Moment | None
    paused: bool
    paused_by: Literal["organizer", "judge"] | None
    seconds: int | None
    seconds_left: float | None
    rarity: str | None
    pool: Sequence[CardPart]
    left: int
    taken: Sequence[GonePart]
    last: SharedPart | None


class OwnSharePart(TypedDict):
    """The part that only the fighter sees: their cards so far, wishes, open swaps, and how many cards change hands.

    `closed` are the last offers by or to them that were declined or withdrawn, while both still have these cards.
    """

    yours: Sequence[CardPart]
    wishes: Sequence[CardNumber]
    swaps: Sequence[SwapPart]
    closed: Sequence[ClosedSwapPart]
    to_give: int
    to_get: int


class FullSharePart(SharePart):
    """The sharing of the cards of a table; what is here is a fighter's own, and sent to nobody else."""

    yours: NotRequired[Sequence[CardPart]]
    wishes: NotRequired[Sequence[CardNumber]]
    swaps: NotRequired[Sequence[SwapPart]]
    closed: NotRequired[Sequence[ClosedSwapPart]]
    to_give: NotRequired[int]
    to_get: NotRequired[int]
