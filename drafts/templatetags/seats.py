"""The icons and words for the activity and presence of a seat; js/draft/seats.js has those of scripts."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

register = template.Library()

TURNS = {
    "choosing": ("i-choosing", _("choosing")),
    "done": ("i-check", _("done")),
    "done_by_time": ("i-clock", _("done by time")),
    "bot": ("i-bot", _("bot")),
    "no_cards": ("i-minus", _("no cards")),
    "looking": ("i-eye", _("looking")),
    "seen": ("i-check", _("seen")),
    "ready": ("i-check", _("ready")),
    "getting_ready": ("i-choosing", _("getting ready")),
}


@register.filter
def turn_icon(turn: str) -> str:
    """Return the icon for the activity of a seat."""
    return TURNS[turn][0]


@register.filter
def turn_word(turn: str) -> str:
    """Return the word for the activity of a seat."""
    return str(TURNS[turn][1])


@register.filter
def away_words(since: datetime | str | None) -> str:
    """Return "away for 0:34", or "away" if the time is not known. A text is returned unchanged."""
    if isinstance(since, datetime):
        return gettext("away for %(time)s") % {"time": minutes((timezone.now() - since).total_seconds())}
    return since or gettext("away")


def minutes(seconds: float) -> str:
    """Return a length of time as "0:34"; a negative one, of a clock that was set back, is "0:00"."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
