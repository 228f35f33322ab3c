"""The cards that were placed at a table, and the calls for a judge. All other acts are in `history`."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from drafts.models.draft import PackCard, Seat, Table
from drafts.models.history import ACTORS
from drafts.models.staff import StaffLink
from drafts.rules.actors import ActorKind
from drafts.rules.draft.history import ABOUT_A_CARD
from drafts.rules.draft.replay import How


class PickQuerySet(models.QuerySet["Pick"]):
    """Picks, which can be filtered by whether they stand."""

    def standing(self) -> Self:
        """Return those that no undo has taken back."""
        return self.filter(undone_in=0)

    def undone(self) -> Self:
        """Return those that were taken back."""
        return self.exclude(undone_in=0)


class Pick(models.Model):
    """One card placed face down. `position` counts the cards of one pass, `version` is the table's after the choice.

    `request` is the name that the fighter's device gave to the choice, so that the same choice twice is one. A pick
    that was taken back stays: `undone_in` is the version of the table that the undo made, 0 for a pick that stands.
    Readers ask for `standing()` or `undone()` picks.
    """

    pack_card = models.ForeignKey(PackCard, on_delete=models.CASCADE, related_name="picks", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="picks", db_index=False)
    round = models.PositiveSmallIntegerField()
    pass_number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=10, default=How.CHOSEN.value)
    seconds = models.FloatField()
    at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField()
    request = models.CharField(max_length=64, blank=True)
    undone_in = models.PositiveIntegerField(default=0)

    objects = PickQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [  # the first two are the indexes of `pack_card` and `seat` too
            models.UniqueConstraint(fields=["pack_card", "undone_in"], name="a_card_is_taken_once"),
            models.UniqueConstraint(
                fields=["seat", "round", "pass_number", "position", "undone_in"], name="picks_of_a_pass_differ"
            ),
            models.CheckConstraint(  # SQLite is slow at lists, so what most rows have is asked for first
                condition=Q(how=How.CHOSEN.value) | Q(how__in=[how.value for how in How]), name="how_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"pick {self.round}.{self.pass_number}"


NOTE_LENGTH = 200


class Reason(models.TextChoices):
    """Why a judge is called."""

    CARD = ABOUT_A_CARD, _("A card")
    WRONG_COUNT = "wrong_count", _("Wrong number of cards")
    RULES = "rules", _("A question about the rules")
    OTHER = "other", _("Something else")


class Verdict(models.TextChoices):
    """The outcome of a call. `MOOT`: another card of the round was verified meanwhile (R9), or an undo came."""

    OPEN = "open", "Open"
    VERIFIED = "verified", "Verified"
    REFUSED = "refused", "Refused"
    MOOT = "moot", "Answered by another call"


class JudgeCall(models.Model):
    """A fighter's call for a judge. Only a call about a card names one (R9).

    `taken_by` says which kind of official has said to be on the way, and `taken_staff` which judge; `note` is what the
    fighter who called reads with the answer.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=12, choices=Reason.choices)
    card = models.ForeignKey(PackCard, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    round = models.PositiveSmallIntegerField()
    request = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    called_at = models.DateTimeField(default=timezone.now)
    verdict = models.CharField(max_length=10, choices=Verdict.choices, default=Verdict.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.CharField(max_length=10, blank=True, choices=ACTORS, default="")
    taken_staff = models.ForeignKey(StaffLink, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "request"], name="a_call_is_made_once"),
            models.CheckConstraint(
                condition=Q(taken_by="", taken_at=None, taken_staff=None)
                | Q(taken_by=ActorKind.ORGANIZER, taken_at__isnull=False, taken_staff=None)
                | Q(taken_by=ActorKind.JUDGE, taken_at__isnull=False, taken_staff__isnull=False),
                name="who_took_a_call_is_known",
            ),
            models.CheckConstraint(
                condition=Q(reason=Reason.CARD, card__isnull=False) | (~Q(reason=Reason.CARD) & Q(card__isnull=True)),
                name="legion_rare_calls_name_a_card",
            ),
        ]

    def __str__(self) -> str:
        return f"call about {self.reason}"
