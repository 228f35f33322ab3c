"""Moving an event from one stage to the next: no other code writes `Event.phase`."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from drafts.models import Draft, Event, EventStage, WebhookEvent
from drafts.rules.actors import SERVER, Actor
from drafts.rules.draft.history import Act, Kind
from drafts.rules.ids import EventId, FighterId, TableId, Version
from drafts.rules.night.rights import has_log_opened
from drafts.rules.night.stages import AVATARS, COMMANDERS, PLANAR, Stage, StageMove, next_stage
from drafts.services.integrations.webhook_events import queue_webhooks
from drafts.store.building import setups_of
from drafts.store.changes import TimeColumn, have_all_drafted, save_stage
from drafts.store.choices.avatars import setups_of as avatars_to_choose
from drafts.store.choices.commanders import setups_of_commanders
from drafts.store.choices.planes import setups_of_planar
from drafts.store.leavers import gone_from
from drafts.store.table_facts import EventFacts

_NOTED_IN: dict[StageMove, TimeColumn] = {
    StageMove.START: (Draft, "started_at"),
    StageMove.ALL_DRAFTED: (Draft, "drafted_at"),
    StageMove.FINISH: (Event, "finished_at"),
    StageMove.STOP: (Event, "finished_at"),
}


def advance(*, event: EventFacts, move: StageMove, at: datetime, by: Actor = SERVER) -> dict[TableId, Version]:
    """Move an event to the stage that a move leads to. The tables of its draft change with it, and note the move.

    Returns the new versions of the tables, by row id. To be called in a transaction that has locked the tables and then
    the event. Raises NotAllowed for a move that cannot be made at this stage, MovedOn when the event has left it.
    """
    current = event.phase
    stage = next_stage(event.stages, current, move)
    act = Act(Kind(move.value), by)
    if move is StageMove.GO_BACK:
        Event.objects.filter(id=event.id).update(finished_at=None)
    versions = save_stage(event=event, before=current, after=stage, noted=_NOTED_IN.get(move), act=act, at=at)
    if stage is Stage.FINISHED:
        queue_webhooks(event.id, WebhookEvent.FINISHED, at)
    if has_log_opened(event.log_opens, stage) and not has_log_opened(event.log_opens, current):
        queue_webhooks(event.id, WebhookEvent.PUBLISHED, at)
    return versions


def begin_building(*, event: Event, at: datetime) -> None:
    """Let fighters build their decks from now on, each table its own; bots have theirs (M20).

    Avatars that are kept for all of the event are offered (M27), planar decks can be chosen (M38), and commanders named
    (M35). The pools of real packs are not known, so no decks are built here. To be called in a transaction, once the
    event is at that stage and the pools are stored.
    """
    EventStage.objects.bulk_create(
        EventStage(event=event, stage=AVATARS, number=number, began_at=at, setup=setup)
        for number, setup in avatars_to_choose(event)
    )
    EventStage.objects.bulk_create(
        EventStage(event=event, stage=PLANAR, number=number, began_at=at, setup=setup)
        for number, setup in setups_of_planar(event)
    )
    EventStage.objects.bulk_create(
        EventStage(event=event, stage=COMMANDERS, number=number, began_at=at, setup=setup)
        for number, setup in setups_of_commanders(event)
    )
    if event.draft.is_paper:
        return
    minutes, gone = event.night.build_minutes, gone_from(EventId(event.id))
    ends = at + timedelta(minutes=minutes) if minutes else None
    building: dict[str, Any] = {"event": event, "stage": Stage.BUILDING.value, "began_at": at, "wakes_at": ends}
    EventStage.objects.bulk_create(
        EventStage(number=number, setup={**setup, **_gone_of(setup, gone)}, **building)
        for number, setup in setups_of(event)
    )


def _gone_of(setup: Mapping[str, Any], gone: Collection[FighterId]) -> dict[str, list[FighterId]]:
    """Return a part of a setup: those of its fighters who have left before it; {} if none has."""
    found = [fighter for fighter in setup["fighters"] if fighter in gone]
    return {"gone": found} if found else {}


def complete_draft(*, event: EventFacts, at: datetime) -> dict[TableId, Version]:
    """Move an event to its next stage once every table has drafted.

    Returns what `advance` does, and {} while a table still drafts. To be called in a transaction that has locked the
    tables.
    """
    if not have_all_drafted(event):
        return {}
    versions = advance(event=event, move=StageMove.ALL_DRAFTED, at=at)
    if event.format.builder is not None or event.format.avatar_game is not None:
        begin_building(event=Event.objects.select_related("night", "draft").get(id=event.id), at=at)
    return versions
