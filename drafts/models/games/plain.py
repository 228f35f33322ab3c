"""The printed facts of cards of the plain game."""

from django.db import models

from drafts.models.catalog import Card
from drafts.rules.games.plain.cards import LONGEST_COST, LONGEST_KIND


class PlainFacts(models.Model):
    """The facts of a card of the plain game, as they are printed."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="plain")
    kind = models.CharField("type", max_length=LONGEST_KIND, blank=True)
    cost = models.CharField(max_length=LONGEST_COST, blank=True)

    class Meta:
        verbose_name = "facts of a card of the plain game"
        verbose_name_plural = "facts of cards of the plain game"

    def __str__(self) -> str:
        return f"facts of {self.card_id}"
