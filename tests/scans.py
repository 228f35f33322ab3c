"""Pictures that look like scans of printed cards: border, title bar, art, text box and foot, in several proportions."""

import colorsys
import csv
import io
from collections.abc import Callable
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

VANGUARD, MAGIC, LANDSCAPE, NARROW, SQUARE = (354, 516), (375, 523), (523, 375), (240, 516), (400, 400)
BORDERS = ((24, 22, 20), (214, 186, 92), (222, 224, 230))


def scan(name: str, kin: str, words: str, size: tuple[int, int] = VANGUARD) -> bytes:
    """Return a PNG of an invented card as a scanner sees it: of the `size`, with all that is printed on one."""
    random = Random(name)
    width, height = size
    unit = min(size) / 100
    image = Image.new("RGB", size, random.choice(BORDERS))
    draw = ImageDraw.Draw(image)
    box = (4 * unit, 4 * unit, width - 4 * unit, height - 4 * unit)
    hue = Random(kin).random()
    _draw_art(draw, box, lambda light: _colour(hue + random.uniform(-0.06, 0.06), light), random)
    paper, ink = (243, 238, 222), (20, 18, 16)
    draw.rectangle((7 * unit, 7 * unit, width - 7 * unit, 17 * unit), fill=paper, outline=ink)
    draw.text((9 * unit, 8 * unit), name, font=ImageFont.load_default(6.4 * unit), fill=ink)
    top = height * 0.64
    draw.rectangle((7 * unit, top, width - 7 * unit, height - 17 * unit), fill=paper, outline=ink)
    lines = [words[at : at + 34] for at in range(0, len(words), 34)]
    draw.multiline_text((9 * unit, top + 2 * unit), "\n".join(lines), font=ImageFont.load_default(5 * unit), fill=ink)
    draw.text((9 * unit, height - 15 * unit), kin, font=ImageFont.load_default(6.4 * unit), fill=(255, 255, 255))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def scans_of(card_list: Path, folder: Path, wanted: Callable[[int], tuple[int, int] | None]) -> None:
    """Write scans for cards of a CSV into a folder; `wanted` says the size for the nth card, and None for no scan."""
    folder.mkdir(exist_ok=True)
    with card_list.open(encoding="utf-8", newline="") as lines:
        for place, row in enumerate(csv.DictReader(lines)):
            if size := wanted(place):
                kin = row.get("clan") or row.get("type_line") or "no clan"
                words = row.get("text") or "When this card is placed, look at the top card of the deck."
                file = folder / f"{row['card_number'].replace('/', '_').lower()}.png"
                file.write_bytes(scan(row["name"], kin, words, size))


def _draw_art(
    draw: ImageDraw.ImageDraw,
    box: tuple[float, float, float, float],
    colour: Callable[[float], tuple[int, int, int]],
    random: Random,
) -> None:
    draw.rectangle(box, fill=colour(0.3))
    left, top, right, bottom = box
    for _ in range(26):
        radius = random.uniform(0.04, 0.2) * (bottom - top)
        x, y = random.uniform(left + radius, right - radius), random.uniform(top + radius, bottom - radius)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour(random.uniform(0.15, 0.75)))


def _colour(hue: float, light: float) -> tuple[int, int, int]:
    red, green, blue = colorsys.hls_to_rgb(hue % 1, light, 0.6)
    return round(255 * red), round(255 * green), round(255 * blue)
