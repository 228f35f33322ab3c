"""The preferences of a bot of a Magic draft: strong cards of its own two colours, along a curve."""

from collections import Counter
from collections.abc import Callable
from typing import cast

from drafts.rules.cards import Card
from drafts.rules.decks import Cards
from drafts.rules.games.magic.cards import MagicCard

_WORTH = {"C": 4, "U": 6, "R": 9, "M": 11}
_CURVE = {1: 2, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
_CARDS_OF_A_DECK = 23
_SETTLED_AFTER = 4


def worth_alone(card: Card) -> int:
    """Return what a card is worth by itself: by its rarity, and a creature a little more."""
    return _WORTH.get(card.rarity, 5) + ("creature" in card.traits)


def bot_order(pile: Cards) -> Callable[[Card], int]:
    """Return a key for the cards of a hand: by rarity, by the pile's colours, by mana values that it still lacks."""
    cards = [cast(MagicCard, held.card) for held in pile]
    weights = Counter(colour for card in cards for colour in card.colors)
    own = {colour for colour, _ in weights.most_common(2)}
    values = Counter(min(card.mana_value, 6) for card in cards if not card.is_land)
    settled = min(len(cards), 3 * _SETTLED_AFTER) // _SETTLED_AFTER

    def worth(card: Card) -> int:
        printed = cast(MagicCard, card)
        if "basic" in printed.traits:
            return 0
        missing = len(set(printed.colors) - own)
        value = min(printed.mana_value, 6)
        wanted = _CURVE.get(value, 0) * (len(cards) + 1) // _CARDS_OF_A_DECK
        along = 0 if printed.is_land else 2 * (wanted > values[value])
        return worth_alone(card) + along - 3 * settled * missing

    return worth
