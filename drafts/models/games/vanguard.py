"""The printed facts of Vanguard cards."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from drafts.models.catalog import Card
from drafts.rules.games.vanguard.cards import (
    HIGHEST_CRITICAL,
    HIGHEST_GRADE,
    HIGHEST_POWER,
    LONGEST_CLAN,
    CardType,
    Trigger,
)


def _choices(kinds: type[CardType] | type[Trigger]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value.capitalize()) for kind in kinds]


def _at_most(field: str, limit: int) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__lte": limit})


class VanguardFacts(models.Model):
    """The facts of a Vanguard card. Power, shield, critical and grade are null where none is printed."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="vanguard")
    card_type = models.CharField("kind", max_length=8, choices=_choices(CardType), default=CardType.NORMAL.value)
    grade = models.PositiveSmallIntegerField(null=True, blank=True)
    clan = models.CharField(max_length=LONGEST_CLAN, blank=True)
    nation = models.CharField(max_length=LONGEST_CLAN, blank=True)
    race = models.CharField(max_length=LONGEST_CLAN, blank=True)
    power = models.PositiveIntegerField(null=True, blank=True)
    shield = models.PositiveIntegerField(null=True, blank=True)
    critical = models.PositiveSmallIntegerField(null=True, blank=True)
    trigger = models.CharField(max_length=8, choices=_choices(Trigger), blank=True)

    class Meta:
        verbose_name = "facts of a Vanguard card"
        verbose_name_plural = "facts of Vanguard cards"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(card_type__in=[kind.value for kind in CardType]), name="card_type_is_known"
            ),
            models.CheckConstraint(
                condition=Q(card_type=CardType.TRIGGER.value, trigger__in=[kind.value for kind in Trigger])
                | (~Q(card_type=CardType.TRIGGER.value) & Q(trigger="")),
                name="trigger_units_have_a_trigger",
            ),
            models.CheckConstraint(
                condition=_at_most("grade", HIGHEST_GRADE)
                & _at_most("power", HIGHEST_POWER)
                & _at_most("shield", HIGHEST_POWER)
                & _at_most("critical", HIGHEST_CRITICAL),
                name="card_figures_are_sensible",
            ),
        ]

    def __str__(self) -> str:
        return f"facts of {self.card_id}"
