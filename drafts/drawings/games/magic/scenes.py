"""What lies behind the words of a Magic card: a small landscape for each colour, drawn in its tones.

A scene is SVG markup of 590 by 860. Its upper half is seen; the plate with the words covers the rest.
"""

from collections.abc import Callable
from math import cos, pi, sin
from typing import NamedTuple

from drafts.drawings.games.base import HEIGHT, WIDTH


class Tones(NamedTuple):
    """The colour of a scene: an angle and a chroma of OKLCH, and how light its sky is."""

    angle: int
    chroma: float
    light: float

    def at(self, light: float, part: float = 1.0, turn: int = 0) -> str:
        """Return a tone so light, with a part of the chroma, turned by some degrees."""
        return f"oklch({light:.3f} {self.chroma * part:.3f} {(self.angle + turn) % 360})"


Scene = Callable[[Tones], str]


def _band(edge: str, tone: str) -> str:
    return f'<path d="M0 {HEIGHT}V{edge}V{HEIGHT}Z" fill="{tone}"/>'


def _hills(tones: Tones) -> str:
    """Draw a low sun with its rays over soft hills."""
    rays = "".join(
        f'<path d="M295 250L{295 + 620 * cos(pi * i / 9):.0f} {250 - 620 * sin(pi * i / 9):.0f}'
        f'L{295 + 620 * cos(pi * (i + 0.45) / 9):.0f} {250 - 620 * sin(pi * (i + 0.45) / 9):.0f}Z" '
        f'fill="#fff" fill-opacity=".2"/>'
        for i in range(9)
    )
    return (
        f'{rays}<circle cx="295" cy="250" r="150" fill="{tones.at(0.97, 0.6)}" fill-opacity=".85"/>'
        + _band("300C110 236 240 250 360 296S520 330 590 286", tones.at(0.82, 1.1))
        + _band("350C150 300 260 384 400 350S540 316 590 344", tones.at(0.7, 1.2))
        + _band("420C120 372 330 400 590 388", tones.at(0.56, 1.3))
    )


def _waves(tones: Tones) -> str:
    """Draw a moon and its path over waves."""
    crests = "".join(
        _band(
            f"{250 + 46 * row}"
            + "".join(f"q{118 / 4:.1f} {-26 + 3 * row} 59 0t59 0" for _ in range(5))
            + f"H590V{250 + 46 * row}",
            tones.at(0.63 - 0.085 * row, 1.05, -3 * row),
        )
        for row in range(5)
    )
    gleams = "".join(
        f'<path d="M{295 - 80 + 9 * row} {272 + 46 * row}h{160 - 18 * row}" stroke="#fff" stroke-opacity="{0.5 - 0.08 * row:.2f}" stroke-width="7" stroke-linecap="round"/>'
        for row in range(4)
    )
    moon = f'<circle cx="295" cy="150" r="104" fill="{tones.at(0.96, 0.25)}" fill-opacity=".9"/>'
    return f"{moon}{crests}{gleams}"


def _reeds(tones: Tones) -> str:
    """Draw a thin moon over mist and reeds."""
    moon = (
        f'<path d="M345 62A126 126 0 1 0 410 268 108 108 0 1 1 345 62Z" fill="{tones.at(0.9, 0.5)}" fill-opacity=".9"/>'
    )
    reeds = "".join(
        f'<path d="M{x} 430Q{x + lean} {290 - high} {x + 2 * lean} {210 - high}" fill="none" stroke="{tones.at(0.24, 1.1)}" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="M{x + 2 * lean} {216 - high}l{lean / 3:.0f} -46" stroke="{tones.at(0.3, 1.3)}" stroke-width="21" stroke-linecap="round"/>'
        for x, lean, high in (
            (40, 14, 40),
            (92, -10, -30),
            (150, 12, -70),
            (440, -12, -60),
            (492, 9, 20),
            (556, -13, -20),
        )
    )
    mist = _band("330C150 290 260 350 410 320S560 300 590 326", tones.at(0.46, 1.2)) + _band(
        "396C170 366 380 410 590 376", tones.at(0.34, 1.2)
    )
    return f"{moon}{mist}{reeds}"


def _peaks(tones: Tones) -> str:
    """Draw peaks against an evening sky, and sparks over them."""
    sparks = "".join(
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="{tones.at(0.92, 0.7, 40)}"/>'
        for x, y, size in (
            (96, 120, 8),
            (170, 62, 5),
            (238, 150, 6),
            (352, 76, 7),
            (430, 140, 5),
            (506, 66, 9),
            (540, 190, 6),
        )
    )
    return (
        f'<circle cx="295" cy="300" r="190" fill="{tones.at(0.86, 0.9, 38)}" fill-opacity=".8"/>{sparks}'
        + _band("300L90 196 150 262 262 112 346 246 420 172 590 330", tones.at(0.52, 1))
        + f'<path d="M262 112L222 170 258 190 280 168 306 184Z" fill="{tones.at(0.9, 0.4, 30)}"/>'
        + _band("392L120 284 214 366 340 262 452 372 590 290", tones.at(0.4, 0.95))
        + _band("430L200 372 590 420", tones.at(0.28, 0.8))
    )


