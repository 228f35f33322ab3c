"""The entered piles of a draft with paper packs."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from drafts.models.draft import Seat
from drafts.models.history import ACTORS


class PileState(models.TextChoices):
    """How far the entry of a pile is. `DOUBTED`: complete, but it does not fit the piles of the others."""

    OPEN = "open", "Being entered"
    DOUBTED = "doubted", "Does not fit"
    CHECKED = "checked", "Checked"


class PileEntry(models.Model):
    """The pile of a seat as it was entered, from bottom to top: a number a line, those of known cards in full.

    `confirmed` are the passes (`1.1 3.2`: round and pass) that the organizer has confirmed as they are though they do
    not fit. `by` says who entered it last.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="pile_entry")
    numbers = models.TextField(blank=True)
    state = models.CharField(max_length=8, choices=PileState.choices, default=PileState.OPEN)
    confirmed = models.TextField(blank=True)
    by = models.CharField(max_length=10, choices=ACTORS)
    entered_at = models.DateTimeField(default=timezone.now)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["seat"]
        verbose_name_plural = "pile entries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state=PileState.OPEN, checked_at=None)
                | Q(state__in=[PileState.DOUBTED, PileState.CHECKED], checked_at__isnull=False),
                name="a_checked_pile_has_its_moment",
            )
        ]

    def __str__(self) -> str:
        return f"pile of {self.seat_id}"
