"""How fights with drafted decks go (R17)."""

from drafts.rules.fights.forms import CounterRule, FightForm
from drafts.rules.wording import gettext_noop

USUAL_LIMIT = 4

DUEL = FightForm(
    "duel",
    (
        CounterRule(
            "damage",
            gettext_noop("Damage"),
            start=0,
            least=0,
            most=USUAL_LIMIT,
            loses_at=USUAL_LIMIT,
            is_limited=True,
        ),
    ),
)
"""An event says how many cards in the damage zone lose by rule action."""
