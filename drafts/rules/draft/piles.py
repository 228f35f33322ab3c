"""The reconstruction of a draft with paper packs from its piles: every pack, and each pick from it.

Cards are placed in order, and packs move by rule. So each entry of a pile, from bottom to top, comes of one round and
pass, and of the pack that one seat has opened.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, TypeVar

from drafts.rules.cards import Card, CardId, CardInPack
from drafts.rules.draft.table import still_due
from drafts.rules.formats import RoundRule

EntryT = TypeVar("EntryT")
Packs = Sequence[Sequence[Sequence[str]]]
REACH = 3
"""How far apart two entries may lie that were exchanged by mistake."""
MOST_MENDED = 24
"""The most conflicts for which exchanges are looked for: with more the piles are to be entered again."""


class OpenedRound(NamedTuple):
    """A round as it was drafted: packs of so many cards each, from a set that guarantees a featured card or not.

    `called`: a judge has verified a card, and the first pass demanded more (R9).
    """

    rule: RoundRule
    cards: int
    guaranteed: bool
    called: bool = False

    @property
    def taken(self) -> tuple[int, ...]:
        """How many cards each fighter takes in each pass."""
        counts: list[int] = []
        left = self.cards
        while left > 0:
            quota = self.rule.rule(len(counts) + 1).quota(guaranteed=self.guaranteed, called=self.called)
            counts.append(min(quota.total, left))
            left -= counts[-1]
        return tuple(counts)

    def opened_by(self, seat: int, pass_number: int, fighters: int) -> int:
        """Return the seat that opened the pack which a seat holds in a pass (R11, R14)."""
        return (seat - self.rule.direction.step * (pass_number - 1)) % fighters


class Origin(NamedTuple):
    """Where an entry of a pile comes from: rounds and passes count from 1, seats from 0."""

    round: int
    pass_number: int
    opened_by: int


class Mistake(StrEnum):
    """The reason why an entered pile does not fit."""

    UNKNOWN_NUMBER = "unknown_number"
    NO_FEATURED = "no_featured"
    TOO_MANY_FEATURED = "too_many_featured"


class EntrySwap(NamedTuple):
    """Two entries of one pile, by their places from 0, that would fit better in each other's place."""

    seat: int
    one: int
    other: int


class Conflict(NamedTuple):
    """A mistake, with the pack that it is about. `places` are entries of the seat's pile, from 0."""

    mistake: Mistake
    origin: Origin
    seat: int
    places: tuple[int, ...]
    mends: tuple[EntrySwap, ...] = ()


def origins(rounds: Sequence[OpenedRound], fighters: int, seat: int) -> tuple[Origin, ...]:
    """Return where the entries of a seat's pile come from, from bottom to top."""
    return tuple(
        Origin(number, pass_number, of_round.opened_by(seat, pass_number, fighters))
        for number, of_round in enumerate(rounds, start=1)
        for pass_number, count in enumerate(of_round.taken, start=1)
        for _ in range(count)
    )


def packs_of(
    rounds: Sequence[OpenedRound], piles: Sequence[Sequence[EntryT]]
) -> tuple[tuple[tuple[EntryT, ...], ...], ...]:
    """Return the packs that the piles were chosen from: by round and opener, each in the order in which it was taken.

    Raises ValueError for a pile that is not complete.
    """
    packs: list[list[list[tuple[int, EntryT]]]] = [[[] for _ in piles] for _ in rounds]
    for seat, pile in enumerate(piles):
        for origin, entry in zip(origins(rounds, len(piles), seat), pile, strict=True):
            packs[origin.round - 1][origin.opened_by].append((origin.pass_number, entry))
    return tuple(
        tuple(tuple(entry for _, entry in sorted(pack, key=lambda taken: taken[0])) for pack in of_round)
        for of_round in packs
    )


