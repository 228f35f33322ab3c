"""Landmarks that people have built: towers, bridges, gates."""

from math import cos, pi, sin

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.landmarks.parts import box, lit, windows
from drafts.drawings.palette import Palette
from drafts.drawings.paths import blob, circle, limb, number, polygon, rays, star
from drafts.drawings.shapes import shape


def lighthouse(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A tower in stripes, whose light goes to both sides."""
    top, turn = floor - 178, chance.between(-26, 26)
    beams = "".join(
        polygon((x, top), (x + s * 330, top - 46 + s * turn), (x + s * 330, top + 46 + s * turn)) for s in (-1, 1)
    )
    stripes = "".join(
        lit(x, (x - 17 - 7 * n, top + 36 + 40 * n), (x - 20 - 7 * n, top + 56 + 40 * n)) for n in range(3)
    )
    rocks = blob(
        (x - 90, floor + 20), (x - 60, floor - 14), (x - 20, floor - 22), (x + 40, floor - 16), (x + 92, floor + 20)
    )
    return (
        shape(beams, tones.glow, 0.4)
        + shape(rocks, tones.ink)
        + shape(lit(x, (x - 15, top + 14), (x - 40, floor)), tones.ink)
        + shape(stripes, tones.rim, 0.92)
        + shape(box(x - 22, top + 10, 44, 6) + lit(x, (x, top - 40), (x - 20, top - 16)), tones.ink)
        + shape(box(x - 13, top - 16, 26, 26), tones.glow)
    )


def clock_tower(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A tower with a dial, over a town of gables."""
    y, hour = floor - 132, chance.between(0, 1)
    gables = "".join(
        polygon(
            (x + at, floor + 12),
            (x + at, floor - 40),
            (x + at + 22, floor - 66),
            (x + at + 44, floor - 40),
            (x + at + 44, floor + 12),
        )
        for at in (-150, -108, -66, 24, 66, 108)
    )
    hands = limb((x, y, 5), (x + 20 * sin(2 * pi * hour), y - 20 * cos(2 * pi * hour), 3)) + limb(
        (x, y, 5), (x - 13, y - 26, 3)
    )
    marks = "".join(circle(x + 32 * sin(pi * n / 6), y - 32 * cos(pi * n / 6), 2.2) for n in range(12))
    return (
        shape(gables, tones.near)
        + shape(
            box(x - 42, floor - 172, 84, 184) + polygon((x - 50, floor - 172), (x, floor - 240), (x + 50, floor - 172)),
            tones.ink,
        )
        + shape(circle(x, y, 39), tones.glow)
        + shape(hands + marks, tones.ink)
        + shape(windows(chance, x - 24, floor - 76, (4, 3)), tones.glow, 0.9)
    )


def bridge(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Arches over water from edge to edge, with a little toll tower."""
    deck, wide = floor - 84, 82.0
    arches = "".join(
        (
            f"M{number(left)} {number(deck)}v128h{number(0.16 * wide)}v-64a{number(0.34 * wide)} 44 "
            f"0 0 1 {number(0.68 * wide)} 0v64h{number(0.16 * wide)}v-128z"
        )
        for left in (x + wide * (place - 3.5) for place in range(7))
    )
    lamps = [x + wide * (place - 3) for place in range(7)]
    posts = "".join(box(lamp - 1.5, deck - 26, 3, 26) for lamp in lamps)
    lights = "".join(circle(lamp, deck - 29, 5) for lamp in lamps)
    tower = box(x + 16, deck - 66, 40, 66) + polygon((x + 8, deck - 66), (x + 36, deck - 104), (x + 64, deck - 66))
    return (
        shape(f"M{number(x - 340)} {number(floor + 20)}h680v60h-680z", tones.sky, 0.7)
        + shape(arches + box(x - 340, deck - 10, 680, 14) + posts + tower, tones.ink)
        + shape(lights + box(x + 30, deck - 46, 12, 18), tones.glow)
    )


def gate(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A gate that stands alone, with light in it."""
    wide, tall = chance.between(58, 74), chance.between(150, 176)
    inside = (
        f"M{number(x - wide)} {number(floor + 8)}v{number(-tall + wide)}a{number(wide)} {number(wide)} "
        f"0 0 1 {number(2 * wide)} 0v{number(tall - wide)}z"
    )
    outer = wide + 24
    outside = (
        f"M{number(x - outer)} {number(floor + 8)}v{number(-tall + wide)}a{number(outer)} {number(outer)} "
        f"0 0 1 {number(2 * outer)} 0v{number(tall - wide)}z"
    )
    stones = "".join(
        circle(x + (wide + 12) * cos(pi * n / 8), floor + 8 - tall + wide - (wide + 12) * sin(pi * n / 8), 4)
        for n in range(9)
    )
    steps = "".join(box(x - outer - 8 - 10 * n, floor + 8 + 8 * n, 2 * outer + 16 + 20 * n, 9) for n in range(3))
    return (
        shape(rays(x, floor - tall / 2, 16, 0.05), tones.glow, 0.3)
        + shape(outside, tones.ink)
        + shape(inside, tones.glow, 0.95)
        + shape(circle(x, floor - 26, 18) + star(8, 34, 12, (x, floor - tall / 2 - 16)), tones.disc, 0.7)
        + shape(stones, tones.rim)
        + shape(steps, tones.ink)
    )


def mills(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Three windmills."""
    drawn = ""
    for at, size in ((-128, 0.66), (122, 0.74), (0, 1.0)):
        hub, tall = (x + at, floor - 118 * size), 122 * size
        body = lit(x + at, (x + at - 18 * size, floor - tall), (x + at - 34 * size, floor + 12))
        turn, sails = chance.between(0, 0.25), ""
        for arm in range(4):
            angle = 2 * pi * (turn + arm / 4)
            out, side = (sin(angle), -cos(angle)), (cos(angle), sin(angle))
            ends = [
                (hub[0] + size * (out[0] * r + side[0] * s), hub[1] + size * (out[1] * r + side[1] * s))
                for r, s in ((8, 0), (88, 0), (88, 20), (22, 16))
            ]
            sails += polygon(*ends)
        cap = polygon(
            (x + at - 22 * size, floor - tall), (x + at, floor - tall - 30 * size), (x + at + 22 * size, floor - tall)
        )
        drawn += shape(body + cap, tones.ink) + shape(sails, tones.rim, 0.9) + shape(circle(*hub, 6 * size), tones.mid)
        drawn += shape(box(x + at - 5 * size, floor - 40 * size, 10 * size, 18 * size), tones.glow)
    return drawn


def dome(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """An observatory, whose telescope looks out of its dome at a star."""
    side, y = chance.of(-1, 1), floor - 64
    tube = limb((x, y - 40, 20), (x + side * 70, y - 108, 26), (x + side * 96, y - 134, 32))
    slit = f"M{number(x - 12)} {number(y)}v-92h24v92z"
    return (
        shape(star(4, 30, 4, (x + side * 170, y - 150)) + star(4, 14, 3, (x + side * 120, y - 176)), tones.glow)
        + shape(tube, tones.rim, 0.95)
        + shape(f"M{number(x - 94)} {number(y)}a94 94 0 0 1 188 0z", tones.ink)
        + shape(slit, tones.glow, 0.85)
        + shape(box(x - 106, y, 212, 84), tones.near)
        + shape(box(x - 112, y - 4, 224, 9), tones.rim, 0.8)
        + shape(windows(chance, x - 86, y + 20, (12, 2)), tones.glow)
    )


def palace(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A palace of domes and flags."""
    drawn = shape(box(x - 136, floor - 56, 272, 70), tones.ink)
    for at, wide, tall in ((-112, 22, 104), (112, 22, 104), (-60, 30, 124), (60, 30, 124), (0, 46, 132)):
        a, y = x + at, floor - tall
        onion = (
            f"M{number(a - wide)} {number(y)}c{number(-0.5 * wide)} {number(-0.9 * wide)} {number(0.7 * wide)} "
            f"{number(-1.1 * wide)} {number(wide)} {number(-2 * wide)}c{number(0.3 * wide)} {number(0.9 * wide)} "
            f"{number(1.5 * wide)} {number(1.1 * wide)} {number(wide)} {number(2 * wide)}z"
        )
        drawn += shape(box(a - 0.8 * wide, y, 1.6 * wide, tall), tones.ink) + shape(onion, tones.mid)
        drawn += shape(onion, tones.rim, 0.35) + shape(
            polygon((a, y - 2 * wide), (a, y - 2 * wide - 22), (a + 18, y - 2 * wide - 15), (a, y - 2 * wide - 9)),
            tones.rim,
        )
    return (
        drawn
        + shape(windows(chance, x - 124, floor - 46, (17, 2), 15), tones.glow)
        + shape(f"M{number(x - 16)} {number(floor + 14)}v-34a16 20 0 0 1 32 0v34z", tones.glow)
    )


def works(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Furnaces and chimneys that glow."""
    stacks = "".join(
        polygon(
            (x + at - 16, floor + 10),
            (x + at - 10, floor - tall),
            (x + at + 10, floor - tall),
            (x + at + 16, floor + 10),
        )
        for at, tall in ((-140, 120), (-86, 168), (96, 186), (146, 130))
    )
    hall = polygon(
        (x - 120, floor + 14),
        (x - 120, floor - 64),
        *((x - 120 + 40 * n + d, floor - 64 - 30 * (d == 0)) for n in range(6) for d in (0, 40)),
        (x + 120, floor + 14),
    )
    smoke = "".join(
        circle(x + at + 9 * n, floor - tall - 16 - 14 * n, 11 + 5 * n)
        for at, tall in ((-86, 168), (96, 186))
        for n in range(4)
    )
    mouths = "".join(f"M{number(x + at - 22)} {number(floor + 14)}v-30a22 24 0 0 1 44 0v30z" for at in (-66, 0, 66))
    sparks = "".join(
        circle(x + chance.between(-180, 180), floor - chance.between(60, 230), chance.between(1.4, 3.4))
        for _ in range(24)
    )
    return (
        shape(smoke, tones.rim, 0.4)
        + shape(stacks + hall, tones.ink)
        + shape(mouths + windows(chance, x - 104, floor - 56, (13, 1), 16), tones.glow)
        + shape(sparks, tones.glow)
    )
