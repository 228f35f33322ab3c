"""Clocks as people read them."""

from datetime import datetime
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext

from drafts.numbers import nearest


def clock_words(deadline: datetime | str | None, left: float | None, *, minutes: bool = False) -> str:
    """Return the time that is left until a deadline, or on a stopped clock, as text; "" where there is neither.

    That is "28" and from a minute on "2:05"; with `minutes` always "0:28". static/js/events/panel/ticks.js lets it run.
    """
    if deadline is not None:
        end = datetime.fromisoformat(deadline) if isinstance(deadline, str) else deadline
        left = max(0.0, (end - timezone.now()).total_seconds())
    if left is None:
        return ""
    whole = ceil(left)
    return f"{whole // 60}:{whole % 60:02}" if minutes or whole > 59 else str(whole)


def length_words(seconds: float) -> str:
    """Return how long something took, to the minute: "21 min", "2 h 5 min"."""
    minutes = max(1, nearest(seconds / 60))
    if minutes < 60:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
