"""Everything that is stored of an event, for its organizer."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Model

from drafts.log.event_data import EventData
from drafts.models import Event, EventStage, StageAct, Webhook
from drafts.presenters.log.entries import entries_of
from drafts.presenters.log.logs import load_log

SECRETS = {"seed", "pack_list", "token", "new_token", "nickname_key", "name_key", "id", "event", "organizer", "setup"}
SECRETS |= {"secret"}
"""Columns that no copy has: secrets of seats and signatures, closed packs (the log has them when open), row numbers."""

Private = Mapping[str, Collection[str]]


def load_event_data(event: Event, private: Private) -> EventData:
    """Return what is stored of an event. Of what its organizer may not see nothing is in it.

    That is the links of seats, the secrets of webhooks, and, as long as the log is closed, cards and the seed (R4, R8);
    and of acts in stages the kinds that are `private`, by the name of the stage: wishes (R19).
    """
    fighters = event.fighters.order_by("id")
    return EventData(
        event={
            **_row(event),
            "organizer": event.organizer.username if event.organizer else None,
            "follows": event.follows.code if event.follows else None,
        },
        night=_row(event.night),
        draft={**_row(event.draft), "sets": list(event.draft.rounds.values_list("card_set__code", flat=True))},
        fighters=[{"fighter": fighter.id, **_row(fighter)} for fighter in fighters],
        removals=_rows(event.removals.order_by("id")),
        judges=_rows(event.staff.order_by("id")),
        webhooks=[_webhook(one) for one in event.webhooks.order_by("id")],
        connections=[_row(one, without={"process"}) for one in event.connections.order_by("id")],
        stages=[_stage(stage, private[stage.stage]) for stage in event.stages.order_by("id")],
        entries=entries_of(event),
        log=load_log(event) if event.has_log else None,
    )


def _rows(rows: Iterable[Model]) -> list[dict[str, Any]]:
    return [_row(row) for row in rows]


def _row(row: Model, without: Iterable[str] = ()) -> dict[str, Any]:
    left_out = {*SECRETS, *without}
    names = {field.name: field.attname for field in row._meta.concrete_fields}
    return {name: getattr(row, column) for name, column in names.items() if name not in left_out}


def _webhook(webhook: Webhook) -> dict[str, Any]:
    deliveries = [_row(one, without={"webhook"}) for one in webhook.deliveries.order_by("id")]
    return {**_row(webhook), "deliveries": deliveries}


def _stage(stage: EventStage, private: Collection[str]) -> dict[str, Any]:
    acts = StageAct.objects.filter(stage=stage).exclude(kind__in=private).order_by("version")
    return {**_row(stage, without={"wakes_at"}), "acts": [_row(act, without={"stage", "request"}) for act in acts]}
