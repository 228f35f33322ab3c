"""Webhooks of an event, and what is sent by them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from drafts.models.event import Event
from drafts.webhooks.requests import KEPT_OF_ANSWER
from drafts.webhooks.signing import SECRET_LENGTH
from drafts.webhooks.targets import LONGEST_TARGET

LONGEST_ORIGIN = 300


class WebhookEvent(models.TextChoices):
    """The events that webhooks are sent for, by the `type` of the payload. A test is about no event."""

    STARTED = "event.started", _("The draft started")
    FINISHED = "event.finished", _("The event ended")
    PUBLISHED = "log.published", _("The log can be read by others")
    TEST = "webhook.test", _("A test")


TELLS = {
    WebhookEvent.STARTED: "tells_start",
    WebhookEvent.FINISHED: "tells_end",
    WebhookEvent.PUBLISHED: "tells_log",
}
"""The column of a webhook that says whether it reports an event."""


class Webhook(models.Model):
    """An address that is told what happens in an event.

    `origin` is how addresses of our pages begin in what is sent: as the organizer's device reached the site. While
    `paused_at` is set nothing is told and nothing sent; `gone`: the receiver itself said so (410).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_TARGET)
    origin = models.CharField(max_length=LONGEST_ORIGIN)
    secret = models.CharField(max_length=SECRET_LENGTH)
    tells_start = models.BooleanField(default=True)
    tells_end = models.BooleanField(default=True)
    tells_log = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    gone = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "address"], name="webhooks_of_an_event_differ"),
            models.CheckConstraint(
                condition=Q(tells_start=True) | Q(tells_end=True) | Q(tells_log=True), name="a_webhook_tells_something"
            ),
            models.CheckConstraint(condition=Q(gone=False) | Q(paused_at__isnull=False), name="gone_is_paused"),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of event {self.event_id}"


class Delivery(models.Model):
    """Something that happened, as it is sent by one webhook, and how far that is.

    `name` is the same at each try, so that a receiver knows what it has had. `next_at` is when it is tried next, null
    once it is delivered or given up. `taken_until`: a process is sending it, and is believed dead after that.
    `error` is what went wrong last (`webhooks.error_codes.ErrorCode`), `answer` how the receiver said so.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    name = models.CharField(max_length=40, unique=True)
    happening = models.CharField(max_length=16, choices=WebhookEvent.choices)
    body = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    taken_until = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=16, blank=True)
    answer = models.CharField(max_length=KEPT_OF_ANSWER, blank=True)

    class Meta:
        ordering: ClassVar = ["webhook", "id"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="deliveries_that_wait")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(happening__in=WebhookEvent.values), name="happening_is_known"),
            models.CheckConstraint(
                condition=Q(next_at__isnull=True) | Q(delivered_at__isnull=True), name="what_is_delivered_waits_no_more"
            ),
        ]

    def __str__(self) -> str:
        return self.name