def piles_of(
    rounds: Sequence[OpenedRound], packs: Sequence[Sequence[Sequence[EntryT]]]
) -> tuple[tuple[EntryT, ...], ...]:
    """Return the piles that were chosen from packs, each in the order in which it was taken (`packs_of`)."""
    fighters = len(packs[0]) if packs else 0
    left = [[iter(pack) for pack in of_round] for of_round in packs]
    piles: list[list[EntryT]] = [[] for _ in range(fighters)]
    for number, of_round in enumerate(rounds, start=1):
        for pass_number, count in enumerate(of_round.taken, start=1):
            for seat, pile in enumerate(piles):
                held = left[number - 1][of_round.opened_by(seat, pass_number, fighters)]
                pile.extend(next(held) for _ in range(count))
    return tuple(map(tuple, piles))


@dataclass(frozen=True)
class Entered:
    """Complete piles of card numbers, one for each seat, as their fighters have entered them.

    `card_of` knows the cards of the drafted sets, and `featured` is the trait that the format features.
    """

    rounds: Sequence[OpenedRound]
    piles: Sequence[Sequence[str]]
    card_of: Callable[[str], Card | None]
    featured: str

    def conflicts(self) -> list[Conflict]:
        """Return what does not fit, pack by pack, each with the exchanges after which less is wrong."""
        found = self._found()
        if len(found) <= MOST_MENDED:
            found = [conflict._replace(mends=tuple(self._mends(conflict, len(found)))) for conflict in found]
        return sorted(found, key=lambda conflict: (conflict.origin.round, conflict.origin.opened_by, conflict.seat))

    def _found(self) -> list[Conflict]:
        packs = packs_of(self.rounds, self.piles)
        fighters = len(self.piles)
        return [
            Conflict(mistake, origin, seat, places)
            for seat, pile in enumerate(self.piles)
            for origin, places in _groups(origins(self.rounds, fighters, seat))
            if (mistake := self._mistake(origin, [pile[place] for place in places], packs))
        ]

    def _mistake(self, origin: Origin, taken: Sequence[str], packs: Packs) -> Mistake | None:
        """Return what is wrong with the cards that were taken from a pack in one pass.

        A pack without a featured card, of a set that guarantees one, is doubted, though there are misprints.
        """
        if any(self.card_of(number) is None for number in taken):
            return Mistake.UNKNOWN_NUMBER
        of_round = self.rounds[origin.round - 1]
        before = sum(of_round.taken[: origin.pass_number - 1])
        hand = self._held(packs[origin.round - 1][origin.opened_by][before:])
        quota = of_round.rule.rule(origin.pass_number).quota(guaranteed=of_round.guaranteed, called=of_round.called)
        due = still_due(self.featured, quota, hand, ())
        featured = sum(self.featured in held.card.traits for held in self._held(taken))
        if featured < min(quota.featured, len(taken)):
            return Mistake.NO_FEATURED
        return Mistake.TOO_MANY_FEATURED if len(taken) - featured < due.plain else None

    def _held(self, numbers: Sequence[str]) -> tuple[CardInPack, ...]:
        cards = (self.card_of(number) for number in numbers)
        return tuple(CardInPack(CardId(place), card) for place, card in enumerate(cards) if card)

    def _mends(self, conflict: Conflict, wrong: int) -> Iterator[EntrySwap]:
        """Yield the exchanges of two entries that lie near each other after which less is wrong than before."""
        if conflict.mistake is Mistake.UNKNOWN_NUMBER:
            return
        pile = self.piles[conflict.seat]
        for one in conflict.places:
            for other in range(max(0, one - REACH), min(len(pile), one + REACH + 1)):
                if other not in conflict.places and len(self._exchanged(conflict.seat, one, other)._found()) < wrong:
                    yield EntrySwap(conflict.seat, one, other)

    def _exchanged(self, seat: int, one: int, other: int) -> "Entered":
        piles = [list(pile) for pile in self.piles]
        piles[seat][one], piles[seat][other] = piles[seat][other], piles[seat][one]
        return replace(self, piles=piles)


def _groups(of_pile: Sequence[Origin]) -> list[tuple[Origin, tuple[int, ...]]]:
    """Return each origin once, with the places of its entries."""
    return [
        (origin, tuple(place for place, _ in entries))
        for origin, entries in groupby(enumerate(of_pile), key=lambda entry: entry[1])
    ]
