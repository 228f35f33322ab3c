"""How a fight of two players goes (M31-M33)."""

from drafts.rules.fights.fight import CounterRule, FightForm
from drafts.rules.wording import gettext_noop

MOST_LIFE = 999

TWO_PLAYERS = FightForm(
    (
        CounterRule("life", gettext_noop("Life"), start=20, least=0, most=MOST_LIFE, loses_at=0),
        CounterRule("poison", gettext_noop("Poison"), start=0, least=0, most=10, loses_at=10),
    )
)
"""Life 20; a player loses at no life and at ten poison counters."""
