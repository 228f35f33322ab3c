"""The packs of a set without a recipe: twelve cards, each as likely as any other."""

from collections import Counter
from collections.abc import Iterable

from drafts.rules.cards import Card
from drafts.rules.games.base import DERIVED_NOW, Shape
from drafts.rules.packs import Layout, Recipe, Slot
from drafts.rules.wording import Wording, gettext_noop

PACK_SIZE = 12


def derive_recipe(set_code: str, cards: Iterable[Card], rules: int = DERIVED_NOW) -> Recipe:
    """Return the recipe of a set for which none is on file."""
    counts = Counter(card.rarity for card in cards)
    slot = Slot("any card", PACK_SIZE, "", tuple(sorted(counts.items())) or (("", 1),))
    return Recipe(guarantees=False, layouts=(Layout(1, (slot,)),))


def known_shape(set_code: str) -> Shape | None:
    """Return the shape of a pack without a recipe, whatever its set."""
    return None


def source_of(set_code: str) -> Wording:
    """Return what the recipe of a set is derived from."""
    return gettext_noop("derived from the set's cards")
