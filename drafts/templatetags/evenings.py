"""Filters for an evening of several drafts."""

from django import template

from drafts.models import Event
from drafts.queries.events.evenings import may_be_followed_tonight
from drafts.store.evenings import number_in_evening

register = template.Library()

register.filter("number_in_evening", number_in_evening)


@register.filter
def can_be_followed(event: Event) -> bool:
    """Whether another draft with the same people is offered beside this one."""
    return may_be_followed_tonight(event)
