"""What the face of a game's cards is to others, and what faces are made with."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from unicodedata import normalize

HUES = 36
"""Hues are steps of 10 degrees of OKLCH, 0 to 35, so that a style sheet can name each of them."""

STEEL = HUES
"""One more "hue": hardly a colour, for cards that belong to nobody."""

NEUTRAL = "neutral"
"""The slug of cards without a kin."""

WIDTH, HEIGHT = 590, 860  # a card is 59 by 86


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """How the cards of a game look. Its template, style sheet and script stand in folders of the game's name.

    `hue_of` returns the colour of a kin by its slug: 0 to 35 for steps of 10 degrees, or `STEEL`; `art_of` the SVG
    that lies behind its cards. Rarities that are `plain` do not gleam, `glossy` ones have a sheen, and all others are
    foil. `signs` are icons for slots of a pack recipe whose cards have a trait, by the trait.
    """

    hue_of: Callable[[str], int]
    art_of: Callable[[str], str]
    plain: tuple[str, ...]
    glossy: tuple[str, ...]
    signs: Mapping[str, str]


def slug_of(kin: str) -> str:
    """Return a kin's name as it stands in addresses; names without a Latin letter get one from their hash."""
    plain = normalize("NFKD", kin).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if words:
        return words[:60]
    return f"kin-{sha256(kin.encode()).hexdigest()[:10]}" if kin.strip() else NEUTRAL


_STRONGEST = ((45, 0.185), (75, 0.165), (160, 0.16), (240, 0.13), (275, 0.165), (330, 0.185), (360, 0.19))
"""Up to which angle which chroma a screen can show at these lightnesses."""


def colour_of(hue: int) -> tuple[int, float]:
    """Return an angle in degrees and a chroma of OKLCH."""
    if hue == STEEL:
        return 270, 0.03
    return hue * 10, next(chroma for angle, chroma in _STRONGEST if hue * 10 <= angle)
