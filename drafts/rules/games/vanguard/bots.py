"""The preferences of a bot of a Vanguard draft."""

from collections.abc import Callable
from typing import cast

from drafts.rules.cards import Card
from drafts.rules.decks import Cards
from drafts.rules.games.vanguard.cards import VanguardCard

_WORTH = {"C": 0, "R": 2, "RR": 4, "RRR": 6}
_WORTH_OF_OTHERS = 7
_WANTED_SHARE = {0: 4, 1: 10, 2: 8, 3: 6}


def bot_order(pile: Cards) -> Callable[[Card], int]:
    """Return a key for the cards of a hand: rare and strong cards first, of grades that the pile still lacks."""
    grades = [cast(VanguardCard, held.card).grade for held in pile]
    total = len(grades) + 1

    def worth(card: Card) -> int:
        grade = cast(VanguardCard, card).grade
        lacking = 0 if grade is None else _WANTED_SHARE.get(grade, 0) * total // 28 - grades.count(grade)
        return _WORTH.get(card.rarity, _WORTH_OF_OTHERS) + 2 * lacking

    return worth
