"""The diagram of passing: where seats, packs and the signs of the way stand on a ring that is seen from above."""

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from drafts.rules.formats import Direction

WIDTH, HEIGHT = 400, 250
"""Of the drawing, whose middle is free for words."""

_MIDDLE = (WIDTH / 2, HEIGHT / 2)
_RADIUS = (158.0, 90.0)
_STEPS = 1440
_ROOMY = 4
"""Up to so many seats are drawn at full size."""
_NAME = 0.3
"""How far the first seat reaches, which bears a word: in shares of the way from seat to seat."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the ring, and by how many degrees what stands there is turned to look along the way."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Ring:
    """Seats clockwise from the nearest, one pack on its way between any two, and chevrons that point along the way."""

    seats: tuple[Spot, ...]
    packs: tuple[Spot, ...]
    chevrons: tuple[Spot, ...]
    scale: float


def ring_of(seats: int, direction: Direction) -> Ring:
    """Return the diagram of a table of so many seats. Facing the middle, the next seat is on the left (R11)."""
    scale = min(1.0, (_ROOMY / seats) ** 0.5)
    share = 1 / seats
    return Ring(
        seats=tuple(_spot(seat * share, direction) for seat in range(seats)),
        packs=tuple(_spot((seat + 0.5) * share, direction) for seat in range(seats)),
        chevrons=tuple(_spot(at * share, direction) for at in _signs(seats)),
        scale=round(scale, 2),
    )


def _signs(seats: int) -> Iterator[float]:
    """Yield where chevrons stand, counted in seats: between a seat and a pack, and clear of the first seat's name."""
    between = (0.17, 0.25, 0.33) if seats <= _ROOMY else (0.25,)
    for seat in range(seats):
        for at in (*between, *(1 - at for at in reversed(between))):
            if min(seat + at, seats - seat - at) > _NAME:
                yield seat + at


def _spot(share: float, direction: Direction) -> Spot:
    """Return the spot that so much of the ring lies before, clockwise from the nearest seat."""
    angle = _angle_at(share)
    turn = math.degrees(math.atan2(_RADIUS[1] * math.cos(angle), -_RADIUS[0] * math.sin(angle)))
    if direction is Direction.RIGHT:
        turn += 180
    x, y = _point(angle)
    return Spot(round(x, 1), round(y, 1), round(turn % 360, 1))


def _point(angle: float) -> tuple[float, float]:
    return _MIDDLE[0] + _RADIUS[0] * math.cos(angle), _MIDDLE[1] + _RADIUS[1] * math.sin(angle)


def _lengths() -> tuple[float, ...]:
    """Return how long the way round the ring is up to each of its steps."""
    points = [_point(math.pi / 2 + math.tau * step / _STEPS) for step in range(_STEPS + 1)]
    return tuple(accumulate(map(math.dist, points, points[1:]), initial=0.0))


_WALKED = _lengths()


def _angle_at(share: float) -> float:
    """Return the angle up to which this share of the ring's length lies; so equal shares look equally far apart."""
    length = (share % 1) * _WALKED[-1]
    after = bisect_left(_WALKED, length)
    step = min((max(after - 1, 0), after), key=lambda near: abs(_WALKED[near] - length))
    return math.pi / 2 + math.tau * step / _STEPS
