"""Planar decks and the planar die (M38, M39): the cards of a fight, their order, and what a roll shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.errors import PlanarDeckSmall, PlanarDuplicate
from drafts.rules.ids import FighterId

OWN_DECK = 10
"""The fewest planes and phenomena in a planar deck of one's own; a shared one has as many for each fighter."""
SHARED_DECK = 40
"""The most cards of a shared planar deck."""
SIDES_OF_DIE = 6


class PlaneWay(StrEnum):
    """The planar decks with which an event is fought. The values are published."""

    OFF = "off"
    OWN = "own"
    SHARED = "shared"


class DieFace(StrEnum):
    """A face of the planar die. The values are published."""

    PLANESWALK = "planeswalk"
    CHAOS = "chaos"
    BLANK = "blank"


class Plane(NamedTuple):
    """A card of planar decks: a plane, or a phenomenon. `former` are the numbers that its card had before."""

    card: Card
    is_phenomenon: bool = False
    former: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The number of its card, by which it is named."""
        return self.card.number

    @property
    def first_number(self) -> str:
        """The number that its card had first: before a shuffle planes are sorted by it."""
        return self.former[0] if self.former else self.number


Owner = FighterId | None
"""The owner of a planar deck; None of the shared one."""

Deck = tuple[Plane, ...]
"""A planar deck, the card on top first."""


@dataclass(frozen=True, slots=True)
class PlaneTerms:
    """How an event is fought on planes, and on which: all that were loaded, in order of their first numbers."""

    way: PlaneWay
    planes: tuple[Plane, ...] = field(repr=False)

    @property
    def by_number(self) -> Mapping[str, Plane]:
        """The planes by all numbers that they have or had."""
        return {number: plane for plane in self.planes for number in (*plane.former, plane.number)}


@dataclass(frozen=True, slots=True)
class Planes:
    """The planar decks of a fight of this number. `chosen` are the cards of fighters who have chosen theirs."""

    terms: PlaneTerms
    seed: str = field(repr=False)
    fight: int
    fighters: tuple[FighterId, ...]
    chosen: Mapping[FighterId, Deck] = field(default_factory=dict, repr=False)

    def decks(self, game: int) -> Mapping[Owner, Deck]:
        """Return the planar decks at the beginning of a game, from 1, by their owners."""
        if self.terms.way is PlaneWay.SHARED:
            size = shared_size(len(self.fighters))
            return {None: _shuffled(Chance(self.seed, "planes", self.fight), self.terms.planes, game)[:size]}
        return {fighter: self._own(fighter, game) for fighter in self.fighters}

    def _own(self, fighter: FighterId, game: int) -> Deck:
        chance = Chance(self.seed, "planes", self.fight, fighter)
        if fighter in self.chosen:
            return _shuffled(chance, self.chosen[fighter], game)
        return _shuffled(chance, self.terms.planes, game)[:OWN_DECK]

    def face(self, roll: int) -> DieFace:
        """Return the face of the planar die in a roll of the fight, from 1: 6 is planeswalk, 1 is chaos (M39)."""
        return die_shows(self.seed, self.fight, roll)


def die_shows(seed: str, fight: int, roll: int) -> DieFace:
    """Return the face of the planar die by a seed, in the fight and the roll of these numbers, from 1."""
    shown = 1 + Chance(seed, "die", fight, roll).below(SIDES_OF_DIE)
    return {SIDES_OF_DIE: DieFace.PLANESWALK, 1: DieFace.CHAOS}.get(shown, DieFace.BLANK)


def _shuffled(chance: Chance, planes: Deck, times: int) -> Deck:
    """Return the cards after the last of so many shuffles, each of which begins with their own order."""
    deck: list[Plane] = []
    for _ in range(times):
        deck = chance.shuffled(planes)
    return tuple(deck)


def shared_size(fighters: int) -> int:
    """Return the size of a planar deck that so many fighters share: ten for each, forty at most (M38)."""
    return min(SHARED_DECK, OWN_DECK * fighters)


def must_suffice(planes: Deck, least: int = OWN_DECK) -> None:
    """Raise PlanarDeckSmall where these are too few for a planar deck (M38)."""
    if len(planes) < least:
        raise PlanarDeckSmall(len(planes), least)


def chosen_deck(terms: PlaneTerms, numbers: tuple[str, ...]) -> Deck:
    """Return the planar deck of these cards, by their numbers, in the order of all planes.

    Raises PlanarDuplicate for a card that is in it twice, KeyError for one that is not among the event's planes, and
    PlanarDeckSmall.
    """
    found = [terms.by_number[number] for number in numbers]
    if len({plane.first_number for plane in found}) < len(found):
        raise PlanarDuplicate
    deck = tuple(plane for plane in terms.planes if plane in found)
    must_suffice(deck)
    return deck
