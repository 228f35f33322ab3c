"""Filters for the template of a Vanguard card."""

from django import template
from django.utils.translation import gettext_lazy as _

from drafts.drawings.games.base import part_of
from drafts.templatetags.look import heard_of, rarity_words

register = template.Library()

TRIGGER_WORDS = {
    "critical": _("critical trigger"),
    "draw": _("draw trigger"),
    "stand": _("stand trigger"),
    "heal": _("heal trigger"),
    "front": _("front trigger"),
    "over": _("over trigger"),
}

FIGURES = {"power": _("power %(power)s"), "shield": _("shield %(shield)s"), "grade": _("grade %(grade)s")}


@register.filter
def trigger_words(card: object) -> str:
    """Return "critical trigger", "trigger unit" where the kind is not on record, and nothing for other cards."""
    kind = str(part_of(card, "trigger"))
    return str(TRIGGER_WORDS.get(kind, _("trigger unit"))) if kind else ""


@register.filter
def heard(card: object) -> str:
    """Return a card for screen readers: its name, clan or nation, figures, rarity, grade, trigger; "" without one."""
    clan = part_of(card, "clan") or part_of(card, "nation")
    power, shield, grade = (_figure_words(card, name) for name in ("power", "shield", "grade"))
    return heard_of(card, clan, power, shield, rarity_words(card), grade, trigger_words(card))


@register.filter
def trigger_name(kind: str) -> str:
    """Return the name of a kind of trigger unit."""
    return str(TRIGGER_WORDS.get(kind, _("trigger unit")))


def _figure_words(card: object, name: str) -> str:
    figure = part_of(card, name)
    return "" if figure == "" else str(FIGURES[name]) % {name: figure}


@register.filter
def thousands(number: object) -> str:
    """Return 10000 as "10,000", and nothing as ""."""
    return f"{number:,}" if isinstance(number, int) else ""
