"""The form of the fights of Rome: each is a battle that is played here, and nothing is counted."""

from drafts.rules.fights.forms import FightForm
from drafts.rules.wording import gettext_noop

BATTLE_FORM = FightForm(slug="rome", counters=(), name=gettext_noop("A battle"), played=True, round_minutes=(0, 0))

TIE_WORDS = {
    "difference": gettext_noop("Kills less losses"),
    "difference means": gettext_noop("The units killed in all battles, less the units lost. A bye counts nothing."),
    "difference is": gettext_noop("Units killed less units lost: %(value)s."),
    "difference of a fight": gettext_noop("Against %(name)s: %(dealt)s killed, %(taken)s lost"),
    "difference of all": gettext_noop("Together: %(dealt)s killed, %(taken)s lost, which makes %(difference)s"),
    "taken": gettext_noop("Units lost"),
    "taken means": gettext_noop("The units lost in all battles. Less is better."),
    "taken is": gettext_noop("Units lost: %(value)s. Less is better."),
    "taken of a fight": gettext_noop("Against %(name)s: %(taken)s lost"),
    "taken of all": gettext_noop("Together: %(taken)s lost"),
}
