"""The webhooks of an event: made, paused, given another secret, removed, and copied to the next event."""

from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from drafts.models import Delivery, Event, LogEntry, Webhook
from drafts.models.webhooks import LONGEST_ORIGIN
from drafts.rules.ids import EventId
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError
from drafts.services.integrations.webhook_events import must_not_be_paused, wake_after_commit, write_test
from drafts.webhooks.signing import new_secret
from drafts.webhooks.targets import BadTarget, addresses_of, read_target

MOST_WEBHOOKS = 5
TELLS_NOTHING = gettext_lazy("Choose at least one.")


class Tells(NamedTuple):
    """The changes that a webhook reports."""

    start: bool
    end: bool
    log: bool


def make_webhook(*, event: Event, address: str, tells: Tells, origin: str) -> Webhook:
    """Make a webhook with a secret of its own. `origin` is the beginning of page addresses in what it sends.

    Raises ServiceError, with the field: for an address that is invalid or, as its name resolves now, not allowed; for
    one that the event has; for reporting nothing; and for too many webhooks.
    """
    target = _checked(address.strip())
    if not any(tells):
        raise ServiceError(str(TELLS_NOTHING), "tells")
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        if locked.webhooks.filter(address=target).exists():
            raise ServiceError(gettext("This event has a webhook of that address already."), "address")
        if refusal := refusal_of_more(locked.webhooks.count()):
            raise ServiceError(refusal, "address")
        webhook = Webhook.objects.create(
            event=locked,
            address=target,
            origin=origin[:LONGEST_ORIGIN],
            secret=new_secret(),
            tells_start=tells.start,
            tells_end=tells.end,
            tells_log=tells.log,
        )
        LogEntry.objects.create(event=locked, text=gettext("The organizer made a webhook."))
    return webhook


def refusal_of_more(count: int) -> str:
    """Return why an event with so many webhooks can have no more, "" if it can."""
    if count < MOST_WEBHOOKS:
        return ""
    words = gettext("An event has up to %(most)s webhooks. Remove one that nobody needs any more.")
    return words % {"most": MOST_WEBHOOKS}


def pause_webhook(*, event: Event, webhook_id: int, paused: bool) -> Webhook:
    """Pause or resume a webhook, and return it; deliveries that wait are kept meanwhile.

    Raises ServiceError when there is no such webhook.
    """
    with transaction.atomic():
        webhook = _locked(event, webhook_id)
        if (webhook.paused_at is not None) is not paused:
            webhook.paused_at, webhook.gone = (timezone.now() if paused else None), False
            webhook.save(update_fields=["paused_at", "gone"])
            wake_after_commit()
    return webhook


def renew_secret(*, event: Event, webhook_id: int) -> Webhook:
    """Give a webhook a new secret, with which deliveries are signed from now on, and return the webhook.

    Raises ServiceError when there is no such webhook.
    """
    with transaction.atomic():
        webhook = _locked(event, webhook_id)
        webhook.secret = new_secret()
        webhook.save(update_fields=["secret"])
    return webhook


def remove_webhook(*, event: Event, webhook_id: int) -> None:
    """Remove a webhook, if it exists, with its deliveries, sent or not."""
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        if locked.webhooks.filter(id=webhook_id).delete()[0]:
            LogEntry.objects.create(event=locked, text=gettext("The organizer removed a webhook."))


def send_test(*, event: Event, webhook_id: int) -> Delivery:
    """Queue a test for a webhook. Raises ServiceError when there is no such webhook, and for one that is paused."""
    with transaction.atomic():
        webhook = _locked(event, webhook_id)
        must_not_be_paused(webhook)
        return write_test(webhook=webhook)


def copy_webhooks(*, event: Event, made: Event) -> int:
    """Give an event the webhooks of another one of its organizer, and return how many.

    Secrets are the same, so receivers need not be told.
    """
    kept = ("address", "origin", "secret", "tells_start", "tells_end", "tells_log", "paused_at", "gone")
    webhooks = event.webhooks.order_by("id")
    copies = [Webhook(event=made, **{name: getattr(each, name) for name in kept}) for each in webhooks]
    return len(Webhook.objects.bulk_create(copies))


def _checked(address: str) -> str:
    try:
        target = read_target(address, allows_private=settings.WEBHOOKS_PRIVATE)
        addresses_of(target, allows_private=settings.WEBHOOKS_PRIVATE)
    except BadTarget as bad:
        raise ServiceError(str(bad.error.label), "address") from bad
    return target.text


def _locked(event: Event, webhook_id: int) -> Webhook:
    locked = locked_event(EventId(event.id))
    webhook = locked.webhooks.select_for_update(no_key=True).filter(id=webhook_id).first()
    if webhook is None:
        raise ServiceError(gettext("There is no such webhook."))
    return webhook
