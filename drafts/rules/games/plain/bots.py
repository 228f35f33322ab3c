"""The preference of a bot: rare cards, of the type of which it has most."""

from collections import Counter
from collections.abc import Callable

from drafts.rules.cards import Card
from drafts.rules.decks import Cards
from drafts.rules.games.base import rank_of
from drafts.rules.games.plain.decks import RARITIES

_ENOUGH = 3
"""So many cards of a type outweigh a step of rarity."""


def bot_order(pile: Cards) -> Callable[[Card], int]:
    """Return a key for the cards of a hand: by rarity, and by how many cards of the type are in the pile."""
    own = Counter(held.card.kin for held in pile)

    def worth(card: Card) -> int:
        return _ENOUGH * (len(RARITIES) - rank_of(card.rarity, RARITIES)) + min(own[card.kin], _ENOUGH)

    return worth
