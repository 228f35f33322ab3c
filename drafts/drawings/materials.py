"""The material of a card, by its rarity: paper, silver, gold, foil, one of a pair, or special."""

from collections.abc import Callable, Sequence

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.palette import Palette
from drafts.drawings.paths import circle, number, star

Stop = tuple[float, str, float]

WIDTH, HEIGHT, CORNER = 236, 344, 16
HEXAGON = "M118 4L233 33V311L118 340L3 311V33Z"
INSETS = {"paper": 13, "silver": 9, "gold": 9}
"""How far from the edge the picture begins; none where the picture is the whole card."""

_PRISM = ("#ff7ad9", "#a47bff", "#48b8ff", "#45e8ae", "#ffe45c", "#ff9a56", "#ff7ad9")
_METALS = {
    "silver": ((0, "#f7f9ff"), (0.28, "#98a3bd"), (0.48, "#eef2fb"), (0.7, "#7f8aa6"), (1, "#dfe5f3")),
    "gold": ((0, "#fff0b8"), (0.26, "#e2a12a"), (0.5, "#ffe28a"), (0.74, "#b97714"), (1, "#ffdf85")),
    "prism": tuple((place / 6, colour) for place, colour in enumerate(_PRISM)),
}
_FOIL = (
    (0.14, "#ff9ee8", 0),
    (0.24, "#ffb0ee", 0.34),
    (0.32, "#9fdcff", 0.42),
    (0.38, "#fff", 0.5),
    (0.44, "#b6ffdf", 0.34),
    (0.54, "#fff6a8", 0),
    (0.7, "#fff", 0),
    (0.8, "#ffc7f2", 0.24),
    (0.86, "#bfe6ff", 0.32),
    (0.92, "#fff", 0),
)
GRAINS = {
    "paper": (
        '<pattern id="grain" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">'
        '<circle cx="1.6" cy="1.6" r=".9" fill="#0b0e19" opacity=".16"/>'
        '<circle cx="5.1" cy="5.1" r=".9" fill="#fff" opacity=".1"/></pattern>'
    ),
    "silver": (
        '<pattern id="grain" width="236" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(-8)">'
        '<rect width="236" height="1" fill="#fff" opacity=".1"/></pattern>'
    ),
}


def gradient(name: str, stops: Sequence[Stop], along: tuple[float, float, float, float] = (0, 0, 1, 1)) -> str:
    """Return a gradient to be defined; `along` leads from one corner of what it fills to another."""
    ends = " ".join(f'{key}="{value:g}"' for key, value in zip(("x1", "y1", "x2", "y2"), along, strict=True))
    drawn = "".join(_stop(*stop) for stop in stops)
    return f'<linearGradient id="{name}" {ends}>{drawn}</linearGradient>'


def _stop(offset: float, colour: str, opacity: float) -> str:
    faint = f' stop-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<stop offset="{offset:.2f}" stop-color="{colour}"{faint}/>'


def defined(material: str, lands: Sequence[Palette]) -> str:
    """Return the gradients and patterns that a card of a material over one land, or two, is drawn with."""
    shade = ((0.45, lands[0].near, 0), (0.82, lands[0].ink, 0.92))
    needed = {"silver": ("silver",), "gold": ("gold",)}.get(material, ("prism",) if material != "paper" else ())
    drawn = gradient("shade", shade, (0, 0, 0, 1))
    for place, tones in enumerate(lands):
        sky = ((0, tones.top, 1), (0.46, tones.sky, 1), (0.95, tones.low, 1))
        drawn += gradient(f"sky{place or ''}", sky, (0.2, 0, 0.6, 1))
    drawn += "".join(gradient(name, [(at, colour, 1) for at, colour in _METALS[name]]) for name in needed)
    if material in ("foil", "pair", "special"):
        drawn += gradient("foil", _FOIL, (0, 0, 1, 0.82))
    return drawn + GRAINS.get(material, "")


def window(material: str, *, is_hexagon: bool, half: int | None) -> str:
    """Return the shape within which the picture is seen. `half` is 0 or 1 for the left or right one of a pair."""
    if is_hexagon:
        return f'<path d="{HEXAGON}"/>'
    if half is not None:
        return f'<path d="{_HALVES[half]}"/>'
    inset = INSETS.get(material, 0)
    return _box(inset, 10 if material == "paper" else 12 if inset else CORNER)


