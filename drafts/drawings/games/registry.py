"""Which games have a face."""

from drafts.drawings.games.base import Face
from drafts.drawings.games.magic.face import MAGIC_FACE
from drafts.drawings.games.plain import PLAIN_FACE
from drafts.drawings.games.vanguard.face import VANGUARD_FACE

FACES: dict[str, Face] = {"vanguard": VANGUARD_FACE, "magic": MAGIC_FACE, "plain": PLAIN_FACE}
"""By the slug of the game."""
