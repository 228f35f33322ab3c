"""What pages of the sharing ask of a fighter's wishes."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def at(places: Mapping[int, int], card: int) -> int | None:
    """Return the place of a card among the wishes, None where nobody wishes for it."""
    return places.get(card)
