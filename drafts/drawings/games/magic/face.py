"""The face of Magic's cards: colours in, a hue and a landscape out."""

from drafts.drawings.games.base import STEEL, Face
from drafts.drawings.games.magic.scenes import art_of

GOLD = 8
_HUES = {"white": 9, "blue": 24, "black": 31, "red": 3, "green": 15, "land": 6, "colourless": STEEL, "neutral": STEEL}


def hue_of(slug: str) -> int:
    """Return the colour of a kin: that of its one colour, gold for several."""
    return _HUES.get(slug, GOLD)


MAGIC_FACE = Face(
    hue_of=hue_of,
    art_of=art_of,
    plain=("", "C", "L", "T"),
    glossy=("U",),
    signs={},
)
