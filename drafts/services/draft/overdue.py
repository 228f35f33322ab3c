"""Tables whose time has run out and that have no viewers: no process has a room of them."""

from datetime import datetime, timedelta

from django.utils import timezone

from drafts.models import Table
from drafts.rules.draft import timed_table
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.timed import Step, TimedTable
from drafts.rules.errors import NotAllowed, Refusal
from drafts.rules.ids import TableId
from drafts.rules.night.stages import Stage
from drafts.services.draft.tables import change_table

LONG_AGO = timedelta(seconds=30)
PATIENCE = timedelta(seconds=10)
"""A room acts half a second after a deadline. Phones whose server has died have reconnected to another one by then."""


def expire_overdue_tables() -> int:
    """Act for every table whose time ran out `PATIENCE` ago, and return how many there were.

    Time that ran out `LONG_AGO` is given back: no server was running, or the system's clock was set forward.
    """
    return sum(map(_mind, overdue_tables()))


def overdue_tables() -> list[TableId]:
    """Return the tables (by row id) whose time ran out `PATIENCE` ago, the longest overdue first."""
    late = Table.objects.filter(wakes_at__lt=timezone.now() - PATIENCE, draft__event__phase=Stage.DRAFTING)
    return [TableId(table) for table in late.order_by("wakes_at").values_list("id", flat=True)]


def _mind(table_id: TableId) -> bool:
    try:
        change_table(table_id=table_id, verb=_act)
    except Refusal:
        return False
    return True


def _act(timed: TimedTable, now: datetime) -> Step | TimedTable:
    moment = wakes_at(timed)
    if moment is None or moment > now:
        raise NotAllowed  # a fighter has acted meanwhile
    if now - moment > LONG_AGO:
        return timed_table.grant_grace(timed, now, GRACE_SECONDS)
    return timed_table.expire(timed, now)