def _trees(tones: Tones) -> str:
    """Draw the crowns of a wood, row behind row."""

    def row(y: int, size: int, step: int, tone: str) -> str:
        crowns = "".join(
            f'<circle cx="{x}" cy="{y + (x * 7 // step) % 3 * size // 5}" r="{size}"/>'
            for x in range(-step // 2, WIDTH + step, step)
        )
        return f'<g fill="{tone}">{crowns}</g>' + _band(f"{y}H{WIDTH}", tone)

    trunks = "".join(
        f'<path d="M{x} 420V{270}" stroke="{tones.at(0.25, 0.8)}" stroke-width="13"/>' for x in (70, 250, 415, 540)
    )
    return (
        f'<circle cx="420" cy="120" r="86" fill="{tones.at(0.96, 0.6, -40)}" fill-opacity=".75"/>'
        + row(250, 74, 98, tones.at(0.62, 1))
        + row(320, 82, 118, tones.at(0.5, 1.05))
        + trunks
        + row(404, 78, 104, tones.at(0.36, 0.95))
    )


def _roofs(tones: Tones) -> str:
    """Draw the roofs of a town of smiths, with a wheel over them."""
    teeth = "".join(
        f'<path d="M{295 + 118 * sin(2 * pi * i / 16):.0f} {190 - 118 * cos(2 * pi * i / 16):.0f}L{295 + 152 * sin(2 * pi * i / 16):.0f} {190 - 152 * cos(2 * pi * i / 16):.0f}"/>'
        for i in range(16)
    )
    wheel = (
        f'<g fill="none" stroke="{tones.at(0.92)}" stroke-opacity=".55" stroke-width="26">'
        f'<circle cx="295" cy="190" r="112"/>{teeth}</g>'
    )
    return (
        wheel
        + _band(
            "330H60V262H96V300L170 236 244 300V318H320V240H350V206H376V318H440L505 264 570 318H590", tones.at(0.56, 1.5)
        )
        + _band("408H96L180 336 264 408H356V350H420V408L500 342 590 400", tones.at(0.38, 2))
    )


def _terraces(tones: Tones) -> str:
    """Draw a river between terraces."""
    river = f'<path d="M330 236C190 280 420 318 250 366S120 430 60 470H560C420 430 560 396 430 350S470 272 352 236Z" fill="{tones.at(0.86, 0.7, 150)}"/>'
    return (
        f'<circle cx="150" cy="140" r="72" fill="{tones.at(0.97, 0.5, 20)}" fill-opacity=".85"/>'
        + _band("246C90 206 190 190 300 232S500 190 590 224", tones.at(0.7, 1, 30))
        + _band("300C140 250 210 290 590 268", tones.at(0.6, 1.1, 24))
        + _band("372C190 326 330 360 590 330", tones.at(0.5, 1.1, 12))
        + river
    )


def _crown(tones: Tones) -> str:
    """Draw rays and rings of gold, for cards of many colours."""
    rays = "".join(
        f'<path d="M295 200L{295 + 700 * sin(2 * pi * i / 20):.0f} {200 - 700 * cos(2 * pi * i / 20):.0f}'
        f'L{295 + 700 * sin(2 * pi * (i + 0.5) / 20):.0f} {200 - 700 * cos(2 * pi * (i + 0.5) / 20):.0f}Z"/>'
        for i in range(20)
    )
    rings = "".join(f'<circle cx="295" cy="200" r="{r}"/>' for r in (118, 150, 196))
    return f'<g fill="{tones.at(0.9, 0.8)}" fill-opacity=".4">{rays}</g><g fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="6">{rings}</g>'


SCENES: dict[str, tuple[Tones, Scene]] = {
    "white": (Tones(92, 0.05, 0.94), _hills),
    "blue": (Tones(245, 0.125, 0.74), _waves),
    "black": (Tones(308, 0.062, 0.5), _reeds),
    "red": (Tones(32, 0.165, 0.66), _peaks),
    "green": (Tones(148, 0.125, 0.78), _trees),
    "colourless": (Tones(268, 0.02, 0.72), _roofs),
    "land": (Tones(72, 0.075, 0.84), _terraces),
}
GOLD = (Tones(86, 0.12, 0.8), _crown)


def art_of(slug: str) -> str:
    """Return the SVG for a kin: one landscape, two that meet, or gold for more colours."""
    names = [name for name in slug.split("-") if name in SCENES]
    if not names:
        inside = _drawn("s", *SCENES["colourless"])
    elif len(names) == 2:
        parts = [_drawn(f"s{place}", *SCENES[name]) for place, name in enumerate(names)]
        seam = '<path d="M356 0L128 860" stroke="#ffe3a0" stroke-width="9"/>'
        cut = '<clipPath id="right"><path d="M356 0H590V860H128Z"/></clipPath>'
        inside = f'{parts[0]}<g clip-path="url(#right)">{parts[1]}</g>{cut}{seam}'
    else:
        inside = _drawn("s", *(SCENES[names[0]] if len(names) == 1 else GOLD))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice">'
        f"{inside}</svg>\n"
    )


def _drawn(name: str, tones: Tones, draw: Scene) -> str:
    sky = (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2=".5"><stop offset="0" stop-color="{tones.at(tones.light - 0.16)}"/>'
        f'<stop offset="1" stop-color="{tones.at(min(0.96, tones.light + 0.05), 0.75)}"/></linearGradient>'
    )
    return f'{sky}<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#{name})"/>{draw(tones)}'
