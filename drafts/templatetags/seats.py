"""The icons and words for what a seat does and whether its fighter is there: the same as in static/js/lib/seats.js."""

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()

TURNS = {
    "choosing": ("i-choosing", "choosing"),
    "done": ("i-check", "done"),
    "done_by_time": ("i-clock", "done by time"),
    "bot": ("i-bot", "bot"),
    "no_cards": ("i-minus", "no cards"),
    "looking": ("i-eye", "looking"),
    "seen": ("i-check", "seen"),
    "ready": ("i-check", "ready"),
    "getting_ready": ("i-choosing", "getting ready"),
}


@register.filter
def turn_icon(turn: str) -> str:
    """Return the icon of what a seat does; none for "", which a script fills in."""
    return TURNS[turn][0] if turn else ""


@register.filter
def turn_word(turn: str) -> str:
    """Return the word for what a seat does; none for "", which a script fills in."""
    return TURNS[turn][1] if turn else ""


@register.filter
def for_minutes(since: datetime | str | None) -> str:
    """Return how long ago that was, as " for 0:34"; nothing where it is not known. A text is passed on as it is."""
    if not isinstance(since, datetime):
        return since or ""
    return f" for {minutes((timezone.now() - since).total_seconds())}"


def minutes(seconds: float) -> str:
    """Return a length of time as "0:34"; one that the clock was set back in is none."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
