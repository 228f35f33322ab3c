"""Comments on a draft that is over."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from drafts.models.draft import Table
from drafts.models.event import Fighter
from drafts.rules.night.comments import LONGEST, LONGEST_STEP, STEP


class StepComment(models.Model):
    """A comment on a step of the replay, by a fighter or, where there is none, the organizer. A deleted one has no row.

    `step` is named as in its address (docs/protocol.md). `seat` is the place of the seat that it is about, null for the
    whole table. `request` is the name that the page gave to it, so that the same twice is one.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="comments", db_index=False)
    step = models.CharField(max_length=LONGEST_STEP)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    fighter = models.ForeignKey(Fighter, on_delete=models.CASCADE, null=True, blank=True, related_name="comments")
    text = models.CharField(max_length=LONGEST)
    request = models.CharField(max_length=64)
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["table", "id"]
        constraints: ClassVar = [  # the first is the index of `table` too
            models.UniqueConstraint(fields=["table", "request"], name="a_comment_is_written_once"),
            models.CheckConstraint(condition=models.Q(step__regex=STEP), name="step_shape"),
        ]

    def __str__(self) -> str:
        return f"comment on {self.step}"
