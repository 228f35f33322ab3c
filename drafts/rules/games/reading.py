"""How the facts of cards are read from the texts of a list: functions for `Field.read`."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable

from drafts.rules.texts import too_long
from drafts.rules.wording import Wording, gettext_noop

WHOLE_NUMBER = re.compile(r"(?:[^\W\d_]+[\s:]*)?\+?([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.0+)?\+?")
"""Also as lists print and spreadsheets store it: `Grade 3`, `+5000`, `15000+`, `11,000`, `3.0`, `１１０００`."""


def text_of_at_most(longest: int) -> Callable[[str], str]:
    """Return a reader of a text of so many characters at most."""

    def read(text: str) -> str:
        if len(text) > longest:
            raise ValueError(too_long(longest))
        return text

    return read


def whole_number(highest: int) -> Callable[[str], int | None]:
    """Return a reader of a whole number from 0 to `highest`; nothing is None."""

    def read(text: str) -> int | None:
        if not text:
            return None
        found = WHOLE_NUMBER.fullmatch(unicodedata.normalize("NFKC", text))
        number = int(found[1].replace(",", "")) if found else -1
        if not 0 <= number <= highest:
            raise ValueError(gettext_noop("is not a whole number from 0 to %(highest)s", highest=highest))
        return number

    return read


def none_of(words: Iterable[str]) -> Wording:
    """Return the fault of a text that is not among these words."""
    return gettext_noop("is none of %(known)s", known=", ".join(words))


def one_of(words: Collection[str]) -> Callable[[str], str]:
    """Return a reader of one of these words, in any case; nothing stays nothing."""

    def read(text: str) -> str:
        if text.lower() not in ("", *words):
            raise ValueError(none_of(words))
        return text.lower()

    return read
