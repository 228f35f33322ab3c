"""Vanguard: Rome as data."""

from drafts.rules.games.base import Game
from drafts.rules.games.rome.fights import TIE_WORDS
from drafts.rules.games.rome.refusals import REFUSALS
from drafts.rules.wording import gettext_noop

ROME_GAME = Game(slug="rome", name=gettext_noop("Vanguard: Rome"), words=TIE_WORDS, refusals=REFUSALS)
"""A game without cards that a site loads: its sixty units and forty commands are all in `cards`."""