_HALVES = (
    "M230 0H16A16 16 0 0 0 0 16V302L42 344H230A6 6 0 0 0 236 338V6A6 6 0 0 0 230 0Z",
    "M6 0H220A16 16 0 0 1 236 16V302L194 344H6A6 6 0 0 1 0 338V6A6 6 0 0 1 6 0Z",
)
_HALF_EDGES = (
    "M234 3H19A16 16 0 0 0 3 19V301L43 341H234",
    "M2 3H217A16 16 0 0 1 233 19V301L193 341H2",
)
_SEAMS = ("M234 3V341", "M2 3V341")
"""Where both cards of a pair meet: a thin line, so that each is whole where the other one does not lie beside it."""


def _box(inset: float, corner: float, more: str = "") -> str:
    width, height = number(WIDTH - 2 * inset), number(HEIGHT - 2 * inset)
    at = f'x="{number(inset)}" y="{number(inset)}" ' if inset else ""
    return f'<rect {at}width="{width}" height="{height}" rx="{number(corner)}"{more}/>'


def _line(inset: float, corner: float, stroke: str, width: float, opacity: float = 1) -> str:
    faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return _box(inset, corner, f' fill="none" stroke="{stroke}" stroke-width="{number(width)}"{faint}')


def stock(material: str, tones: Palette) -> str:
    """Return the blank card that the picture lies on; a half of a pair has none beyond its picture."""
    if material == "pair":
        return ""
    fill = {"silver": "url(#silver)", "gold": "url(#gold)"}.get(material, tones.frame)
    return _box(0, CORNER, f' fill="{fill}"')


def _paper(tones: Palette, chance: SeededNumbers) -> str:
    return _line(13, 10, tones.ink, 2, 0.8)


def _silver(tones: Palette, chance: SeededNumbers) -> str:
    return _line(9, 12, "#1a2133", 2.4)


def _gold(tones: Palette, chance: SeededNumbers) -> str:
    return _line(9, 12, "#4a2f00", 2.4)


def _foil(tones: Palette, chance: SeededNumbers) -> str:
    edge = _line(4.5, 12, "url(#prism)", 9) + _line(9.5, 8, "#0b0e19", 1.6, 0.6)
    return _box(0, CORNER, ' fill="url(#foil)"') + _glitter(chance) + edge


def _special(tones: Palette, chance: SeededNumbers) -> str:
    return _glitter(chance) + _line(3.5, 13, "url(#prism)", 7) + _line(11.5, 8, "url(#prism)", 2, 0.8)


def _glitter(chance: SeededNumbers) -> str:
    sparks = "".join(
        star(4, chance.between(4, 10), 0.9, (chance.between(14, 222), chance.between(12, 203))) for _ in range(7)
    )
    return f'<path d="{sparks}" fill="#fff" opacity=".85"/>'


FRAMES: dict[str, Callable[[Palette, SeededNumbers], str]] = {
    "paper": _paper,
    "silver": _silver,
    "gold": _gold,
    "foil": _foil,
    "special": _special,
}


def inner_line(material: str, *, is_hexagon: bool) -> str:
    """Return the line within the picture of a card of gold, in front of which its figure stands."""
    return _line(16, 8, "url(#gold)", 2.4) if material == "gold" and not is_hexagon else ""


def frame_of_hexagon(material: str, chance: SeededNumbers) -> str:
    """Return the edge of a card that is a hexagon."""
    stroke = {"paper": "#8c96ba", "silver": "url(#silver)", "gold": "url(#gold)"}.get(material, "url(#prism)")
    gleam = f'<path d="{HEXAGON}" fill="url(#foil)"/>{_glitter(chance)}' if material in ("foil", "special") else ""
    inner = f'<path d="{HEXAGON}" fill="none" stroke="#0b0e19" stroke-opacity=".7" stroke-width="12"/>'
    return f'{gleam}{inner}<path d="{HEXAGON}" fill="none" stroke="{stroke}" stroke-width="7"/>'


def frame_of_half(half: int, chance: SeededNumbers) -> str:
    """Return edge and half a seal of one card of a pair: the seal stands where both cards meet."""
    edge = (
        f'<g fill="none" stroke="url(#prism)"><path d="{_HALF_EDGES[half]}" stroke-width="6"/>'
        f'<path d="{_SEAMS[half]}" stroke="#ffe9a8" stroke-width="3"/></g>'
    )
    x, y = (0 if half else WIDTH), 122
    seal = f'<path d="{circle(0, 0, 27)}" fill="#07060c" stroke="url(#prism)" stroke-width="4"/>'
    mark = f'<path d="{star(8, 20, 8)}" fill="#ffe9a8"/>'
    return f'{_glitter(chance)}{edge}<g transform="translate({x} {y})">{seal}{mark}</g>'


def edge_of(colour: str) -> str:
    """Return an edge of one colour all round a card."""
    return _line(5.5, 12, colour, 11) + _line(11.5, 8, "#0b0e19", 2, 0.55)
