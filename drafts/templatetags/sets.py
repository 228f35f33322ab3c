"""The words of a set's pages."""

from collections.abc import Mapping

from django import template

from drafts.languages import translated

register = template.Library()


@register.filter
def answer_words(answer: str) -> str:
    """Return an answer that cards of a set give (`Facet.answers`) as people read it; addresses have it as it is."""
    return translated(answer)


@register.filter
def only(asked: Mapping[str, str], names: str) -> list[tuple[str, str]]:
    """Return what is asked for of these names, where anything is."""
    return [(name, asked[name]) for name in names.split() if asked.get(name)]
