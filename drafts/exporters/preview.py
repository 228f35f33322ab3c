"""The picture that stands beside a link to a log: the name of the draft and a fan of cards, as SVG, and that as PNG."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape

import resvg_py

from drafts.exporters.lettering import FILES, Weight, is_set_in

WIDTH, HEIGHT = 1200, 630
CARD_WIDTH, CARD_HEIGHT, ROUNDED = 225, 328, 16
TOP, FAR = 268, 1000
MOST_CARDS = 5
TAKEN = 'stroke="#ffc857" stroke-width="9"'
LEFT = 'stroke="#eef1fc" stroke-opacity=".55" stroke-width="3"'
KEPT = 32
"""So many pictures are kept in a process."""

_LONG = 26
_LONGEST = 60
_LINE = 15
_OPACITY = re.compile(r'(<(?:path|rect|ellipse|circle)\b[^>]*?) opacity=("[^"]*")([^>]*>)')
_NAMED = re.compile(r'(id="|url\(#|href="#)([\w-]+)')


class PreviewCard(NamedTuple):
    """A card of the fan: its name, the SVG behind its words, and whether it is framed as one that was taken."""

    name: str
    art: str
    is_taken: bool = False


def preview_svg(*, name: str, words: Sequence[str], cards: Sequence[PreviewCard]) -> str:
    """Return the picture. Words with letters that the site's own font does not have are left out."""
    lines = [_line(line, 96 + 46 * place, 27, Weight.BOLD, "#a9b2d2") for place, line in enumerate(words)]
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
            '<defs><radialGradient id="glow" cx=".5" cy="1" r=".9"><stop offset="0" stop-color="#2a3570"/>',
            '<stop offset="1" stop-color="#0b0e19"/></radialGradient></defs>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#glow)"/>',
            *_title(name),
            f'<g transform="translate(0 {100 if len(name) > _LONG else 80})">{"".join(lines)}</g>',
            *_fan(cards[:MOST_CARDS]),
            "</svg>",
        )
    )


@lru_cache(maxsize=KEPT)
def png_of(svg: str) -> bytes:
    """Return an SVG as PNG, in the site's own font and no other."""
    fonts = [str(FILES / f"{weight}.ttf") for weight in (Weight.BOLD, Weight.EXTRA_BOLD)]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, font_family="Manrope", skip_system_fonts=True))


def _title(name: str) -> list[str]:
    size = 68 if len(name) <= _LONG else 44 if len(name) <= 44 else 30
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return [_line(short, 120, size, Weight.EXTRA_BOLD, "#eef1fc")]


def _line(words: str, y: int, size: int, weight: Weight, colour: str) -> str:
    if not is_set_in(words, weight):
        return ""
    heavy = 800 if weight is Weight.EXTRA_BOLD else 700
    return (
        f'<text x="64" y="{y}" font-family="Manrope" font-weight="{heavy}" font-size="{size}"'
        f' fill="{colour}">{escape(words)}</text>'
    )


def _fan(cards: Sequence[PreviewCard]) -> list[str]:
    """Return the cards as they are held in a hand, turned about a point that is `FAR` below their tops."""
    middle = (len(cards) - 1) / 2
    return [
        f'<g transform="translate({WIDTH // 2} {TOP + FAR}) rotate({14 * (place - middle):.1f}) translate(0 {-FAR})">'
        f"{_card(card, place)}</g>"
        for place, card in enumerate(cards)
    ]


def _card(card: PreviewCard, place: int) -> str:
    """Return a card. Its own drawing and its frame are rounded: cutting off an edge again takes an eighth longer."""
    left = -CARD_WIDTH / 2
    art = _OPACITY.sub(_as_paint, _NAMED.sub(rf"\1c{place}-\2", card.art))
    frame = f'x="{left}" y="0" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"'
    body = art.replace("<svg ", f'<svg {frame} overflow="visible" ', 1)
    lines = _broken(card.name) if is_set_in(card.name, Weight.BOLD) else []
    text = "".join(
        f'<text x="{left + 14}" y="{222 + 25 * number}" font-family="Manrope" font-weight="700"'
        f' font-size="19" fill="#fff">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    edge = TAKEN if card.is_taken else LEFT
    round_, across, down = f"a{ROUNDED} {ROUNDED} 0 0 1", CARD_WIDTH - 2 * ROUNDED, CARD_HEIGHT - ROUNDED
    return (
        f'{body}<path d="M{left} 190h{CARD_WIDTH}V{down}{round_} {-ROUNDED} {ROUNDED}h{-across}{round_} {-ROUNDED}'
        f' {-ROUNDED}z" fill="#0b0e19" fill-opacity=".72"/>{text}<rect {frame} rx="{ROUNDED}" fill="none" {edge}/>'
    )


def _as_paint(shape: re.Match[str]) -> str:
    """Return a shape with its opacity on its only paint, which needs no layer; one with two paints stays as it is."""
    before, opacity, after = shape.groups()
    is_drawn, is_filled = 'stroke="' in shape[0], 'fill="none"' not in shape[0]
    if is_drawn and is_filled:
        return shape[0]
    return f"{before} {'stroke' if is_drawn else 'fill'}-opacity={opacity}{after}"


def _broken(name: str) -> list[str]:
    """Return a name in three lines at most, short enough for what the next card leaves to be seen."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) >= _LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line if len(line) <= _LINE else f"{line[: _LINE - 1]}…" for line in lines[:3]]
