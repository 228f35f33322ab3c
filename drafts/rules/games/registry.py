"""Which games and formats there are."""

from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame, Game
from drafts.rules.games.magic.formats import MAGIC_DRAFT, MAGIC_OWN, MAGIC_SEALED
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.rules.games.plain.formats import PLAIN
from drafts.rules.games.plain.game import PLAIN_GAME
from drafts.rules.games.rome.formats import ROME
from drafts.rules.games.rome.game import ROME_GAME
from drafts.rules.games.vanguard.formats import VANGUARD, VANGUARD_OWN
from drafts.rules.games.vanguard.game import VANGUARD_GAME

CARD_GAMES: dict[str, CardGame] = {game.slug: game for game in (VANGUARD_GAME, MAGIC_GAME, PLAIN_GAME)}
"""The games that card lists can be of."""
ANY_GAME: CardGame = PLAIN_GAME
"""The game of a list whose columns tell of no other."""
GAMES: dict[str, Game] = {**CARD_GAMES, ROME_GAME.slug: ROME_GAME}
FORMATS: dict[str, Format] = {
    format_.slug: format_ for format_ in (VANGUARD, MAGIC_DRAFT, MAGIC_SEALED, PLAIN, VANGUARD_OWN, MAGIC_OWN, ROME)
}
OFFERED: dict[str, Format] = {slug: format_ for slug, format_ in FORMATS.items() if format_.offered}
"""The formats that pages offer."""
TOLD_GAMES: dict[str, Game] = {
    slug: game for slug, game in GAMES.items() if any(format_.game is game for format_ in OFFERED.values())
}
"""The games that pages tell of: those of the formats that are offered."""
DEFAULT_FORMAT = VANGUARD
LARGEST_TABLE = max(most for _, most in (format_.fighters for format_ in FORMATS.values()))


def format_of(game: Game) -> Format:
    """Return the first format of a game."""
    return next(format_ for format_ in FORMATS.values() if format_.game is game)
