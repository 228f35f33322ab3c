"""Filters for a series of drafts."""

from django import template

from drafts.models import Event
from drafts.queries.events.series import may_be_followed_tonight
from drafts.store.series import number_in_series

register = template.Library()

register.filter("number_in_series", number_in_series)


@register.filter
def can_be_followed(event: Event) -> bool:
    """Whether another draft with the same people can follow this one tonight."""
    return may_be_followed_tonight(event)
