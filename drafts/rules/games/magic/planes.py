"""Planes of Magic (M38): cards of the types plane and phenomenon."""

from drafts.rules.cards import Card
from drafts.rules.planes import Plane

PLANE_TYPES = ("Plane", "Phenomenon")
"""The types of cards that planar decks are made of, as type lines begin with them."""


def plane_of(card: Card) -> Plane:
    """Return a plane or a phenomenon as a card of planar decks."""
    return Plane(card, "phenomenon" in card.traits)
