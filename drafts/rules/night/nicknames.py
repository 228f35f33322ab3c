"""What a fighter may be called."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from drafts.rules.wording import gettext_noop

SHORTEST = 2
LONGEST = 24
LONGEST_KEY = LONGEST * 4
MOST_MARKS = 3
"""Signs that stack over or under one letter: no language needs more, and a tower of them covers other lines."""

_JOINERS = "\u200d\ufe0e\ufe0f"
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"}  # letters, marks and signs that show nothing
_VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


class BadNickname(ValueError):
    """A name that nobody can have, with the reason in words for people."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def clean_nickname(text: str) -> str:
    """Return the name in normal form (NFC, single spaces): 2 to 24 characters, none that controls or turns the text.

    Raises BadNickname.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if has_invisible_signs(name):
        raise BadNickname(
            gettext_noop("A nickname can have letters, digits, signs and spaces, and no invisible characters.")
        )
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadNickname(
            gettext_noop("A nickname has %(shortest)s to %(longest)s characters.", shortest=SHORTEST, longest=LONGEST)
        )
    if has_tower_of_marks(name):
        raise BadNickname(gettext_noop("A nickname has no more than %(most)s marks on one letter.", most=MOST_MARKS))
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise BadNickname(gettext_noop("A nickname needs a letter, a digit or a sign."))
    return name


def has_invisible_signs(text: str) -> bool:
    """Whether a text has signs that control or turn it, or that nobody sees."""
    return any(_is_invisible(sign) for sign in text)


def has_tower_of_marks(text: str) -> bool:
    """Whether so many marks stand on one letter that they cover other lines."""
    return _tallest_stack(text) > MOST_MARKS


def nickname_key(name: str) -> str:
    """Return what two names have in common when people would take one for the other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in folded if sign not in _JOINERS and not sign.isspace())[:LONGEST_KEY]


def isolate(name: str) -> str:
    """Return the name for a sentence: signs around it, which no nickname has, keep its direction to itself."""
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"


def isolate_names(text: str, names: Collection[str]) -> str:
    """Return a text in which each of the names, where it stands as a word, is isolated."""
    return isolate_names_in([text], names)[0]


def isolate_names_in(texts: Iterable[str], names: Collection[str]) -> list[str]:
    """Return texts in which each of the names, where it stands as a word, is isolated."""
    if not names:
        return list(texts)
    longest_first = sorted(sorted(names), key=len, reverse=True)
    either = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return [either.sub(lambda found: isolate(found[0]), text) for text in texts]


def replace_names(text: str, called: Mapping[str, str]) -> str:
    """Return a text in which each nickname, where it stands as a word in any case of letters, is as `called`."""
    if not called:
        return text
    by_key = {nickname_key(name): other for name, other in called.items()}
    longest_first = sorted(sorted(called), key=len, reverse=True)
    forms = (r"\s+".join(map(re.escape, name.split())) for name in longest_first)
    either = re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)
    return either.sub(lambda found: by_key.get(nickname_key(found[0]), found[0]), text)


def pieces_of(text: str) -> list[str]:
    """Split a text at its isolated names: every second piece is a name."""
    return re.split(f"{_ISOLATE}([^{_END_OF_ISOLATE}]*){_END_OF_ISOLATE}", text)


def _tallest_stack(name: str) -> int:
    marks = ("M" if unicodedata.category(sign) in {"Mn", "Me"} else " " for sign in name if sign not in _JOINERS)
    return max(map(len, "".join(marks).split()), default=0)


def _is_invisible(sign: str) -> bool:
    if sign in _JOINERS:
        return False
    hides = sign in _BLANK or any(ord(sign) in some for some in _VARIANTS)
    return hides or unicodedata.category(sign) in _FORBIDDEN
