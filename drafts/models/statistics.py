"""The counts that finished drafts add to the statistics of their sets: by card, of each draft and of batches of drafts.

Battles that were played here are counted in the same way, by the rules of their event (`kind`) in place of a set.

Public figures are sums of batches and of nothing else (docs/statistics.md, "Access"). The content of a draft and of a
public batch follows from packs, picks and fights, and can be counted again at any time (`services/statistics/counts`).
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from drafts.models.catalog import Card, CardSet
from drafts.models.draft import Draft


class CountedDraft(models.Model):
    """A draft that has been counted; a finished draft without this row is still to be counted.

    `day` is that on which it ended, in UTC. `entered_at` repeats the draft's `piles_entered_at` as it was counted, and
    `fights_version` the version of its fights (0: none were fought): a draft in which either has changed is counted
    anew. `was_public`: it has been in a public batch. `early`: a version of this software counted it that did not wait
    for the end of the event, so it counts as finished.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, primary_key=True, related_name="counted")
    day = models.DateField()
    format = models.CharField(max_length=24)
    paper = models.BooleanField()
    fighters = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField(null=True, blank=True)
    fights_version = models.PositiveIntegerField(default=0)
    was_public = models.BooleanField(default=False)
    early = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["draft"]

    def __str__(self) -> str:
        return f"counts of draft {self.draft_id}"


class Batch(models.Model):
    """Drafts that public figures of a set show together or not at all.

    A `public` batch holds the drafts of a day (`first_day` and `last_day` are equal) with public logs, of one format
    and one kind of packs. Any other holds five drafts whose logs are not public; it stays as it was counted, whatever
    becomes of them. Its `format` is empty and its `paper` null where these differ between its drafts.
    A batch without a set is of battles by the rules of its `kind`, and `battles` are their counts.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="+", db_index=False, null=True)
    kind = models.CharField(max_length=64, blank=True)
    battles = models.JSONField(null=True)
    public = models.BooleanField()
    first_day = models.DateField()
    last_day = models.DateField()
    format = models.CharField(max_length=24, blank=True)
    paper = models.BooleanField(null=True)
    drafts = models.PositiveIntegerField(default=0)
    fighters = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["card_set", "first_day", "id"]
        verbose_name_plural = "batches"
        indexes: ClassVar = [models.Index(fields=["card_set", "first_day"], name="batches_of_a_set")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["card_set", "first_day", "format", "paper"],
                condition=Q(public=True),
                name="one_public_batch_a_day",
            ),
            models.UniqueConstraint(
                fields=["first_day", "format", "paper", "kind"],
                condition=Q(public=True, card_set=None),
                name="one_public_batch_of_battles_a_day",
            ),
            models.CheckConstraint(
                condition=Q(card_set=None, battles__isnull=False) & ~Q(kind="") | Q(card_set__isnull=False, kind=""),
                name="a_batch_is_of_a_set_or_of_battles",
            ),
            models.CheckConstraint(
                condition=Q(public=False, first_day__lte=models.F("last_day"))
                | Q(first_day=models.F("last_day"), paper__isnull=False) & ~Q(format=""),
                name="a_public_batch_is_of_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drafts} drafts of {self.kind or f'set {self.card_set_id}'}"


class CountedSet(models.Model):
    """A set of which a counted draft had cards, and the batch in which public figures show these; null: in none yet.

    Without a set it stands for the battles of the event: `kind` are their rules, and `battles` their counts
    (`rules.games.rome.figures.BattleFigures`).
    """

    counted = models.ForeignKey(CountedDraft, on_delete=models.CASCADE, related_name="sets")
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="+", db_index=False, null=True)
    kind = models.CharField(max_length=64, blank=True)
    battles = models.JSONField(null=True)
    batch = models.ForeignKey(Batch, on_delete=models.SET_NULL, null=True, blank=True, related_name="members")

    class Meta:
        ordering: ClassVar = ["counted", "card_set"]
        constraints: ClassVar = [  # it is the index of `card_set` too
            models.UniqueConstraint(fields=["card_set", "counted"], name="a_set_is_counted_once"),
            models.UniqueConstraint(fields=["counted"], condition=Q(card_set=None), name="battles_are_counted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind or f'set {self.card_set_id}'} in draft {self.counted_id}"


def _count() -> "models.PositiveIntegerField[int, int]":
    return models.PositiveIntegerField(default=0)


class CardCounts(models.Model):
    """Sums over what people, or bots, did with a card (`rules.statistics.counts.Counts`)."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="+", db_index=False)
    bots = models.BooleanField()
    opened = _count()
    first_chosen = _count()
    seen = _count()
    last_seen = _count()
    last_seen_squares = _count()
    could_wheel = _count()
    wheeled = _count()
    taken = _count()
    taken_at = _count()
    taken_at_squares = _count()
    last_chosen = _count()
    fought = _count()
    won = _count()

    class Meta:
        abstract = True


_SENSIBLE = (
    Q(first_chosen__lte=models.F("opened"))
    & Q(wheeled__lte=models.F("could_wheel"), could_wheel__lte=models.F("seen"))
    & Q(last_chosen__lte=models.F("taken"), won__lte=models.F("fought"))
)


class DraftCount(CardCounts):
    """The counts of a card in one draft."""

    counted = models.ForeignKey(CountedDraft, on_delete=models.CASCADE, related_name="cards", db_index=False)

    class Meta:
        ordering: ClassVar = ["counted", "card"]
        constraints: ClassVar = [  # the first is the index of `counted` too
            models.UniqueConstraint(fields=["counted", "card", "bots"], name="a_card_is_counted_once_a_draft"),
            models.CheckConstraint(condition=_SENSIBLE, name="counts_of_a_draft_are_sensible"),
        ]

    def __str__(self) -> str:
        return f"card {self.card_id} in draft {self.counted_id}"


class BatchCount(CardCounts):
    """The counts of a card in all drafts of a batch. Statistics of years are read from these."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="cards", db_index=False)

    class Meta:
        ordering: ClassVar = ["batch", "card"]
        constraints: ClassVar = [  # the first is the index of `batch` too
            models.UniqueConstraint(fields=["batch", "card", "bots"], name="a_card_is_counted_once_a_batch"),
            models.CheckConstraint(condition=_SENSIBLE, name="counts_of_a_batch_are_sensible"),
        ]

    def __str__(self) -> str:
        return f"card {self.card_id} in batch {self.batch_id}"
