"""What the template of a Vanguard card asks."""

from django import template
from django.utils.translation import gettext_lazy as _

from drafts.drawings.games.base import part_of

register = template.Library()

TRIGGER_WORDS = {
    "critical": _("critical trigger"),
    "draw": _("draw trigger"),
    "stand": _("stand trigger"),
    "heal": _("heal trigger"),
    "front": _("front trigger"),
    "over": _("over trigger"),
}


@register.filter
def trigger_words(card: object) -> str:
    """Return "critical trigger", "trigger unit" where the kind is not on record, and nothing for other cards."""
    kind = str(part_of(card, "trigger"))
    return str(TRIGGER_WORDS.get(kind, _("trigger unit"))) if kind else ""


@register.filter
def trigger_name(kind: str) -> str:
    """Return what a kind of trigger unit is called."""
    return str(TRIGGER_WORDS.get(kind, _("trigger unit")))


@register.filter
def thousands(number: object) -> str:
    """Return 10000 as "10,000", and nothing as ""."""
    return f"{number:,}" if isinstance(number, int) else ""
