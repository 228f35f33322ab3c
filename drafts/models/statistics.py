"""What finished drafts add to the statistics of their sets: counts by card, of each draft and of each day.

All of it follows from packs, picks and fights, and can be counted again at any time (`services/statistics`).
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from drafts.models.catalog import Card, CardSet
from drafts.models.draft import Draft


class CountedDraft(models.Model):
    """A draft that has been counted; a finished draft without this row is still to be counted.

    `day` is that on which it ended, in UTC. `entered_at` repeats the draft's `piles_entered_at` as it was counted, and
    `fights_over` whether its fights were over then: a draft in which either has changed is counted anew.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, primary_key=True, related_name="counted")
    day = models.DateField()
    format = models.CharField(max_length=24)
    paper = models.BooleanField()
    fighters = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField(null=True, blank=True)
    fights_over = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["draft"]
        indexes: ClassVar = [models.Index(fields=["day", "format", "paper"], name="counted_drafts_of_a_day")]

    def __str__(self) -> str:
        return f"counts of draft {self.draft_id}"


class CountedSet(models.Model):
    """A set of which a counted draft had cards."""

    counted = models.ForeignKey(CountedDraft, on_delete=models.CASCADE, related_name="sets")
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="+", db_index=False)

    class Meta:
        ordering: ClassVar = ["counted", "card_set"]
        constraints: ClassVar = [  # it is the index of `card_set` too
            models.UniqueConstraint(fields=["card_set", "counted"], name="a_set_is_counted_once"),
        ]

    def __str__(self) -> str:
        return f"set {self.card_set_id} in draft {self.counted_id}"


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
    """What a card did in one draft."""

    counted = models.ForeignKey(CountedDraft, on_delete=models.CASCADE, related_name="cards", db_index=False)

    class Meta:
        ordering: ClassVar = ["counted", "card"]
        constraints: ClassVar = [  # the first is the index of `counted` too
            models.UniqueConstraint(fields=["counted", "card", "bots"], name="a_card_is_counted_once_a_draft"),
            models.CheckConstraint(condition=_SENSIBLE, name="counts_of_a_draft_are_sensible"),
        ]

    def __str__(self) -> str:
        return f"card {self.card_id} in draft {self.counted_id}"


class DayCount(CardCounts):
    """What a card did in all drafts of a day that had the same format and the same kind of packs.

    These are the sums of the day's `DraftCount`; statistics of years are read from them.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    format = models.CharField(max_length=24)
    paper = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["card_set", "day", "card"]
        constraints: ClassVar = [  # the first is the index of `card_set` too
            models.UniqueConstraint(
                fields=["card_set", "day", "format", "paper", "bots", "card"], name="a_card_is_counted_once_a_day"
            ),
            models.CheckConstraint(condition=_SENSIBLE, name="counts_of_a_day_are_sensible"),
        ]

    def __str__(self) -> str:
        return f"card {self.card_id} on {self.day}"
