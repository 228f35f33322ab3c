"""The recipe of a set for which none is on file (M42): ten commons, three uncommons, a rare or mythic rare."""

from collections import Counter
from collections.abc import Iterable

from drafts.rules.cards import Card
from drafts.rules.games.base import Shape
from drafts.rules.packs import Layout, Recipe, Slot
from drafts.rules.wording import Wording, gettext_noop

NEVER_DRAFTED = ("S", "T")
BASIC = "basic"
DRAFTED = 14
ASIDE = (("basic land", "L"), ("token", "T"))


def derive_recipe(set_code: str, cards: Iterable[Card]) -> Recipe:
    """Return the usual booster (M6, M42). A set without a common, uncommon or rare makes packs of any fourteen cards.

    A basic land and a token lie in the booster and are not drafted (M3), where the set has them; basic lands that are
    listed as common are no commons.
    """
    known = tuple(cards)
    counts = Counter(card.rarity for card in known)
    has_common_basics = any(card.rarity in ("", "C") and BASIC in card.traits for card in known)
    no_basic = f"-{BASIC}" if has_common_basics else ""
    if not (counts["C"] and counts["U"] and counts["R"]):
        weights = tuple((rarity, count) for rarity, count in sorted(counts.items()) if rarity not in NEVER_DRAFTED)
        return _one_layout(Slot("any card", DRAFTED, no_basic, weights or (("", 1),)))
    rares = (("R", 7), ("M", 1)) if counts["M"] else (("R", 1),)
    aside = [Slot(name, 1, "", ((rarity, 1),), aside=True) for name, rarity in ASIDE if counts[rarity]]
    return _one_layout(
        Slot("common", 10, no_basic, (("C", 1),)),
        Slot("uncommon", 3, "", (("U", 1),)),
        Slot("rare or mythic rare", 1, "", rares),
        *aside,
    )


def known_shape(set_code: str) -> Shape | None:
    """Return None: the code of a set says nothing of its packs."""
    return None


def source_of(set_code: str) -> Wording:
    """Return of what the recipe of a set is derived."""
    return gettext_noop("derived from the set's cards")


def _one_layout(*slots: Slot) -> Recipe:
    return Recipe(guarantees=False, layouts=(Layout(1, slots),))
