"""A set's pack recipe in words, for pages and the admin."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext

from drafts.languages import translated
from drafts.numbers import nearest, percent_words
from drafts.rules.games.base import CardGame
from drafts.rules.packs import CUBE, Layout, Recipe, Sheet, Slot

PER_HUNDRED = 100
PER_HUNDRED_SHOWN_FROM = 0.02


@dataclass(frozen=True, slots=True)
class SlotWords:
    """`count` cards, what they are, and how often each rarity is among them: `R 73 %`, `SP 1 in 120`.

    `sign` is how they are drawn: as cards with the trait of that name, a `pair`, `rare` or `plain` cards. Those that
    are put `aside` lie in the booster and are not drafted.
    """

    count: int
    what: str
    odds: tuple[str, ...]
    sign: str
    aside: bool
    rarities: tuple[str, ...]

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


def recipe_words(
    game: CardGame, set_code: str, recipe: Recipe, *, on_file: bool, rarities: Mapping[str, str]
) -> RecipeWords:
    """Return the recipe in words. `on_file` says that it came from a recipe file, or a list, and is not derived.

    `rarities` are those of the set's cards by number: of sheets they are told together.
    """
    is_list = any(slot.name == CUBE for layout in recipe.layouts for slot in layout.slots)
    on_file_words = gettext("from the list of the cube") if is_list else gettext("from a recipe file")
    recipe = Recipe(recipe.guarantees, tuple(_by_rarity(layout, rarities) for layout in recipe.layouts))
    total = sum(layout.weight for layout in recipe.layouts)
    return RecipeWords(
        source=on_file_words if on_file else translated(game.source(set_code)),
        first_pass=translated(game.words["first pass, guaranteed" if recipe.guarantees else "first pass"]),
        layouts=tuple(_layout_words(game, layout, total) for layout in recipe.layouts),
    )


def _layout_words(game: CardGame, layout: Layout, total: int) -> LayoutWords:
    return LayoutWords(
        _packs_words(layout.weight, total), layout.size, tuple(_slot_words(game, slot) for slot in layout.slots)
    )


def _by_rarity(layout: Layout, rarities: Mapping[str, str]) -> Layout:
    """Return a layout whose sheets are weights of rarities."""
    slots = [replace(slot, weights=_weights_of(slot.sheet, rarities)) if slot.sheet else slot for slot in layout.slots]
    return Layout(layout.weight, tuple(slots))


def _weights_of(sheet: Sheet, rarities: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    weights: Counter[str] = Counter()
    for number, weight in sheet:
        weights[rarities.get(number, "")] += weight
    return tuple(weights.most_common())


def _packs_words(weight: int, total: int) -> str:
    if weight == total:
        return ""
    percent, one_in = _share(weight, total)
    if one_in is None:
        return gettext("in %(percent)s of packs") % {"percent": percent}
    return gettext("in 1 of %(many)s packs") % {"many": one_in}


def _slot_words(game: CardGame, slot: Slot) -> SlotWords:
    total = sum(weight for _, weight in slot.weights)
    places = _places([weight for _, weight in slot.weights], total)
    odds = tuple(
        f"{rarity or gettext('no rarity')} {share_words(weight, total, places)}" for rarity, weight in slot.weights
    )
    rarities = tuple(rarity for rarity, _ in slot.weights)
    return SlotWords(slot.count, _what(game, slot), odds if len(odds) > 1 else (), _sign(slot), slot.aside, rarities)


def _what(game: CardGame, slot: Slot) -> str:
    """Return what a slot holds: its name, in the active language where the game gave it, and what is asked of cards."""
    name = translated(game.slots.get(slot.name, slot.name))
    if slot.pair:
        return translated(game.words["pair"].filled(slot=name))
    if not slot.only:
        return name
    if slot.name == slot.only and f"a {slot.only}" in game.words:
        return translated(game.words[f"a {slot.only}"])
    words = game.words.get(f"only {slot.only}")
    return translated(words.filled(slot=name)) if words else f"{name} ({slot.only})"


def _sign(slot: Slot) -> str:
    if slot.aside:
        return "plain"
    if slot.pair:
        return "pair"
    if slot.only and not slot.only.startswith("-"):
        return slot.only
    return "plain" if {"C", ""} & {rarity for rarity, _ in slot.weights} else "rare"


def _places(weights: Sequence[int], total: int) -> int:
    """Return how many decimal places shares have: none where whole percentages add up to 100."""
    shares = [Fraction(weight, total) for weight in weights]
    is_told = all(share >= PER_HUNDRED_SHOWN_FROM for share in shares)
    return int(is_told and sum(nearest(share * 100) for share in shares) != PER_HUNDRED)


def share_words(weight: int, total: int, places: int = 0) -> str:
    """Return a share as a percentage, or, where it is small, as one in so many."""
    percent, one_in = _share(weight, total, places)
    return percent if one_in is None else gettext("1 in %(many)s") % {"many": one_in}


def _share(weight: int, total: int, places: int = 0) -> tuple[str, int | None]:
    """Return a share as a percentage, and for a small one in how many there is one."""
    share = Fraction(weight, total)
    return percent_words(share, places), None if share >= PER_HUNDRED_SHOWN_FROM else nearest(1 / share)
