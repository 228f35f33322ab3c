"""Which server processes live, and who is connected to which: what processes know of each other."""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from drafts.models.event import Event, Fighter

DEAD_AFTER = timedelta(seconds=10)
"""A process that has said nothing for so long has died."""


class Process(models.Model):
    """A server process. It says every few seconds that it lives; one that has been silent has died."""

    name = models.CharField(max_length=32, unique=True)
    started_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name_plural = "processes"

    def __str__(self) -> str:
        return self.name


class Connection(models.Model):
    """A socket of an event, open or lately closed. `round_trip` in milliseconds, as the device measured it.

    Written in batches after the fact: the event or fighter may be gone by then, so no constraint asks for them.
    """

    process = models.ForeignKey(Process, on_delete=models.CASCADE, related_name="connections")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="connections", db_constraint=False)
    fighter = models.ForeignKey(
        Fighter, on_delete=models.CASCADE, null=True, blank=True, related_name="connections", db_constraint=False
    )
    role = models.CharField(max_length=12)
    table = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True, db_index=True)
    round_trip = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["opened_at", "id"]

    def __str__(self) -> str:
        return f"{self.role} at table {self.table}"
