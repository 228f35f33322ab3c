"""The middle of the picture of a place: each landmark rises from a floor at a point of a wide picture.

A landmark draws about 200 wide and up to 220 high, above and around `(x, floor)`.
"""

from collections.abc import Callable

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.landmarks.sights import (
    balloons,
    bell,
    books,
    lanterns,
    market,
    ship,
    stairs,
    storm,
    theatre,
    train,
    wheel,
)
from drafts.drawings.landmarks.towers import bridge, clock_tower, dome, gate, lighthouse, mills, palace, works
from drafts.drawings.landmarks.wilds import bones, crystals, great_tree, islands, lake, maze, mushrooms, whirl
from drafts.drawings.palette import Palette

Landmark = Callable[[SeededNumbers, Palette, float, float], str]

LANDMARKS: dict[str, Landmark] = {
    each.__name__: each
    for each in (
        lighthouse,
        clock_tower,
        bridge,
        gate,
        mills,
        dome,
        palace,
        works,
        great_tree,
        islands,
        mushrooms,
        bones,
        crystals,
        maze,
        whirl,
        lake,
        ship,
        stairs,
        market,
        train,
        bell,
        books,
        balloons,
        wheel,
        lanterns,
        theatre,
        storm,
    )
}
"""By their names."""
