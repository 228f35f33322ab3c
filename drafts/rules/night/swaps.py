"""Offers to swap two cards that are shared out: how they are made and answered (R19).

An offer is open until the owner of the wanted card accepts or declines, or its fighter withdraws it. While one of the
two cards has another owner it can neither be answered nor withdrawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.errors import NotAllowed, NotInPool, StaleOffer
from drafts.rules.ids import FighterId
from drafts.rules.night.share_moves import AcceptSwap, DeclineSwap, OfferSwap, SwapNumber, WithdrawSwap
from drafts.rules.values import changed

Owners = Mapping[CardId, FighterId]
"""The owner of each card that has been shared out."""

CLOSED_SHOWN = 3


class SwapOffer(NamedTuple):
    """An offer of one fighter to another: a card of each for the other's."""

    fighter: FighterId
    other: FighterId
    give: CardId
    want: CardId


@dataclass(frozen=True)
class Swaps:
    """All offers, in order of their numbers.

    `accepted` are the numbers of accepted offers, in the order of acceptance. `closed` has who ended each of the
    others: its fighter withdrew it, or the other one declined it.
    """

    offers: tuple[SwapOffer, ...] = ()
    accepted: tuple[SwapNumber, ...] = ()
    closed: Mapping[SwapNumber, FighterId] = field(default_factory=dict)

    def agreed(self) -> Iterator[SwapOffer]:
        """Yield the accepted offers, in the order of acceptance."""
        return (self.offers[number - 1] for number in self.accepted)

    def open_to(self, fighter: FighterId, owners: Owners) -> dict[SwapNumber, SwapOffer]:
        """Return the offers by or to a fighter that can still be accepted: both have the cards that it is about."""
        done = {*self.accepted, *self.closed}
        return {number: swap for number, swap in self._possible(fighter, owners) if number not in done}

    def closed_to(self, fighter: FighterId, owners: Owners) -> dict[SwapNumber, SwapOffer]:
        """Return the last closed offers by or to a fighter, where both could still swap these cards.

        An offer that was made again since is left out.
        """
        last = {swap: number for number, swap in self._possible(fighter, owners)}
        numbers = sorted(number for number in last.values() if number in self.closed)[-CLOSED_SHOWN:]
        return {number: self.offers[number - 1] for number in numbers}

    def _possible(self, fighter: FighterId, owners: Owners) -> Iterator[tuple[SwapNumber, SwapOffer]]:
        for number, swap in enumerate(self.offers, start=1):
            holders = (owners.get(swap.give), owners.get(swap.want))
            if fighter in (swap.fighter, swap.other) and holders == (swap.fighter, swap.other):
                yield number, swap


def offer(swaps: Swaps, fighter: FighterId, move: OfferSwap, owners: Owners) -> Swaps:
    """Return the offers with another one, the same object where it is open already. Raises NotInPool."""
    other = owners.get(move.want)
    if owners.get(move.give) != fighter or other is None or other == fighter:
        raise NotInPool
    swap = SwapOffer(fighter, other, move.give, move.want)
    if swap in swaps.open_to(fighter, owners).values():
        return swaps
    return changed(swaps, offers=(*swaps.offers, swap))


def answer(swaps: Swaps, fighter: FighterId, move: AcceptSwap | DeclineSwap | WithdrawSwap, owners: Owners) -> Swaps:
    """Return the offers after one is accepted, declined or withdrawn, the same object where it already is.

    Raises NotAllowed where only the other fighter may do it, and StaleOffer for an offer that is not open.
    """
    number = move.swap
    if not 1 <= number <= len(swaps.offers):
        raise StaleOffer
    swap = swaps.offers[number - 1]
    if fighter != (swap.fighter if isinstance(move, WithdrawSwap) else swap.other):
        raise NotAllowed
    accepts = isinstance(move, AcceptSwap)
    if number in swaps.accepted if accepts else swaps.closed.get(number) == fighter:
        return swaps
    if number not in swaps.open_to(fighter, owners):
        raise StaleOffer
    if accepts:
        return changed(swaps, accepted=(*swaps.accepted, number))
    return changed(swaps, closed={**swaps.closed, number: fighter})
