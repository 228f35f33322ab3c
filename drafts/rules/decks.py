"""Decks as values: the cards of a fighter, sorted for display, wherever they come from. Games make them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import CardId, CardInPack

Cards = tuple[CardInPack, ...]


class DeckSource(StrEnum):
    """The origin of a deck: a whole drafted pile, cards that its fighter built it of, or a list of their own cards."""

    PILE = "pile"
    BUILT = "built"
    LISTED = "listed"


class DeckGroup(NamedTuple):
    """Cards of a deck that are shown together, under a heading."""

    name: str
    cards: Cards


class DeckRow(NamedTuple):
    """Cards of a deck that lie side by side on a table. `sign` is what stands before them, a letter or a number."""

    name: str
    sign: str
    cards: Cards


class Zone(NamedTuple):
    """Cards of a deck that lie apart from others in play, in the order in which they are shown."""

    slug: str
    name: str
    cards: Cards


class Tally(NamedTuple):
    """A count of a deck's cards by one of their facts."""

    slug: str
    label: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a fighter plays with, sorted for display. Warnings inform; nothing is refused.

    `source` says where they come from. The first of the tallies is the curve: what is drawn as columns on paper, its
    names numbers. `rows` have each card once, as they lie on a table; the `hero` is the rarest of all, shown large.
    `starter` is the card to begin a fight with, where the game has one and the deck any card: one of the `starters`,
    the cards that may be it. The note says why this one; it is empty for a card that its fighter has chosen.
    """

    zones: tuple[Zone, ...]
    groups: tuple[DeckGroup, ...]
    tallies: tuple[Tally, ...]
    warnings: tuple[str, ...] = ()
    starter: CardInPack | None = None
    starter_note: str = ""
    starters: Cards = ()
    rows: tuple[DeckRow, ...] = ()
    hero: CardInPack | None = None
    source: DeckSource = DeckSource.PILE

    @property
    def main(self) -> Cards:
        """Return the cards that it is played with: of a pile all, of other decks the main deck."""
        return self.zone("main") if self.source is not DeckSource.PILE else sum((zone.cards for zone in self.zones), ())

    @property
    def aside(self) -> Cards:
        """Return the sideboard, with what lies in the command zone (M18)."""
        return () if self.source is DeckSource.PILE else (*self.zone("side"), *self.zone("command"))

    @property
    def listed(self) -> tuple[DeckGroup, ...]:
        """Return the groups of the deck, and those zones besides that are in none of them."""
        if self.source is DeckSource.PILE:
            return self.groups
        return (*self.groups, *(DeckGroup(zone.name, zone.cards) for zone in self.zones if zone.slug != "main"))

    def zone(self, slug: str) -> Cards:
        """Return the cards of a zone."""
        return next((zone.cards for zone in self.zones if zone.slug == slug), ())

    def starting_with(self, card: CardId | None) -> "Deck":
        """Return the deck with the card that its fighter has chosen to begin with; None or another card: unchanged."""
        chosen = next((held for held in self.starters if held.id == card), None)
        return self if chosen is None else replace(self, starter=chosen, starter_note="")

    def counts(self, slug: str) -> dict[str, int]:
        """Return the counts of a tally."""
        return next((dict(tally.counts) for tally in self.tallies if tally.slug == slug), {})


def alike(cards: Cards) -> list[Cards]:
    """Return the cards of each number together, in the order of the first of each."""
    of_number: dict[str, Cards] = {}
    for held in cards:
        of_number[held.card.key] = (*of_number.get(held.card.key, ()), held)
    return list(of_number.values())
