"""What is different in fights with drafted decks (R17, R18)."""

import re

LOSING_DAMAGE = 4
_NAMED_CLAN = re.compile("«[^»]*»")


def has_lost(damage: int) -> bool:
    """Whether a fighter with so many cards in the damage zone loses by rule action (R17)."""
    return damage >= LOSING_DAMAGE


def text_as_read(text: str) -> str:
    """Return a card's text as it is read here: every clan that it names in « » is all of the clans (R18)."""
    return _NAMED_CLAN.sub("«all of the clans»", text)
