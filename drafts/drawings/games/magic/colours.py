"""The hue of each colour of Magic."""

from drafts.drawings.colours import STEEL

GOLD = 8
HUES = {"white": 9, "blue": 24, "black": 31, "red": 3, "green": 15, "land": 6, "colourless": STEEL, "neutral": STEEL}


def hue_of(slug: str) -> int:
    """Return the colour of a kin: that of its one colour, gold for several."""
    return HUES.get(slug, GOLD)
