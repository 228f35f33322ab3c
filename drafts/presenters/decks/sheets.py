"""The decks that fighters have chosen, as they are printed and shown."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from drafts.models import Event, Fighter, Seat
from drafts.queries.decks import decks_of_seats, seats_in_order
from drafts.queries.log.aliases import Names
from drafts.rules.decks import Cards, Deck, alike
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.ids import FighterId, SeatNumber


@dataclass(frozen=True, slots=True)
class Line:
    """A card of a deck, and how many there are of it. `starts`: the fighter begins with one of them."""

    cards: Cards
    note: str
    starts: bool

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.cards)

    @property
    def foils(self) -> int:
        """How many of them are of foil."""
        return sum(held.foil for held in self.cards)


@dataclass(frozen=True, slots=True)
class RowOfLines:
    """A row of a deck as it lies on a table, equal cards on each other."""

    name: str
    sign: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A fighter's deck as it is printed: where they sit, and what lies in each group, each different card once.

    `rows`: the same cards as they lie on a table. `avatar` is the name of the avatar beside it, where a page names it.
    """

    fighter: Fighter
    name: str
    table: int
    seat: SeatNumber
    deck: Deck
    groups: tuple[tuple[str, tuple[Line, ...]], ...]
    rows: tuple[RowOfLines, ...]
    avatar: str = ""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(len(group.cards) for group in self.deck.groups)

    @property
    def may_start(self) -> tuple[Line, ...]:
        """Each different card that the fighter may begin with."""
        return tuple(_lines(self.deck.starters, self.deck))


def sheet_of(fighter: Fighter) -> DeckSheet | None:
    """Return a fighter's deck as it is printed; None where they do not see it yet, or have no seat."""
    return next(_sheets(Seat.objects.current().filter(fighter=fighter)), None)


def sheets_of(event: Event, names: Names | None = None, *, whole_piles: bool = False) -> list[DeckSheet]:
    """Return all decks of an event, table by table, for those to whom its log is open.

    `names`: what fighters are called by. `whole_piles`: all that each drafted, whatever they have built of it.
    """
    return list(_sheets(seats_in_order(event), names, whole_piles=whole_piles))


def _sheets(seats: QuerySet[Seat], names: Names | None = None, *, whole_piles: bool = False) -> Iterator[DeckSheet]:
    """Yield the decks of these seats that their fighters see, as they are printed."""
    for chosen in decks_of_seats(seats, whole_piles=whole_piles):
        fighter, deck = chosen.fighter, chosen.deck
        groups = tuple((group.name, tuple(_lines(group.cards, deck))) for group in deck.listed)
        rows = tuple(RowOfLines(row.name, row.sign, tuple(_lines(row.cards, deck))) for row in deck.rows)
        name = fighter.nickname if names is None else names[FighterId(fighter.id)]
        yield DeckSheet(fighter, name, chosen.table, chosen.seat, deck, groups, rows)


def _lines(cards: Cards, deck: Deck) -> Iterator[Line]:
    for same in alike(cards):
        note = CARD_GAMES[same[0].card.game].line_note(same[0].card)
        yield Line(same, note, deck.starter in same)
