"""A deck that is built of a pool (M14-M20): the zones of its cards, its faults, and the free lands.

Or a list of cards that its fighter brings along (M30), of which the site may know some.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from drafts.rules.cards import FACES, Card, CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.decks import Cards, Deck, Tally
from drafts.rules.errors import (
    DeckTooSmall,
    DeckWrongSize,
    DuplicateInDeck,
    LandsNotFree,
    NoCommander,
    NoListHere,
    NotInOwnList,
    NotInOwnPool,
    OutsideIdentity,
    TooManyCopies,
    TypeNotInDeck,
)
from drafts.rules.wording import Wording, gettext_noop

MAIN, SIDE, COMMAND = "main", "side", "command"
HEADINGS = {COMMAND: "Commander", MAIN: "Deck", SIDE: "Sideboard"}
"""Of the zones in lists that people write, in their order there. They are understood in every language."""
MOST_OF_A_LAND = 99
MOST_IN_A_DECK = 250
"""Of the cards that a message or a file names."""
OF_NO_PACK = CardId(0)
"""In place of the id of a free land."""

Lands = tuple[tuple[str, int], ...]
"""How many of each free land a deck has, by name; those of which it has none are left out."""

Pool = Mapping[CardId, CardInPack]


@dataclass(frozen=True, slots=True)
class DeckLine:
    """Cards of one name in a list, how many they are, and their zone."""

    name: str
    count: int
    zone: str = MAIN

    @property
    def key(self) -> str:
        """The key that names of the same card have in common."""
        return name_key(self.name)


class KnownCard(NamedTuple):
    """A card of a loaded set that lists may name. `is_free`: a deck may have any number of it (M16).

    `is_commander`: it may lead a deck, all of whose colours are then in its `identity`, letters (M35). `name` is as it
    is printed.
    """

    number: str
    is_free: bool = False
    is_commander: bool = False
    identity: str = ""
    name: str = ""


def name_key(name: str) -> str:
    """Return the key of a name: small letters, and of several faces the front."""
    return name.partition(FACES)[0].casefold()


class BuiltDeck(NamedTuple):
    """A deck: cards of the pool in the main deck and in the command zone, and free lands besides. The rest is aside.

    Of a deck that its fighter brings along there are only the `listed` cards.
    """

    main: tuple[CardId, ...] = ()
    command: tuple[CardId, ...] = ()
    basics: Lands = ()
    listed: tuple[DeckLine, ...] = ()

    @property
    def size(self) -> int:
        """How many cards the main deck has, with its free lands; of a list, with its commander."""
        listed = sum(card.count for card in self.listed if card.zone != SIDE)
        return len(self.main) + sum(count for _, count in self.basics) + listed

    def side_of(self, pool: Pool) -> tuple[CardId, ...]:
        """Return every card of the pool that lies nowhere else (M17), in the order of the pool."""
        used = {*self.main, *self.command}
        return tuple(card for card in pool if card not in used)


NO_DECK = BuiltDeck()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ListRules:
    """How lists of cards are checked: at most `most` cards of one name, except of the `free` ones (M16).

    `card` makes a card of a name that no loaded set has, `facts` returns what a list has to know of a loaded one.
    `known` are the cards of loaded sets, by `name_key`. With `has_commander` a deck has exactly as many cards as others
    have at least, one of them its commander (M35).
    """

    most: int
    free: frozenset[str]
    card: Callable[[str], Card]
    facts: Callable[[Card], KnownCard]
    known: Mapping[str, KnownCard] = field(default_factory=dict)
    has_commander: bool = False

    def allows_any(self, card: DeckLine) -> bool:
        """Whether a deck may have any number of a card."""
        known = self.known.get(card.key)
        return card.key in self.free or (known is not None and known.is_free)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Builder:
    """How decks are built in a game.

    `least` is the smallest size of a main deck, `lands` makes a card of each free land, by its name, in the order in
    which they are shown. `zone_of` returns where a card may lie besides the sideboard: `MAIN`, `COMMAND`, or `SIDE` for
    nowhere; `refused` says why one is not in the main deck. `suggest` returns so many free lands for these cards of a
    main deck, or without a number as many as a usual deck has. `bot` returns the deck of a bot. `sorted` makes a deck
    for display of the three zones, and `tallies` counts a main deck. With `lists` there is no pool: decks are lists.
    """

    most_of_a_land: ClassVar[int] = MOST_OF_A_LAND
    least: int
    lands: Mapping[str, Card]
    zone_of: Callable[[Card], str]
    refused: Callable[[Card], Wording]
    suggest: Callable[[Sequence[Card], int | None], Lands]
    bot: Callable[[Cards, Chance], BuiltDeck]
    sorted: Callable[[Cards, Cards, Cards], Deck]
    tallies: Callable[[Cards], tuple[Tally, ...]]
    lists: ListRules | None = None


def checked(deck: BuiltDeck, pool: Pool, builder: Builder) -> BuiltDeck:
    """Return a deck as it is stored: free lands in their order, without those of which it has none.

    Raises NoListHere, NotInOwnPool, DuplicateInDeck, TypeNotInDeck and LandsNotFree, checked in this order; its size is
    not checked.
    """
    if deck.listed and builder.lists is None:
        raise NoListHere
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


def with_side_of(deck: BuiltDeck, registered: BuiltDeck) -> BuiltDeck:
    """Return a list in which every card of the registered one that lies nowhere else is aside (M17, M23).

    Raises NotInOwnList for a card of which the registered list has fewer. Of a deck of a pool it is the deck itself.
    """
    if not registered.listed:
        return deck
    left, names = _counted(registered.listed), {card.key: card.name for card in registered.listed}
    for key, count in _counted(deck.listed).items():
        if count > left[key]:
            name = next(card.name for card in deck.listed if card.key == key)
            words = gettext_noop("%(name)s: your registered list has %(count)s.", name=name, count=left[key])
            raise NotInOwnList(words)
    played = tuple(card for card in deck.listed if card.zone != SIDE)
    left.subtract(_counted(played))
    aside = (DeckLine(names[key], count, SIDE) for key, count in left.items() if count)
    return deck._replace(listed=(*played, *aside))


def _counted(cards: Sequence[DeckLine]) -> Counter[str]:
    counts = Counter[str]()
    for card in cards:
        counts[card.key] += card.count
    return counts


def list_text(deck: BuiltDeck) -> str:
    """Return a list as people write one, with a heading above each zone; "" for a list of nothing."""
    zones = {zone: [f"{card.count} {card.name}" for card in deck.listed if card.zone == zone] for zone in HEADINGS}
    parts = ("\n".join((heading, *zones[zone])) for zone, heading in HEADINGS.items() if zones[zone])
    return "\n\n".join(parts) + "\n" if deck.listed else ""


def lands_of(counts: Mapping[str, int], builder: Builder) -> Lands:
    """Return free lands in the order in which they are shown."""
    return tuple((name, counts[name]) for name in builder.lands if counts.get(name, 0) > 0)


Fault = DeckTooSmall | DeckWrongSize | NoCommander | TooManyCopies | OutsideIdentity


def faults_of(deck: BuiltDeck, builder: Builder) -> tuple[Fault, ...]:
    """Return why a deck cannot be registered (M14); of a list also, of which cards it has too many (M16).

    Of a list with a commander (M35): its size, its commander, its copies and its colours, in this order.
    """
    lists = builder.lists
    if lists is None:
        return tuple(_too_small(deck, builder))
    if not lists.has_commander:
        return (*_too_small(deck, builder), *_too_many(deck, lists))
    return (*_wrong_size(deck, builder), *_no_commander(deck, lists), *_too_many(deck, lists), *_outside(deck, lists))


def _too_small(deck: BuiltDeck, builder: Builder) -> Iterator[DeckTooSmall]:
    if deck.size >= builder.least:
        return
    if deck.size == 1:
        yield DeckTooSmall(gettext_noop("1 card; at least %(least)s are needed.", least=builder.least))
        return
    facts = {"count": deck.size, "least": builder.least}
    yield DeckTooSmall(gettext_noop("%(count)s cards; at least %(least)s are needed.", **facts))


def _wrong_size(deck: BuiltDeck, builder: Builder) -> Iterator[DeckWrongSize]:
    if deck.size == builder.least:
        return
    if deck.size == 1:
        yield DeckWrongSize(
            gettext_noop("1 card; exactly %(size)s are needed, commander included.", size=builder.least)
        )
        return
    facts = {"count": deck.size, "size": builder.least}
    yield DeckWrongSize(gettext_noop("%(count)s cards; exactly %(size)s are needed, commander included.", **facts))


def commander_in(deck: BuiltDeck) -> DeckLine | None:
    """Return the commander that a list names, None where it names none."""
    return next((card for card in deck.listed if card.zone == COMMAND), None)


def may_command(known: KnownCard | None) -> bool:
    """Whether a card may be a commander (M35); a card that no loaded set has may be one."""
    return known is None or known.is_commander


def no_commander(name: str) -> NoCommander:
    """Return the refusal of a card that may not be a commander (M35)."""
    return NoCommander(gettext_noop("%(name)s cannot be a commander.", name=name))


def _no_commander(deck: BuiltDeck, lists: ListRules) -> Iterator[NoCommander]:
    commander = commander_in(deck)
    if commander is None:
        yield NoCommander(gettext_noop("The list names no commander: put its name below the heading Commander."))
    elif not may_command(lists.known.get(commander.key)):
        yield no_commander(commander.name)


def _outside(deck: BuiltDeck, lists: ListRules) -> Iterator[OutsideIdentity]:
    """Yield a fault for each card of a main deck with a colour that its commander lacks, where both are known."""
    commander = commander_in(deck)
    leader = None if commander is None else lists.known.get(commander.key)
    if commander is None or leader is None or not leader.is_commander:
        return
    for card in deck.listed:
        known = lists.known.get(card.key)
        if card.zone == MAIN and known is not None and set(known.identity) - set(leader.identity):
            facts = {"name": card.name, "commander": commander.name}
            words = gettext_noop("%(name)s has a colour that %(commander)s does not have.", **facts)
            yield OutsideIdentity(words)


def _too_many(deck: BuiltDeck, lists: ListRules) -> Iterator[TooManyCopies]:
    """Yield a fault for each card of which a list has too many, main deck and sideboard together."""
    cards = {card.key: card for card in reversed(deck.listed)}
    for key, count in _counted(deck.listed).items():
        if count > lists.most and not lists.allows_any(cards[key]):
            facts = {"name": cards[key].name, "count": count, "most": lists.most}
            yield TooManyCopies(gettext_noop("%(name)s: %(count)s of one card; %(most)s at most.", **facts))


def suggested(deck: BuiltDeck, pool: Pool, builder: Builder) -> Lands:
    """Return the free lands that a usual deck of these cards has (M19)."""
    return builder.suggest([pool[card].card for card in deck.main], None)


def filled(deck: BuiltDeck, pool: Pool, builder: Builder) -> BuiltDeck:
    """Return a deck with as many suggested lands more as it lacks cards (M20); a list as it is."""
    missing = builder.least - deck.size
    if missing <= 0 or builder.lists is not None:
        return deck
    more = builder.suggest([pool[card].card for card in deck.main], missing)
    return deck._replace(basics=lands_of(Counter(dict(deck.basics)) + Counter(dict(more)), builder))


def laid_out(deck: BuiltDeck, pool: Pool, builder: Builder, printed: Mapping[str, Card]) -> Deck:
    """Return a deck sorted for display. `printed` are free lands as the sets of the draft print them, by name.

    Of a list they are the cards that loaded sets have, by `name_key`.
    """
    if builder.lists is not None:
        return builder.sorted(*(_cards_of(deck, zone, builder.lists, printed) for zone in (MAIN, SIDE, COMMAND)))
    side, command = (tuple(pool[card] for card in cards) for cards in (deck.side_of(pool), deck.command))
    return builder.sorted(_main_of(deck, pool, builder, printed), side, command)


def tallies_of(deck: BuiltDeck, pool: Pool, builder: Builder, printed: Mapping[str, Card]) -> tuple[Tally, ...]:
    """Return the tallies of a main deck (M19), as `laid_out` has them: nothing is sorted for them."""
    return builder.tallies(_main_of(deck, pool, builder, printed))


def _main_of(deck: BuiltDeck, pool: Pool, builder: Builder, printed: Mapping[str, Card]) -> Cards:
    prints = {**builder.lands, **printed}
    lands = (CardInPack(OF_NO_PACK, prints[name]) for name, count in deck.basics for _ in range(count))
    return (*(pool[card] for card in deck.main), *lands)


def _cards_of(deck: BuiltDeck, zone: str, lists: ListRules, printed: Mapping[str, Card]) -> Cards:
    cards = (
        (printed.get(listed.key) or lists.card(listed.name), listed) for listed in deck.listed if listed.zone == zone
    )
    return tuple(CardInPack(OF_NO_PACK, card) for card, listed in cards for _ in range(listed.count))
