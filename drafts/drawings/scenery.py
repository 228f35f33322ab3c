"""The scenery behind the figures: a land under its sky, placed by the card's name.

Each scenery draws into a strip that begins at `left` and is `width` wide; a card is 236 by 344.
"""

from collections.abc import Callable

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.palette import Palette
from drafts.drawings.paths import blob, circle, gear, hills, hole, limb, number, polygon, rays, star
from drafts.drawings.shapes import shape

Scenery = Callable[[SeededNumbers, Palette, float, float], str]

CARD = 236


def _sun(chance: SeededNumbers, left: float, width: float) -> tuple[float, float]:
    return left + width * chance.between(0.3, 0.7), chance.between(92, 126)


def banners(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """Rays of a high sun, and banners on hills."""
    x, y = _sun(chance, left, width)
    poles = []
    for place in range(round(width / 59)):
        foot, top = left + 18 + 62 * place + chance.between(0, 26), 260 - chance.between(70, 140)
        poles.append(polygon((foot, 260), (foot, top), (foot + 9, top - 16), (foot + 18, top), (foot + 18, 260)))
        poles.append(polygon((foot + 9, top - 16), (foot + 9, top - 38), (foot + 33, top - 31), (foot + 9, top - 23)))
    return (
        shape(rays(x, y, 14 + 2 * chance.below(3), 0.07), tones.disc, 0.3)
        + shape(circle(x, y, 66), tones.disc)
        + shape(hills(236, _heights(chance, 6, 18, 52), left, width), tones.far, 0.8)
        + shape("".join(poles), tones.far)
        + shape(hills(268, _heights(chance, 6, 10, 34), left, width), tones.near, 0.9)
    )


def volcano(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """A mountain that burns, sparks, and sometimes a row of arches."""
    x, y = _sun(chance, left, width)
    top = left + width * chance.between(0.2, 0.8)
    mountain = polygon(
        (left - 10, 290),
        (top - 70, 210),
        (top - 24, 128),
        (top - 10, 136),
        (top + 8, 126),
        (top + 26, 138),
        (top + 66, 206),
        (left + width + 10, 270),
        (left + width + 10, 400),
        (left - 10, 400),
    )
    lava = limb((top, 134, 12), (top + 8, 170, 9), (top - 10, 206, 10), (top + 4, 270, 4))
    sparks = "".join(
        circle(chance.between(left, left + width), chance.between(30, 234), chance.between(1.6, 3.6)) for _ in range(6)
    )
    drawn = (
        shape(circle(x, y + 8, 104), tones.disc, 0.2)
        + shape(circle(x, y + 8, 78), tones.disc, 0.9)
        + shape(mountain, tones.far, 0.9)
        + shape(lava, tones.disc, 0.8)
        + shape(sparks, tones.disc, 0.9)
    )
    if chance.below(3) == 0:
        arches = (
            f"M{number(left + x)} 300V150a34 44 0 0 1 68 0V300h-12V152a22 32 0 0 0-44 0V300z" for x in (-20, 84, 188)
        )
        drawn += shape("".join(arches), tones.near, 0.6)
    rocks = [(left + width * part, 240 + chance.between(0, 32)) for part in (0, 0.13, 0.22, 0.37, 0.5, 0.68, 0.8, 1)]
    return drawn + shape(polygon((left - 4, 400), (left - 4, 262), *rocks, (left + width + 4, 400)), tones.near, 0.9)


def waves(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """Rings round a moon, three rows of waves, and bubbles."""
    x, y = _sun(chance, left, width)
    halo = "".join(circle(x, y, radius) + hole(x, y, radius - 3) for radius in (84, 108, 134))
    drawn = shape(halo, tones.disc, 0.3) + shape(circle(x, y - 6, 60), tones.disc, 0.9)
    for height, fill, opacity in ((196, tones.far, 0.6), (222, tones.far, 0.8), (252, tones.near, 1)):
        begin = left - 80 + chance.between(0, 60)
        crests = "q20-26 40 0t40 0" * round(width / 39)
        drawn += shape(f"M{number(begin)} {height}{crests}V400H{number(left - 80)}Z", fill, opacity)
    bubbles = []
    for _ in range(6):
        across, up, radius = chance.between(left, left + width), chance.between(60, 238), chance.between(4, 9)
        bubbles.append(circle(across, up, radius) + hole(across, up, radius - 1.4))
    return drawn + shape("".join(bubbles), tones.rim, 0.7)


def woods(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """Trunks in a light that falls through leaves."""
    x, y = _sun(chance, left, width)
    drawn = shape(circle(x, y, 64), tones.disc, 0.9) + shape(rays(x, y - 90, 11, 0.05), tones.disc, 0.2)
    for place in range(round(width / 39)):
        foot, wide = left + 8 + 44 * place + chance.between(0, 20), chance.between(10, 22)
        trunk = limb((foot, -20, 0.7 * wide), (foot + chance.between(-4, 4), 120, wide), (foot, 300, 1.6 * wide))
        drawn += shape(trunk, tones.far, 0.8 if place % 2 else 0.5)
    crowns = []
    for middle in range(10, round(width), 74):
        at, low = left + middle, 30 + chance.between(0, 20)
        crowns.append(blob((at - 44, -10), (at - 20, low), (at + 14, 18), (at + 44, 36), (at + 60, -10), (at, -40)))
    return (
        drawn
        + shape("".join(crowns), tones.near, 0.6)
        + shape(hills(262, _heights(chance, 6, 8, 34), left, width), tones.near, 0.9)
    )


def gears(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """Cogwheels in the sky over a town of chimneys."""
    x, y = _sun(chance, left, width)
    small = gear(9, (40, 30, 16), (left + width - 20 - chance.between(0, 170), 40 + chance.between(0, 60)), 0.1)
    town, at = [], left - 6
    while at < left + width + 6:
        wide, tall = chance.between(20, 36), chance.between(80, 150)
        wall, flue = number(0.3 * wide), number(0.4 * wide)
        town.append(
            f"M{number(at)} 300v{number(-tall)}h{wall}v-10h{flue}v10h{number(wide - 0.7 * wide)}v{number(tall)}z"
        )
        at += wide
    roofs: list[tuple[float, float]] = []
    for part in (0.0, 0.17, 0.31, 0.64, 0.83):
        height = 238 + chance.between(0, 20)
        roofs += [(left + width * part, roofs[-1][1] if roofs else height), (left + width * part, height)]
    edge = [*roofs, (left + width + 4, roofs[-1][1])]
    return (
        shape(circle(x, y, 58), tones.disc, 0.9)
        + shape(gear(16, (104, 88, 66), (x, y), chance.between(0, 1)), tones.disc, 0.3)
        + shape(small, tones.far, 0.7)
        + shape("".join(town), tones.far, 0.8)
        + shape(polygon((left - 4, 400), *edge, (left + width + 4, 400)), tones.near, 0.9)
    )


def orchard(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """A moon, stars, and a bough with fruit."""
    x, y = _sun(chance, left, width)
    sickle = f"M{number(x - 70)} {number(y)}a70 70 0 1 0 100-60a58 58 0 1 1-100 60z"
    moon = sickle if chance.below(3) else circle(x, y, 62)
    lights = "".join(
        star(4, chance.between(5, 9), 1.4, (chance.between(left, left + width), chance.between(14, 142)))
        for _ in range(9)
    )
    side = 1 if chance.below(2) else -1
    root = left if side > 0 else left + width

    def twig(*points: tuple[float, float, float]) -> str:
        return limb(*((root + side * x, y, wide) for x, y, wide in points))

    bough = (
        twig((-10, 10, 18), (60, 36, 12), (120, 24, 8), (170, 44, 2))
        + twig((50, 34, 8), (72, 66, 5), (70, 92, 1))
        + twig((100, 28, 6), (128, 54, 4), (130, 70, 1))
    )
    fruit = "".join(circle(root + side * x, y, 8) for x, y in ((70, 100), (130, 78), (166, 52), (100, 50)))
    return (
        shape(moon, tones.disc, 0.9)
        + shape(lights, tones.rim, 0.9)
        + shape(bough, tones.near, 0.9)
        + shape(fruit, tones.glow, 0.9)
        + shape(hills(250, _heights(chance, 6, 14, 44), left, width), tones.far, 0.6)
        + shape(hills(272, _heights(chance, 6, 10, 34), left, width), tones.near)
    )


def towers(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """A city of the stars: spires before a ringed planet."""
    x, y = _sun(chance, left, width)
    belt = f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="104" ry="22" fill="none" stroke="{tones.disc}"'
    lean = chance.between(-24, 24)
    spires = []
    for place in range(round(width / 30)):
        foot, tall, wide = left + 30 * place + chance.between(0, 18), chance.between(60, 150), chance.between(14, 26)
        spires.append(
            polygon(
                (foot, 300),
                (foot, 300 - tall),
                (foot + wide / 2, 280 - tall),
                (foot + wide, 300 - tall),
                (foot + wide, 300),
            )
        )
    stars = "".join(circle(chance.between(left, left + width), chance.between(10, 160), 1.6) for _ in range(12))
    return (
        shape(stars, tones.rim, 0.9)
        + shape(circle(x, y, 58), tones.disc, 0.9)
        + f'{belt} stroke-width="5" opacity=".6" transform="rotate({number(lean)} {number(x)} {number(y)})"/>'
        + shape("".join(spires), tones.far, 0.8)
        + shape(hills(272, _heights(chance, 4, 6, 22), left, width), tones.near, 0.9)
    )


def rosette(chance: SeededNumbers, tones: Palette, left: float, width: float) -> str:
    """A star of many points over hills."""
    x, y = _sun(chance, left, width)
    points = 7 + chance.below(5)
    return (
        shape(rays(x, y, 2 * points, 0.08), tones.disc, 0.2)
        + shape(star(points, 118, 58, (x, y), chance.between(0, 1)), tones.disc, 0.2)
        + shape(circle(x, y, 56), tones.disc, 0.9)
        + shape(hills(236, _heights(chance, 6, 18, 60), left, width), tones.far, 0.7)
        + shape(hills(264, _heights(chance, 6, 12, 34), left, width), tones.near, 0.9)
    )


def _heights(chance: SeededNumbers, count: int, low: float, high: float) -> list[float]:
    return [chance.between(low, high) for _ in range(count)]
