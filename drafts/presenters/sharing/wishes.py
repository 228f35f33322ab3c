"""Values that a fighter's page of wishes shows: the wishes, and all cards of the table (R19)."""

from itertools import groupby
from typing import NamedTuple

from drafts.models import Event, Policy
from drafts.presenters.sharing.shares import OfRarity, by_rarity, lives_of
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.ids import FighterId
from drafts.rules.night.wish_lists import blocks_of
from drafts.store.shares import LiveShares


class Wished(NamedTuple):
    """Wishes for copies of a card that stand beside each other, from `place` on: the first of them, and how many."""

    first: CardInPack
    place: int
    size: int


class CardCopies(NamedTuple):
    """The copies of a card at a table. The reader wishes for `wished` of them, the first of these as wish `place`."""

    first: CardInPack
    copies: int
    wished: int
    place: int | None

    @property
    def more(self) -> int:
        """One more of them."""
        return self.wished + 1

    @property
    def fewer(self) -> int:
        """One less of them."""
        return self.wished - 1


class KindsOfRarity(NamedTuple):
    """Cards of one rarity, copies of the same one together."""

    rarity: str
    kinds: tuple[CardCopies, ...]
    size: int


class WishPage(NamedTuple):
    """The cards that a fighter may wish for at their table: their `wishes` in order, and all cards, the rarest first.

    `is_open`: wishes can be changed and count. `rows` are the wishes, and `kinds` the cards, copies together.
    """

    is_open: bool
    policy: Policy
    is_over: bool
    wishes: tuple[CardInPack, ...]
    rows: tuple[Wished, ...]
    rarities: tuple[OfRarity, ...]
    kinds: tuple[KindsOfRarity, ...]


def wish_page(event: Event, fighter: FighterId) -> WishPage | None:
    """Return what a fighter may wish for, None before wishes are open, and for a fighter who shares nothing."""
    live = next((live for live in lives_of(event) if fighter in live.shares.sharing.order), None)
    if live is None:
        return None
    shares, wishes = live.shares, live.shares.wishes.get(fighter, ())
    is_open = shares.wished and not shares.is_over
    return WishPage(
        is_open=is_open,
        policy=live.policy,
        is_over=shares.is_over,
        wishes=tuple(live.cards[card] for card in wishes),
        rows=_rows(live, wishes),
        rarities=(rarities := by_rarity(live, live.cards)),
        kinds=tuple(_kinds(of_rarity, wishes) for of_rarity in rarities),
    )


def kinds_of(event: Event, fighter: FighterId) -> dict[CardId, str]:
    """Return the numbers of the cards at a fighter's table: copies have the same; nothing where `wish_page` is None."""
    live = next((live for live in lives_of(event) if fighter in live.shares.sharing.order), None)
    return {} if live is None else _numbers(live)


def _numbers(live: LiveShares) -> dict[CardId, str]:
    return {card: held.card.number for card, held in live.cards.items()}


def _rows(live: LiveShares, wishes: tuple[CardId, ...]) -> tuple[Wished, ...]:
    rows: list[Wished] = []
    place = 1
    for block in blocks_of(wishes, _numbers(live)):
        rows.append(Wished(live.cards[block[0]], place, len(block)))
        place += len(block)
    return tuple(rows)


def _kinds(of_rarity: OfRarity, wishes: tuple[CardId, ...]) -> KindsOfRarity:
    kinds = []
    for _, copies in groupby(of_rarity.cards, key=lambda held: held.card.number):
        held = list(copies)
        places = [wishes.index(each.id) + 1 for each in held if each.id in wishes]
        kinds.append(CardCopies(held[0], len(held), len(places), min(places, default=None)))
    return KindsOfRarity(of_rarity.rarity, tuple(kinds), len(of_rarity.cards))
