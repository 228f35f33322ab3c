"""The data of an event that was drafted on another installation, beside its rows."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from drafts.models.event import CODE_LENGTH, Event


class ImportedLog(models.Model):
    """Where an imported event comes from. `code` is the one that it has there.

    `identity` is the same for every log of one draft, so that it is imported once. `seed_hash` stands also where the
    seed is not told. `numbers` has the number that the file gives to each fighter, by row id, `fights`, `battles`,
    `shares` and `planar_cards` are as in the file (`log.file_types`): no acts are known that led to them. `avatars` are
    the numbers of those that are kept for all of the event, by the fighters' numbers in the file.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="source")
    identity = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=CODE_LENGTH)
    seed_hash = models.CharField(max_length=64)
    numbers = models.JSONField()
    fights = models.JSONField(default=list)
    battles = models.JSONField(default=list)
    shares = models.JSONField(default=list)
    planar_cards = models.JSONField(default=list)
    avatars = models.JSONField(default=dict)
    imported_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["event"]

    def __str__(self) -> str:
        return f"log of {self.code}"
