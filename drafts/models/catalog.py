"""What can be drafted: sets, their cards, and how their packs are made."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone

from drafts.importers import limits
from drafts.rules.cards import CardType, Trigger


def _choices(kinds: type[CardType] | type[Trigger]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value.capitalize()) for kind in kinds]


def _at_most(field: str, limit: int) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__lte": limit})


class CardSet(models.Model):
    """A set that packs are made of, such as SMP01."""

    code = models.CharField(max_length=limits.LONGEST_CODE, unique=True)
    name = models.CharField(max_length=limits.LONGEST_SET_NAME)

    class Meta:
        ordering: ClassVar = ["code"]
        verbose_name = "set"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(code=""), name="set_has_a_code"),
            models.CheckConstraint(condition=~Q(name=""), name="set_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.code if self.name == self.code else f"{self.code} {self.name}"


class CardImage(models.Model):
    """A picture of a card: `data` is a whole file, and `name` is made of its content, so that it never changes.

    Pictures are rows and no files: they are loaded with their cards or not at all, a backup is one file, and
    every process of a server has them.
    """

    name = models.CharField(max_length=limits.LONGEST_IMAGE_NAME, primary_key=True)
    data = models.BinaryField()
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("data"), limits.LARGEST_IMAGE), name="image_is_not_too_large"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Card(models.Model):
    """A printed card. Power, shield, critical and grade are null where none is printed; `text` is what it does."""

    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="cards", verbose_name="set")
    number = models.CharField(max_length=limits.LONGEST_NUMBER, unique=True)
    name = models.CharField(max_length=limits.LONGEST_NAME)
    card_type = models.CharField("kind", max_length=8, choices=_choices(CardType), default=CardType.NORMAL.value)
    printed_type = models.CharField(max_length=limits.LONGEST_TYPE, blank=True)
    grade = models.PositiveSmallIntegerField(null=True, blank=True)
    clan = models.CharField(max_length=limits.LONGEST_CLAN, blank=True)
    nation = models.CharField(max_length=limits.LONGEST_CLAN, blank=True)
    race = models.CharField(max_length=limits.LONGEST_CLAN, blank=True)
    power = models.PositiveIntegerField(null=True, blank=True)
    shield = models.PositiveIntegerField(null=True, blank=True)
    critical = models.PositiveSmallIntegerField(null=True, blank=True)
    trigger = models.CharField(max_length=8, choices=_choices(Trigger), blank=True)
    rarity = models.CharField(max_length=limits.LONGEST_RARITY, blank=True)
    text = models.TextField(max_length=limits.LONGEST_TEXT, blank=True)
    image = models.ForeignKey(CardImage, on_delete=models.PROTECT, null=True, blank=True, related_name="cards")

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [models.Index(fields=["card_set", "rarity"], name="card_by_rarity")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(number=""), name="card_has_a_number"),
            models.CheckConstraint(condition=~Q(name=""), name="card_has_a_name"),
            models.CheckConstraint(
                condition=Q(card_type__in=[kind.value for kind in CardType]), name="card_type_is_known"
            ),
            models.CheckConstraint(
                condition=Q(card_type=CardType.TRIGGER.value, trigger__in=[kind.value for kind in Trigger])
                | (~Q(card_type=CardType.TRIGGER.value) & Q(trigger="")),
                name="trigger_units_have_a_trigger",
            ),
            models.CheckConstraint(
                condition=_at_most("grade", limits.HIGHEST_GRADE)
                & _at_most("power", limits.HIGHEST_POWER)
                & _at_most("shield", limits.HIGHEST_POWER)
                & _at_most("critical", limits.HIGHEST_CRITICAL),
                name="card_figures_are_sensible",
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("text"), limits.LONGEST_TEXT), name="card_text_is_not_too_long"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class PackRecipe(models.Model):
    """How packs of a set are made, where a recipe file said so; without one the recipe is derived."""

    card_set = models.OneToOneField(CardSet, on_delete=models.CASCADE, related_name="recipe", verbose_name="set")
    guarantees_trigger = models.BooleanField("every pack holds a trigger unit")

    def __str__(self) -> str:
        return f"Recipe of {self.card_set.code}"


class PackLayout(models.Model):
    """One way in which a pack is filled, as likely among the others as its weight."""

    recipe = models.ForeignKey(PackRecipe, on_delete=models.CASCADE, related_name="layouts")
    position = models.PositiveSmallIntegerField()
    weight = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["recipe", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recipe", "position"], name="layout_positions_differ"),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=limits.HEAVIEST_WEIGHT), name="layout_weight_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"layout {self.position}"


class PackSlot(models.Model):
    """A place for some cards of a pack; `trigger` is null where it does not matter, `pair` gives Legion Rares (R9)."""

    layout = models.ForeignKey(PackLayout, on_delete=models.CASCADE, related_name="slots")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=limits.LONGEST_SLOT_NAME)
    count = models.PositiveSmallIntegerField()
    trigger = models.BooleanField(null=True, blank=True)
    pair = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["layout", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["layout", "position"], name="slot_positions_differ"),
            models.CheckConstraint(
                condition=Q(count__gte=1, count__lte=limits.MOST_IN_A_SLOT), name="slot_holds_some_cards"
            ),
            models.CheckConstraint(condition=Q(pair=False) | Q(count=F("count") / 2 * 2), name="pairs_are_even"),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.name}"


class SlotWeight(models.Model):
    """The share of a rarity in a slot."""

    slot = models.ForeignKey(PackSlot, on_delete=models.CASCADE, related_name="weights")
    position = models.PositiveSmallIntegerField()
    rarity = models.CharField(max_length=limits.LONGEST_RARITY, blank=True)
    weight = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["slot", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slot", "position"], name="weight_positions_differ"),
            models.UniqueConstraint(fields=["slot", "rarity"], name="slot_names_a_rarity_once"),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=limits.HEAVIEST_WEIGHT), name="slot_weight_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rarity} {self.weight}"
