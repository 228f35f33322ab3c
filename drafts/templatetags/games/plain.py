"""Filters for the template of a card of the plain game."""

from django import template

from drafts.drawings.games.base import part_of
from drafts.templatetags.look import heard_of, rarity_words

register = template.Library()


@register.filter
def heard(card: object) -> str:
    """Return a card for screen readers: its name, cost, type and rarity; "" without a card."""
    return heard_of(card, str(part_of(card, "cost")), str(part_of(card, "kind")), rarity_words(card))
