"""The pull list of a digital draft: the cards that the store takes out of its boxes."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from drafts.presenters.decks.sheets import DeckSheet
from drafts.rules.cards import Card
from drafts.rules.decks import Cards


@dataclass(frozen=True, slots=True)
class PulledCard:
    """A card of the pull list: all its copies, and the fighters who get them, each with a number of copies."""

    copies: Cards
    fighters: tuple[tuple[str, int], ...]

    @property
    def foils(self) -> int:
        """How many of the copies are of foil."""
        return sum(held.foil for held in self.copies)

    @property
    def card(self) -> Card:
        """The card itself."""
        return self.copies[0].card


def pulled_cards(sheets: Iterable[DeckSheet]) -> list[PulledCard]:
    """Return all cards of these decks, each number once, in the order in which cards stand in a box."""
    copies: dict[str, Cards] = {}
    fighters: dict[str, Counter[str]] = {}
    for sheet in sheets:
        for zone in sheet.deck.zones:
            for held in zone.cards:
                number = held.card.number
                copies[number] = (*copies.get(number, ()), held)
                fighters.setdefault(number, Counter())[sheet.name] += 1
    numbers = sorted(copies, key=_place_in_box)
    return [PulledCard(copies[number], tuple(fighters[number].items())) for number in numbers]


def _place_in_box(number: str) -> list[tuple[int, str]]:
    """Return a key by which `TST/9` comes before `TST/10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", number)]
