"""The icons and words for the activity and presence of a seat; js/draft/seats.js has those of scripts."""

from datetime import datetime

from django import template
from django.utils import timezone

from drafts.languages import sentence, sentence_lazy

register = template.Library()

TURNS = {
    "choosing": ("i-choosing", sentence_lazy("draft.choosing")),
    "done": ("i-check", sentence_lazy("draft.done")),
    "done_by_time": ("i-clock", sentence_lazy("draft.doneByTime")),
    "bot": ("i-bot", sentence_lazy("draft.bot")),
    "no_cards": ("i-minus", sentence_lazy("draft.noCards")),
    "looking": ("i-eye", sentence_lazy("draft.looking")),
    "seen": ("i-check", sentence_lazy("draft.seen")),
    "ready": ("i-check", sentence_lazy("draft.ready")),
    "getting_ready": ("i-choosing", sentence_lazy("draft.gettingReady")),
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
        return sentence("draft.awayFor") % {"time": minutes((timezone.now() - since).total_seconds())}
    return since or sentence("draft.away")


def minutes(seconds: float) -> str:
    """Return a length of time as "0:34"; a negative one, of a clock that was set back, is "0:00"."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
