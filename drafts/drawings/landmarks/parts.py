"""Parts of several landmarks."""

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.paths import polygon


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle, by its upper left corner."""
    return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def lit(side: float, *points: tuple[float, float]) -> str:
    """Return a closed shape that is symmetric about the vertical at `side`, by the points of one half."""
    return polygon(*points, *((2 * side - x, y) for x, y in reversed(points)))


def windows(chance: SeededNumbers, x: float, y: float, panes: tuple[int, int], step: float = 14) -> str:
    """Return windows in columns and rows, two of three of them lit."""
    spots = [(x + step * column, y + 1.3 * step * row) for column in range(panes[0]) for row in range(panes[1])]
    return "".join(box(left, top, 0.36 * step, 0.55 * step) for left, top in spots if chance.below(3))
