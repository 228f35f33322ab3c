"""Clocks as people read them."""

from datetime import datetime
from math import ceil

from django.utils import timezone


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
