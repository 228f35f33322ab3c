"""How the cards of a draft are shared out after all games (R19): who chooses when, and what wishes decide.

The cards are shared rarity by rarity, the rarest first. Whole turns go through the order of the fighters forwards and
back in turn; in the last, short turn of a rarity the fighters with the fewest cards so far take one each. So no fighter
has more than one card more than another, neither of a rarity nor in all. Common cards are not chosen: they follow the
fighters' wishes, in the same manner.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.chance import Chance
from drafts.rules.errors import NotInPool, NotYourTurn
from drafts.rules.ids import FighterId
from drafts.rules.values import changed

Wishes = Mapping[FighterId, Sequence[CardId]]
"""The wishes of each fighter, the most wanted first. There may be none."""


class Open(NamedTuple):
    """Cards of one rarity that nobody wishes for, and the fighters who get them, in order, one for each card.

    `owners` are the owners of all cards that have been shared so far, those by wishes included.
    """

    cards: tuple[CardId, ...]
    turns: tuple[FighterId, ...]
    owners: Mapping[CardId, FighterId]


Fill = Callable[[Open], Sequence[CardId]]
"""Returns a card for each of these turns, in order; it may return fewer."""


class Lot(NamedTuple):
    """All cards of one rarity. Fighters choose from a lot that is `chosen`; any other is dealt by wishes."""

    rarity: str
    cards: tuple[CardId, ...]
    chosen: bool = True


def lots_of(rarities: Mapping[CardId, str], known: Sequence[str], dealt: Collection[str]) -> tuple[Lot, ...]:
    """Return the lots of cards, given with their rarities: the rarest first, those without a rarity last.

    `known` are the rarities of the game, the rarest first; a rarity that it does not know is rarer than those. Cards
    of a rarity in `dealt`, and those without a rarity, are not chosen.
    """
    strange = sorted({rarity for rarity in rarities.values() if rarity} - set(known))
    lots = []
    for rarity in (*strange, *known, ""):
        cards = tuple(sorted(card for card, own in rarities.items() if own == rarity))
        if cards:
            lots.append(Lot(rarity, cards, chosen=bool(rarity) and rarity not in dealt))
    return tuple(lots)


class Share(NamedTuple):
    """One card, and who gets it. `by_wish`: the fighter did not take it themselves."""

    fighter: FighterId
    card: CardId
    by_wish: bool


@dataclass(frozen=True)
class Sharing:
    """A sharing under way: `taken` is what has been shared so far, in order; `lots` are all cards, the rarest first."""

    order: tuple[FighterId, ...]
    lots: tuple[Lot, ...]
    taken: tuple[Share, ...] = ()

    @property
    def lot(self) -> Lot | None:
        """The lot that is being shared out, None once all is."""
        return self._at[0]

    @property
    def pool(self) -> tuple[CardId, ...]:
        """The cards that are left of that lot."""
        lot = self.lot
        gone = {share.card for share in self.taken}
        return tuple(card for card in lot.cards if card not in gone) if lot else ()

    @property
    def taken_of_lot(self) -> tuple[Share, ...]:
        """The cards that are gone of that lot, in order."""
        lot, of_lot = self._at
        return self.taken[len(self.taken) - of_lot :] if lot else ()

    @property
    def turn(self) -> FighterId | None:
        """The fighter who gets the next card, None once all is shared."""
        return next(iter(self.turns), None)

    @property
    def turns(self) -> tuple[FighterId, ...]:
        """The fighters who get the cards that are left in the pool, in order."""
        lot, of_lot = self._at
        if lot is None:
            return ()
        return tuple(_turns(self.order, len(lot.cards), self._counts(len(self.taken) - of_lot))[of_lot:])

    def cards_of(self, fighter: FighterId) -> tuple[CardId, ...]:
        """Return what a fighter has been given so far, in order."""
        return tuple(share.card for share in self.taken if share.fighter == fighter)

    @property
    def _at(self) -> tuple[Lot | None, int]:
        left = len(self.taken)
        for lot in self.lots:
            if left < len(lot.cards):
                return lot, left
            left -= len(lot.cards)
        return None, 0

    def _counts(self, shared: int) -> dict[FighterId, int]:
        counts = dict.fromkeys(self.order, 0)
        for share in self.taken[:shared]:
            counts[share.fighter] += 1
        return counts


def begin(fighters: Sequence[FighterId], lots: Sequence[Lot], seed: str) -> Sharing:
    """Draw the order of the fighters, who are given in order of joining, from the event's seed.

    Raises ValueError without a fighter, or for a card that lies in two places.
    """
    cards = [card for lot in lots for card in lot.cards]
    if not fighters or len(set(cards)) != len(cards):
        raise ValueError("a sharing needs a fighter, and each card once")
    return Sharing(tuple(Chance(seed, "sharing").shuffled(fighters)), tuple(lots))


def take(sharing: Sharing, fighter: FighterId, card: CardId) -> Sharing:
    """Give a fighter the card that they take. Raises NotYourTurn, and NotInPool for a card that is not in the pool."""
    lot = sharing.lot
    if lot is None or not lot.chosen or sharing.turn != fighter:
        raise NotYourTurn
    if card not in sharing.pool:
        raise NotInPool
    return _with(sharing, Share(fighter, card, by_wish=False))


def take_for(sharing: Sharing, wishes: Wishes, fill: Fill | None = None) -> Sharing:
    """Give the fighter whose turn it is what they wish for most, or what `fill` says, or the first card of the pool.

    Raises NotYourTurn, and NotInPool where `fill` has no card.
    """
    fighter = sharing.turn
    if fighter is None:
        raise NotYourTurn
    pool = sharing.pool
    card = next((card for card in wishes.get(fighter, ()) if card in pool), None)
    if card is None:
        card = pool[0] if fill is None else _filled(Open(pool, sharing.turns, _owners(sharing)), fill, 1)[0]
    return _with(sharing, Share(fighter, card, by_wish=True))


def deal(sharing: Sharing, wishes: Wishes, fill: Fill | None = None) -> Sharing:
    """Share out by wishes the cards that are not chosen, up to the next card that is.

    With `fill` all wishes of a rarity come first, and it decides about the other cards; otherwise a fighter without a
    wish gets the first card of the pool. Raises NotInPool where `fill` does not give each turn a card.
    """
    while (lot := sharing.lot) and not lot.chosen:
        sharing = take_for(sharing, wishes) if fill is None else _dealt(sharing, wishes, fill)
    return sharing


def _dealt(sharing: Sharing, wishes: Wishes, fill: Fill) -> Sharing:
    """Share out the rest of a rarity."""
    left, owners = dict.fromkeys(sharing.pool), _owners(sharing)
    cards: list[CardId | None] = []
    for fighter in sharing.turns:
        card = next((card for card in wishes.get(fighter, ()) if card in left), None)
        if card is not None:
            del left[card]
            owners[card] = fighter
        cards.append(card)
    turns = tuple(fighter for fighter, card in zip(sharing.turns, cards, strict=True) if card is None)
    rest = iter(_filled(Open(tuple(left), turns, owners), fill, len(turns)))
    dealt = (
        Share(fighter, next(rest) if card is None else card, by_wish=True)
        for fighter, card in zip(sharing.turns, cards, strict=True)
    )
    return changed(sharing, taken=(*sharing.taken, *dealt))


def _filled(places: Open, fill: Fill, due: int) -> Sequence[CardId]:
    cards = tuple(fill(places)) if due else ()
    if len(cards) < due or len(set(cards)) != len(cards) or not set(cards) <= set(places.cards):
        raise NotInPool
    return cards


def _owners(sharing: Sharing) -> dict[CardId, FighterId]:
    return {share.card: share.fighter for share in sharing.taken}


def _turns(order: Sequence[FighterId], cards: int, counts: Mapping[FighterId, int]) -> list[FighterId]:
    """Return the fighters who get the cards of a lot of this size, in order; `counts` is how many each has so far."""
    whole, rest = divmod(cards, len(order))
    turns = [fighter for turn in range(whole) for fighter in _way(order, turn)]
    last = sorted(_way(order, whole), key=lambda fighter: counts[fighter])
    return [*turns, *last[:rest]]


def _way(order: Sequence[FighterId], turn: int) -> Iterator[FighterId]:
    return iter(order) if turn % 2 == 0 else reversed(order)


def _with(sharing: Sharing, share: Share) -> Sharing:
    return changed(sharing, taken=(*sharing.taken, share))
