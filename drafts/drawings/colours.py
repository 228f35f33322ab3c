"""Colours of OKLCH as the hexadecimal numbers that every browser, printer and drawing library reads."""

from functools import lru_cache
from math import cos, radians, sin

HUES = 36
"""Hues are steps of 10 degrees of OKLCH, 0 to 35, so that a style sheet can name each of them."""

STEEL = HUES
"""One more "hue": hardly a colour, for cards that belong to nobody."""

_STEP = 0.004


@lru_cache(maxsize=4096)
def hex_of(lightness: float, chroma: float, hue: float) -> str:
    """Return the colour, as "#rrggbb". `lightness` is 0 to 1, `hue` in degrees.

    A colour that no screen can show is made paler, until one can: lightness and hue stay.
    """
    while chroma > 0 and not all(-1e-3 <= part <= 1.001 for part in _linear(lightness, chroma, hue)):
        chroma -= _STEP
    parts = (_encoded(min(max(part, 0), 1)) for part in _linear(lightness, max(chroma, 0), hue))
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Return red, green and blue as amounts of light, by the matrices of Björn Ottosson's Oklab."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _encoded(light: float) -> float:
    """Return an amount of light as sRGB stores it."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


_STRONGEST = ((45, 0.185), (75, 0.165), (160, 0.16), (240, 0.13), (275, 0.165), (330, 0.185), (360, 0.19))
"""Up to which angle which chroma a screen can show at these lightnesses."""


def colour_of(hue: int) -> tuple[int, float]:
    """Return an angle in degrees and a chroma of OKLCH."""
    if hue == STEEL:
        return 270, 0.03
    return hue * 10, next(chroma for angle, chroma in _STRONGEST if hue * 10 <= angle)
