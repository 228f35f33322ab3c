"""Values that pages show about the piles that are entered after a draft with paper packs."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from drafts.exporters.card_json import printed_facts
from drafts.languages import translated
from drafts.models import DraftSet, Event, PileState
from drafts.rules.cards import Card
from drafts.rules.draft.piles import Conflict, Mistake
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.rules.wording import Wording
from drafts.store.piles import SeatPile, TablePiles, load_piles

_SAID: dict[Mistake, str] = {
    Mistake.NO_FEATURED: "pile, no featured",
    Mistake.TOO_MANY_FEATURED: "pile, many featured",
}


class Exchange(NamedTuple):
    """Two cards of a pile that would fit better in each other's place. Their places count from 0."""

    one: int
    other: int

    @property
    def places(self) -> tuple[int, int]:
        """The places as people count them."""
        first, second = sorted((self.one, self.other))
        return first + 1, second + 1


class DoubtedCard(NamedTuple):
    """A card of a doubted pile, its place from 1. `taken`: it is in the conflict itself, not only in an exchange."""

    place: int
    card: Card
    taken: bool


class Doubt(NamedTuple):
    """A conflict in a pile as text, and the cards that may have been meant. `seen` is the fingerprint of the pile."""

    fighter: FighterId
    name: str
    words: str
    round: int
    pass_number: int
    cards: tuple[DoubtedCard, ...]
    exchanges: tuple[Exchange, ...]
    seen: str


class PileRow(NamedTuple):
    """How far the pile of a fighter is."""

    fighter: FighterId
    name: str
    entered: int
    expected: int
    state: PileState

    @property
    def is_checked(self) -> bool:
        """Whether it is complete and fits."""
        return self.state is PileState.CHECKED

    @property
    def is_doubted(self) -> bool:
        """Whether it is complete and does not fit."""
        return self.state is PileState.DOUBTED


class PilesOfTable(NamedTuple):
    """The piles of a table, and what does not fit in them."""

    number: int
    rows: tuple[PileRow, ...]
    doubts: tuple[Doubt, ...]

    @property
    def left(self) -> int:
        """How many piles are not complete."""
        return sum(row.state is PileState.OPEN for row in self.rows)


class PackOfPile(NamedTuple):
    """Which cards of a pile, from 1, were taken in the round of a set."""

    round: int
    first: int
    last: int
    set: str


class PilePage(NamedTuple):
    """The page on which a pile is entered. `data` is for its script: places and cards, as the protocol writes cards.

    `text` is what was typed, or else what is `stored`; `seen` is the fingerprint of what is stored. `sets` are the
    codes of all that were drafted, `packs` says which cards are of which.
    """

    row: PileRow
    text: str
    stored: tuple[str, ...]
    seen: str
    doubts: tuple[Doubt, ...]
    sets: tuple[str, ...]
    packs: tuple[PackOfPile, ...]
    data: dict[str, Any]


def piles_of(event: Event) -> list[PilesOfTable]:
    """Return how far the piles of an event are, table by table."""
    return [
        PilesOfTable(table.number, tuple(map(_row, table.piles)), tuple(_doubts(table)))
        for table in load_piles(event.draft)
    ]


def pile_page(
    event: Event, fighter: FighterId, typed: Sequence[str] | None = None, *, refused: bool = False
) -> PilePage | None:
    """Return the page of a fighter's pile, with what was typed where it is not kept; None for a fighter without one.

    A text that is `refused` can be no pile: the form shows it again, and the page's script goes on from what is stored.
    """
    for table in load_piles(event.draft):
        for pile in table.piles:
            if pile.fighter == fighter:
                return _page(event, table, pile, typed, refused=refused)
    return None


def _page(event: Event, table: TablePiles, pile: SeatPile, typed: Sequence[str] | None, *, refused: bool) -> PilePage:
    names, drafted = [each.name for each in table.piles], table.drafted
    numbers = list(pile.numbers if typed is None else typed)
    sets = DraftSet.objects.filter(draft=event.draft).order_by("round").values_list("card_set__code", flat=True)
    places = [
        {
            "round": place.round,
            "pass": place.pass_number,
            "opener": names[place.opened_by],
            "set": drafted.sets[place.round],
        }
        for place in pile.places
    ]
    return PilePage(
        row=_row(pile),
        text="\n".join(numbers),
        stored=pile.numbers,
        seen=pile.fingerprint,
        doubts=tuple(doubt for doubt in _doubts(table) if doubt.fighter == pile.fighter),
        sets=tuple(dict.fromkeys(sets)),
        packs=tuple(_packs(table, pile)),
        data={
            "fighter": pile.fighter,
            "expected": pile.expected,
            "entered": list(pile.numbers) if refused else numbers,
            "state": pile.state,
            "seen": pile.fingerprint,
            "places": places,
            "cards": [{**printed_facts(card), "set": drafted.set_of[card.number]} for card in drafted.cards.values()],
        },
    )


def _packs(table: TablePiles, pile: SeatPile) -> Iterator[PackOfPile]:
    rounds = [place.round for place in pile.places]
    for round_ in dict.fromkeys(rounds):
        first = rounds.index(round_) + 1
        yield PackOfPile(round_, first, first + rounds.count(round_) - 1, table.drafted.sets[round_])


def _row(pile: SeatPile) -> PileRow:
    return PileRow(pile.fighter, pile.name, len(pile.numbers), pile.expected, pile.state)


def _doubts(table: TablePiles) -> list[Doubt]:
    return [_doubt(table, conflict) for conflict in table.doubts]


def _doubt(table: TablePiles, conflict: Conflict) -> Doubt:
    pile, cards, origin = table.piles[conflict.seat], table.drafted.cards, conflict.origin
    exchanges = tuple(dict.fromkeys(Exchange(mend.one, mend.other) for mend in conflict.mends))
    places = sorted({*conflict.places, *(place for exchange in exchanges for place in exchange)})
    shown = tuple(DoubtedCard(at + 1, cards[pile.numbers[at]], at in conflict.places) for at in places)
    said: Wording = table.format.game.words[_SAID[conflict.mistake]]
    words = said.filled(
        round=origin.round,
        opener=isolate(table.piles[origin.opened_by].name),
        name=isolate(pile.name),
        count=sum(each.taken and table.format.featured in each.card.traits for each in shown),
        **{"pass": origin.pass_number},
    )
    return Doubt(
        fighter=pile.fighter,
        name=pile.name,
        words=translated(words),
        round=origin.round,
        pass_number=origin.pass_number,
        cards=shown,
        exchanges=exchanges,
        seen=pile.fingerprint,
    )
