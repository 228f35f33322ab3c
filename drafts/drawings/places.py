"""The picture of a place, wider than high: a landmark over its land, under a sky of its own.

Where it is shown in a narrower or lower window its edges are cut, and its middle is seen.
"""

from drafts.drawings.landmarks import LANDMARKS
from drafts.drawings.materials import gradient
from drafts.drawings.palette import palette_of
from drafts.drawings.paths import hills
from drafts.drawings.shapes import shape
from drafts.drawings.subject import Subject

WIDTH, HEIGHT, FLOOR = 516, 344, 262


def draw_place(subject: Subject, place: str) -> str:
    """Return the picture of a place, 516 by 344, with the landmark of this name. It has no frame."""
    (hue, scenery), *_ = subject.lands
    tones = palette_of(subject.chance("light"), "gold", hue)
    chance = subject.chance("place")
    sky = gradient("sky", ((0, tones.top, 1), (0.5, tones.sky, 1), (0.95, tones.low, 1)), (0.2, 0, 0.6, 1))
    dusk = gradient("dusk", ((0.62, tones.ink, 0), (1, tones.ink, 0.75)), (0, 0, 0, 1))
    land = scenery(subject.chance("land"), tones, 0, WIDTH)
    if chance.below(2):
        land = f'<g transform="translate({WIDTH} 0) scale(-1 1)">{land}</g>'
    x = WIDTH / 2 + chance.between(-24, 24)
    whole = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{{}}"/>'
    haze = f'<g opacity=".34">{whole.format(tones.sky)}</g>'
    front = hills(318, [chance.between(4, 34) for _ in range(8)], 0, WIDTH)
    middle = hills(286, [chance.between(8, 30) for _ in range(6)], 0, WIDTH)
    landmark = LANDMARKS[place](subject.chance("landmark"), tones, x, FLOOR)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' preserveAspectRatio="xMidYMid slice"><defs>{sky}{dusk}</defs>'
        f"{whole.format('url(#sky)')}{land}{haze}{shape(middle, tones.near, 0.8)}{landmark}"
        f"{shape(front, tones.ink, 0.94)}{whole.format('url(#dusk)')}</svg>\n"
    )
