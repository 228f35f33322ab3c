"""The recipe of a set for which none is on file (M42): ten commons, three uncommons, a rare or mythic rare."""

from collections import Counter
from collections.abc import Iterable

from drafts.rules.cards import Card
from drafts.rules.games.base import DERIVED_NOW
from drafts.rules.packs import Layout, Recipe, Slot

NEVER_DRAFTED = ("S", "T")
BASIC = "basic"
DRAFTED = 14
ASIDE = (("basic land", "L"), ("token", "T"))


def derive_recipe(set_code: str, cards: Iterable[Card], rules: int = DERIVED_NOW) -> Recipe:
    """Return the usual booster (M6, M42). A set without a common, uncommon or rare makes packs of any fourteen cards.

    A basic land and a token lie in the booster and are not drafted (M3), where the set has them. Basic lands are not
    drafted; by the rules 1 those alone that are listed as common or without a rarity.
    """
    known = tuple(cards)
    return _with_some_basics(known) if rules == 1 else _without_basics(known)


def _without_basics(known: tuple[Card, ...]) -> Recipe:
    drafted = Counter(card.rarity for card in known if BASIC not in card.traits)
    counts = Counter(card.rarity for card in known)
    no_basic = f"-{BASIC}"
    commons, uncommons, rares = (
        no_basic if any(counts[each] > drafted[each] for each in rarities) else ""
        for rarities in (("", "C"), ("U",), ("R", "M"))
    )
    return _booster(counts, drafted, (commons, uncommons, rares))


def _with_some_basics(known: tuple[Card, ...]) -> Recipe:
    counts = Counter(card.rarity for card in known)
    has_common_basics = any(card.rarity in ("", "C") and BASIC in card.traits for card in known)
    return _booster(counts, counts, (f"-{BASIC}" if has_common_basics else "", "", ""))


def _booster(counts: Counter[str], drafted: Counter[str], only: tuple[str, str, str]) -> Recipe:
    """Return the booster of a set with so many cards of each rarity, of which some are `drafted`.

    `only` has the conditions for commons or any card, for uncommons, and for rares.
    """
    if not (drafted["C"] and drafted["U"] and drafted["R"]):
        weights = tuple((rarity, count) for rarity, count in sorted(drafted.items()) if rarity not in NEVER_DRAFTED)
        return _one_layout(Slot("any card", DRAFTED, only[0], weights or (("", 1),)))
    rares = (("R", 7), ("M", 1)) if drafted["M"] else (("R", 1),)
    aside = [Slot(name, 1, "", ((rarity, 1),), aside=True) for name, rarity in ASIDE if counts[rarity]]
    return _one_layout(
        Slot("common", 10, only[0], (("C", 1),)),
        Slot("uncommon", 3, only[1], (("U", 1),)),
        Slot("rare or mythic rare", 1, only[2], rares),
        *aside,
    )


def _one_layout(*slots: Slot) -> Recipe:
    return Recipe(guarantees=False, layouts=(Layout(1, slots),))
