"""The settings of an event of Rome."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from drafts.models.event import Event
from drafts.rules.games.rome.bots.steady import BotLevel
from drafts.rules.games.rome.state import MOST_PLAYERS

PLAYERS = range(2, MOST_PLAYERS + 1)
TURNS = range(20, 1000)
"""After how many turns a battle can be ended (V54); 0: never."""


class Decks(models.TextChoices):
    """The decks of a battle (V4, V51)."""

    COMMON = "common", _("The same for all")
    OWN = "own", _("One for each")


class BattleEnd(models.TextChoices):
    """The moment at which a battle of three or four ends (V53)."""

    FIRST = "first", _("The first destroyed line")
    LAST = "last", _("The last line that stands")


class BotsPlay(models.TextChoices):
    """The skill of the bots of an event."""

    STEADY = BotLevel.STEADY.value, _("Steady")
    SIMPLE = BotLevel.SIMPLE.value, _("Simple")


class RomeSettings(models.Model):
    """The rules by which the battles of an event are played. `turns` 0: until they end by themselves (V54)."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="rome")
    players = models.PositiveSmallIntegerField(default=2)
    rear = models.BooleanField(default=True)
    commands = models.BooleanField(default=True)
    decks = models.CharField(max_length=8, choices=Decks.choices, default=Decks.COMMON)
    end = models.CharField(max_length=8, choices=BattleEnd.choices, default=BattleEnd.FIRST)
    turns = models.PositiveSmallIntegerField(default=0)
    bots = models.CharField(max_length=8, choices=BotsPlay.choices, default=BotsPlay.STEADY)

    class Meta:
        verbose_name_plural = "settings of battles"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(players__gte=2, players__lte=MOST_PLAYERS), name="battle_of_2_to_4"),
            models.CheckConstraint(condition=Q(decks__in=Decks.values), name="decks_of_battles_are_known"),
            models.CheckConstraint(condition=Q(end__in=BattleEnd.values), name="end_of_battles_is_known"),
            models.CheckConstraint(condition=Q(bots__in=BotsPlay.values), name="how_bots_play_is_known"),
        ]

    def __str__(self) -> str:
        return f"battles of event {self.event_id}"
