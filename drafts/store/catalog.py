"""Rows of the catalog to the rules' values and back."""

from dataclasses import fields
from functools import lru_cache
from typing import Any

from drafts import models
from drafts.rules.cards import Card, CardType, Trigger
from drafts.rules.packs import Layout, PackMaker, Recipe, Slot
from drafts.rules.recipes import derive_recipe

CARD_COLUMNS = tuple("image_id" if column.name == "image" else column.name for column in fields(Card))
"""The columns of a card's row that say what is printed on it, in the order of a card's fields."""


def card_of(row: models.Card) -> Card:
    """Return what the row says is printed on the card."""
    return card_from(tuple(getattr(row, column) for column in CARD_COLUMNS))


@lru_cache(maxsize=32768)
def card_from(values: tuple[Any, ...]) -> Card:
    """Return the card of a row's `CARD_COLUMNS`; equal rows are one card in memory, however many packs hold it."""
    printed = {column.name: value for column, value in zip(fields(Card), values, strict=True)}
    printed["card_type"] = CardType(printed["card_type"])
    printed["trigger"] = Trigger(printed["trigger"]) if printed["trigger"] else None
    printed["image"] = printed["image"] or ""
    return Card(**printed)


def card_fields(card: Card, printed_type: str) -> dict[str, object]:
    """Return the values of a card's row, its set and its picture left aside."""
    return {
        "number": card.number,
        "name": card.name,
        "card_type": card.card_type.value,
        "printed_type": printed_type,
        "grade": card.grade,
        "clan": card.clan,
        "nation": card.nation,
        "race": card.race,
        "power": card.power,
        "shield": card.shield,
        "critical": card.critical,
        "trigger": card.trigger.value if card.trigger else "",
        "rarity": card.rarity,
        "text": card.text,
    }


def cards_of(card_set: models.CardSet) -> tuple[Card, ...]:
    """Return all cards of a set, by number."""
    return tuple(card_of(row) for row in card_set.cards.all())


def stored_recipe(card_set: models.CardSet) -> Recipe | None:
    """Return the recipe on file for the set, or None."""
    row = models.PackRecipe.objects.filter(card_set=card_set).prefetch_related("layouts__slots__weights").first()
    if row is None:
        return None
    return Recipe(row.guarantees_trigger, tuple(_layout_of(layout) for layout in row.layouts.all()))


def recipe_of(card_set: models.CardSet) -> Recipe:
    """Return the recipe on file, or the one that the set's code and cards call for."""
    return stored_recipe(card_set) or derive_recipe(card_set.code, cards_of(card_set))


def load_pack_maker(card_set: models.CardSet) -> PackMaker:
    """Return what opens the set's packs. Raise CannotFill, naming the slot, if the set is too small for its recipe."""
    cards = cards_of(card_set)
    return PackMaker(stored_recipe(card_set) or derive_recipe(card_set.code, cards), cards)


def guarantees_trigger(card_set: models.CardSet) -> bool:
    """Whether every pack of the set holds a trigger unit: R6 then, else R7."""
    return recipe_of(card_set).guarantees_trigger


def save_recipe(card_set: models.CardSet, recipe: Recipe) -> None:
    """Put a recipe on file for the set, in place of the one that may be there."""
    models.PackRecipe.objects.filter(card_set=card_set).delete()
    row = models.PackRecipe.objects.create(card_set=card_set, guarantees_trigger=recipe.guarantees_trigger)
    for position, layout in enumerate(recipe.layouts):
        layout_row = row.layouts.create(position=position, weight=layout.weight)
        for place, slot in enumerate(layout.slots):
            _save_slot(layout_row, place, slot)


def _save_slot(layout: models.PackLayout, position: int, slot: Slot) -> None:
    row = layout.slots.create(position=position, name=slot.name, count=slot.count, trigger=slot.trigger, pair=slot.pair)
    models.SlotWeight.objects.bulk_create(
        models.SlotWeight(slot=row, position=place, rarity=rarity, weight=weight)
        for place, (rarity, weight) in enumerate(slot.weights)
    )


def _layout_of(row: models.PackLayout) -> Layout:
    return Layout(row.weight, tuple(_slot_of(slot) for slot in row.slots.all()))


def _slot_of(row: models.PackSlot) -> Slot:
    weights = tuple((weight.rarity, weight.weight) for weight in row.weights.all())
    return Slot(row.name, row.count, row.trigger, weights, row.pair)
