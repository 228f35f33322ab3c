"""The parts of `state` messages about the sharing of the cards at a table (R19)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import cast

from drafts.numbers import tenths_left
from drafts.protocol.activity import Activity, Watcher
from drafts.protocol.messages.sharing import (
    ClosedSwapPart,
    FullSharePart,
    OwnSharePart,
    PersonPart,
    SharedPart,
    SharePart,
    SwapPart,
)
from drafts.protocol.messages.states import NightPart
from drafts.protocol.parse import Accept, Decline, Swap, Take, Wish, Withdraw
from drafts.protocol.parts import card_part, cards_part, official, stamp_or_none
from drafts.rules.ids import FighterId
from drafts.rules.night.share_moves import SwapNumber
from drafts.rules.night.sharing import Share
from drafts.rules.night.stages import Stage
from drafts.rules.night.swaps import SwapOffer
from drafts.store.shares import SHARES, LiveShares, reach_of


class ShareStates:
    """The message parts of one version of the sharing at all tables. A part that several viewers see is made once."""

    def __init__(self, lives: Mapping[int, LiveShares]) -> None:
        self._tables = lives
        self._open = cache(lambda table: share_part(lives[table]))

    def seen_by(self, watcher: Watcher) -> NightPart:
        """Return what a viewer sees of it: officials the sharing at all tables, judges without its cards.

        Before it begins a fighter sees all cards of the table, which they can wish for, once the log has opened. A big
        screen has cards only where the log is open to everybody.
        """
        if watcher.rights.officiates:
            begun = [table for table, live in sorted(self._tables.items()) if live.shares.begun]
            shares = [self._part(table, covered=not watcher.rights.organizes) for table in begun]
            return {"shares": shares} if shares else {}
        table = watcher.table
        if table not in self._tables:
            return {}
        live = self._tables[table]
        has_begun, fighter = live.shares.begun, watcher.fighter
        if fighter is None:
            seen = self._part(table, covered=not watcher.sees_cards) if has_begun else None
        else:
            may_look = has_begun or (watcher.phase == Stage.FIGHTING.value and watcher.sees_cards)
            takes_part = may_look and fighter in live.shares.sharing.order
            seen = cast(SharePart, {**self._open(table), **own_share_part(live, fighter)}) if takes_part else None
        return {"share": cast(FullSharePart, seen)} if seen else {}

    def _part(self, table: int, *, covered: bool) -> SharePart:
        """Return the sharing at a table as everybody there sees it, or `covered`: without cards, as on a big screen."""
        part = self._open(table)
        return {**part, "pool": [], "taken": [], "last": None} if covered else part


def share_part(live: LiveShares) -> SharePart:
    """Return how the sharing at a table stands, as everybody there sees it (R19)."""
    shares, sharing = live.shares, live.shares.sharing
    counts = Counter(share.fighter for share in sharing.taken)
    lot = sharing.lot if shares.begun else None
    people: list[PersonPart] = [
        {"fighter": fighter, "name": live.names[fighter], "cards": counts[fighter], "gone": fighter in shares.gone}
        for fighter in sharing.order
    ]
    return {
        "table": live.number,
        "policy": live.policy.value,
        "begun": shares.begun,
        "over": shares.is_over,
        "order": sharing.order,
        "people": people,
        "turn": shares.turn,
        "next": sharing.turns if lot else (),
        "deadline": stamp_or_none(shares.clock.deadline),
        "paused": shares.clock.stands and not shares.is_over,
        "paused_by": official(shares.paused_by),
        "seconds": shares.clock.seconds,
        "seconds_left": tenths_left(shares.clock.left),
        "rarity": None if lot is None else lot.rarity,
        "pool": cards_part(live.cards[card] for card in (sharing.pool if lot else ())),
        "left": len(sharing.pool) if lot else 0,
        "taken": [
            {"card": card_part(live.cards[share.card]), "by": share.fighter}
            for share in (sharing.taken_of_lot if lot else ())
        ],
        "last": _shared(live, sharing.taken[-1]) if sharing.taken else None,
    }


def own_share_part(live: LiveShares, fighter: FighterId) -> OwnSharePart:
    """Return what only a fighter sees of a sharing: their cards, their wishes, offers by them or to them."""
    shares = live.shares
    owners, hand_over = shares.owners(), shares.to_hand_over()
    closed = shares.swaps.closed_to(fighter, owners)
    own = live.by_rarity(card for card, owner in owners.items() if owner == fighter)
    return {
        "yours": cards_part(chain.from_iterable(own.values())),
        "wishes": shares.wishes.get(fighter, ()),
        "swaps": [_swap(live, *offered) for offered in shares.open_swaps(fighter).items()],
        "closed": [
            ClosedSwapPart(**_swap(live, number, swap), by=shares.swaps.closed[number])
            for number, swap in closed.items()
        ],
        "to_give": sum(giver == fighter for _, giver, _ in hand_over),
        "to_get": sum(taker == fighter for _, _, taker in hand_over),
    }


def _swap(live: LiveShares, number: SwapNumber, swap: SwapOffer) -> SwapPart:
    return {
        "swap": number,
        "fighter": swap.fighter,
        "other": swap.other,
        "give": card_part(live.cards[swap.give]),
        "want": card_part(live.cards[swap.want]),
    }


def _shared(live: LiveShares, share: Share) -> SharedPart:
    return {"fighter": share.fighter, "card": card_part(live.cards[share.card]), "by_wish": share.by_wish}


SHARING = Activity(
    kind=SHARES,
    messages={
        Wish: (Stage.FIGHTING, Stage.SHARING),
        **dict.fromkeys((Take, Swap, Accept, Decline, Withdraw), (Stage.SHARING,)),
    },
    private=("wish",),
    view=lambda lives: ShareStates(lives).seen_by,
    reach=lambda before, after: reach_of(before.shares, after.shares),
)
