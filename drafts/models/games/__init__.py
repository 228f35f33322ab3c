"""The printed facts of each game's cards: one table for each game, a row for each card."""

from django.db.models import Model

from drafts.models.games.magic import MagicFacts
from drafts.models.games.plain import PlainFacts
from drafts.models.games.vanguard import VanguardFacts

FACTS: dict[str, type[Model]] = {"vanguard": VanguardFacts, "magic": MagicFacts, "plain": PlainFacts}
"""The table of each game's facts, by the game. A row's columns are the game's fields; `card.<game>` is the row."""
