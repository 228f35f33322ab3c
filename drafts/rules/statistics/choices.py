"""The favourite answers of the fighters at a table, and how many of these cards the seats before them took."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from drafts.rules.cards import Card

Answer = Callable[[Card], str]
"""The answer of a card to the question by which a draft is looked at."""


class Look(NamedTuple):
    """A pass of one seat: the cards in hand, those taken, and the seat that the rest went to."""

    seat: int
    hand: tuple[Card, ...]
    taken: tuple[Card, ...]
    receiver: int


class Cut(NamedTuple):
    """How many cards of the receiver's favourite answer a seat took, of how many in hand."""

    taken: int
    of: int


def taken_by_answer(looks: Iterable[Look], answer: Answer) -> dict[int, Counter[str]]:
    """Return how many cards of each answer the seats took."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for look in looks:
        found[look.seat].update(map(answer, look.taken))
    return dict(found)


def favourites(taken: Mapping[int, Counter[str]]) -> dict[int, str]:
    """Return for each seat the answer with the most cards taken; of equal ones the first by name."""
    return {seat: min(counts, key=lambda name: (-counts[name], name)) for seat, counts in taken.items() if counts}


def cuts_of(looks: Iterable[Look], wanted: Mapping[int, str], answer: Answer) -> dict[tuple[int, int], Cut]:
    """Return, by seat and receiver, how many cards of the receiver's `wanted` answer the seat took before passing on.

    A pack of which nothing is left is not counted.
    """
    found: defaultdict[tuple[int, int], Cut] = defaultdict(lambda: Cut(0, 0))
    for look in looks:
        if len(look.taken) == len(look.hand) or look.receiver not in wanted:
            continue
        name = wanted[look.receiver]
        taken, of = (sum(answer(card) == name for card in cards) for cards in (look.taken, look.hand))
        before = found[look.seat, look.receiver]
        found[look.seat, look.receiver] = Cut(before.taken + taken, before.of + of)
    return dict(found)
