"""The words of a set's page."""

from django import template
from django.utils.translation import gettext_lazy as _

from drafts.templatetags.look import TRIGGER_WORDS

register = template.Library()

ANSWERS = {
    "none": _("none"),
    "normal unit": _("normal unit"),
    "G unit": _("G unit"),
    "trigger unit": _("trigger unit"),
    "unknown trigger": _("unknown trigger"),
    "order": _("order"),
    "other": _("other"),
    **{f"{kind} trigger": words for kind, words in TRIGGER_WORDS.items()},
}


@register.filter
def answer_words(answer: str) -> str:
    """Return an answer that cards of a set give (`Facet.answers`) as people read it; addresses have it as it is."""
    return str(ANSWERS.get(answer, answer))
