"""The picture of one card: a land under its sky, a figure, and the material of its rarity.

Everything is decided by what is printed on the card: the same card is drawn alike everywhere and for ever.
"""

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.figure import WIDE, Pose, draw_figure, draw_item, pose_of, silhouette
from drafts.drawings.materials import (
    FRAMES,
    GRAINS,
    HEIGHT,
    WIDTH,
    defined,
    edge_of,
    frame_of_half,
    frame_of_hexagon,
    inner_line,
    stock,
    window,
)
from drafts.drawings.palette import Palette, palette_of
from drafts.drawings.paths import hills, limb, number, rays
from drafts.drawings.places import draw_place
from drafts.drawings.subject import Subject

_WHOLE = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#{{}})"/>'


def draw_card(subject: Subject) -> str:
    """Return a card as SVG, 236 by 344, without its words: they stand on a plate over its lower third.

    The picture of a place is wider (`places.draw_place`).
    """
    if subject.place is not None:
        return draw_place(subject, subject.place)
    lands = [palette_of(subject.chance("light"), subject.material, hue) for hue, _ in subject.lands]
    drawn = _half(subject, lands[0]) if subject.half is not None else _single(subject, lands)
    shape = window(subject.material, is_hexagon=subject.is_hexagon, half=subject.half)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<defs>{defined(subject.material, lands)}<clipPath id="window">{shape}</clipPath></defs>{drawn}</svg>\n'
    )


def _single(subject: Subject, lands: list[Palette]) -> str:
    tones = lands[0]
    picture = (
        _land(subject, lands)
        + _sign(subject, tones)
        + inner_line(subject.material, is_hexagon=subject.is_hexagon)
        + _what_it_shows(subject, tones)
        + _WHOLE.format("shade")
        + (_WHOLE.format("grain") if subject.material in GRAINS else "")
    )
    chance = subject.chance("glitter")
    if subject.is_hexagon:
        return f'<g clip-path="url(#window)">{picture}</g>{frame_of_hexagon(subject.material, chance)}'
    return (
        f'{stock(subject.material, tones)}<g clip-path="url(#window)">{picture}</g>'
        f"{FRAMES[subject.material](tones, chance)}{edge_of(subject.edge) if subject.edge else ''}"
    )


def _land(subject: Subject, lands: list[Palette]) -> str:
    """Return the land, or two that meet along a line from the top to the bottom."""
    drawn = []
    for place, (tones, (_, scenery)) in enumerate(zip(lands, subject.lands, strict=True)):
        chance = subject.chance(f"land {place}")
        land = scenery(chance, tones, 0, WIDTH)
        if chance.below(2):
            land = f'<g transform="translate({WIDTH} 0) scale(-1 1)">{land}</g>'
        drawn.append(_WHOLE.format(f"sky{place or ''}") + land)
    if len(drawn) == 1:
        return drawn[0]
    top, bottom = (subject.chance("seam").between(low, low + 60) for low in (118, 58))
    cut = f"M{number(top)} 0H{WIDTH}V{HEIGHT}H{number(bottom)}Z"
    seam = f'<path d="M{number(top)} 0L{number(bottom)} {HEIGHT}" stroke="#ffe3a0" stroke-width="3"/>'
    return f'{drawn[0]}<clipPath id="cut"><path d="{cut}"/></clipPath><g clip-path="url(#cut)">{drawn[1]}</g>{seam}'


def _sign(subject: Subject, tones: Palette) -> str:
    """Return the sign of a card, large and faint behind its figure."""
    if not subject.sign:
        return ""
    return f'<path transform="translate(18 40) scale(2)" d="{subject.sign}" fill="{tones.disc}" opacity=".4"/>'


def _what_it_shows(subject: Subject, tones: Palette) -> str:
    """Return the figure with what it holds, or a thing alone, or nothing."""
    chance = subject.chance("side")
    if subject.figure is None:
        if subject.item is None:
            return ""
        at = (118 + chance.between(-16, 16), 142)
        light = f'<path d="{rays(*at, 12 + chance.below(8), 0.05, 190)}" fill="{tones.disc}" opacity=".35"/>'
        return light + draw_item(subject.item, at, chance.of(-14, -6, 8, 16), chance.between(1.05, 1.4), tones)
    pose = pose_of(subject, subject.figure)
    drawn = _twin(subject, pose, tones) + draw_figure(subject.figure, pose, tones, is_lit=subject.material != "paper")
    if subject.item:
        side = chance.of(-1, 1)
        reach = 74 if pose.scale < 1.1 else 84
        drawn += draw_item(subject.item, (WIDTH / 2 + side * reach, pose.y + 16), 16 * side, 0.62, tones)
    return drawn


def _twin(subject: Subject, pose: Pose, tones: Palette) -> str:
    """Return a second figure far behind the first, on some cards."""
    if subject.figure is None or subject.sign or subject.material not in GRAINS or subject.chance("twin").below(3):
        return ""
    x, scale = pose.x + (66 if pose.x < WIDTH / 2 else -66), 0.55 * pose.scale
    outline = silhouette(subject.figure, tones.near)
    return f'<g transform="translate({number(x)} {number(pose.y + 8)}) scale({scale:.3f})">{outline}</g>'


def _half(subject: Subject, tones: Palette) -> str:
    """Return one half of the picture of a pair: both cards, side by side, show it whole."""
    half, wide = subject.half or 0, 2 * WIDTH
    middle, y = WIDTH, 122
    lights = "".join(
        f'<circle cx="{x}" cy="{y}" r="9" fill="{tones.glow}"/>'
        for x, y in ((136, 124), (60, 70), (356, 100), (424, 44), (300, 70), (190, 52))
    )
    bough = (
        limb((-10, 20, 22), (90, 60, 14), (200, 30, 9), (300, 52, 9), (420, 22, 14), (490, 40, 22))
        + limb((110, 58, 8), (140, 92, 5), (136, 116, 1))
        + limb((380, 32, 8), (352, 66, 5), (356, 92, 1))
    )
    chance = SeededNumbers(f"pair\n{subject.pair}")
    far = hills(250, [chance.between(10, 60) for _ in range(9)], 0, wide)
    near = hills(276, [chance.between(10, 44) for _ in range(9)], 0, wide)
    sky = (
        f'<rect width="{wide}" height="{HEIGHT + 12}" fill="url(#sky)"/>'
        f'<path d="{rays(middle, y - 2, 26, 0.035, 500)}" fill="{tones.disc}" opacity=".16"/>'
        f'<circle cx="{middle}" cy="{y}" r="128" fill="{tones.disc}" opacity=".14"/>'
        f'<circle cx="{middle}" cy="{y}" r="96" fill="{tones.disc}"/>'
        f'<circle cx="{middle}" cy="{y}" r="108" fill="none" stroke="{tones.disc}" stroke-width="2" opacity=".7"/>'
        f'<path d="{far}" fill="{tones.far}" opacity=".9"/><path d="{near}" fill="{tones.near}"/>'
        f'<path d="{bough}" fill="{tones.ink}"/>{lights}'
    )
    scale = 0.9 if subject.figure in WIDE else 1.12
    pose = Pose(352 if half else 120, 150, scale, half == 1, -2 if half else 2, 3 if half else -3)
    figure = draw_figure(subject.figure, pose, tones, is_lit=True) if subject.figure else ""
    return (
        f'<g clip-path="url(#window)"><g transform="translate({-WIDTH * half} -12)">{sky}{figure}</g>'
        f"{_WHOLE.format('shade')}</g>{frame_of_half(half, subject.chance('glitter'))}"
    )
