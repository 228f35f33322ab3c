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
"""The form of all fights; each event sets how many cards in the damage zone lose the fight."""

TIE_WORDS = {
    "difference": gettext_noop("Damage difference"),
    "difference means": gettext_noop("The damage dealt in all fights, less the damage taken. A bye counts nothing."),
    "difference is": gettext_noop("Damage dealt less damage taken: %(value)s."),
    "difference of a fight": gettext_noop("Against %(name)s: %(dealt)s dealt, %(taken)s taken"),
    "difference of all": gettext_noop("Together: %(dealt)s dealt, %(taken)s taken, which makes %(difference)s"),
    "taken": gettext_noop("Damage taken"),
    "taken means": gettext_noop("The damage taken in all fights. Less is better."),
    "taken is": gettext_noop("Damage taken: %(value)s. Less is better."),
    "taken of a fight": gettext_noop("Against %(name)s: %(taken)s taken"),
    "taken of all": gettext_noop("Together: %(taken)s taken"),
}
