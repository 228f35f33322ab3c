"""Emblems: what is drawn large on a clan's cards, in a square of 100 by 100 with the middle at 0, 0.

Those of the sample clans are drawn by hand; any other clan gets a rosette made from its name. Each is SVG markup in
which `currentColor` is the ink and opacity does the shading.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise
from math import cos, pi, sin

Emblem = Callable[[], str]


def emblem_of(slug: str) -> str:
    """Return the emblem of a clan as SVG markup, the same for the same slug."""
    return DRAWN[slug]() if slug in DRAWN else _rosette(slug)


# Shapes -----------------------------------------------------------------------------------------------------------


def _at(radius: float, turn: float) -> str:
    """Return the point at a distance from the middle, `turn` of a full circle clockwise from the top."""
    angle = 2 * pi * turn
    return f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}"


def _shape(path: str, opacity: float) -> str:
    return f'<path d="{path}" fill-opacity="{opacity:g}"/>'


def _line(path: str, width: float, opacity: float) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{width:g}" stroke-opacity="{opacity:g}"/>'


def _dot(point: str, radius: float, opacity: float) -> str:
    x, y = point.split()
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill-opacity="{opacity:g}"/>'


def _ring(radius: float, width: float, opacity: float) -> str:
    return (
        f'<circle r="{radius:g}" fill="none" stroke="currentColor" stroke-width="{width:g}"'
        f' stroke-opacity="{opacity:g}"/>'
    )


def _star(points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """Return the path of a star; `turn` rotates it by a part of a full circle."""
    corners = (_at(outer if i % 2 == 0 else inner, turn + i / (2 * points)) for i in range(2 * points))
    return f"M{'L'.join(corners)}Z"


def _petals(count: int, inner: float, outer: float, width: float, turn: float = 0.0) -> str:
    """Return the path of leaves that point outwards; `width` is a part of the room that each has."""
    half = width / (2 * count)
    middle = (inner + outer) / 2
    return "".join(
        f"M{_at(inner, at)}Q{_at(middle, at - half)} {_at(outer, at)}Q{_at(middle, at + half)} {_at(inner, at)}Z"
        for at in (turn + i / count for i in range(count))
    )


# The sample clans -------------------------------------------------------------------------------------------------


def _gold_lions() -> str:
    face = (
        "M0 27C-7 27-11 22-13 16-20 13-23 5-22-4-26-8-27-15-23-19-18-21-13-19-10-16-4-19 4-19 10-16 "
        "13-19 18-21 23-19 27-15 26-8 22-4 23 5 20 13 13 16 11 22 7 27 0 27Z"
    )
    features = "M-15-3C-11-5-7-4-5 0-9 2-13 1-15-3ZM15-3C11-5 7-4 5 0 9 2 13 1 15-3ZM-5 9H5L1 15V20H-1V15Z"
    return (
        _shape(_star(16, 50, 33), 0.2)
        + _shape(_star(16, 41, 27, 1 / 32), 0.26)
        + _shape(face, 0.62)
        + f'<path class="cut" d="{features}" fill-opacity="0.62"/>'
    )


def _ember_court() -> str:
    outer = (
        "M3-50C7-32 32-22 31 8 30 32 14 46-2 46-22 46-34 31-33 12-32-4-21-12-20-28-13-24-10-18-10-11-1-20 6-33 3-50Z"
    )
    middle = "M3-16C6-6 20 2 19 20 18 35 8 43-2 43-14 43-22 33-21 20-20 10-13 7-12-4-7-1-5 3-5 6 1 1 4-7 3-16Z"
    core = "M1 12C3 18 10 22 9 31 8 38 3 41-2 41-8 41-12 36-11 30-10 25-6 23-6 17-3 19-2 21-2 23 1 20 2 16 1 12Z"
    sparks = "".join(
        _dot(point, size, 0.4) for point, size in (("28 -30", 2.6), ("36 -14", 1.8), ("-34 -24", 2.2), ("-26 -40", 1.6))
    )
    return _shape(outer, 0.24) + _shape(middle, 0.3) + _shape(core, 0.62) + sparks


def _tide_choir() -> str:
    def wave(top: float, depth: float, opacity: float) -> str:
        return _shape(
            f"M-60 {top}C-44 {top - 24}-30 {top - 24}-14 {top}S16 {top + 24} 32 {top}S54 {top - 20} 62 {top - 10}"
            f"V{top + depth}C52 {top + depth - 8} 44 {top + depth - 4} 32 {top + depth}"
            f"S2 {top + depth + 24}-14 {top + depth}S-44 {top + depth - 24}-60 {top + depth}Z",
            opacity,
        )

    notes = "".join(
        _dot(point, size, 0.55) for point, size in (("-34 -33", 3.2), ("-14 -41", 4.2), ("10 -38", 5.4), ("33 -27", 4))
    )
    return wave(-10, 13, 0.42) + wave(12, 14, 0.27) + wave(34, 16, 0.16) + notes


def _verdant_oath() -> str:
    left = "M-2 46C-34 38-44 8-36-34-10-26 4 0-2 46Z"
    right = "M4 46C0 12 14-14 42-28 48 10 36 38 4 46Z"
    tall = "M1 44C-24 12-20-22 1-50 22-22 26 12 1 44Z"
    veins = "M1 48V-30M1-8-9-19M1-8 11-19M1 8-12-6M1 8 14-6M1 24-11 11M1 24 13 11"
    return _shape(left, 0.2) + _shape(right, 0.24) + _shape(tall, 0.42) + _line(veins, 1.8, 0.6)


def _gear(teeth: int, outer: float, inner: float, hole: float) -> str:
    edge = []
    for i in range(teeth):
        start = i / teeth
        parts = ((inner, 0.0), (inner, 0.22), (outer, 0.34), (outer, 0.66), (inner, 0.78))
        edge += [_at(radius, start + part / teeth) for radius, part in parts]
    rim = f"M0 {-hole}A{hole} {hole} 0 1 0 0 {hole}A{hole} {hole} 0 1 0 0 {-hole}Z"
    return f"M{'L'.join(edge)}Z{rim}"


def _clockwork_guild() -> str:
    hours = "".join(_line(f"M{_at(22, i / 12)}L{_at(26, i / 12)}", 2.4, 0.55) for i in range(12))
    small = f'<g transform="translate(34 33) rotate(12)">{_shape(_gear(9, 19, 14.5, 7), 0.26)}</g>'
    hands = _line(f"M{_at(0, 0)}L{_at(19, 0.85)}M0 0L{_at(14, 0.12)}", 3.4, 0.8)
    big = _shape(_gear(14, 45, 37.5, 30), 0.42)
    return f'{small}<g transform="translate(-5 -5)">{big}{_ring(28, 1.2, 0.4)}{hours}{hands}{_dot("0 0", 3.4, 0.9)}</g>'


def _night_orchard() -> str:
    moon = "M14-46A44 44 0 1 0 44 20 36 36 0 1 1 14-46Z"
    bough = "M-30 46C-18 30-14 16 2 4 12-4 20-8 24-20M-8 15C-14 6-16 0-15-9M4 3C14 6 22 5 30 1"
    fruit = "".join(_dot(point, 6.2, 0.75) for point in ("24 -22", "-15 -14", "33 2", "0 20"))
    leaves = (
        "M2 4C-2-6 0-14 6-20 11-13 10-4 2 4ZM-14 22C-24 22-30 18-33 11-24 9-17 13-14 22Z"
        "M16 2C18 11 24 16 32 17 31 9 25 3 16 2Z"
    )
    stars = _shape(_star(4, 5, 1.4), 0.7)
    sky = "".join(f'<g transform="translate({x} {y})">{stars}</g>' for x, y in ((40, -36), (26, -46), (46, -14)))
    return _shape(moon, 0.26) + _line(bough, 3.2, 0.45) + _shape(leaves, 0.4) + fruit + sky


DRAWN: dict[str, Emblem] = {
    "gold-lions": _gold_lions,
    "ember-court": _ember_court,
    "tide-choir": _tide_choir,
    "verdant-oath": _verdant_oath,
    "clockwork-guild": _clockwork_guild,
    "night-orchard": _night_orchard,
}

# Everybody else ---------------------------------------------------------------------------------------------------


def _numbers(text: str) -> Iterator[int]:
    """Yield 32 numbers from 0 to 255 that depend on a text only."""
    yield from sha256(text.encode()).digest()


def _rosette(slug: str) -> str:
    """Return petals, a star and a ring around a heart: turned and counted by the name's hash."""
    byte = _numbers(slug)
    count = 5 + next(byte) % 5
    outer = (_outer_petals, _outer_blades, _outer_arcs)[next(byte) % 3](count, next(byte) % 3)
    middle = (_middle_star, _middle_facets, _middle_petals)[next(byte) % 3](count, next(byte) % 2)
    heart = (_heart_star, _heart_rings, _heart_dots)[next(byte) % 3](count)
    return outer + middle + heart


