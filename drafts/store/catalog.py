"""Rows of the catalog to the rules' values and back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from drafts import models
from drafts.rules.cards import Card
from drafts.rules.games.base import APART_SINCE, CardGame, Shape, facts_of
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.packs import Layout, PackMaker, Recipe, Sheet, Slot

NO_PACKS = Shape((0,), guaranteed=False).name
"""The shape of packs of a set that has no cards for packs, such as one of avatars."""

COMMON = ("number", "name", "rarity", "text", "image", "printed_type")
"""The printed values of a card in all games: columns of its row."""


def card_columns(game: CardGame) -> tuple[str, ...]:
    """Return the columns of a query of cards from which `card_from` makes a card of this game."""
    return (*COMMON, *(f"{game.slug}__{field.name}" for field in game.fields))


@lru_cache(maxsize=32768)
def card_from(game: CardGame, values: tuple[Any, ...]) -> Card:
    """Return the card of a row's `card_columns`; equal rows share one object in memory."""
    names = (*COMMON, *(field.name for field in game.fields))
    printed = dict(zip(names, values, strict=True))
    printed["image"] = printed["image"] or ""
    return game.card(**printed)


def cards_by_row(
    rows: "QuerySet[models.Card]", games: Iterable[CardGame] = tuple(CARD_GAMES.values())
) -> dict[int, Card]:
    """Return the printed cards of these games in a query, by row id, in the order of the query for each game."""
    found: dict[int, Card] = {}
    for game in games:
        printed = rows.filter(card_set__game=game.slug).values_list("id", *card_columns(game))
        found |= {key: card_from(game, tuple(values)) for key, *values in printed}
    return found


def cards_and_former(rows: "QuerySet[models.Card]", game: CardGame) -> list[tuple[Card, tuple[str, ...]]]:
    """Return the printed cards of a game in a query, each with the numbers that it had before, the first one first."""
    former = dict(rows.values_list("id", "former_numbers"))
    cards = cards_by_row(rows, [game]).items()
    return [(card, tuple(former[row].split("\n")) if former[row] else ()) for row, card in cards]


def game_of(card_set: models.CardSet) -> CardGame:
    """Return the game of a set."""
    return CARD_GAMES[card_set.game]


def common_columns(card: Card) -> dict[str, Any]:
    """Return the values of a card's row, without its set and its picture."""
    common = {name: getattr(card, name) for name in COMMON if name != "image"}
    return {**common, "kin": card.kin}


def facts_columns(game: CardGame, card: Card) -> dict[str, Any]:
    """Return the values of the row of a card's facts, without the card itself."""
    columns = models.FACTS[game.slug]
    return {name: _stored(columns, name, value) for name, value in facts_of(card, game.fields).items()}


def _stored(facts: type[Model], name: str, value: object) -> object:
    """Return a fact as its column stores it: the value of an enum, and "" for None in a column of texts."""
    if value is None:
        return None if facts._meta.get_field(name).null else ""
    return value.value if isinstance(value, Enum) else value


def rows_of(card_sets: Iterable[models.CardSet] | QuerySet[Any]) -> "QuerySet[models.Card]":
    """Return the rows of all cards in sets: their own, and those of other sets on the sheets of their recipes."""
    on_sheets = models.CardOnSheet.objects.filter(sheet__recipe__card_set__in=card_sets).values("card")
    return models.Card.objects.filter(Q(card_set__in=card_sets) | Q(id__in=on_sheets))


def former_numbers(rows: "QuerySet[models.Card]") -> dict[str, list[str]]:
    """Return the former numbers of the cards that have any, the first one first, by their numbers."""
    found = rows.exclude(former_numbers="").order_by("number").values_list("number", "former_numbers")
    return {number: former.split("\n") for number, former in found}


def has_cards() -> Q:
    """Return the condition that a set has cards, of its own or on sheets."""
    own = models.Card.objects.filter(card_set=OuterRef("pk"))
    return Q(Exists(own)) | Q(Exists(models.CardOnSheet.objects.filter(sheet__recipe__card_set=OuterRef("pk"))))


def cards_of(card_set: models.CardSet) -> tuple[Card, ...]:
    """Return all cards in a set (`rows_of`), by number."""
    return tuple(cards_by_row(rows_of([card_set]).order_by("number"), [game_of(card_set)]).values())


def own_cards_of(card_set: models.CardSet) -> tuple[Card, ...]:
    """Return the cards of a set itself, by number."""
    return tuple(cards_by_row(card_set.cards.order_by("number"), [game_of(card_set)]).values())


def stored_recipe(card_set: models.CardSet) -> Recipe | None:
    """Return the recipe on file for the set, or None."""
    row = models.PackRecipe.objects.filter(card_set=card_set).prefetch_related("layouts__slots__weights").first()
    if row is None:
        return None
    sheets = _sheets_of(row)
    return Recipe(row.guarantees, tuple(_layout_of(layout, sheets) for layout in row.layouts.all()), row.once)


