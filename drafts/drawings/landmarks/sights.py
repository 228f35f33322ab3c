"""Landmarks that move, shine or sound; and a storm, which is no place at all."""

from math import cos, pi, sin

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.landmarks.parts import box, lit
from drafts.drawings.palette import Palette
from drafts.drawings.paths import blob, circle, gear, hole, limb, number, polygon, rays, star
from drafts.drawings.shapes import shape


def ship(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A ship under full sail."""
    lean = chance.between(-5, 5)
    hull = blob(
        (x - 112, floor - 34),
        (x - 84, floor + 6),
        (x, floor + 18),
        (x + 84, floor + 4),
        (x + 122, floor - 44),
        (x + 60, floor - 22),
        (x, floor - 18),
        (x - 70, floor - 22),
    )
    masts = "".join(box(x + at - 2, floor - high, 4, high - 10) for at, high in ((-54, 150), (4, 196), (60, 140)))
    sails = "".join(
        blob(
            (x + at - w, floor - y),
            (x + at - 0.8 * w, floor - y - h),
            (x + at + 0.5 * w, floor - y - h - 4),
            (x + at + w + 8, floor - y - 0.4 * h),
            (x + at + 0.8 * w, floor - y + 2),
        )
        for at, w, y, h in (
            (-54, 28, 54, 38),
            (-54, 22, 102, 30),
            (4, 36, 50, 48),
            (4, 30, 110, 36),
            (4, 20, 156, 24),
            (60, 28, 52, 36),
            (60, 22, 98, 28),
        )
    )
    foam = f"M{number(x - 340)} {number(floor + 8)}" + "q17-16 34 0t34 0" * 10 + "v90h-680z"
    return (
        f'<g transform="rotate({number(lean)} {number(x)} {number(floor)})">'
        + shape(masts, tones.ink)
        + shape(sails, tones.rim, 0.92)
        + shape(hull, tones.ink)
        + shape("".join(circle(x - 70 + 26 * n, floor - 7, 4) for n in range(6)), tones.glow)
        + "</g>"
        + shape(foam, tones.near)
    )


def stairs(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Steps that hang in the air and lead to a lit door."""
    side = chance.of(-1, 1)
    steps, edges = "", ""
    for place in range(9):
        across, up = x + side * (132 - 27 * place), floor - 4 - 17 * place
        steps += polygon((across - 28, up), (across + 28, up), (across + 22, up + 13), (across - 22, up + 13))
        edges += box(across - 28, up - 3, 56, 3)
    door_x, door = x - side * 104, floor - 144
    frame = f"M{number(door_x - 26)} {number(door)}v-44a26 30 0 0 1 52 0v44z"
    inner = f"M{number(door_x - 17)} {number(door)}v-42a17 20 0 0 1 34 0v42z"
    return (
        shape(rays(door_x, door - 34, 14, 0.06, 150), tones.glow, 0.35)
        + shape(steps + frame, tones.ink)
        + shape(edges, tones.rim, 0.9)
        + shape(inner, tones.glow)
    )


def market(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Tents under strings of lanterns."""
    drawn = ""
    for at, wide, tall in ((-170, 66, 104), (168, 66, 96), (-92, 74, 124), (92, 74, 118), (0, 88, 152)):
        a, edge = x + at, floor - 0.42 * tall
        roof = (
            f"M{number(a)} {number(floor - tall)}Q{number(a + 12)} {number(edge - 14)} {number(a + wide)} "
            f"{number(edge)}H{number(a - wide)}Q{number(a - 12)} {number(edge - 14)} "
            f"{number(a)} {number(floor - tall)}z"
        )
        stripes = "".join(
            polygon((a, floor - tall + 8), (a + wide * (part - 0.08), edge), (a + wide * (part + 0.14), edge))
            for part in (-0.7, -0.2, 0.3, 0.7)
        )
        scallops = "".join(circle(a - wide + 2 * wide * (n + 0.5) / 8, edge, wide / 8) for n in range(8))
        drawn += shape(box(a - 0.84 * wide, edge, 1.68 * wide, floor + 14 - edge), tones.ink) + shape(roof, tones.mid)
        drawn += (
            shape(stripes, tones.rim, 0.75)
            + shape(scallops, tones.mid)
            + shape(box(a - 0.3 * wide, edge + 16, 0.6 * wide, floor - edge), tones.glow, 0.85)
        )
    lights = [(x - 250 + 25 * n, floor - 176 + 26 * sin(pi * (n % 7) / 6)) for n in range(21)]
    return drawn + shape("".join(circle(*spot, 4.4) for spot in lights), tones.glow)


def train(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A train on a high viaduct, and its smoke."""
    deck = floor - 78
    piers = "".join(box(x - 330 + 66 * n, deck, 14, 170) for n in range(11))
    spans = "".join(f"M{number(x - 316 + 66 * n)} {number(deck + 34)}a26 26 0 0 1 52 0v-34h-52z" for n in range(11))
    cars = "".join(box(x - 190 + 62 * n, deck - 40, 56, 30) for n in range(4))
    engine = (
        box(x + 58, deck - 36, 70, 26)
        + box(x + 58, deck - 54, 26, 44)
        + polygon((x + 104, deck - 36), (x + 100, deck - 62), (x + 120, deck - 62), (x + 116, deck - 36))
        + polygon((x + 128, deck - 24), (x + 144, deck - 6), (x + 128, deck - 6))
    )
    wheels = "".join(circle(x - 180 + 21 * n, deck - 8, 8) for n in range(16))
    smoke = "".join(circle(x + 104 - 26 * n, deck - 76 - 9 * n + chance.between(-4, 4), 10 + 3.4 * n) for n in range(9))
    panes = "".join(box(x - 182 + 62 * n + 16 * m, deck - 33, 10, 12) for n in range(4) for m in range(3))
    return (
        shape(smoke, tones.rim, 0.5)
        + shape(piers + spans + box(x - 340, deck - 6, 680, 12), tones.ink)
        + shape(cars + engine + wheels, tones.ink)
        + shape(panes + box(x + 64, deck - 48, 14, 12), tones.glow)
        + shape(circle(x + 132, deck - 26, 5), tones.glow)
    )


def bell(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A bell larger than a church, half sunk into the ground."""
    lean = chance.of(-1, 1) * chance.between(8, 16)
    body = (
        f"M{number(x - 92)} {number(floor + 30)}C{number(x - 66)} {number(floor - 20)} {number(x - 76)} "
        f"{number(floor - 140)} {number(x)} {number(floor - 146)}C{number(x + 76)} {number(floor - 140)} "
        f"{number(x + 66)} {number(floor - 20)} {number(x + 92)} {number(floor + 30)}z"
    )
    bands = lit(x, (x - 66, floor - 46), (x - 69, floor - 36)) + lit(x, (x - 76, floor - 10), (x - 81, floor))
    rings = "".join(circle(x, floor - 70, r) + hole(x, floor - 70, r - 3) for r in (128, 164, 200))
    return (
        shape(rings, tones.glow, 0.4)
        + f'<g transform="rotate({number(lean)} {number(x)} {number(floor)})">'
        + shape(circle(x, floor - 156, 20) + hole(x, floor - 156, 9), tones.ink)
        + shape(body, tones.ink)
        + shape(bands, tones.rim, 0.9)
        + shape(limb((x - 40, floor - 100, 3), (x - 48, floor - 66, 9), (x - 52, floor - 50, 3)), tones.glow, 0.8)
        + "</g>"
    )


def books(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Towers of books."""
    drawn = ""
    for at, count in ((-150, 7), (146, 8), (-84, 11), (82, 10), (0, 14)):
        y = floor + 12.0
        for place in range(count):
            wide, thick = chance.between(26, 40), chance.between(10, 15)
            a, y = x + at + chance.between(-7, 7), y - thick
            drawn += shape(
                box(a - wide, y, 2 * wide, thick - 1.5),
                (tones.ink, tones.mid, tones.near)[(place + chance.below(2)) % 3],
            )
            drawn += shape(
                box(a - wide + 6, y + 2, 3, thick - 5) + box(a + wide - 10, y + 2, 3, thick - 5), tones.rim, 0.9
            )
    return (
        shape(rays(x, floor - 190, 12, 0.05, 240), tones.glow, 0.3)
        + drawn
        + shape(circle(x, floor - 196, 11), tones.glow)
    )


def balloons(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Balloons in the sky."""
    drawn = ""
    for at, up, size in ((-150, 190, 0.5), (150, 172, 0.6), (-78, 108, 0.8), (84, 92, 0.72), (4, 176, 1.15)):
        a, y, r = x + at + chance.between(-8, 8), floor - up, 52 * size
        bag = (
            f"M{number(a - 0.24 * r)} {number(y + 1.5 * r)}C{number(a - 1.5 * r)} {number(y + 0.3 * r)} "
            f"{number(a - 1.1 * r)} {number(y - r)} {number(a)} {number(y - r)}C{number(a + 1.1 * r)} "
            f"{number(y - r)} {number(a + 1.5 * r)} {number(y + 0.3 * r)} {number(a + 0.24 * r)} {number(y + 1.5 * r)}z"
        )
        gore = (
            f"M{number(a - 0.1 * r)} {number(y + 1.5 * r)}C{number(a - 0.6 * r)} {number(y + 0.3 * r)} "
            f"{number(a - 0.5 * r)} {number(y - r)} {number(a)} {number(y - r)}C{number(a + 0.5 * r)} "
            f"{number(y - r)} {number(a + 0.6 * r)} {number(y + 0.3 * r)} {number(a + 0.1 * r)} {number(y + 1.5 * r)}z"
        )
        drawn += shape(bag, tones.mid) + shape(gore, tones.rim, 0.85)
        drawn += shape(box(a - 0.24 * r, y + 1.72 * r, 0.48 * r, 0.34 * r), tones.ink) + shape(
            circle(a, y + 1.58 * r, 0.1 * r), tones.glow
        )
    return drawn


def wheel(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A great wheel of cabins."""
    y, turn = floor - 108, chance.between(0, 0.1)
    spots = [(x + 98 * sin(2 * pi * (turn + n / 12)), y - 98 * cos(2 * pi * (turn + n / 12))) for n in range(12)]
    spokes = "".join(limb((x, y, 3), (a, b, 3)) for a, b in spots)
    rim = circle(x, y, 100) + hole(x, y, 93) + circle(x, y, 62) + hole(x, y, 58)
    legs = polygon((x - 5, y), (x - 70, floor + 14), (x - 56, floor + 14), (x + 5, y)) + polygon(
        (x + 5, y), (x + 70, floor + 14), (x + 56, floor + 14), (x - 5, y)
    )
    cabins = "".join(box(a - 11, b - 2, 22, 20) for a, b in spots)
    return (
        shape(circle(x, y, 104), tones.glow, 0.25)
        + shape(spokes + rim + legs, tones.ink)
        + shape(cabins, tones.mid)
        + shape("".join(circle(a, b - 4, 5) for a, b in spots) + circle(x, y, 12), tones.glow)
    )


def lanterns(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """Paper lanterns that rise into the sky, smaller and smaller."""
    drawn = ""
    for place in range(34):
        far = place / 34
        size, a, y = (
            0.34 + 0.9 * far * far,
            x + chance.between(-230, 230),
            floor - 210 + 220 * far + chance.between(-26, 26),
        )
        body = blob(
            (a - 13 * size, y - 15 * size),
            (a + 13 * size, y - 15 * size),
            (a + 10 * size, y + 15 * size),
            (a - 10 * size, y + 15 * size),
        )
        drawn += (
            shape(circle(a, y, 30 * size), tones.glow, 0.14)
            + shape(body, tones.glow, 0.96)
            + shape(box(a - 9 * size, y + 13 * size, 18 * size, 4 * size), tones.mid)
        )
    return drawn


def theatre(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """A stage between curtains."""
    folds = "".join(
        (
            f"M{number(x + s * 130)} {number(floor - 200)}h{number(s * 120)}v240h{number(s * -70)}"
            f"C{number(x + s * 178)} {number(floor - 60)} {number(x + s * 140)} {number(floor - 90)} "
            f"{number(x + s * 130)} {number(floor - 200)}z"
        )
        for s in (-1, 1)
    )
    pleats = "".join(
        limb(
            (x + s * (146 + 22 * n), floor - 196, 3),
            (x + s * (166 + 20 * n), floor - 80, 5),
            (x + s * (188 + 16 * n), floor + 30, 3),
        )
        for s in (-1, 1)
        for n in range(4)
    )
    top = f"M{number(x - 260)} {number(floor - 214)}h520v28" + "q-26 40-52 0" * 10 + "z"
    cone = polygon((x - 20, floor - 190), (x + 20, floor - 190), (x + 96, floor + 6), (x - 96, floor + 6))
    who = (
        circle(x, floor - 74, 14)
        + polygon((x - 8, floor - 60), (x + 8, floor - 60), (x + 26, floor + 4), (x - 26, floor + 4))
        + limb((x + 8, floor - 52, 6), (x + 30, floor - 70, 5), (x + 40, floor - 96, 3))
        + limb((x - 8, floor - 52, 6), (x - 28, floor - 40, 5), (x - 40, floor - 56, 3))
    )
    return (
        shape(cone, tones.glow, 0.55)
        + shape(who, tones.ink)
        + shape(box(x - 260, floor + 2, 520, 60), tones.ink)
        + shape(folds + top, tones.mid)
        + shape(pleats, tones.rim, 0.45)
        + shape("".join(circle(x - 160 + 40 * n, floor + 8, 6) for n in range(9)), tones.glow)
    )


def storm(chance: SeededNumbers, tones: Palette, x: float, floor: float) -> str:
    """No place at all: rings, beams and splinters round a light."""
    y, turn = floor - 108, chance.between(0, 1)
    rings = "".join(circle(x, y, r) + hole(x, y, r - 4 - r / 24) for r in (58, 96, 140, 190, 246))
    splinters = "".join(
        polygon((a - w, b), (a, b - 2.4 * w), (a + w, b), (a, b + 2.4 * w))
        for a, b, w in (
            (x + (70 + 19 * n) * sin(2.4 * n), y - (70 + 19 * n) * 0.62 * cos(2.4 * n), 4 + n % 5) for n in range(16)
        )
    )
    return (
        shape(rays(x, y, 22, 0.05, 520), tones.glow, 0.35)
        + shape(rings, tones.disc, 0.55)
        + shape(gear(24, (52, 44, 0), (x, y), turn), tones.ink)
        + shape(star(12, 40, 17, (x, y), turn), tones.glow)
        + shape(splinters, tones.rim, 0.9)
    )
