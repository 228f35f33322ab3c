"""The webhooks of an event: what they tell, and how far each delivery is."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.exporters.webhook_body import EventNow
from drafts.models import Delivery, Event, Webhook, WebhookEvent
from drafts.models.webhooks import TELLS
from drafts.queries.events.lookup import facts_of_event
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.webhooks.error_codes import ErrorCode

SHOWN = 20
"""How many deliveries of a webhook are listed, the latest ones."""


TOLD: Mapping[WebhookEvent, str | Promise] = {
    **{each: each.label for each in TELLS},
    WebhookEvent.STARTED: _("The event started"),  # an event without a draft starts too
}
"""The events that a webhook can report, in words."""


class DeliveryProgress(StrEnum):
    """How far a delivery is."""

    DELIVERED = "delivered"
    SENDING = "sending"
    WAITING = "waiting"
    FAILING = "failing"
    GIVEN_UP = "given_up"


class DeliverySeen(NamedTuple):
    """A delivery as its organizer reads it: what went wrong last in words, and the body in lines."""

    row: Delivery
    progress: DeliveryProgress
    error: str
    body: str


class WebhookSeen(NamedTuple):
    """A webhook, what it tells of in words, and its latest deliveries, the newest first; `more` are not listed."""

    row: Webhook
    tells: Sequence[str | Promise]
    deliveries: Sequence[DeliverySeen]
    more: int


def webhooks_of(event: Event) -> list[WebhookSeen]:
    """Return the webhooks of an event, the oldest first."""
    return [_seen(webhook) for webhook in event.webhooks.order_by("id")]


def progress_of(delivery: Delivery) -> DeliveryProgress:
    """Return how far a delivery is."""
    if delivery.delivered_at is not None:
        return DeliveryProgress.DELIVERED
    if delivery.taken_until is not None and delivery.taken_until > timezone.now():
        return DeliveryProgress.SENDING
    if delivery.next_at is None:
        return DeliveryProgress.GIVEN_UP
    return DeliveryProgress.FAILING if delivery.attempts else DeliveryProgress.WAITING


def log_readers(event: Event) -> LogVisibility | None:
    """Return who besides its organizer may read the log of an event now; None while nobody may.

    An event that was cancelled in its lobby has no log that anybody would read.
    """
    visibility = LogVisibility(event.log_visibility)
    has_log = event.has_log and event.draft.started_at is not None
    return visibility if has_log and visibility is not LogVisibility.ORGANIZER else None


def event_now(event: Event) -> EventNow:
    """Return what webhooks tell of an event, as it is now."""
    facts, draft = facts_of_event(event), event.draft
    return EventNow(
        code=event.code,
        name=event.name,
        game=draft.procedure.game.slug,
        format=draft.format,
        packs=draft.pack_source,
        sets=facts.sets,
        phase=Stage(event.phase),
        stopped=event.stopped,
        fighters=facts.fighters,
        bots=event.fighters.filter(bot=True).count(),
        tables=facts.tables,
        created=event.created_at,
        starts_at=event.starts_at,
        started=draft.started_at,
        drafted=draft.drafted_at,
        finished=event.finished_at,
        log=log_readers(event),
    )


def _seen(webhook: Webhook) -> WebhookSeen:
    rows = webhook.deliveries.order_by("-id")
    latest = list(rows[:SHOWN])
    tells = [words for each, words in TOLD.items() if getattr(webhook, TELLS[each])]
    return WebhookSeen(webhook, tells, [_delivery(row) for row in latest], rows.count() - len(latest))


def _delivery(row: Delivery) -> DeliverySeen:
    error = str(ErrorCode(row.error).label) if row.error else ""
    body = json.dumps(json.loads(row.body), indent=2, ensure_ascii=False)
    return DeliverySeen(row, progress_of(row), error, body)
