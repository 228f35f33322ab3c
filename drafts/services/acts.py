"""Acts in the stages of a night that have a history of their own: by live rooms, by pages and by the clock."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from drafts.models import EventStage
from drafts.rules.actors import SERVER
from drafts.rules.errors import Refusal
from drafts.rules.ids import EventId, StageId
from drafts.services.announce import announce_change
from drafts.services.draft.overdue import LONG_AGO, PATIENCE
from drafts.store.changes import MovedOn
from drafts.store.stages import AnyKind, LiveT, StageChange, StageKind, save_stage_changes

logger = logging.getLogger(__name__)


def locked_stages(event: EventId, kind: StageKind[LiveT, Any]) -> list[LiveT]:
    """Lock the stages of a kind in an event, and return them. To be called in a transaction."""
    rows = EventStage.objects.filter(event=event, stage=kind.stage).order_by("id").select_for_update(no_key=True)
    return [kind.load(StageId(row.id)) for row in rows]


def record_acts(*, chains: Sequence[Sequence[StageChange[LiveT]]]) -> list[bool]:
    """Write the changes of many stages in one transaction, and return which were written.

    A stage that has changed meanwhile is left out; to find it, each is then written by itself.
    """
    try:
        with transaction.atomic():
            save_stage_changes(chains)
            return [True] * len(chains)
    except MovedOn:
        if len(chains) == 1:
            return [False]
        return [written for chain in chains for written in record_acts(chains=[chain])]


def record_locked(*changes: StageChange[LiveT]) -> None:
    """Write the changes of one stage that is locked. To be called in a transaction."""
    if changes and record_acts(chains=[changes]) != [True]:
        raise RuntimeError("the stage changed although it was locked")


def expire_overdue_stages(*, kinds: Iterable[AnyKind]) -> int:
    """Act in every stage of these kinds whose time ran out `PATIENCE` ago, and return how many there were.

    They have no viewers, so no process has a room of them. Time that ran out `LONG_AGO` is given back.
    """
    known = {kind.stage: kind for kind in kinds}
    late = EventStage.objects.filter(wakes_at__lt=timezone.now() - PATIENCE, stage__in=known).order_by("wakes_at")
    return sum(_expire(StageId(stage), known[name]) for stage, name in late.values_list("id", "stage"))


@transaction.atomic
def _expire(stage: StageId, kind: AnyKind) -> bool:
    row = EventStage.objects.select_for_update(no_key=True).filter(id=stage).first()
    if row is None:
        return False
    live, now, change = kind.load(stage), timezone.now(), None
    move = kind.due(live, now, LONG_AGO)
    try:
        change = None if move is None else kind.change(live, SERVER, move, now)
    except Refusal:
        logger.exception("stage %d: what time demands is refused", stage)
    if change is None:  # the row's time was outdated
        row.wakes_at = None if live.wakes_at == row.wakes_at else live.wakes_at
        row.save(update_fields=["wakes_at"])
        return False
    record_locked(change)
    announce_change(EventId(row.event_id))
    return True