def packable(card_set: models.CardSet, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return those of the cards that can lie in packs of a set (`CardGame.apart`)."""
    if card_set.derived_by < APART_SINCE:
        return tuple(cards)
    return tuple(card for card in cards if game_of(card_set).apart.isdisjoint(card.traits))


def derived_recipe(card_set: models.CardSet, cards: Iterable[Card]) -> Recipe:
    """Return the recipe that is derived from the set's code and cards."""
    return game_of(card_set).derive_recipe(card_set.code, packable(card_set, cards), card_set.derived_by)


def recipe_of(card_set: models.CardSet) -> Recipe:
    """Return the recipe on file, or the derived one."""
    return stored_recipe(card_set) or derived_recipe(card_set, own_cards_of(card_set))


def load_pack_maker(card_set: models.CardSet) -> PackMaker:
    """Return the maker of the set's packs. Raise CannotFill, naming the slot, if the set is too small for a recipe."""
    recipe, cards = stored_recipe(card_set), packable(card_set, own_cards_of(card_set))
    on_sheets = packable(card_set, cards_of(card_set)) if recipe else ()
    first = {number: former[0] for number, former in former_numbers(rows_of([card_set])).items()}
    return PackMaker(recipe or derived_recipe(card_set, cards), cards, on_sheets, first)


def cube_fighters(draft: models.Draft) -> dict[models.CardSet, int]:
    """Return for how many fighters at a table each cube of a draft has cards, where that can be said."""
    rounds = draft.rounds.filter(card_set__recipe__once=True).select_related("card_set")
    found = {}
    for card_set, packs in Counter(of_round.card_set for of_round in rounds).items():
        recipe = stored_recipe(card_set)
        fighters = recipe.fighters(packs) if recipe else None
        if fighters is not None:
            found[card_set] = fighters
    return found


def guarantees(card_set: models.CardSet) -> bool:
    """Whether every pack of the set holds a card that its game's formats feature (R6, otherwise R7)."""
    return recipe_of(card_set).guarantees


def has_packs() -> Q:
    """Return the condition that a set has cards that can lie in packs."""
    return has_cards() & ~Q(pack_shape=NO_PACKS)


def shape_by(recipe: Recipe) -> Shape:
    """Return the shape of packs by a recipe."""
    return Shape(recipe.sizes, recipe.guarantees)


def save_shape(card_set: models.CardSet, recipe: Recipe) -> None:
    """Store the shape of the set's packs by its recipe."""
    models.CardSet.objects.filter(id=card_set.id).update(pack_shape=shape_by(recipe).name)


def save_recipe(card_set: models.CardSet, recipe: Recipe) -> None:
    """Store a recipe for the set, in place of any other."""
    models.PackRecipe.objects.filter(card_set=card_set).delete()
    row = models.PackRecipe.objects.create(card_set=card_set, guarantees=recipe.guarantees, once=recipe.once)
    sheets = _save_sheets(row, recipe)
    for position, layout in enumerate(recipe.layouts):
        layout_row = row.layouts.create(position=position, weight=layout.weight)
        for place, slot in enumerate(layout.slots):
            _save_slot(layout_row, place, slot, sheets.get(slot.sheet))


def _save_sheets(row: models.PackRecipe, recipe: Recipe) -> dict[Sheet, models.PackSheet]:
    """Store the sheets of a recipe, each once, and return their rows."""
    names = {slot.sheet: slot.name for layout in recipe.layouts for slot in layout.slots if slot.sheet}
    numbers = [number for sheet in names for number, _ in sheet]
    keys = dict(models.Card.objects.filter(number__in=numbers).values_list("number", "id"))
    sheets = {sheet: row.sheets.create(name=name) for sheet, name in names.items()}
    models.CardOnSheet.objects.bulk_create(
        models.CardOnSheet(sheet=sheet_row, card_id=keys[number], weight=weight)
        for sheet, sheet_row in sheets.items()
        for number, weight in sheet
    )
    return sheets


def strangers_on_sheets(card_set: models.CardSet, recipe: Recipe) -> list[str]:
    """Return the numbers on the sheets of a recipe that no card of the set's game has."""
    numbers = recipe.on_sheets
    found = models.Card.objects.filter(card_set__game=card_set.game, number__in=numbers)
    return sorted(numbers - set(found.values_list("number", flat=True))) if numbers else []


def _sheets_of(row: models.PackRecipe) -> dict[int, Sheet]:
    """Return the sheets of a recipe by row id."""
    cards = models.CardOnSheet.objects.filter(sheet__recipe=row).values_list("sheet_id", "card__number", "weight")
    sheets: dict[int, list[tuple[str, int]]] = {}
    for sheet, number, weight in cards:
        sheets.setdefault(sheet, []).append((number, weight))
    return {sheet: tuple(listed) for sheet, listed in sheets.items()}


def _save_slot(layout: models.PackLayout, position: int, slot: Slot, sheet: models.PackSheet | None) -> None:
    row = layout.slots.create(
        position=position,
        name=slot.name,
        count=slot.count,
        only=slot.only,
        pair=slot.pair,
        aside=slot.aside,
        sheet=sheet,
        foil=slot.foil,
        balance=slot.balance,
    )
    models.SlotWeight.objects.bulk_create(
        models.SlotWeight(slot=row, position=place, rarity=rarity, weight=weight)
        for place, (rarity, weight) in enumerate(slot.weights)
    )


def _layout_of(row: models.PackLayout, sheets: Mapping[int, Sheet]) -> Layout:
    return Layout(row.weight, tuple(_slot_of(slot, sheets) for slot in row.slots.all()))


def _slot_of(row: models.PackSlot, sheets: Mapping[int, Sheet]) -> Slot:
    weights = tuple((weight.rarity, weight.weight) for weight in row.weights.all())
    sheet = () if row.sheet_id is None else sheets.get(row.sheet_id, ())
    return Slot(row.name, row.count, row.only, weights, row.pair, row.aside, sheet, row.foil, row.balance)
