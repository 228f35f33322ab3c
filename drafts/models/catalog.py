"""The catalogue of sets for drafts, their cards, and the recipes of their packs."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone

from drafts.importers import limits
from drafts.rules.games.base import DERIVED_NOW
from drafts.rules.games.registry import DEFAULT_FORMAT


class CardSet(models.Model):
    """A set that packs are made of, such as SMP01, of cards of one game.

    Of a `partial` set only the cards are known that lay in the packs of imported logs: no packs are made of it.
    `pack_shape` repeats what its recipe, or its code and cards, say of its packs (`rules.games.base.Shape.name`), so
    that nobody reads all cards to know how long a draft takes. It is empty where that is still to be derived.
    `derived_by` says by which rules its packs are made (`rules.games.base.DERIVED_NOW`).
    `owner` is the account that loaded the set on the page; a set that a command loaded has none.
    """

    game = models.CharField(max_length=limits.LONGEST_GAME, default=DEFAULT_FORMAT.game.slug)
    code = models.CharField(max_length=limits.LONGEST_CODE, unique=True)
    name = models.CharField(max_length=limits.LONGEST_SET_NAME)
    partial = models.BooleanField(default=False)
    pack_shape = models.TextField(blank=True)
    derived_by = models.PositiveSmallIntegerField(default=DERIVED_NOW, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="card_sets"
    )

    class Meta:
        ordering: ClassVar = ["code"]
        verbose_name = "set"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(code=""), name="set_has_a_code"),
            models.CheckConstraint(condition=~Q(name=""), name="set_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.code if self.name == self.code else f"{self.code} {self.name}"


class OpenedFile(models.Model):
    """The file that an account has opened last and not loaded yet. `data` is compressed.

    `columns` are those that were chosen for it where it is a table (`importers.sets.columns.Columns`).
    """

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="opened_file"
    )
    name = models.CharField(max_length=limits.LONGEST_FILE_NAME)
    data = models.BinaryField()
    columns = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class ColumnChoice(models.Model):
    """The columns that an account chose for tables with a header: it is not asked again. `header` is a hash."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="column_choices")
    header = models.CharField(max_length=64)
    columns = models.JSONField()
    chosen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "header"], name="columns_of_a_header_are_chosen_once")
        ]

    def __str__(self) -> str:
        return self.header


class SetLoad(models.Model):
    """The state of a set before its last load, for `services.catalog.undo`. `before` is packed."""

    card_set = models.OneToOneField(CardSet, on_delete=models.CASCADE, primary_key=True, related_name="last_load")
    loaded_at = models.DateTimeField(default=timezone.now)
    before = models.BinaryField()

    def __str__(self) -> str:
        return f"last load of {self.card_set.code}"


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
    """A printed card, as far as all games have it: what its game prints besides is a row of the game's own facts.

    `text` is what it does. `kin` repeats what cards of one look have in common (`rules.cards.Card.kin`). `number` names
    a set (`rules.card_numbers`); `former_numbers` are those that it had before, a line each, the first one first. Older
    logs name them, and packs are drawn in their order, so that a seed gives the same packs for good.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="cards", verbose_name="set")
    number = models.CharField(max_length=limits.LONGEST_NUMBER, unique=True)
    former_numbers = models.TextField(blank=True)
    name = models.CharField(max_length=limits.LONGEST_NAME)
    printed_type = models.CharField(max_length=limits.LONGEST_TYPE, blank=True)
    rarity = models.CharField(max_length=limits.LONGEST_RARITY, blank=True)
    kin = models.CharField(max_length=limits.LONGEST_KIN, blank=True)
    text = models.TextField(max_length=limits.LONGEST_TEXT, blank=True)
    image = models.ForeignKey(CardImage, on_delete=models.PROTECT, null=True, blank=True, related_name="cards")

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [models.Index(fields=["card_set", "rarity"], name="card_by_rarity")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(number=""), name="card_has_a_number"),
            models.CheckConstraint(condition=~Q(name=""), name="card_has_a_name"),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("text"), limits.LONGEST_TEXT), name="card_text_is_not_too_long"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class PackRecipe(models.Model):
    """How packs of a set are made, where a recipe file said so; without one the recipe is derived."""

    card_set = models.OneToOneField(CardSet, on_delete=models.CASCADE, related_name="recipe", verbose_name="set")
    guarantees = models.BooleanField("every pack holds a card that the formats feature")
    once = models.BooleanField("no card comes twice at a table", default=False)

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


class PackSheet(models.Model):
    """Cards of which slots of a recipe are filled, each with a weight of its own (`rules.packs.Sheet`)."""

    recipe = models.ForeignKey(PackRecipe, on_delete=models.CASCADE, related_name="sheets")
    name = models.CharField(max_length=limits.LONGEST_SLOT_NAME)

    def __str__(self) -> str:
        return self.name


class CardOnSheet(models.Model):
    """The share of a card on a sheet."""

    sheet = models.ForeignKey(PackSheet, on_delete=models.CASCADE, related_name="cards")
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="on_sheets")
    weight = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["sheet", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sheet", "card"], name="sheet_has_a_card_once"),
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=limits.HEAVIEST_WEIGHT), name="sheet_weight_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card_id} {self.weight}"


class PackSlot(models.Model):
    """A place for some cards of a pack, as `rules.packs.Slot` has it. `only` may begin with a hyphen: cards without."""

    layout = models.ForeignKey(PackLayout, on_delete=models.CASCADE, related_name="slots")
    sheet = models.ForeignKey(PackSheet, on_delete=models.CASCADE, null=True, blank=True, related_name="slots")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=limits.LONGEST_SLOT_NAME)
    count = models.PositiveSmallIntegerField()
    only = models.CharField(max_length=limits.LONGEST_TRAIT, blank=True)
    pair = models.BooleanField(default=False)
    aside = models.BooleanField("in the booster, but not drafted", default=False)
    foil = models.BooleanField("of foil", default=False)
    balance = models.CharField("a card of each letter of this fact", max_length=limits.LONGEST_TRAIT, blank=True)

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
