"""How fights with drafted decks go (R17)."""

from drafts.rules.fights.fight import CounterRule, FightForm
from drafts.rules.wording import gettext_noop

USUAL_LIMIT = 4


def fight_form(damage_limit: int = USUAL_LIMIT) -> FightForm:
    """Return the form of a fight in which so many cards in the damage zone lose by rule action (R17)."""
    damage = CounterRule("damage", gettext_noop("Damage"), start=0, least=0, most=damage_limit, loses_at=damage_limit)
    return FightForm((damage,))
