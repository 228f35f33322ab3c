"""The letters that a PDF is set in: Manrope, embedded, and for Chinese, Japanese and Korean what its readers have.

Scripts that run to the left or whose letters join are not set, since nothing here would draw them right.
"""

import unicodedata
from enum import StrEnum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import font_manrope

FILES = Path(font_manrope.__file__).parent / "files"


class Weight(StrEnum):
    """A weight of Manrope, by the name of its font."""

    REGULAR = "Manrope-Regular"
    BOLD = "Manrope-Bold"
    EXTRA_BOLD = "Manrope-ExtraBold"


class Asian(NamedTuple):
    """A font that programs which show PDF have, and an encoding all of whose characters are in it."""

    font: str
    encoding: str


ASIAN = (
    Asian("HeiseiKakuGo-W5", "cp932"),
    Asian("STSong-Light", "gbk"),
    Asian("MSung-Light", "big5"),
    Asian("HYGothic-Medium", "cp949"),
)
UNSEEN = ("Cf", "Co", "Cs", "Sk", "So")
"""The categories of characters that are left out: invisible ones, and pictures."""
VARIATIONS = range(0xFE00, 0xFE10)


def lettered(text: str, weight: Weight = Weight.REGULAR) -> str | None:
    """Return a text without pictures as markup of a paragraph; None where it has letters that cannot be set."""
    own = _letters_of(weight)
    whole = unicodedata.normalize("NFC", text)
    shown = "".join(sign for sign in whole if sign in own or not _is_unseen(sign))
    if not shown.strip():
        return None
    other = "".join(sign for sign in shown if sign not in own)
    font = _asian_font(other) if other else weight.value
    if font is None:
        return None
    runs = groupby(shown, key=lambda sign: weight.value if sign in own else font)
    return "".join(f'<font name="{name}">{escape("".join(signs))}</font>' for name, signs in runs)


def is_set_in(text: str, weight: Weight) -> bool:
    """Whether the site's own font has every letter of a text."""
    return bool(text.strip()) and set(text) <= _letters_of(weight)


def usable(weight: Weight) -> str:
    """Return the name of a weight, by which it may be drawn with from now on."""
    _letters_of(weight)
    return weight.value


@cache
def _letters_of(weight: Weight) -> frozenset[str]:
    from reportlab.pdfbase.pdfmetrics import registerFont  # it loads slowly, and most processes set nothing
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(weight.value, FILES / f"{weight}.ttf")
    registerFont(font)
    return frozenset(map(chr, font.face.charToGlyph))


def _asian_font(signs: str) -> str | None:
    for name, encoding in ASIAN:
        try:
            signs.encode(encoding)
        except UnicodeEncodeError:
            continue
        _register_asian(name)
        return name
    return None


@cache
def _register_asian(name: str) -> None:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont  # as above
    from reportlab.pdfbase.pdfmetrics import registerFont

    registerFont(UnicodeCIDFont(name))


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in UNSEEN or ord(sign) in VARIATIONS
