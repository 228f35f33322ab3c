"""The settings of a site on which Vanguard is fought in the form of `tests/fight_forms.py` that FIGHT_FORM names."""

import os
from dataclasses import replace

from drafts.rules.games.registry import FORMATS
from drafts.rules.games.vanguard.formats import VANGUARD
from draftsite.settings import *  # noqa: F403 - they are the site's
from tests.fight_forms import FOUR, TEAMS

FORMATS[VANGUARD.slug] = replace(
    VANGUARD, forms=tuple(form for form in (TEAMS, FOUR) if form.slug == os.environ["FIGHT_FORM"])
)
