"""Both decks of Rome on sheets to cut out."""

from collections.abc import Sequence
from dataclasses import dataclass

from drafts.presenters.games.rome.faces import RomeCard

ON_A_SHEET = 9
"""Three rows of three cards, 63 by 88 mm, fit A4 and Letter."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """One page of cards, and how many places on it are left over."""

    cards: tuple[RomeCard, ...]
    free: range


def sheets_of(deck: Sequence[RomeCard]) -> tuple[CardSheet, ...]:
    """Return the pages of a deck: each kind as often as the deck has it."""
    every = [card for card in deck for _ in range(card.count)]
    pages = [tuple(every[first : first + ON_A_SHEET]) for first in range(0, len(every), ON_A_SHEET)]
    return tuple(CardSheet(page, range(ON_A_SHEET - len(page))) for page in pages)
