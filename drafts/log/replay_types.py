"""The data of one table for the page of a replay, as types: its script draws this and computes nothing.

Cards are named by their place in `cards`, prints by theirs in `prints`. Rounds and passes count from 1, seats from 0.
"""

from typing import Any, NotRequired, TypedDict


class ReplaySeat(TypedDict):
    """A seat and its fighter. `fighter` is the number of the fighter in the log."""

    seat: int
    name: str
    bot: bool
    fighter: int


class ReplayTally(TypedDict):
    """A count of a pile by one fact of its cards: `names` are what it counts, in their order."""

    tally: str
    name: str
    names: list[str]


class ReplayPrint(TypedDict):
    """A printed card: `card` as in every message, and for each tally the places of the names that it counts for."""

    card: dict[str, Any]
    counts: list[list[int]]


class ReplayFate(TypedDict):
    """The seat that took a card, and the pass of its round in which it did."""

    seat: int
    number: int


class ReplayCard(TypedDict):
    """One physical card; `id` as in `log.json`. `fate` is None for a card that nobody took: the draft was stopped."""

    id: int
    print: int
    fate: ReplayFate | None
    foil: NotRequired[bool]


class ReplayPack(TypedDict):
    """A pack as it was opened."""

    round: int
    opened_by: int
    set: str
    cards: list[int]


class ReplayPick(TypedDict):
    """Cards that were placed at once, in the order in which they lie; `how` as in `log.json`."""

    cards: list[int]
    how: str
    seconds: float


class ReplayDue(TypedDict):
    """How many cards had to be placed: of the kind that the format features, of the others, and of any."""

    featured: int
    plain: int
    any: int


class ReplayTurn(TypedDict):
    """One pass as one seat saw it. `back` are the cards that came all the way round."""

    opened_by: int
    hand: list[int]
    due: ReplayDue
    picks: list[ReplayPick]
    back: list[int]


class ReplayUndone(TypedDict):
    """Cards that a seat had placed in this pass before it was taken back."""

    seat: int
    cards: list[int]
    how: str
    at: str | None


class ReplayNote(TypedDict):
    """The acts of organizer, judge and fighters while this pass was played, in words."""

    at: str | None
    text: str


class ReplayStep(TypedDict):
    """One pass. `seconds` is how long it could last, None where nothing is timed; `turns` stand in order of seats."""

    round: int
    number: int
    direction: str
    called: bool
    seconds: int | None
    review_after: bool
    turns: list[ReplayTurn]
    undone: list[ReplayUndone]
    notes: list[ReplayNote]


class ReplaySide(TypedDict):
    """A side of a fight: the seat of its first fighter, None at another table, and those of all who are at this one.

    `avatars` and `commanders` are the names of those of its fighters, left out where it has none.
    """

    seat: int | None
    seats: list[int]
    name: str
    won: bool
    score: int | None
    damage: int | None
    avatars: NotRequired[list[str]]
    commanders: NotRequired[list[str]]


class ReplayCourse(TypedDict):
    """A turn of a game in words (M40): whose it is and on which plane it began, and what was done in it (M39)."""

    turn: str
    acts: list[str]


class ReplayFight(TypedDict):
    """A fight, and how it stands in words; one of one side is a bye.

    `course` are the turns of its game, where turns are marked: in a match of several they are told game by game alone.
    """

    sides: list[ReplaySide]
    words: str
    over: bool
    course: NotRequired[list[ReplayCourse]]


class ReplayFightGame(TypedDict):
    """The games of this number in a round, from 1, as each ended; `damage` is that of the game."""

    game: int
    fights: list[ReplayFight]


class ReplayFightRound(TypedDict):
    """A round of fights. `counter` says in words what `damage` counts: its first counter, or how much of it is lost.

    `games` are there where a match has more than one game.
    """

    round: int
    counter: str
    fights: list[ReplayFight]
    games: list[ReplayFightGame]


class ReplayShared(TypedDict):
    """The owner of a card since all were shared out."""

    card: int
    seat: int
    drafted_by: int


class ReplaySwap(TypedDict):
    """A swap that both agreed to: the card `give` of one seat for the card `want` of the other."""

    seat: int
    other: int
    give: int
    want: int


class ReplayFigure(TypedDict):
    """A figure of the statistics: null, or a value, and how many observations it comes from."""

    value: float | None
    n: int


class CardFigures(TypedDict):
    """The figures of a printed card from all finished drafts of this installation (docs/statistics.md)."""

    average_taken_at: ReplayFigure
    first_choice_rate: ReplayFigure


class Figures(TypedDict):
    """The figures of the cards of some sets, by number; those of fewer than `few` observations say little."""

    few: int
    cards: dict[str, CardFigures]


class Replay(TypedDict):
    """A table's draft, and what followed."""

    version: int
    table: int
    round_count: int
    seats: list[ReplaySeat]
    tallies: list[ReplayTally]
    prints: list[ReplayPrint]
    cards: list[ReplayCard]
    packs: list[ReplayPack]
    steps: list[ReplayStep]
    fights: list[ReplayFightRound]
    swaps: list[ReplaySwap]
    shares: list[ReplayShared]
