"""Bytes of a file as text, in the encodings that spreadsheets and fan sites write."""

import codecs
import re
from typing import NamedTuple

from drafts.importers.faults import BadFile, ImportFault
from drafts.rules.wording import Wording, gettext_noop

KANA = re.compile("[\u3041-\u30ff]")
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


DECK_CODE = re.compile(r"(?=[A-Z]*[0-9])[0-9A-Z]{4,6}")
"""The code of a deck on the publisher's site DeckLog, which alone knows its cards."""
DECK_CODES: Wording = gettext_noop("a list of deck codes (DeckLog)")
MOST_CODES = 1000
OTHER_KINDS = (
    (re.compile(r"Event #: ?\d+\s+Time:"), gettext_noop("a draft log of MTGO")),
    (
        re.compile(r"(?:(?:About|Deck|Commander|Companion)\s*\n)|(?:.*\n){1,300}?Sideboard\s*\n"),
        gettext_noop("a deck list of MTG Arena or MTGO"),
    ),
    (
        re.compile(rf"(?:{DECK_CODE.pattern}\s+){{0,{MOST_CODES}}}{DECK_CODE.pattern}\s*\Z"),
        DECK_CODES,
    ),
)
SECTION = re.compile(r"\[(metadata|settings|customcards|layouts|cards|booster)\]", re.IGNORECASE)
TOML = re.compile(r"\[{1,2}[A-Za-z0-9_.\"-]+\]{1,2}[ \t]*(#.*)?\r?\n\s*([A-Za-z_]+\s*=|\[)")


class Text(NamedTuple):
    """A file's text. `warning` says that its encoding was guessed; it is None where the file says what it is."""

    text: str
    warning: Wording | None = None


def text_of(data: bytes) -> Text:
    """Decode UTF-8, UTF-16 with a byte order mark, Shift JIS (cp932) or Windows-1252. Raises BadFile.

    cp932 and Windows-1252 can read nearly any bytes, so the guess goes by what comes out: Japanese lists have kana.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return Text(_checked(_decoded(data[len(mark) :], encoding)))
    text = _decoded(data, "utf-8")
    if text is not None:
        return Text(text)
    japanese = _decoded(data, "cp932")
    if japanese is not None and KANA.search(japanese):
        return Text(japanese, gettext_noop("the file is not UTF-8 and was read as Japanese text (Shift JIS)"))
    western = _checked(_decoded(data, "cp1252"))
    return Text(western, gettext_noop("the file is not UTF-8 and was read as Windows text: look at names with accents"))


def is_recipe(start: str) -> bool:
    """Whether a text that starts like this is a recipe (TOML)."""
    return TOML.match(start) is not None and not SECTION.match(start)


def other_kind_of(text: str) -> Wording | None:
    """Return in words the kind of a text of another program that has no set, or None."""
    start = text.lstrip()
    return next((what for sign, what in OTHER_KINDS if sign.match(start)), None)


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _checked(text: str | None) -> str:
    if text is None or "\0" in text:
        raise BadFile([ImportFault(gettext_noop("the file"), gettext_noop("this is not text, nor a table or JSON"))])
    return text
