"""The sets in a file that was opened: what loading it would do, and a first pack."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from secrets import token_hex

from drafts.importers.cards import CardFile, CardRow
from drafts.importers.recipes import SetRecipe
from drafts.languages import translated
from drafts.models import Card as StoredCard
from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.games.base import DERIVED_NOW, CardGame
from drafts.rules.games.registry import format_of
from drafts.rules.packs import CannotFill, PackMaker, Recipe, cube_recipe
from drafts.store.card_numbers import are_of_other_sets, same_cards_here
from drafts.store.catalog import cards_by_row
from drafts.store.cubes import FoundCards


@dataclass(frozen=True, slots=True)
class OpenedSet:
    """A set of a file that was opened, and not loaded.

    `in_packs` cards can be opened, `lands` of the others are basic lands, `aside` lie in packs and are not drafted, as
    tokens, `others` are variants and cards that came in other ways. `known` of the cards are loaded already, under the
    same numbers; `doubles` are loaded under other numbers: they are the same cards, or the set has them twice. `pack`
    is a first pack; where none can be made, `fault` says why.
    """

    code: str
    name: str
    count: int
    in_packs: int
    lands: int
    aside: int
    others: int
    known: int
    doubles: int
    pack: tuple[Card, ...]
    fault: str
    is_taken: bool

    @property
    def added(self) -> int:
        """How many cards are not loaded yet."""
        return self.count - self.known


@dataclass(frozen=True, slots=True)
class OpenedCube:
    """A cube in a file that was opened, and not loaded: `count` cards with all copies, of which some are `missing`.

    `fighters` is how many can draft it at a table, 0 where that cannot be said. `pack` is a first pack; where none can
    be made, `fault` says why. `own` cards come from the list itself. Packs are of some `layouts`; `once`, as a recipe.
    """

    game: CardGame
    count: int
    missing: tuple[str, ...]
    fighters: int
    pack: tuple[Card, ...]
    fault: str
    own: int
    once: bool
    layouts: int


def opened_cube(found: FoundCards, count: int) -> OpenedCube:
    """Return what a list of names would make as a cube."""
    own = [row.card for row in found.own.rows] if found.own else []
    rows = StoredCard.objects.filter(card_set__game=found.game.slug, number__in=list(found.copies))
    pack, fault = _first_pack(found.recipe, own, cards_by_row(rows, [found.game]).values())
    fighters = found.recipe.fighters(len(format_of(found.game).rounds)) or 0
    layouts = len(found.recipe.layouts)
    return OpenedCube(found.game, count, found.missing, fighters, pack, fault, len(own), found.recipe.once, layouts)


def opened_sets(file: CardFile, may_change: Mapping[str, bool]) -> list[OpenedSet]:
    """Return the sets of a file by their codes. `may_change` says of those that are loaded whether the account may."""
    rows = sorted(file.rows, key=lambda row: row.set_code)
    same = same_cards_here((row.set_code, row.card) for row in rows)
    return [
        _opened(file, code, list(group), may_change.get(code, True), len(same.get(code, ())))
        for code, group in groupby(rows, key=lambda row: row.set_code)
    ]


def _opened(file: CardFile, code: str, rows: Sequence[CardRow], may_change: bool, doubles: int) -> OpenedSet:
    cards = [row.card for row in rows]
    described, recipe = _described(file, code), _recipe_of(file, code, cards)
    members = _in_packs(recipe, cards)
    lands = sum(card.number not in members and "basic" in card.traits for card in cards)
    beside = {rarity for layout in recipe.layouts for slot in layout.slots if slot.aside for rarity, _ in slot.weights}
    aside = sum(card.number not in members and "basic" not in card.traits and card.rarity in beside for card in cards)
    pack, fault = _first_pack(recipe, cards)
    return OpenedSet(
        code=code,
        name=described.name or code,
        count=len(cards),
        in_packs=len(members),
        lands=lands,
        aside=aside,
        others=len(cards) - len(members) - lands - aside,
        known=_count_loaded(code, cards),
        doubles=doubles,
        pack=pack,
        fault=fault,
        is_taken=not may_change,
    )


def rarities_in_packs(file: CardFile) -> frozenset[str]:
    """Return the rarities of the cards that can be opened in packs of the file's sets."""
    found: set[str] = set()
    rows = sorted(file.rows, key=lambda row: row.set_code)
    for code, group in groupby(rows, key=lambda row: row.set_code):
        cards = [row.card for row in group]
        members = _in_packs(_recipe_of(file, code, cards), cards)
        found |= {card.rarity for card in cards if card.number in members}
    return frozenset(found)


def are_packs_derived(file: CardFile) -> bool:
    """Whether the packs of all sets in a file are made as their cards call for: it brings no recipe and no cube."""
    cards: dict[str, list[Card]] = {}
    for row in file.rows:
        cards.setdefault(row.set_code, []).append(row.card)
    return not any(_described(file, code).recipe or are_of_other_sets(code, each) for code, each in cards.items())


def _recipe_of(file: CardFile, code: str, cards: Sequence[Card]) -> Recipe:
    """Return how packs of a set will be made: as the file says, as those of a cube, or as its cards call for."""
    if recipe := _described(file, code).recipe:
        return recipe
    if are_of_other_sets(code, cards):
        return cube_recipe(file.game.cube_pack, Counter(card.number for card in cards))
    return file.game.derive_recipe(code, cards, DERIVED_NOW)


def _described(file: CardFile, code: str) -> SetRecipe:
    """Return what a file says of a set beside its cards."""
    return next((each for each in file.recipes if each.set_code == code), SetRecipe(code, "", None))


def _in_packs(recipe: Recipe, cards: Sequence[Card]) -> frozenset[str]:
    """Return the numbers of the cards that can be opened by a recipe."""
    try:
        return PackMaker(recipe, cards).numbers
    except CannotFill:
        return frozenset()


def _first_pack(recipe: Recipe, cards: Iterable[Card], others: Iterable[Card] = ()) -> tuple[tuple[Card, ...], str]:
    try:
        return PackMaker(recipe, cards, others).open(Chance(token_hex(8))), ""
    except CannotFill as fault:
        return (), translated(fault.words)


def _count_loaded(code: str, cards: Sequence[Card]) -> int:
    """Return how many cards are loaded under their numbers."""
    loaded = StoredCard.objects.filter(card_set__code=code, card_set__partial=False)
    return len({card.number for card in cards}.intersection(loaded.values_list("number", flat=True)))
