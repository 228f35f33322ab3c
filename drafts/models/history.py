"""The history of a table: each act of organizer, judge, clock and fighter. Rows are added and never changed."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from drafts.models.draft import Table
from drafts.rules.actors import ActorKind
from drafts.rules.draft.history import Kind

ACTORS = [
    (ActorKind.SERVER.value, "The server"),
    (ActorKind.ORGANIZER.value, "The organizer"),
    (ActorKind.JUDGE.value, "A judge"),
    (ActorKind.FIGHTER.value, "A fighter"),
]
"""The kinds of actors, as the admin shows them."""


class TableEvent(models.Model):
    """One act at a table. `version` is the table's after it; `number` counts the acts of one version, from 0.

    Of one version first come the acts that caused it, then what followed from them by itself, and last what was done to
    a seat later, while the table stood at this version (`services.draft.history.note_seat`): that makes no version.

    `text` says what the kind leaves open, as a line of notation (docs/notation.md). `fighter` is the row's id of the
    fighter who acted, if one did, `staff` that of the judge's link.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="history", db_index=False)
    version = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=10, blank=True, choices=ACTORS)
    fighter = models.BigIntegerField(null=True, blank=True)
    staff = models.BigIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12)
    text = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["table", "version", "number"]
        constraints: ClassVar = [  # the first is the index of `table` too
            models.UniqueConstraint(fields=["table", "version", "number"], name="acts_of_a_version_differ"),
            models.CheckConstraint(  # SQLite is slow at lists, so the kind of most rows is asked for first
                condition=Q(kind=Kind.CHOOSE.value) | Q(kind__in=[kind.value for kind in Kind]),
                name="kind_of_act_is_known",
            ),
            models.CheckConstraint(
                condition=Q(by=ActorKind.FIGHTER, fighter__isnull=False)
                | Q(by__in=["", ActorKind.ORGANIZER, ActorKind.JUDGE], fighter__isnull=True),
                name="who_acted_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.text}".strip()
