"""The cards that a fighter drafted: sorted by type, cost and name."""

from collections import Counter
from collections.abc import Mapping
from typing import cast

from drafts.rules.cards import Card, CardInPack
from drafts.rules.decks import Cards, Deck, DeckGroup, DeckRow, Tally, Zone
from drafts.rules.games.base import rank_of
from drafts.rules.games.plain.cards import LONGEST_COST, PlainCard
from drafts.rules.wording import Say, gettext_noop

RARITIES = ("M", "R", "U", "C")
"""The rarest first; a rarity of another name is just above the common."""
NO_KIND = gettext_noop("no type")
HIGHEST_OF_THE_CURVE = 9
LAST = 10**LONGEST_COST


def deck_of(pile: Cards, deck_size: int, complete: bool) -> Deck:
    """Sort a pile by type, cost and name."""
    cards = tuple(sorted(pile, key=_place))
    kinds = dict.fromkeys(held.card.kin for held in cards)
    groups = tuple(DeckGroup(kind or NO_KIND, tuple(held for held in cards if held.card.kin == kind)) for kind in kinds)
    return Deck(
        zones=(Zone("main", gettext_noop("Your cards"), cards),),
        groups=groups,
        tallies=tallies_of(cards),
        rows=tuple(DeckRow(name, "", held) for name, held in groups),
        hero=min(cards, key=_worth, default=None),
    )


def tallies_of(pile: Cards) -> tuple[Tally, ...]:
    """Return the curve by cost, 9 and more together, of the cards whose cost is a number; and the types."""
    costs = Counter(min(cost, HIGHEST_OF_THE_CURVE) for held in pile if (cost := _cost(held)) is not None)
    kinds = Counter(held.card.kin or NO_KIND for held in pile)
    by_cost = (
        (f"{cost}+" if cost == HIGHEST_OF_THE_CURVE else str(cost), costs[cost])
        for cost in range(HIGHEST_OF_THE_CURVE + 1)
    )
    return (
        Tally("curve", gettext_noop("Cost"), tuple(by_cost)),
        Tally("kinds", gettext_noop("Types"), tuple(sorted(kinds.items(), key=lambda each: (-each[1], each[0])))),
    )


def summary_of(deck: Deck, say: Say) -> Mapping[str, object]:
    """Return nothing: zones, groups and tallies say it all."""
    return {}


def line_note(card: Card) -> str:
    """Return what a line of a deck's text says after the name: the cost."""
    return cast(PlainCard, card).cost


def _cost(held: CardInPack) -> int | None:
    cost = cast(PlainCard, held.card).cost
    return int(cost) if cost.isascii() and cost.isdecimal() else None


def _worth(held: CardInPack) -> tuple[int, str, int]:
    return rank_of(held.card.rarity, RARITIES), held.card.name, held.id


def _place(held: CardInPack) -> tuple[bool, str, int, str, str, int]:
    """Return where a card stands: by type, those without one last; by cost, those without a number last."""
    card, cost = cast(PlainCard, held.card), _cost(held)
    return not card.kind, card.kind, LAST if cost is None else cost, card.cost, card.name, held.id
