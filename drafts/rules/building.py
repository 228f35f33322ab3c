"""A deck that is built of a pool (M14-M20): the zones of its cards, its faults, and the free lands."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.rules.cards import Card, CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.decks import Cards, Deck
from drafts.rules.errors import DeckTooSmall, DuplicateInDeck, LandsNotFree, NotInOwnPool, TypeNotInDeck
from drafts.rules.wording import Wording, gettext_noop

MAIN, SIDE, COMMAND = "main", "side", "command"
MOST_OF_A_LAND = 99
OF_NO_PACK = CardId(0)
"""In place of the id of a free land."""

Lands = tuple[tuple[str, int], ...]
"""How many of each free land a deck has, by name; those of which it has none are left out."""

Pool = Mapping[CardId, CardInPack]


class BuiltDeck(NamedTuple):
    """A deck: cards of the pool in the main deck and in the command zone, and free lands besides. The rest is aside."""

    main: tuple[CardId, ...] = ()
    command: tuple[CardId, ...] = ()
    basics: Lands = ()

    @property
    def size(self) -> int:
        """How many cards the main deck has, with its free lands."""
        return len(self.main) + sum(count for _, count in self.basics)

    def side_of(self, pool: Pool) -> tuple[CardId, ...]:
        """Return every card of the pool that lies nowhere else (M17), in the order of the pool."""
        used = {*self.main, *self.command}
        return tuple(card for card in pool if card not in used)


NO_DECK = BuiltDeck()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Builder:
    """How decks are built in a game.

    `least` is the smallest size of a main deck, `lands` makes a card of each free land, by its name, in the order in
    which they are shown. `zone_of` returns where a card may lie besides the sideboard: `MAIN`, `COMMAND`, or `SIDE` for
    nowhere; `refused` says why one is not in the main deck. `suggest` returns so many free lands for these cards of a
    main deck, or without a number as many as a usual deck has. `bot` returns the deck of a bot. `sorted` makes of the
    three zones a deck for the eye.
    """

    least: int
    lands: Mapping[str, Card]
    zone_of: Callable[[Card], str]
    refused: Callable[[Card], Wording]
    suggest: Callable[[Sequence[Card], int | None], Lands]
    bot: Callable[[Cards, Chance], BuiltDeck]
    sorted: Callable[[Cards, Cards, Cards], Deck]


def checked(deck: BuiltDeck, pool: Pool, builder: Builder) -> BuiltDeck:
    """Return a deck as it is stored: free lands in their order, without those of which it has none.

    Raises NotInOwnPool, DuplicateInDeck, TypeNotInDeck and LandsNotFree, asked in this order; its size is not asked.
    """
    cards = (*deck.main, *deck.command)
    if not pool.keys() >= set(cards):
        raise NotInOwnPool
    if len(set(cards)) != len(cards):
        raise DuplicateInDeck
    for zone, lying in ((MAIN, deck.main), (COMMAND, deck.command)):
        for card in lying:
            if builder.zone_of(pool[card].card) != zone:
                raise TypeNotInDeck(builder.refused(pool[card].card))
    wanted = Counter[str]()
    for name, count in deck.basics:
        if name not in builder.lands:
            raise LandsNotFree
        wanted[name] += count
    return deck._replace(basics=lands_of(wanted, builder))


def lands_of(counts: Mapping[str, int], builder: Builder) -> Lands:
    """Return free lands in the order in which they are shown."""
    return tuple((name, counts[name]) for name in builder.lands if counts.get(name, 0) > 0)


def faults_of(deck: BuiltDeck, builder: Builder) -> tuple[DeckTooSmall, ...]:
    """Return why a deck cannot be registered (M14)."""
    if deck.size >= builder.least:
        return ()
    words = gettext_noop("%(count)s cards; at least %(least)s are needed.", count=deck.size, least=builder.least)
    return (DeckTooSmall(words),)


def suggested(deck: BuiltDeck, pool: Pool, builder: Builder) -> Lands:
    """Return the free lands that a usual deck of these cards has (M19)."""
    return builder.suggest([pool[card].card for card in deck.main], None)


def filled(deck: BuiltDeck, pool: Pool, builder: Builder) -> BuiltDeck:
    """Return a deck with as many suggested lands more as it lacks cards (M20)."""
    missing = builder.least - deck.size
    if missing <= 0:
        return deck
    more = builder.suggest([pool[card].card for card in deck.main], missing)
    return deck._replace(basics=lands_of(Counter(dict(deck.basics)) + Counter(dict(more)), builder))


def laid_out(deck: BuiltDeck, pool: Pool, builder: Builder, printed: Mapping[str, Card]) -> Deck:
    """Return a deck sorted for the eye. `printed` are free lands as the sets of the draft print them, by name."""
    prints = {**builder.lands, **printed}
    lands = tuple(CardInPack(OF_NO_PACK, prints[name]) for name, count in deck.basics for _ in range(count))
    main, command, side = (
        tuple(pool[card] for card in cards) for cards in (deck.main, deck.command, deck.side_of(pool))
    )
    return builder.sorted((*main, *lands), side, command)
