"""Figures and what they hold: how they stand in a picture, and how they are drawn.

A figure is a drawing in `figures/`, 300 by 300 round its middle, of paths of one class each: `silhouette`, drawn twice,
once in the colour of the light and a little beside itself, and details in `ink`, `mid`, `rim` and `glow`. A path that
is `data-mirrored` is drawn on both sides.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from drafts.drawings.palette import Palette
from drafts.drawings.paths import Point, number
from drafts.drawings.subject import Subject

HERE = Path(__file__).parent
FIGURES = frozenset(file.stem for file in (HERE / "figures").glob("*.svg"))
ITEMS = frozenset(file.stem for file in (HERE / "items").glob("*.svg"))
HOLDS_SOMETHING = frozenset(("bearer", "worker", "knight", "witch", "shade", "rogue", "bear"))
WIDE = frozenset(("whale", "owl", "angel", "moth", "crab", "dragon", "mermaid"))


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a figure stands, how large, to which side it looks, how far it leans and from where its light comes."""

    x: float
    y: float
    scale: float
    is_flipped: bool
    tilt: float
    light: float


@cache
def _paths(folder: str, name: str) -> tuple[tuple[str, str, bool], ...]:
    """Return the paths of a drawing: class, data, and whether it is mirrored."""
    root = ElementTree.parse(HERE / folder / f"{name}.svg").getroot()  # noqa: S314 - a drawing of this project
    return tuple((path.attrib["class"], path.attrib["d"], "data-mirrored" in path.attrib) for path in root)


def _drawn(path: str, fill: str, *, is_mirrored: bool, more: str = "") -> str:
    shape = f'<path d="{path}" fill="{fill}"{more}/>'
    return f'{shape}<g transform="scale(-1 1)">{shape}</g>' if is_mirrored else shape


def silhouette(figure: str, fill: str) -> str:
    """Return a figure's outline in one colour."""
    paths = _paths("figures", figure)
    return "".join(_drawn(d, fill, is_mirrored=both) for kind, d, both in paths if kind == "silhouette")


def details(figure: str, tones: Palette) -> str:
    """Return the SVG shapes that are drawn on the silhouette of a figure."""
    colours = {"ink": tones.ink, "mid": tones.mid, "rim": tones.rim, "glow": tones.glow}
    return "".join(
        _drawn(d, colours[kind], is_mirrored=both) for kind, d, both in _paths("figures", figure) if kind in colours
    )


def draw_figure(figure: str, pose: Pose, tones: Palette, *, is_lit: bool) -> str:
    """Return a figure in its pose; one that is lit has an edge of light on one side."""
    edge = f'<g transform="translate({number(pose.light)} -2.6)">{silhouette(figure, tones.rim)}</g>' if is_lit else ""
    scale = f"{-pose.scale if pose.is_flipped else pose.scale:.3f} {pose.scale:.3f}"
    return (
        f'<g transform="translate({number(pose.x)} {number(pose.y)}) scale({scale}) rotate({number(pose.tilt)})">'
        f"{edge}{silhouette(figure, tones.ink)}{details(figure, tones)}</g>"
    )


def draw_item(item: str, at: Point, lean: float, scale: float, tones: Palette) -> str:
    """Return a thing, which leans by some degrees."""
    (_, outline, _), (_, detail, _) = _paths("items", item)
    return (
        f'<g transform="translate({number(at[0])} {number(at[1])}) rotate({number(lean)}) scale({scale:.2f})">'
        f'<path d="{outline}" fill="{tones.rim}" transform="translate(-4 -3)"/><path d="{outline}" fill="{tones.ink}"/>'
        f'<path d="{detail}" fill="{tones.glow}"/></g>'
    )


def pose_of(subject: Subject, figure: str) -> Pose:
    """Return how the figure of a card stands there: its size makes it large, its name moves and turns it."""
    chance = subject.chance("pose")
    scale = (0.74, 0.82, 0.94, 1.08, 1.12)[subject.size]
    scale *= {"paper": 0.92, "silver": 0.96, "gold": 1.02}.get(subject.material, 1.14)
    scale *= (0.86 if figure in WIDE else 1) * (0.86 if subject.is_hexagon else 1)
    x = 118 + chance.between(-9, 9)
    y = 140 + (8 if subject.size == 0 else -6 if subject.size > 2 else 0)
    tilt = chance.of(-4, 0, 3, 5)
    if subject.material in ("paper", "silver"):
        x += chance.between(-17, 17)
        scale *= chance.of(0.84, 0.96, 1.08, 1.2)
        tilt += chance.of(-6, 0, 6)
    return Pose(x, y, scale, bool(chance.below(2)), tilt, chance.of(-3, 3))
