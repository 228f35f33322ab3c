"""Filters for the pages of a set."""

from collections.abc import Mapping

from django import template

from drafts.languages import translated
from drafts.numbers import decimal_words, signed_words
from drafts.presenters.statistics.event_statistics import OwnChoice
from drafts.rules.games.base import Game

register = template.Library()


@register.filter
def answer_words(answer: str) -> str:
    """Return an answer of cards of a set (`Facet.answers`) in the active language; addresses have it untranslated."""
    return translated(answer)


@register.filter
def only(asked: Mapping[str, str], names: str) -> list[tuple[str, str]]:
    """Return the names and values of those of these parameters that are set."""
    return [(name, asked[name]) for name in names.split() if asked.get(name)]


@register.filter
def signed(number: float) -> str:
    """Return a difference with its sign, to one decimal place."""
    return signed_words(number, 1)


@register.filter
def to_one_place(number: float) -> str:
    """Return a number to one decimal place."""
    return decimal_words(number, 1)


@register.filter
def moment(game: Game, choice: OwnChoice) -> str:
    """Return when a card was taken, in the game's words."""
    words = translated(game.words["moment"]) % {"round": choice.round, "pass": choice.pass_number}
    return words[:1].upper() + words[1:]
