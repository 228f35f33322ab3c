"""The rules for nicknames."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from drafts.rules.wording import gettext_noop

SHORTEST = 2
LONGEST = 24
LONGEST_KEY = LONGEST * 4
MOST_MARKS = 3
"""The most marks over or under one letter: no language needs more, and a tall stack covers other lines."""

_JOINERS = "\u200d\ufe0e\ufe0f"
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"}  # letters, marks and symbols without a visible glyph
_VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


_LOOK_ALIKES = {
    "a": "\u0430\u03b1\u0251", "c": "\u0441\u03f2", "d": "\u0501", "e": "\u0435", "g": "\u0261", "h": "\u04bb\u0570",
    "i": "\u0456\u03b9\u0131", "j": "\u0458\u03f3", "k": "\u043a\u03ba", "l": "\u04cf\u01c0", "n": "\u03b7\u0578",
    "o": "\u043e\u03bf\u0585", "p": "\u0440\u03c1", "q": "\u051b", "s": "\u0455", "u": "\u03c5\u057d",
    "v": "\u0475\u03bd", "w": "\u051d", "x": "\u0445\u03c7", "y": "\u0443\u04af\u03b3",
    "A": "\u0410\u0391", "B": "\u0412\u0392", "C": "\u0421\u03f9", "E": "\u0415\u0395", "H": "\u041d\u0397",
    "I": "\u0406\u0399\u04c0", "J": "\u0408\u037f", "K": "\u041a\u039a", "L": "\u053c", "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f\u0555", "P": "\u0420\u03a1", "Q": "\u051a", "S": "\u0405\u054f", "T": "\u0422\u03a4",
    "W": "\u051c", "X": "\u0425\u03a7", "Y": "\u0423\u04ae\u03a5", "Z": "\u0396",
}  # fmt: skip
"""Letters of the Cyrillic, Greek and Armenian alphabets, and some phonetic ones, that look like Latin letters."""
_LATIN = str.maketrans({sign: letter for letter, signs in _LOOK_ALIKES.items() for sign in signs})

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


class BadNickname(ValueError):
    """A name that cannot be a nickname, with the reason in words for people."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def clean_nickname(text: str) -> str:
    """Return the name in normal form (NFC, single spaces): 2 to 24 characters, none of them invisible.

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
    """Whether a text has characters that are invisible or control how it is shown."""
    return any(_is_invisible(sign) for sign in text)


def has_tower_of_marks(text: str) -> bool:
    """Whether a letter has so many marks that they cover other lines."""
    return _tallest_stack(text) > MOST_MARKS


@lru_cache(maxsize=4096)  # each new nickname is compared with all others of the event
def nickname_key(name: str) -> str:
    """Return a key that is the same for two names which people would take for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in folded if sign not in _JOINERS and not sign.isspace())[:LONGEST_KEY]


@lru_cache(maxsize=4096)
def _skeleton(name: str) -> str:
    """Return the key of a name with Latin letters in place of those that look like them."""
    return nickname_key(unicodedata.normalize("NFKD", name).translate(_LATIN))


def looks_like_one_of(name: str, others: Iterable[str]) -> bool:
    """Whether people would take a name for one of the others, also where letters of two alphabets look alike."""
    key, skeleton = nickname_key(name), _skeleton(name)
    return any(key == nickname_key(other) or skeleton == _skeleton(other) for other in others)


def isolate(name: str) -> str:
    """Return the name for use in a sentence, between characters that isolate its direction; no nickname has these."""
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"


def without_isolates(text: str) -> str:
    """Return a text without the characters that isolate the names in it."""
    return text.translate({ord(_ISOLATE): None, ord(_END_OF_ISOLATE): None})


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
    """Return a text with each nickname replaced as `called` says, where it stands as a word, in upper or lower case."""
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
