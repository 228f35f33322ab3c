"""Sending deliveries: each by one process at a time, and again for hours until the receiver accepts it."""

import logging
import random
import time
from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Delivery, Event, Webhook
from drafts.rules.ids import EventId
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError
from drafts.services.integrations.webhook_events import must_not_be_paused, wake_after_commit
from drafts.webhooks.error_codes import ErrorCode
from drafts.webhooks.requests import Answer, send
from drafts.webhooks.signing import signature_of

logger = logging.getLogger(__name__)

MOST_TRIES = 8
FIRST_PAUSE, GROWTH = timedelta(seconds=10), 4
"""The pauses between tries: ten seconds, then four times as long each time, fifteen hours in all."""
JITTER = 0.2
"""The share by which a pause is varied at random, so that deliveries are not all repeated at once."""
TAKEN_FOR = timedelta(minutes=1)
"""A request takes ten seconds at most; a process that has not noted its outcome after a minute has died."""
USER_AGENT = "Pass-Left-Webhooks"


class Due(NamedTuple):
    """A delivery that is due, and its organizer, both by row id."""

    delivery: int
    owner: int


def due_deliveries(*, most: int, without: Collection[int] = ()) -> list[Due]:
    """Return deliveries that may be sent now, the longest due first: one of each organizer at most.

    `without` are organizers for whom something is being sent, so that a slow receiver does not delay other organizers.
    """
    due = _due().filter(webhook__paused_at=None).exclude(webhook__event__organizer__in=without)
    rows = due.order_by("next_at", "id").values_list("id", "webhook__event__organizer")
    found: dict[int, Due] = {}
    for delivery, owner in rows.iterator(chunk_size=100):
        if owner is not None:
            found.setdefault(owner, Due(delivery, owner))
        if len(found) == most:
            break
    return list(found.values())


def deliver(delivery_id: int) -> bool:
    """Send a delivery, and note the outcome. Return False if another process was first.

    If the process dies meanwhile, another one sends it again, under the same name.
    """
    taken = _take(delivery_id)
    if taken is None:
        return False
    answer = _send(taken)
    _note(taken, answer)
    return True


def send_again(*, event: Event, delivery_id: int) -> Delivery:
    """Send a delivery again now, with a full number of tries, and return it: its name and body stay the same.

    Raises ServiceError when there is no such delivery, while it is being sent, and where its webhook is paused.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        rows = Delivery.objects.select_for_update(of=("self",), no_key=True).select_related("webhook")
        delivery = rows.filter(webhook__event=locked, id=delivery_id).first()
        now = timezone.now()
        if delivery is None:
            raise ServiceError(gettext("There is no such delivery."))
        must_not_be_paused(delivery.webhook)
        if delivery.taken_until is not None and delivery.taken_until > now:
            raise ServiceError(gettext("It is being sent right now."))
        delivery.next_at, delivery.attempts, delivery.delivered_at, delivery.taken_until = now, 0, None, None
        delivery.save(update_fields=["next_at", "attempts", "delivered_at", "taken_until"])
        wake_after_commit()
    return delivery


def pause_after(attempts: int, chance: float) -> timedelta:
    """Return the pause after so many tries; `chance` is from 0 to 1."""
    pause: timedelta = FIRST_PAUSE * GROWTH ** (attempts - 1) * (1 + JITTER * (2 * chance - 1))
    return pause


def _due() -> "QuerySet[Delivery]":
    """Return the due deliveries, by own columns only: an update that waited for a row checks these again."""
    now = timezone.now()
    free = Q(taken_until=None) | Q(taken_until__lte=now)
    return Delivery.objects.filter(free, next_at__lte=now)


def _take(delivery_id: int) -> Delivery | None:
    """Take a delivery for this process; None where it is not due, or another process was first."""
    now = timezone.now()
    if not _due().filter(id=delivery_id).update(taken_until=now + TAKEN_FOR, attempts=F("attempts") + 1, tried_at=now):
        return None
    return Delivery.objects.select_related("webhook").filter(id=delivery_id).first()


def _send(delivery: Delivery) -> Answer:
    body, timestamp = delivery.body.encode(), int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "webhook-id": delivery.name,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature_of(
            secret=delivery.webhook.secret, name=delivery.name, timestamp=timestamp, body=body
        ),
    }
    return send(delivery.webhook.address, body, headers, allows_private=settings.WEBHOOKS_PRIVATE)


def _note(delivery: Delivery, answer: Answer) -> None:
    """Write the outcome of a try, unless another process has taken the delivery, or it was deleted."""
    now = timezone.now()
    is_delivered = answer.error is None
    is_over = is_delivered or answer.error is ErrorCode.GONE or delivery.attempts >= MOST_TRIES
    pause = pause_after(delivery.attempts, random.random())  # noqa: S311 - it protects nothing
    with transaction.atomic():
        ours = Delivery.objects.filter(id=delivery.id, taken_until=delivery.taken_until)
        noted = ours.update(
            taken_until=None,
            next_at=None if is_over else now + pause,
            delivered_at=now if is_delivered else None,
            status=answer.status,
            error=answer.error.value if answer.error else "",
            answer=answer.words,
        )
        if noted and answer.error is ErrorCode.GONE:
            Webhook.objects.filter(id=delivery.webhook_id, paused_at=None).update(paused_at=now, gone=True)
    if not is_delivered:
        logger.info("a webhook was not delivered at try %d: %s", delivery.attempts, answer.error)
