"""The parts of messages that say what a deck holds, what is wrong with it, and which avatar goes with it."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from drafts.protocol.messages.common import CardNumber, Moment, Number, one_of
from drafts.protocol.messages.draft import CardPart
from drafts.rules.avatars import AvatarEvery, AvatarMethod
from drafts.rules.building import COMMAND, MAIN, SIDE


class ZonePart(TypedDict):
    """Cards of a deck that lie together in play, by id."""

    zone: str
    name: str
    cards: Sequence[CardNumber]


class GroupPart(TypedDict):
    """Cards of a deck that are shown together, by id."""

    name: str
    cards: Sequence[CardNumber]


class TallyPart(TypedDict):
    """How many cards of a deck have each value of a fact, by name."""

    tally: str
    name: str
    counts: Sequence[tuple[str, int]]


class SummaryPart(TypedDict):
    """The summary of a pile. `zones` and `groups` are in the order in which they are shown.

    The game may add properties of its own for a deck, such as the card that begins each fight: `card` is proposed, or
    `chosen` by the fighter; `note` is empty once it is chosen, and `can_be` are the ids of those that may be it.
    """

    count: int
    zones: Sequence[ZonePart]
    groups: Sequence[GroupPart]
    tallies: Sequence[TallyPart]
    warnings: Sequence[str]


class DeckFaultPart(TypedDict):
    """A reason why a deck cannot be registered."""

    code: str
    message: str


class RegisteredPart(TypedDict):
    """When a deck was registered, by the server where `auto`, and how many cards it has.

    `same`: the deck has not changed since.
    """

    at: Moment
    auto: bool
    count: Number
    same: bool


class DeckCheckPart(TypedDict):
    """A look of an official at the registered deck."""

    by: Literal["organizer", "judge"]
    at: Moment


class DeckTallyPart(TypedDict):
    """A count of the main deck's cards: `curve`, `colours` or `types`."""

    tally: str
    name: str
    counts: Sequence[tuple[str, Number]]


class MatchDeckPart(TypedDict):
    """The own deck in the fight that goes on (M23), at a version; `deck` with its `fight` makes a new one.

    `open`: it can be changed, between two games. It is dropped once the fight is over. A deck that was brought along
    (M30) has its `list` instead of ids and lands.
    """

    fight: int
    game: int
    version: Number
    main: NotRequired[Sequence[CardNumber]]
    side: NotRequired[Sequence[CardNumber]]
    basics: NotRequired[dict[str, Number]]
    command: NotRequired[Sequence[CardNumber]]
    list: NotRequired[Sequence["ListLinePart"]]
    open: bool


class ListLinePart(TypedDict):
    """A line of a list: how many cards of a name, in `main`, `side` or `command`. `checked`: a loaded set has it."""

    name: str
    count: Annotated[int, Meta(ge=1)]
    zone: Annotated[str, one_of([MAIN, SIDE, COMMAND])]
    checked: bool


class DeckStatePart(TypedDict):
    """The state of a fighter's deck at a version; only `deck` makes a new one.

    `registered` is null until the deck is; `locked`: it cannot be changed any more.
    """

    version: Number
    count: Number
    faults: Sequence[DeckFaultPart]
    legal: bool
    locked: bool
    registered: RegisteredPart | None
    checked: Sequence[DeckCheckPart]


class OwnDeckPart(DeckStatePart):
    """A fighter's deck; only the fighter is sent it.

    `side` is every card of the pool that lies nowhere else. `count` is the main deck with its free lands, `basics`.
    `suggested` are the free lands that a usual deck of these cards has. `match` is null outside of an open fight. A
    deck that was brought along (M30) has its `list` instead of ids and lands, no tallies, and nothing is suggested.
    """

    main: NotRequired[Sequence[CardNumber]]
    side: NotRequired[Sequence[CardNumber]]
    command: NotRequired[Sequence[CardNumber]]
    basics: NotRequired[dict[str, Number]]
    list: NotRequired[Sequence[ListLinePart]]
    tallies: Sequence[DeckTallyPart]
    suggested: dict[str, Number]
    match: MatchDeckPart | None


class OwnPlanarPart(TypedDict):
    """The planar deck that a fighter has chosen for themselves (M38); only the fighter is sent it.

    `chosen` are the numbers of its cards, null where it is dealt; their order is not that of the deck.
    `/events/<code>/planes/` has all of which it can be made, `least` is how many it needs.
    """

    chosen: Sequence[str] | None
    least: int


class OwnAvatarPart(TypedDict):
    """The avatars from which a fighter may choose (M27), by the settings of the event; only the fighter is sent it.

    `chosen` is the number of one, null before; it can be replaced until it is `fixed`, when all see it. `fight` is
    there where it is chosen for a fight. With `free` there is no `offered`: `/events/<code>/avatars/` has all, and
    `card` is the chosen one.
    """

    every: Annotated[str, one_of(AvatarEvery)]
    method: Annotated[str, one_of(AvatarMethod)]
    offered: NotRequired[Sequence[CardPart]]
    card: NotRequired[CardPart]
    chosen: str | None
    fixed: bool
    fight: NotRequired[int]
