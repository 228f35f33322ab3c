"""Which games and formats there are."""

from drafts.rules.formats import Format
from drafts.rules.games.base import Game
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.games.vanguard.game import VANGUARD_GAME

GAMES: dict[str, Game] = {VANGUARD_GAME.slug: VANGUARD_GAME}
FORMATS: dict[str, Format] = {VANGUARD.slug: VANGUARD}
DEFAULT_FORMAT = VANGUARD
