"""The packs of a set without a recipe: twelve cards, each as likely as any other."""

from collections import Counter
from collections.abc import Iterable

from drafts.rules.cards import Card
from drafts.rules.games.base import DERIVED_NOW
from drafts.rules.packs import Layout, Recipe, Slot

PACK_SIZE = 12


def derive_recipe(set_code: str, cards: Iterable[Card], rules: int = DERIVED_NOW) -> Recipe:
    """Return the recipe of a set for which none is on file."""
    counts = Counter(card.rarity for card in cards)
    slot = Slot("any card", PACK_SIZE, "", tuple(sorted(counts.items())) or (("", 1),))
    return Recipe(guarantees=False, layouts=(Layout(1, (slot,)),))
