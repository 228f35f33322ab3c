"""The links by which judges and co-organizers take part in an event."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from drafts.models.event import NICKNAME_LENGTH, Event


class StaffLink(models.Model):
    """A judge's link, or where it `organizes`, a co-organizer's. It holds for the holder of the `token` until revoked.

    `opened_at` is when it was opened first, `used_at` when it was opened last or its holder last did something.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    name = models.CharField(max_length=NICKNAME_LENGTH)
    name_key = models.CharField(max_length=NICKNAME_LENGTH * 4)
    token = models.CharField(max_length=43, unique=True)
    organizes = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "name_key"], condition=Q(revoked_at=None), name="names_of_judges_differ"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {'a co-organizer' if self.organizes else 'a judge'}"
