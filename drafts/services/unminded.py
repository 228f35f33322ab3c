"""Tables whose time has run out and that nobody minds: no process has a room of them, since nobody looks at them."""

from datetime import datetime, timedelta

from django.utils import timezone

from drafts.models import EventPhase, Table
from drafts.rules import sitting as sittings
from drafts.rules.clock import GRACE_SECONDS
from drafts.rules.errors import NotAllowed, Refusal
from drafts.rules.sitting import Sitting, Step, wakes_at
from drafts.services.tables import change_table

LONG_AGO = timedelta(seconds=30)
PATIENCE = timedelta(seconds=10)
"""A room acts half a second after a deadline. Phones whose server has died are back with another one by then."""


def mind_tables() -> int:
    """Act for every table whose time ran out `PATIENCE` ago, and return how many there were.

    Where it ran out `LONG_AGO` nobody was there to see it, or the time of day was set forward: it is given back.
    """
    return sum(map(_mind, unminded_tables()))


def unminded_tables() -> list[int]:
    """Return the tables (by row id) whose time ran out `PATIENCE` ago, the longest forgotten first."""
    late = Table.objects.filter(wakes_at__lt=timezone.now() - PATIENCE, event__phase=EventPhase.DRAFTING)
    return list(late.order_by("wakes_at").values_list("id", flat=True))


def _mind(table_id: int) -> bool:
    try:
        change_table(table_id=table_id, verb=_act)
    except Refusal:
        return False
    return True


def _act(sitting: Sitting, now: datetime) -> Step | Sitting:
    moment = wakes_at(sitting)
    if moment is None or moment > now:
        raise NotAllowed  # somebody has acted meanwhile
    if now - moment > LONG_AGO:
        return sittings.catch_up(sitting, now, GRACE_SECONDS)
    return sittings.expire(sitting, now)