def _outer_petals(count: int, kind: int) -> str:
    wide, narrow = _petals(count, 8, 50, 1.25 + 0.25 * kind), _petals(count, 8, 42, 0.8, 0.5 / count)
    return _shape(wide, 0.22) + _shape(narrow, 0.2)


def _outer_blades(count: int, kind: int) -> str:
    return _shape(_star(count, 50, 20 + 4 * kind), 0.2) + _shape(_star(count, 44, 22, 0.5 / count), 0.2)


def _outer_arcs(count: int, kind: int) -> str:
    beads = "".join(_dot(_at(43, i / count), 5.5, 0.34) for i in range(count))
    return _ring(43, 2, 0.3) + beads + _shape(_star(count, 38, 24 - 3 * kind, 0.5 / count), 0.2)


def _middle_star(count: int, kind: int) -> str:
    return _shape(_star(count, 31, 15, 0.5 * kind / count), 0.34)


def _middle_facets(count: int, kind: int) -> str:
    corners = [_at(30, (i + 0.5 * kind) / count) for i in range(count + 1)]
    return "".join(_shape(f"M0 0L{a}L{b}Z", 0.2 + 0.26 * (i % 2)) for i, (a, b) in enumerate(pairwise(corners)))


def _middle_petals(count: int, kind: int) -> str:
    return _shape(_petals(count, 5, 33, 1.1, 0.5 * kind / count), 0.36)


def _heart_star(count: int) -> str:
    return _shape(_star(count, 15, 7, 0.5 / count), 0.7)


def _heart_rings(count: int) -> str:
    return _ring(13, 2.4, 0.65) + _dot("0 0", 3 + count / 2, 0.7)


def _heart_dots(count: int) -> str:
    return _dot("0 0", 5, 0.75) + "".join(_dot(_at(12, i / count), 2.4, 0.65) for i in range(count))
