"""How a fight of two players goes (M31-M33)."""

from drafts.rules.fights.forms import CounterRule, FightForm
from drafts.rules.wording import gettext_noop

MOST_LIFE = 999

DUEL = FightForm(
    "duel",
    (
        CounterRule("life", gettext_noop("Life"), start=20, least=-MOST_LIFE, most=MOST_LIFE, loses_at=0),
        CounterRule("poison", gettext_noop("Poison"), start=0, least=0, most=10, loses_at=10),
    ),
    hand=7,
)
"""Life 20; a player loses at no life and at ten poison counters. A card may keep a player in the game below 0 life."""
