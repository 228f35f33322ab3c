"""A set's pack recipe in words, for pages and the admin."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts.rules.packs import Layout, Recipe, Slot
from drafts.rules.recipes import Era, era_of

PER_HUNDRED_SHOWN_FROM = 0.02
ERAS = {
    Era.NO_TRIGGER: _("five cards, no trigger unit guaranteed"),
    Era.TRIGGER: _("five cards, one of them a trigger unit"),
    Era.SEVEN: _("seven cards"),
}
SLOTS = {
    "common": _("common"),
    "rare or better": _("rare or better"),
    "trigger": _("trigger"),
    "Legion Rare pair": _("Legion Rare pair"),
    "any card": _("any card"),
}
"""The slots of a recipe that is derived; those of a recipe file are called what the file says."""


@dataclass(frozen=True, slots=True)
class SlotWords:
    """`count` cards, what they are, and how often each rarity is among them: `R 73 %`, `SP 1 in 120`.

    `sign` is how they are drawn: as `trigger` units, a `legion` pair, `rare` or `plain` cards.
    """

    count: int
    what: str
    odds: tuple[str, ...]
    sign: str

    @property
    def places(self) -> range:
        """One item for each card."""
        return range(self.count)


@dataclass(frozen=True, slots=True)
class LayoutWords:
    """One kind of pack: how often it comes (empty where there is one kind alone), its size, its slots."""

    share: str
    size: int
    slots: tuple[SlotWords, ...]


@dataclass(frozen=True, slots=True)
class RecipeWords:
    """How packs of a set are made, and what that means for the first pass (R6, R7)."""

    source: str
    first_pass: str
    layouts: tuple[LayoutWords, ...]


def recipe_words(set_code: str, recipe: Recipe, *, on_file: bool) -> RecipeWords:
    """Return the recipe in words. `on_file` says that it came from a recipe file and is not derived."""
    total = sum(layout.weight for layout in recipe.layouts)
    return RecipeWords(
        source=gettext("from a recipe file") if on_file else _derivation(era_of(set_code)),
        first_pass=(
            gettext("Every pack holds a trigger unit: first choose it and one other card.")
            if recipe.guarantees_trigger
            else gettext("No trigger unit is guaranteed: choose one card at a time.")
        ),
        layouts=tuple(_layout_words(layout, total) for layout in recipe.layouts),
    )


def _derivation(era: Era) -> str:
    if era is Era.UNKNOWN:
        return gettext("derived from the set's cards")
    return gettext("derived from the set's code: %(era)s") % {"era": ERAS[era]}


def _layout_words(layout: Layout, total: int) -> LayoutWords:
    return LayoutWords(
        _packs_words(layout.weight, total), layout.size, tuple(_slot_words(slot) for slot in layout.slots)
    )


def _packs_words(weight: int, total: int) -> str:
    if weight == total:
        return ""
    percent, one_in = _share(weight, total)
    if one_in is None:
        return gettext("in %(percent)s of packs") % {"percent": percent}
    return gettext("in 1 of %(many)s packs") % {"many": one_in}


def _slot_words(slot: Slot) -> SlotWords:
    total = sum(weight for _, weight in slot.weights)
    odds = tuple(f"{rarity or gettext('no rarity')} {share_words(weight, total)}" for rarity, weight in slot.weights)
    return SlotWords(slot.count, _what(slot), odds if len(odds) > 1 else (), _sign(slot))


def _what(slot: Slot) -> str:
    name = str(SLOTS.get(slot.name, slot.name))
    if slot.pair:
        return gettext("%(slot)s: a leader with its mate") % {"slot": name}
    if slot.trigger is None:
        return name
    if slot.name == "trigger" and slot.trigger:
        return gettext("trigger unit")
    words = gettext("%(slot)s, a trigger unit") if slot.trigger else gettext("%(slot)s, not a trigger unit")
    return words % {"slot": name}


def _sign(slot: Slot) -> str:
    if slot.pair or slot.trigger:
        return "legion" if slot.pair else "trigger"
    return "plain" if {"C", ""} & {rarity for rarity, _ in slot.weights} else "rare"


def share_words(weight: int, total: int) -> str:
    """Return a share as a percentage, or, where it is small, as one in so many."""
    percent, one_in = _share(weight, total)
    return percent if one_in is None else gettext("1 in %(many)s") % {"many": one_in}


def _share(weight: int, total: int) -> tuple[str, int | None]:
    """Return a share as a percentage, and for a small one in how many there is one."""
    share = weight / total
    return f"{share:.0%}".replace("%", " %"), None if share >= PER_HUNDRED_SHOWN_FROM else round(total / weight)
