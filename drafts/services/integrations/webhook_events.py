"""Deliveries to an event's webhooks, stored in the transaction of the change that they report.

So a crash loses none: a committed delivery is sent, and one that was rolled back is not. `deliveries` sends them.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.exporters.webhook_body import EventNow, write_webhook_body
from drafts.models import Delivery, Event, Webhook, WebhookEvent
from drafts.models.webhooks import TELLS
from drafts.queries.integrations.webhooks import event_now
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogVisibility
from drafts.services.errors import ServiceError
from drafts.webhooks.work import work_waits

MOST_KEPT = 50
"""The most deliveries of a webhook that are kept: older ones are deleted, delivered or not."""

WIDER = (None, LogVisibility.FIGHTERS, LogVisibility.PUBLIC)
"""The readers of a log besides its organizer, from none to all."""


def must_not_be_paused(webhook: Webhook) -> None:
    """Raise ServiceError for a webhook that is paused."""
    if webhook.paused_at is not None:
        raise ServiceError(gettext("This webhook is paused: resume it first."))


def write_test(*, webhook: Webhook) -> Delivery:
    """Store a test, to be sent like any delivery. To be called in a transaction that has locked the event."""
    now = timezone.now()
    return _write(webhook, WebhookEvent.TEST, now, event_now(_event(EventId(webhook.event_id))))


def wake_after_commit() -> None:
    """Let this process look for due deliveries after the commit. Other processes find them within seconds."""
    transaction.on_commit(work_waits.set)


def queue_webhooks(
    event_id: EventId, happening: WebhookEvent, at: datetime, *, before: LogVisibility | None = None
) -> None:
    """Queue deliveries about a change for an event's webhooks. To be called at the end of the change's transaction.

    A published log is reported only if more people may read it than `before`.
    """
    told = list(Webhook.objects.filter(event=event_id, paused_at=None, **{TELLS[happening]: True}).order_by("id"))
    if not told:
        return
    event = event_now(_event(event_id))
    if happening is WebhookEvent.PUBLISHED and WIDER.index(event.log) <= WIDER.index(before):
        return
    for webhook in told:
        _write(webhook, happening, at, event)


def _event(event_id: EventId) -> Event:
    """Read an event as it is in this transaction."""
    rows = Event.objects.select_related("draft").prefetch_related("draft__rounds__card_set")
    return rows.get(id=event_id)


def _write(webhook: Webhook, happening: WebhookEvent, at: datetime, event: EventNow) -> Delivery:
    delivery = Delivery.objects.create(
        webhook=webhook,
        name=f"msg_{secrets.token_hex(16)}",
        happening=happening,
        body=write_webhook_body(happening.value, at, event, webhook.origin),
        made_at=at,
        next_at=at,
    )
    kept = webhook.deliveries.order_by("-id")[:MOST_KEPT].values_list("id", flat=True)
    webhook.deliveries.exclude(id__in=list(kept)).delete()
    wake_after_commit()
    return delivery
