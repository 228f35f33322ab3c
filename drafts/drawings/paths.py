"""Shapes as the path data of SVG. Lengths are in units of the drawing; a turn is 1 for the whole way round."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a length as it is written: one place after the point, none where it is zero."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def polygon(*points: Point) -> str:
    """Return a closed shape with straight sides."""
    return "M" + "L".join(_at(point) for point in points) + "Z"


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle round a point."""
    return _round(x, y, radius, 0)


def hole(x: float, y: float, radius: float) -> str:
    """Return a circle that cuts a hole into the shape before it."""
    return _round(x, y, radius, 1)


def _round(x: float, y: float, radius: float, sweep: int) -> str:
    half = f"a{number(radius)} {number(radius)} 0 1 {sweep} "
    return f"M{_at((x - radius, y))}{half}{number(2 * radius)} 0{half}{number(-2 * radius)} 0Z"


def star(points: int, outer: float, inner: float, at: Point = (0, 0), turn: float = 0) -> str:
    """Return a star with as many points, which begins at the top and is turned to the right."""
    (x, y), corners = at, []
    for corner in range(2 * points):
        radius, angle = (inner if corner % 2 else outer), 2 * pi * (turn + corner / (2 * points))
        corners.append((x + radius * sin(angle), y - radius * cos(angle)))
    return polygon(*corners)


def rays(x: float, y: float, count: int, half_width: float, length: float = 420) -> str:
    """Return beams of light from a point; `half_width` is an angle in radians."""
    beams = []
    for beam in range(count):
        left, right = (2 * pi * beam / count + side * half_width for side in (-1, 1))
        ends = [(x + length * sin(angle), y - length * cos(angle)) for angle in (left, right)]
        beams.append(polygon((x, y), *ends))
    return "".join(beams)


def gear(teeth: int, radii: tuple[float, float, float], at: Point, turn: float = 0) -> str:
    """Return a cogwheel. `radii` are those of its teeth, of the wheel, and of the hole in its middle."""
    (outer, inner, bore), (x, y) = radii, at
    profile = ((inner, 0), (inner, 0.22), (outer, 0.34), (outer, 0.66), (inner, 0.78))
    corners = []
    for tooth in range(teeth):
        for radius, along in profile:
            angle = 2 * pi * ((tooth + along) / teeth + turn)
            corners.append((x + radius * sin(angle), y - radius * cos(angle)))
    return polygon(*corners) + hole(x, y, bore)


def _curve(points: Sequence[Point], *, closed: bool) -> str:
    """Return what leads from the first point smoothly through all others."""
    count = len(points)

    def near(place: int) -> Point:
        return points[place % count] if closed else points[max(0, min(count - 1, place))]

    parts = []
    for place in range(count if closed else count - 1):
        before, here, there, after = (near(place + step) for step in (-1, 0, 1, 2))
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(f"C{_at(first)} {_at(second)} {_at(there)}")
    return "".join(parts)


def blob(*points: Point) -> str:
    """Return a closed shape that leads smoothly through the points."""
    return f"M{_at(points[0])}{_curve(points, closed=True)}Z"


def limb(*points: tuple[float, float, float]) -> str:
    """Return a smooth line through points (x, y, width) that is as wide at each as is said there."""
    left, right = [], []
    for place, (x, y, width) in enumerate(points):
        before, after = points[max(0, place - 1)], points[min(len(points) - 1, place + 1)]
        across, along = after[0] - before[0], after[1] - before[1]
        length = hypot(across, along) or 1
        off = (-along / length * width / 2, across / length * width / 2)
        left.append((x + off[0], y + off[1]))
        right.append((x - off[0], y - off[1]))
    right.reverse()
    return f"M{_at(left[0])}{_curve(left, closed=False)}L{_at(right[0])}{_curve(right, closed=False)}Z"


def hills(floor: float, heights: Sequence[float], left: float, width: float) -> str:
    """Return land whose edge leads smoothly through heights above a floor, evenly from left to right."""
    step = width / (len(heights) - 1)
    edge = [(left + step * place, floor - height) for place, height in enumerate(heights)]
    outside, bottom = 4, 400
    return (
        f"M{_at((left - outside, bottom))}L{_at(edge[0])}{_curve(edge, closed=False)}"
        f"L{_at((left + width + outside, bottom))}Z"
    )
