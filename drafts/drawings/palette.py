"""The eleven tones of a picture, all of one hue, turned and lit by the card's name."""

from dataclasses import dataclass, replace
from typing import Literal

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.colours import colour_of, hex_of

Material = Literal["paper", "silver", "gold", "foil", "pair", "special"]
"""The material of a card, by its rarity."""

DAY, DAWN, NIGHT = range(3)
LIVERIES = (0, 130, -75, 65)
"""How far the colour of a figure is turned from its land's, in degrees: figures of one kin are told apart."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Tones by what they colour: the sky from its top down, the sun or moon, far and near land, and the figure's."""

    top: str
    sky: str
    low: str
    disc: str
    far: str
    near: str
    ink: str
    mid: str
    rim: str
    glow: str
    frame: str


def palette_of(chance: SeededNumbers, material: Material, hue: int) -> Palette:
    """Return the tones of a card over a land of one hue: 0 to 35 for steps of 10 degrees, or steel."""
    angle, strongest = colour_of(hue)
    if material == "special":
        return _special(angle, strongest)
    if material == "pair":
        return _pair(angle)
    light = chance.below(3)
    lighter, turn = (0.04, -0.04, -0.17)[light], (0, 16, -16)[chance.below(3)]
    chroma = strongest * (0.85 if material == "paper" else 1)
    livery = angle + LIVERIES[chance.below(len(LIVERIES))]
    drawn = replace(_tones(angle, chroma, lighter, turn), mid=hex_of(0.45, max(0.09, 0.85 * chroma), livery))
    return drawn if material == "foil" else _in_light(drawn, light, angle, chroma)


def _tones(angle: float, chroma: float, lighter: float, turn: float) -> Palette:
    turned = angle + turn
    is_yellow = 60 < angle < 110
    return Palette(
        top=hex_of(0.86 + lighter, 0.62 * chroma, turned + 16),
        sky=hex_of(0.68 + lighter, 0.98 * chroma, turned),
        low=hex_of(0.38 + lighter / 2, 0.72 * chroma, turned - 14),
        disc=hex_of(0.95, 0.42 * chroma, turned + 24),
        far=hex_of(0.56 + lighter, 0.92 * chroma, turned - 4),
        near=hex_of(0.31, 0.62 * chroma, turned - 12),
        ink=hex_of(0.155, 0.3 * chroma, turned - 18),
        mid=hex_of(0.35, 0.66 * chroma, turned - 10),
        rim=hex_of(0.93, 0.38 * chroma, turned + 14),
        glow=hex_of(0.97, 0.06, 80) if is_yellow else hex_of(0.93, 0.13, 92),
        frame=hex_of(0.42, 0.035, angle),
    )


def _in_light(tones: Palette, light: int, angle: float, chroma: float) -> Palette:
    """Return the tones at dawn, with a warm sky, or at night, with a violet one."""
    if light == DAWN:
        return replace(tones, top=hex_of(0.9, 0.075, 30 if 50 < angle < 110 else 78), disc=hex_of(0.97, 0.05, 85))
    if light == NIGHT:
        return replace(
            tones,
            top=hex_of(0.46, 0.1, 285 if angle < 260 else 255),
            disc=hex_of(0.93, 0.06, angle + 30),
            far=hex_of(0.42, 0.8 * chroma, angle + 10),
        )
    return tones


def _pair(angle: float) -> Palette:
    return replace(
        _tones(angle, 0.185, -0.2, 0),
        top=hex_of(0.3, 0.1, angle - 20),
        sky=hex_of(0.22, 0.09, angle),
        low=hex_of(0.12, 0.04, angle),
        disc=hex_of(0.9, 0.13, 75),
        far=hex_of(0.34, 0.13, angle + 10),
        near=hex_of(0.16, 0.05, angle),
        glow=hex_of(0.93, 0.14, 85),
        frame="#07060c",
    )


def _special(angle: float, chroma: float) -> Palette:
    return Palette(
        top=hex_of(0.23, 0.05, angle),
        sky=hex_of(0.15, 0.03, angle),
        low=hex_of(0.1, 0.02, angle),
        disc=hex_of(0.97, 0.04, 92),
        far=hex_of(0.3, 0.45 * chroma, angle),
        near=hex_of(0.15, 0.02, angle),
        ink=hex_of(0.13, 0.02, angle),
        mid=hex_of(0.24, 0.3 * chroma, angle),
        rim="url(#prism)",
        glow=hex_of(0.95, 0.09, 95),
        frame="#050509",
    )
