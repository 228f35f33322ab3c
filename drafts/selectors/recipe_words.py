"""A set's pack recipe in words, for pages and the admin."""

from dataclasses import dataclass

from drafts.rules.packs import Layout, Recipe, Slot
from drafts.rules.recipes import era_of

PER_HUNDRED_SHOWN_FROM = 0.02


@dataclass(frozen=True, slots=True)
class SlotWords:
    """`count` cards, what they are, and how often each rarity is among them: `R 73 %`, `SP 1 in 120`."""

    count: int
    what: str
    odds: tuple[str, ...]


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
        source="from a recipe file" if on_file else f"derived from the set's code and cards ({era_of(set_code).value})",
        first_pass=(
            "Every pack holds a trigger unit: first choose it and one other card."
            if recipe.guarantees_trigger
            else "No trigger unit is guaranteed: choose one card at a time."
        ),
        layouts=tuple(_layout_words(layout, total) for layout in recipe.layouts),
    )


def _layout_words(layout: Layout, total: int) -> LayoutWords:
    share = "" if layout.weight == total else f"{share_words(layout.weight, total)} of packs"
    return LayoutWords(share, layout.size, tuple(_slot_words(slot) for slot in layout.slots))


def _slot_words(slot: Slot) -> SlotWords:
    total = sum(weight for _, weight in slot.weights)
    odds = tuple(f"{rarity or 'no rarity'} {share_words(weight, total)}" for rarity, weight in slot.weights)
    return SlotWords(slot.count, _what(slot), odds if len(odds) > 1 else ())


def _what(slot: Slot) -> str:
    if slot.pair:
        return f"{slot.name}: a leader with its mate"
    if slot.trigger is None or slot.name == "trigger":
        return slot.name
    return f"{slot.name}, {'a trigger unit' if slot.trigger else 'no trigger unit'}"


def share_words(weight: int, total: int) -> str:
    """Return a share as a percentage, or, where it is small, as one in so many."""
    share = weight / total
    return f"{share:.0%}".replace("%", " %") if share >= PER_HUNDRED_SHOWN_FROM else f"1 in {round(total / weight)}"
