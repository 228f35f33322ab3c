"""What a fighter may be called."""

import unicodedata

SHORTEST = 2
LONGEST = 24
_JOINERS = "\u200d\ufe0f"
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class BadNickname(ValueError):
    """A name that nobody can have, with the reason in words for people."""


def clean_nickname(text: str) -> str:
    """Return the name in normal form (NFC, single spaces): 2 to 24 characters, none that controls or turns the text.

    Raises BadNickname.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(sign) in _FORBIDDEN and sign not in _JOINERS for sign in name):
        raise BadNickname("A nickname can have letters, digits, signs and spaces, and no invisible characters.")
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadNickname(f"A nickname has {SHORTEST} to {LONGEST} characters.")
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise BadNickname("A nickname needs a letter, a digit or a sign.")
    return name


def nickname_key(name: str) -> str:
    """Return what two names have in common when people would take one for the other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in folded if sign not in _JOINERS and not sign.isspace())
