"""Landmarks that have grown: trees, islands, lakes."""

from math import pi, sin

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.landmarks.parts import box
from drafts.drawings.palette import Palette
from drafts.drawings.paths import blob, circle, limb, number, polygon, rays, star
from drafts.drawings.shapes import shape


def great_tree(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A tree as wide as a village, with lights in it."""
    top = floor - 128
    trunk = limb((x - 6, floor + 20, 84), (x, floor - 40, 44), (x + 4, top, 36)) + limb(
        (x, floor - 60, 20), (x - 66, top + 6, 12), (x - 96, top - 14, 4)
    )
    trunk += limb((x, floor - 74, 20), (x + 64, top + 2, 12), (x + 100, top - 18, 4))
    crowns = "".join(
        blob(
            (x + a - r, top + b),
            (x + a - 0.5 * r, top + b - 0.8 * r),
            (x + a + 0.5 * r, top + b - 0.76 * r),
            (x + a + r, top + b),
            (x + a, top + b + 0.4 * r),
        )
        for a, b, r in ((-86, 0, 62), (86, -4, 62), (0, -20, 78), (-44, -44, 58), (48, -48, 54))
    )
    lights = "".join(
        circle(x + chance.between(-120, 120), top + chance.between(-60, 22), chance.between(2.4, 5)) for _ in range(18)
    )
    return (
        shape(trunk, tones.ink)
        + shape(crowns, tones.near)
        + shape(
            blob((x - 84, top - 30), (x - 30, top - 86), (x + 40, top - 88), (x + 88, top - 36), (x, top - 60)),
            tones.far,
            0.6,
        )
        + shape(f"M{number(x - 12)} {number(floor + 16)}v-22a13 15 0 0 1 26 0v22z", tones.glow)
        + shape(lights, tones.glow)
    )


def islands(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Islands in the air, from which water falls."""
    drawn = ""
    for at, up, size in ((-138, 120, 0.6), (134, 150, 0.7), (0, 92, 1.15)):
        a, y = x + at, floor - up + chance.between(-10, 10)
        rock = polygon(
            (a - 80 * size, y),
            (a - 52 * size, y + 30 * size),
            (a - 20 * size, y + 48 * size),
            (a + 4 * size, y + 92 * size),
            (a + 26 * size, y + 46 * size),
            (a + 58 * size, y + 28 * size),
            (a + 80 * size, y),
        )
        grass = blob(
            (a - 84 * size, y + 4),
            (a - 40 * size, y - 14 * size),
            (a + 30 * size, y - 16 * size),
            (a + 84 * size, y + 4),
            (a, y + 12 * size),
        )
        house = box(a - 18 * size, y - 46 * size, 36 * size, 36 * size) + polygon(
            (a - 26 * size, y - 46 * size), (a, y - 76 * size), (a + 26 * size, y - 46 * size)
        )
        fall = limb(
            (a + 62 * size, y, 9 * size),
            (a + 66 * size, y + 70 * size, 13 * size),
            (a + 64 * size, y + 210 * size, 20 * size),
        )
        drawn += (
            shape(fall, tones.rim, 0.55) + shape(rock, tones.ink) + shape(grass, tones.far) + shape(house, tones.ink)
        )
        drawn += shape(box(a - 6 * size, y - 36 * size, 12 * size, 14 * size), tones.glow)
    return drawn


def mushrooms(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Mushrooms as tall as houses."""
    drawn = ""
    for at, tall, wide in ((-142, 84, 46), (136, 96, 50), (-70, 128, 60), (74, 118, 58), (4, 168, 84)):
        a, y = x + at + chance.between(-6, 6), floor - tall
        cap = (
            f"M{number(a - wide)} {number(y + 8)}C{number(a - wide)} {number(y - 0.8 * wide)} {number(a + wide)} "
            f"{number(y - 0.8 * wide)} {number(a + wide)} {number(y + 8)}Q{number(a)} {number(y - 8)} "
            f"{number(a - wide)} {number(y + 8)}z"
        )
        dots = "".join(
            circle(a + wide * px, y - wide * py, wide * size)
            for px, py, size in ((-0.5, 0.14, 0.1), (0, 0.34, 0.13), (0.46, 0.16, 0.09), (0.2, 0.08, 0.06))
        )
        drawn += shape(
            limb((a, y, 0.3 * wide), (a + 4, floor - 20, 0.36 * wide), (a, floor + 14, 0.6 * wide)), tones.ink
        ) + shape(cap, tones.mid)
        drawn += shape(dots, tones.rim) + shape(
            box(a - 0.09 * wide, floor - 0.3 * tall, 0.18 * wide, 0.24 * wide), tones.glow
        )
    return drawn


def bones(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """The ribs of something very large."""
    ribs = ""
    for place in range(7):
        a, tall = x - 132 + 44 * place, 92 + 62 * sin(pi * (place + 0.7) / 7.4)
        ribs += limb(
            (a - 20, floor + 14, 16),
            (a - 32, floor - 0.5 * tall, 12),
            (a + 4, floor - tall, 7),
            (a + 30, floor - tall + 18, 2),
        )
    skull = blob(
        (x + 150, floor + 10),
        (x + 146, floor - 50),
        (x + 190, floor - 72),
        (x + 232, floor - 40),
        (x + 248, floor + 8),
        (x + 200, floor + 14),
    )
    spine = limb(
        (x - 230, floor - 10, 4),
        (x - 150, floor - 70, 9),
        (x - 40, floor - 136, 12),
        (x + 70, floor - 138, 11),
        (x + 166, floor - 60, 9),
    )
    return (
        shape(spine, tones.rim, 0.5)
        + shape(ribs + skull, tones.rim, 0.95)
        + shape(circle(x + 196, floor - 34, 10), tones.ink)
    )


def crystals(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Crystals that grow out of the ground."""
    drawn = ""
    for at, tall, lean in ((-120, 90, -34), (122, 98, 32), (-64, 148, -18), (66, 138, 16), (0, 196, 2)):
        a, wide = x + at, 20 + 0.06 * tall + chance.between(-3, 3)
        tip, left, right = (
            (a + lean, floor - tall),
            (a + 0.7 * lean - wide, floor - 0.74 * tall),
            (a + 0.7 * lean + wide, floor - 0.7 * tall),
        )
        drawn += shape(polygon((a - 0.8 * wide, floor + 14), left, tip, right, (a + 0.8 * wide, floor + 14)), tones.mid)
        drawn += shape(
            polygon((a - 0.8 * wide, floor + 14), left, tip, (a + 0.6 * lean, floor - 0.6 * tall), (a, floor + 14)),
            tones.rim,
            0.7,
        )
    return shape(rays(x, floor - 60, 18, 0.04, 260), tones.glow, 0.3) + drawn


def maze(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Hedges seen from above, with a light at their heart."""
    drawn = shape(
        (
            f"M{number(x - 300)} {number(floor + 90)}L{number(x - 120)} {number(floor - 110)}"
            f"H{number(x + 120)}L{number(x + 300)} {number(floor + 90)}z"
        ),
        tones.far,
    )
    for place in range(6):
        part = place / 5
        y, wide = floor - 100 + 150 * part * part + 14 * place, 118 + 130 * part
        gap = x + chance.between(-0.6, 0.6) * wide
        thick = 11 + 13 * part
        drawn += shape(
            box(x - wide, y, max(0, gap - 0.12 * wide - x + wide), thick)
            + box(gap + 0.12 * wide, y, x + wide - gap - 0.12 * wide, thick),
            tones.ink,
        )
        drawn += shape(
            box(x - wide, y, max(0, gap - 0.12 * wide - x + wide), 3)
            + box(gap + 0.12 * wide, y, x + wide - gap - 0.12 * wide, 3),
            tones.rim,
            0.5,
        )
    return (
        drawn
        + shape(rays(x, floor - 120, 12, 0.06, 150), tones.glow, 0.4)
        + shape(circle(x, floor - 120, 20) + star(8, 36, 14, (x, floor - 120)), tones.glow)
    )


def whirl(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A whirl in the water, and what it has caught."""
    drawn = shape(f"M{number(x - 340)} {number(floor - 70)}h680v180h-680z", tones.far)
    for place in range(8):
        wide = 236 - 29 * place
        fill, faint = (tones.near, 0.9) if place % 2 else (tones.rim, 0.5)
        drawn += (
            f'<ellipse cx="{number(x + 3 * place)}" cy="{number(floor - 8 + 3 * place)}" rx="{number(wide)}" '
            f'ry="{number(0.34 * wide)}" fill="{fill}" opacity="{faint}"/>'
        )
    caught = "".join(
        polygon((a, b), (a + 26, b - 5), (a + 20, b + 10), (a + 5, b + 10))
        + polygon((a + 12, b - 4), (a + 12, b - 32), (a + 28, b - 8))
        for a, b in ((x - 150, floor - 22), (x + 96, floor - 48), (x + 60, floor + 40))
    )
    return drawn + shape(circle(x + 22, floor + 14, 8), tones.glow, 0.9) + shape(caught, tones.ink)


def lake(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A lake between mountains, in which they stand on their heads."""
    peaks = ((x - 190, 130), (x - 90, 170), (x + 20, 206), (x + 120, 150), (x + 220, 176))
    water = floor - 40
    above = "".join(
        polygon((a - 92, water), (a + chance.between(-10, 10), water - tall), (a + 92, water)) for a, tall in peaks
    )
    caps = "".join(
        polygon((a - 24, water - tall + 46), (a, water - tall), (a + 24, water - tall + 46), (a + 6, water - tall + 36))
        for a, tall in peaks
    )
    below = "".join(polygon((a - 92, water), (a, water + 0.6 * tall), (a + 92, water)) for a, tall in peaks)
    glints = "".join(
        box(x + chance.between(-200, 160), water + 12 + 14 * n, chance.between(30, 90), 2.4) for n in range(7)
    )
    boat = blob((x - 26, water + 44), (x + 26, water + 44), (x + 16, water + 56), (x - 16, water + 56))
    return (
        shape(above, tones.near)
        + shape(caps, tones.rim, 0.9)
        + shape(box(x - 340, water, 680, 170), tones.sky)
        + shape(below, tones.near, 0.5)
        + shape(glints, tones.rim, 0.7)
        + shape(boat + box(x - 2, water + 14, 4, 32), tones.ink)
        + shape(circle(x, water + 12, 6), tones.glow)
    )
