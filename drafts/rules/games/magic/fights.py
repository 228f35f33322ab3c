"""How a fight of two players goes (M22-M25, M31-M33)."""

from drafts.rules.fights.counts import MULLIGANS
from drafts.rules.fights.forms import CounterRule, FightForm
from drafts.rules.wording import gettext_noop

MOST_LIFE = 999
HAND = 7

OF_EVERY_FORM = (
    CounterRule("poison", gettext_noop("Poison"), start=0, least=0, most=10, loses_at=10),
    CounterRule("library", gettext_noop("Empty library"), start=0, least=0, most=1, loses_at=1, hidden=True),
    CounterRule(MULLIGANS, gettext_noop("Mulligans"), start=0, least=0, most=7, loses_at=None, hidden=True),
)
"""Ten poison counters lose, and a draw from an empty library; mulligans are counted alone (M28, M32)."""

DUEL = FightForm(
    "duel",
    (
        CounterRule("life", gettext_noop("Life"), start=20, least=-MOST_LIFE, most=MOST_LIFE, loses_at=0),
        *OF_EVERY_FORM,
    ),
    hand=HAND,
)
"""Life 20; a player loses at no life. A card may keep a player in the game below that (M31)."""
