"""From the packs and picks of a round to counts by card.

Packs move by rule, so what became of a card follows from three numbers: the seat that opened its pack, the pass in
which it was taken, and the last pass in which the pack held any card. The definitions are those of docs/statistics.md.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Generic, NamedTuple, TypeVar

KeyT = TypeVar("KeyT")


class Drafted(NamedTuple, Generic[KeyT]):
    """A physical card of a round: what is printed on it, the seat that opened its pack, the pass it was taken in."""

    printed: KeyT
    opened_by: int
    taken_in: int


@dataclass(slots=True)
class Counts:
    """Sums over what one kind of fighter (people, or bots) did with a card. Squares are for intervals of averages.

    `last_seen` and `taken_at` are sums of passes, over `seen` and over `taken`. `could_wheel` are the cards passed on
    at first sight whose pack came back to the same fighter, `wheeled` those of them still in it. `fought` and `won` are
    fights of decks that held the card.
    """

    opened: int = 0
    first_chosen: int = 0
    seen: int = 0
    last_seen: int = 0
    last_seen_squares: int = 0
    could_wheel: int = 0
    wheeled: int = 0
    taken: int = 0
    taken_at: int = 0
    taken_at_squares: int = 0
    last_chosen: int = 0
    fought: int = 0
    won: int = 0

    def add(self, other: "Counts") -> None:
        """Add other counts."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


COUNTS = tuple(each.name for each in fields(Counts))
"""The names of all counts, in their order."""

Counted = dict[tuple[KeyT, bool], Counts]
"""Counts by card, and whether they are those of bots."""


def count_round(
    cards: Iterable[Drafted[KeyT]], fighters: int, step: int, bots: Collection[int], counted: Counted[KeyT]
) -> None:
    """Add a round of a table of so many fighters to the counts.

    `step` is what to add to a seat's number to find who receives its pack; `bots` are the seats of bots.
    """
    packs: defaultdict[int, list[Drafted[KeyT]]] = defaultdict(list)
    for card in cards:
        packs[card.opened_by].append(card)
    for opener, pack in packs.items():
        holders = [(opener + step * turn) % fighters for turn in range(fighters)]
        are_bots = [holder in bots for holder in holders]
        _count_pack(pack, are_bots, counted)


def _count_pack(pack: Sequence[Drafted[KeyT]], are_bots: Sequence[bool], counted: Counted[KeyT]) -> None:
    """Add a pack. `are_bots` says which of its holders, in order, are bots."""
    last_pass = max(card.taken_in for card in pack)
    alone_in = last_pass if sum(card.taken_in == last_pass for card in pack) == 1 else None
    for card in pack:
        _count_sights(card, last_pass, are_bots, counted)
        opener = _counts_for(counted, card, are_bots[0])
        opener.opened += 1
        opener.first_chosen += card.taken_in == 1
        taker = _counts_for(counted, card, are_bots[(card.taken_in - 1) % len(are_bots)])
        taker.taken += 1
        taker.taken_at += card.taken_in
        taker.taken_at_squares += card.taken_in**2
        taker.last_chosen += card.taken_in == alone_in


def _count_sights(card: Drafted[KeyT], last_pass: int, are_bots: Sequence[bool], counted: Counted[KeyT]) -> None:
    """Add, for each fighter who had a card in hand, what became of it while they looked."""
    fighters = len(are_bots)
    for first in range(1, min(card.taken_in, fighters) + 1):
        viewer = _counts_for(counted, card, are_bots[first - 1])
        last = card.taken_in - (card.taken_in - first) % fighters
        viewer.seen += 1
        viewer.last_seen += last
        viewer.last_seen_squares += last**2
        if first < card.taken_in and first + fighters <= last_pass:
            viewer.could_wheel += 1
            viewer.wheeled += last > first


def _counts_for(counted: Counted[KeyT], card: Drafted[KeyT], bots: bool) -> Counts:
    return counted.setdefault((card.printed, bots), Counts())


class CountedFight(NamedTuple):
    """A fight that is over: the fighters of each side, and one of the winners, None for a draw.

    Fighters are named by any unique number.
    """

    sides: tuple[tuple[int, ...], ...]
    winner: int | None


def count_fights(fights: Iterable[CountedFight], decks: Mapping[int, Collection[KeyT]], counted: Counted[KeyT]) -> None:
    """Add fights to the counts of the cards that the decks held, once for each deck, however often it held a card."""
    for deck, is_won in _results(fights, decks):
        for card in set(deck):
            counts = counted.setdefault((card, False), Counts())
            counts.fought += 1
            counts.won += is_won


def _results(
    fights: Iterable[CountedFight], decks: Mapping[int, Collection[KeyT]]
) -> Iterator[tuple[Collection[KeyT], bool]]:
    for fight in fights:
        for side in fight.sides if len(fight.sides) > 1 else ():
            for fighter in side:
                if fighter in decks:
                    yield decks[fighter], fight.winner in side
