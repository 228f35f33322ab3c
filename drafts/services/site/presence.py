"""Records of server processes: when they were alive, and their connections."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Case, F, PositiveIntegerField, Value, When
from django.utils import timezone

from drafts.models import Connection, Process
from drafts.models.presence import DEAD_AFTER

KEPT = timedelta(minutes=10)
"""Closed connections are kept so long, to find clients that often lose theirs."""


@transaction.atomic
def note_process(*, name: str, connections: Collection[int] = ()) -> int:
    """Note that a process is alive, with these open connections (by row id), and return its row id.

    A process that was considered dead gets its connections back. Connections of dead processes are closed.
    """
    now = timezone.now()
    process, _ = Process.objects.get_or_create(name=name)
    if process.seen_at < now - DEAD_AFTER:
        Connection.objects.filter(process=process, id__in=connections).update(closed_at=None)
    Process.objects.filter(id=process.id).update(seen_at=now)
    dead = Process.objects.filter(seen_at__lt=now - DEAD_AFTER)
    Connection.objects.filter(process__in=dead, closed_at=None).update(closed_at=now)
    Connection.objects.filter(closed_at__lt=now - KEPT).delete()
    dead.filter(seen_at__lt=now - KEPT).delete()
    return process.id


@transaction.atomic
def record_connections(*, opened: Sequence[Connection], closed: Sequence[int], round_trips: Mapping[int, int]) -> None:
    """Store which connections were opened, which (by row id) were closed, and round trips in ms (by row id)."""
    Connection.objects.bulk_create(opened)
    Connection.objects.filter(id__in=closed).update(closed_at=timezone.now())
    if round_trips:
        took = Case(
            *(When(id=connection, then=Value(milliseconds)) for connection, milliseconds in round_trips.items()),
            default=F("round_trip"),
            output_field=PositiveIntegerField(),
        )
        Connection.objects.filter(id__in=round_trips).update(round_trip=took)
