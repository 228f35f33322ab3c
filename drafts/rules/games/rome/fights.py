"""The form of the fights of Rome: each is a battle that is played here, and nothing is counted."""

from drafts.rules.fights.forms import FightForm
from drafts.rules.wording import gettext_noop

BATTLE_FORM = FightForm(slug="rome", counters=(), name=gettext_noop("A battle"), played=True)
