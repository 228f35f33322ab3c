"""The relations of a draft night."""

from drafts.models.catalog import Card, CardSet, PackLayout, PackRecipe, PackSlot, SlotWeight

__all__ = [
    "Card",
    "CardSet",
    "PackLayout",
    "PackRecipe",
    "PackSlot",
    "SlotWeight",
]
