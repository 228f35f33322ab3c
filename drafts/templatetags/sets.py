"""The words of a set's page."""

from django import template

from drafts.languages import translated

register = template.Library()


@register.filter
def answer_words(answer: str) -> str:
    """Return an answer that cards of a set give (`Facet.answers`) as people read it; addresses have it as it is."""
    return translated(answer)
