"""A language in which every text stands in brackets: what is seen without them was not passed through translation."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from html.parser import HTMLParser

from django.utils import translation
from django.utils.translation import trans_real

from drafts import languages

OPEN, CLOSE = "⟦", "⟧"
SHOWN_ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
UNREAD = {"code", "kbd", "script", "style"}
LETTER = re.compile(r"[^\W\d_½]")
FACT = re.compile(r"(%\(\w+\)[a-z]|%[ds]|\{\w+\})")  # stays outside of the brackets: it may be words itself
NAMES_AND_SIGNS = {"Pass Left", "JSON", "CSV", "SHA-256", "UTC", "K7QF3M", "Redis"}
"""The names and signs that are the same in every language: the site's name, kinds of files, an example of a code."""


class _Brackets(NullTranslations):
    """Stands where Django has a catalogue."""

    def gettext(self, message: str) -> str:
        pieces = FACT.split(message.rpartition("\x04")[2])  # behind the context, if it has one
        return "".join(
            f"{OPEN}{piece}{CLOSE}" if place % 2 == 0 and piece else piece for place, piece in enumerate(pieces)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def to_language(self) -> str:
        return "xx"


@contextmanager
def in_brackets() -> Iterator[None]:
    """Let the site speak the language of brackets."""
    trans_real._translations["xx"] = languages.SCRIPT_CATALOGUES["xx"] = _Brackets()
    with translation.override("xx"):
        yield


class _Reader(HTMLParser):
    """Gathers what of a page is read outside of brackets; a message may reach over several elements."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.unread = 0
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unread += tag in UNREAD
        for name, value in attrs:
            if name in SHOWN_ATTRIBUTES or (name == "value" and ("type", "submit") in attrs):
                self.outside.append(without_messages(value or ""))

    def handle_endtag(self, tag: str) -> None:
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        for piece in re.split(f"([{OPEN}{CLOSE}])", data):
            self.depth += (piece == OPEN) - (piece == CLOSE)
            if not self.depth and not self.unread:
                self.outside.append(piece)


def without_messages(text: str) -> str:
    """Return a text without what stands in brackets, from the innermost on."""
    inner = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
    while inner.search(text):
        text = inner.sub(" ", text)
    return text


def untranslated_in_page(page: str, data: Iterable[str]) -> list[str]:
    """Return the texts of a page that are neither messages nor among the data, which people have made up."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.depth == 0
    return untranslated_in(reader.outside, data)


def untranslated_in(texts: Iterable[str], data: Iterable[str]) -> list[str]:
    """Return the texts in which letters are left when messages and data are taken out."""
    known = {*NAMES_AND_SIGNS, *filter(None, data)}
    left = [text for text in map(without_messages, texts) if LETTER.search(text) and text.strip() not in known]
    together = "\n".join(left)
    here = [word for word in known if word in together]  # of thousands
    either = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(here, key=len, reverse=True)))})(?!\w)")
    return [text.strip() for text in left if LETTER.search(either.sub(" ", text) if here else text)]
