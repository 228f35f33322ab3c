"""The printed facts of Magic cards."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from drafts.models.catalog import Card
from drafts.rules.games.magic.cards import (
    COLOURS,
    HAND_MODIFIERS,
    LIFE_MODIFIERS,
    LONGEST_COST,
    LONGEST_FIGURE,
    LONGEST_TYPE_LINE,
)

_IN_ORDER = "^" + "".join(f"{colour}?" for colour in COLOURS) + "$"


def _within(field: str, allowed: range) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__range": (allowed[0], allowed[-1])})


def _figure() -> "models.CharField[str, str]":
    return models.CharField(max_length=LONGEST_FIGURE, blank=True)


def _colours() -> "models.CharField[str, str]":
    return models.CharField(max_length=len(COLOURS), blank=True)


class MagicFacts(models.Model):
    """The facts of a Magic card (M41). Figures are texts, empty where none is printed; colours stand as in WUBRG."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="magic")
    type_line = models.CharField("type", max_length=LONGEST_TYPE_LINE)
    mana_cost = models.CharField("cost", max_length=LONGEST_COST, blank=True)
    colors = _colours()
    power = _figure()
    toughness = _figure()
    loyalty = _figure()
    defense = _figure()
    hand_modifier = models.SmallIntegerField(null=True, blank=True)
    life_modifier = models.SmallIntegerField(null=True, blank=True)
    color_identity = _colours()

    class Meta:
        verbose_name = "facts of a Magic card"
        verbose_name_plural = "facts of Magic cards"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(type_line=""), name="magic_cards_have_a_type"),
            models.CheckConstraint(
                condition=Q(colors__regex=_IN_ORDER, color_identity__regex=_IN_ORDER), name="magic_colours_are_in_order"
            ),
            models.CheckConstraint(
                condition=Q(power="", toughness="") | (~Q(power="") & ~Q(toughness="")),
                name="power_and_toughness_come_together",
            ),
            models.CheckConstraint(
                condition=_within("hand_modifier", HAND_MODIFIERS) & _within("life_modifier", LIFE_MODIFIERS),
                name="magic_modifiers_are_sensible",
            ),
        ]

    def __str__(self) -> str:
        return f"facts of {self.card_id}"
