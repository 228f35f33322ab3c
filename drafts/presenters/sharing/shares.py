"""Values that pages show about the sharing of the cards: the owner of each card, its giver and its receiver (R19)."""

from collections.abc import Iterable
from itertools import groupby, starmap
from typing import NamedTuple

from drafts.models import Event, Fighter, Policy
from drafts.rules.cards import Card, CardId, CardInPack
from drafts.rules.ids import EventId, FighterId, StageId
from drafts.rules.night.share_moves import SwapNumber
from drafts.rules.night.stages import Stage
from drafts.rules.night.swaps import SwapOffer
from drafts.store.shares import LiveShares, load_shares, stages_of_shares


class Person(NamedTuple):
    """A fighter or bot at a table. `own`: the reader of the page. `gone`: they left, and could answer no offer."""

    fighter: FighterId
    name: str
    bot: bool
    own: bool
    gone: bool


class SheetCard(NamedTuple):
    """A card that changes hands. `may_tick`: the reader may say that it has."""

    id: CardId
    card: Card
    handed: bool
    may_tick: bool


class Handing(NamedTuple):
    """All cards that one person gives to another."""

    giver: Person
    taker: Person
    cards: tuple[SheetCard, ...]

    @property
    def left(self) -> int:
        """How many of them have not been handed over."""
        return sum(not card.handed for card in self.cards)

    @property
    def is_own(self) -> bool:
        """Whether the reader gives or gets them."""
        return self.giver.own or self.taker.own


class Giver(NamedTuple):
    """A fighter or bot that gives cards away, and the cards for each receiver."""

    person: Person
    handings: tuple[Handing, ...]

    @property
    def left(self) -> int:
        """How many cards they still give."""
        return sum(handing.left for handing in self.handings)


class OfRarity(NamedTuple):
    """Cards of one rarity."""

    rarity: str
    cards: tuple[CardInPack, ...]


class Holding(NamedTuple):
    """The owners of the cards."""

    person: Person
    rarities: tuple[OfRarity, ...]
    size: int


class Offer(NamedTuple):
    """An offer to swap that the reader made, or is asked to agree to. `by`: who withdrew or declined it, or None."""

    number: SwapNumber
    give: Card
    want: Card
    fighter: Person
    other: Person
    by: Person | None


class Sheet(NamedTuple):
    """The sharing at a table, `own` where its reader sits there. So far `shared` of `all` cards are somebody's."""

    number: int
    own: bool
    policy: Policy
    begun: bool
    is_over: bool
    shared: int
    all: int
    turn: Person | None
    givers: tuple[Giver, ...]
    holdings: tuple[Holding, ...]
    offers: tuple[Offer, ...]
    closed: tuple[Offer, ...]

    @property
    def handed(self) -> int:
        """How many cards have been handed over."""
        return self.to_hand - self.left

    @property
    def to_hand(self) -> int:
        """How many cards change hands in all."""
        return sum(len(handing.cards) for giver in self.givers for handing in giver.handings)

    @property
    def left(self) -> int:
        """How many of these have not been handed over."""
        return sum(giver.left for giver in self.givers)

    @property
    def wanted(self) -> list[Holding]:
        """The cards of other fighters that the reader can offer a swap for: of all who can answer."""
        return [holding for holding in self.holdings if not (holding.person.own or holding.person.gone)]

    @property
    def own_holding(self) -> Holding | None:
        """The reader's cards."""
        return next((holding for holding in self.holdings if holding.person.own), None)


def sheets_of(event: Event, reader: FighterId | None, *, organizes: bool) -> list[Sheet]:
    """Return the sharing at all tables, a fighter's own first; nothing before wishes are open."""
    bots = frozenset(map(FighterId, Fighter.objects.filter(event=event, bot=True).values_list("id", flat=True)))
    sheets = [_sheet(live, reader, bots, organizes=organizes) for live in lives_of(event)]
    return sorted(sheets, key=lambda sheet: not sheet.own)


def lives_of(event: Event) -> list[LiveShares]:
    """Return the sharing at all tables of an event; nothing before wishes are open, or if the night ended before."""
    lives = [load_shares(StageId(row.id)) for row in stages_of_shares(EventId(event.id))]
    may_wish = event.has_log and event.phase != Stage.FINISHED
    return [live for live in lives if live.shares.begun or may_wish]


def _sheet(live: LiveShares, reader: FighterId | None, bots: frozenset[FighterId], *, organizes: bool) -> Sheet:
    shares = live.shares

    def person(fighter: FighterId) -> Person:
        return Person(fighter, live.names[fighter], fighter in bots, fighter == reader, fighter in shares.gone)

    def offer(number: SwapNumber, swap: SwapOffer) -> Offer:
        ended_by = shares.swaps.closed.get(number)
        return Offer(
            number,
            give=live.cards[swap.give].card,
            want=live.cards[swap.want].card,
            fighter=person(swap.fighter),
            other=person(swap.other),
            by=None if ended_by is None else person(ended_by),
        )

    is_own = reader in shares.sharing.order
    swapper = reader if is_own else None
    owners = shares.owners()
    return Sheet(
        number=live.number,
        own=is_own,
        policy=live.policy,
        begun=shares.begun,
        is_over=shares.is_over,
        shared=len(shares.sharing.taken),
        all=len(shares.drafted),
        turn=None if shares.turn is None else person(shares.turn),
        givers=_givers(live, {fighter: person(fighter) for fighter in live.names}, organizes=organizes),
        holdings=_holdings(live, [person(fighter) for fighter in shares.sharing.order]),
        offers=() if swapper is None else tuple(starmap(offer, shares.swaps.open_to(swapper, owners).items())),
        closed=() if swapper is None else tuple(starmap(offer, shares.swaps.closed_to(swapper, owners).items())),
    )


def _givers(live: LiveShares, people: dict[FighterId, Person], *, organizes: bool) -> tuple[Giver, ...]:
    """Return who gives what to whom, the reader first; nothing before all is shared."""
    shares = live.shares
    if not shares.is_over:
        return ()
    rows = [(*row, False) for row in shares.to_hand_over()] + [(*row, True) for row in shares.handed_over()]
    places = {fighter: place for place, fighter in enumerate((*shares.sharing.order, *people))}

    def place_of(fighter: FighterId) -> tuple[bool, int]:
        return (not people[fighter].own, places[fighter])

    rows.sort(key=lambda row: (place_of(row[1]), place_of(row[2]), live.cards[row[0]].card.number, row[0]))
    handings = [
        Handing(
            giver := people[pair[0]],
            taker := people[pair[1]],
            tuple(
                SheetCard(card, live.cards[card].card, handed, organizes or giver.own or taker.own)
                for card, _, _, handed in cards
            ),
        )
        for pair, cards in groupby(rows, key=lambda row: (row[1], row[2]))
    ]
    return tuple(
        Giver(person, tuple(of_giver)) for person, of_giver in groupby(handings, key=lambda handing: handing.giver)
    )


def _holdings(live: LiveShares, people: Iterable[Person]) -> tuple[Holding, ...]:
    owners = live.shares.owners()
    held = {person: [card for card, owner in owners.items() if owner == person.fighter] for person in people}
    own_first = sorted(held.items(), key=lambda entry: not entry[0].own)
    return tuple(Holding(person, by_rarity(live, cards), len(cards)) for person, cards in own_first)


def by_rarity(live: LiveShares, cards: Iterable[CardId]) -> tuple[OfRarity, ...]:
    """Return cards by rarity, the rarest first, and by number."""
    return tuple(OfRarity(rarity, tuple(of_rarity)) for rarity, of_rarity in live.by_rarity(cards).items())
