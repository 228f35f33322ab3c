"""The sharing of a night as one value in time: whose turn it is, wishes, swaps, and what has been handed over (R19).

A move returns the next value or raises a Refusal. Every state of the sharing can be recomputed from the lots, the
event's seed, and the moves with their times.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from drafts.rules.actors import SERVER, Actor, ActorKind
from drafts.rules.cards import CardId
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import Clock
from drafts.rules.errors import NotAllowed, NotInPool, NotYourTurn, SharingPaused
from drafts.rules.ids import FighterId
from drafts.rules.night import clock_moves
from drafts.rules.night import swaps as offers
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.share_moves import (
    Begin,
    Correct,
    Given,
    GivingMove,
    HandOver,
    Move,
    OfferSwap,
    SwapMove,
    SwapNumber,
    TakeBack,
    TakeBackBegin,
    TakeFor,
    TakeMove,
    TurnOver,
    WishMove,
)
from drafts.rules.night.sharing import Fill, Lot, Open, Sharing, begin, deal, take, take_for
from drafts.rules.night.swaps import SwapOffer, Swaps
from drafts.rules.values import changed

HandingOver = tuple[CardId, FighterId, FighterId]
"""A card, its giver and its receiver."""

NEWEST_RULE = 2
"""The rule of a sharing that begins now.

By rule 1 a fighter without a wish gets the first card of the pool, and each card is handed to its own owner. By rule 2
such a fighter gets the card that a `Fill` returns, stored with the move, and cards that are alike are interchangeable.
"""


GONE_SECONDS = 3
"""Seconds of a turn of a fighter who has left: time to read that it is theirs, and hardly a wait for the others."""


@dataclass(frozen=True)
class Shares:
    """The sharing so far. `drafted` has the drafter of each card, `turn_seconds` how long a turn lasts.

    `alike` names cards by what is printed on them: those of the same name are interchangeable. `NEWEST_RULE` explains
    each `rule`. Until it has `begun` fighters only wish. If it is `wished` cards are dealt by wishes, else in the order
    of their lot. `handed` has the fighters to whom a card was handed, in order. `corrections` counts how often cards of
    real packs were corrected, and `stopped_by` is who stopped the clock last. `gone` are fighters who left: their turns
    are short. `before` is the sharing before it began, as long as nothing but its clock has changed since.
    """

    sharing: Sharing
    drafted: Mapping[CardId, FighterId] = field(repr=False)
    turn_seconds: int | None
    clock: Clock
    wished: bool = True
    rule: int = 1
    alike: Mapping[CardId, str] = field(default_factory=dict, repr=False)
    begun: bool = False
    wishes: Mapping[FighterId, tuple[CardId, ...]] = field(default_factory=dict)
    swaps: Swaps = field(default_factory=Swaps)
    handed: Mapping[CardId, tuple[FighterId, ...]] = field(default_factory=dict)
    corrections: int = 0
    stopped_by: ActorKind | None = None
    gone: frozenset[FighterId] = frozenset()
    before: "Shares | None" = field(default=None, repr=False)

    @property
    def paused_by(self) -> ActorKind | None:
        """The official who has paused the turns, None while their clock runs."""
        return self.stopped_by if self.clock.stands and not self.is_over else None

    @property
    def turn(self) -> FighterId | None:
        """The fighter whose turn it is, None before the beginning and once all is shared."""
        return self.sharing.turn if self.begun else None

    @property
    def is_filled(self) -> bool:
        """Whether cards without a wish go to fighters such that the fewest have to be handed over."""
        return self.wished and self.rule >= NEWEST_RULE

    @property
    def is_over(self) -> bool:
        """Whether all is shared."""
        return self.begun and self.sharing.turn is None

    @property
    def can_go_back(self) -> bool:
        """Whether it has begun, and the beginning can still be undone."""
        return self.before is not None

    def owners(self) -> dict[CardId, FighterId]:
        """Return the owner of each card that has been shared out, swaps included."""
        owners = {share.card: share.fighter for share in self.sharing.taken}
        for swap in self.swaps.agreed():
            owners |= {swap.give: swap.other, swap.want: swap.fighter}
        return owners

    def open_swaps(self, fighter: FighterId) -> dict[SwapNumber, SwapOffer]:
        """Return the offers by or to a fighter that can still be accepted: both have the cards that it is about."""
        return self.swaps.open_to(fighter, self.owners())

    def holder(self, card: CardId) -> FighterId:
        """Return the holder of a card: its drafter, or the fighter to whom it was handed last."""
        return (self.drafted[card], *self.handed.get(card, ()))[-1]

    def handed_over(self) -> list[HandingOver]:
        """Return each card that was handed over and stays there."""
        going = {card for card, _, _ in self.to_hand_over()}
        return [
            (card, (self.drafted[card], *holders)[-2], holders[-1])
            for card, holders in sorted(self.handed.items())
            if card not in going
        ]

    def to_hand_over(self) -> list[HandingOver]:
        """Return the cards that are still to be handed over: as few as possible (`hand_overs`)."""
        owners = self.owners()
        return hand_overs(owners, {card: self.holder(card) for card in owners}, self.alike)

    def hand_over_of(self, card: CardId) -> HandingOver | None:
        """Return how a card is to be handed over, None where it stays; only cards that are alike matter."""
        kind = self.alike.get(card, card)
        owners = {each: owner for each, owner in self.owners().items() if self.alike.get(each, each) == kind}
        due = hand_overs(owners, {each: self.holder(each) for each in owners}, self.alike)
        return next((each for each in due if each[0] == card), None)

    def from_drafters(self) -> list[HandingOver]:
        """Return each card that is to be handed over from its drafter, done or not."""
        return hand_overs(self.owners(), self.drafted, self.alike)


def prepare_sharing(
    fighters: Sequence[FighterId],
    lots: Sequence[Lot],
    drafted: Mapping[CardId, FighterId],
    *,
    seed: str,
    turn_seconds: int | None,
    wished: bool = True,
    rule: int = 1,
    alike: Mapping[CardId, str] | None = None,
    now: datetime,
) -> Shares:
    """Prepare to share the lots out among fighters, who are given in order of joining; `Begin` begins it.

    By rule 2 cards that have the same name in `alike` are interchangeable.

    Raises ValueError as `sharing.begin` does, and for a card without a drafter.
    """
    sharing = begin(fighters, lots, seed)
    if any(card not in drafted for lot in lots for card in lot.cards):
        raise ValueError("a card comes from nobody")
    return Shares(sharing, drafted, turn_seconds, clocks.started(now, None), wished, rule, alike or {})


def apply(shares: Shares, by: Actor, move: Move, now: datetime) -> Shares:
    """Return the shares after a move. Raises a Refusal, also where the move gives other cards than are due."""
    if not isinstance(move, GivingMove):
        return _moved(shares, by, move, now, None)
    if not shares.is_filled:
        if move.given:
            raise NotAllowed
        return _moved(shares, by, move, now, None)
    after = _moved(shares, by, move, now, _fill_of(move.given))
    if given_since(shares, after) != move.given:
        raise NotInPool
    return after


def completed(shares: Shares, by: Actor, move: Move, now: datetime, fill: Fill) -> Move:
    """Return a move with the cards that are given after it, as `fill` says. Raises a Refusal."""
    if not (shares.is_filled and isinstance(move, GivingMove)):
        return move
    return move._replace(given=given_since(shares, _moved(shares, by, move, now, fill)))


def given_since(before: Shares, after: Shares) -> Given:
    """Return the cards that fighters got since without choosing them."""
    since = after.sharing.taken[len(before.sharing.taken) :]
    return tuple((share.card, share.fighter) for share in since if share.by_wish)


def _moved(shares: Shares, by: Actor, move: Move, now: datetime, fill: Fill | None) -> Shares:
    if isinstance(move, DropOut | ComeBack):
        return _with_gone(shares, by, move, now)
    if isinstance(move, Begin | TakeBackBegin | Correct | Pause | Resume | Extend):
        return _led(shares, by, move, now, fill)
    after = _shared(shares, by, move, now, fill)
    return after if after is shares else changed(after, before=None)


def _fill_of(given: Given) -> Fill:
    """Return a fill that gives each turn the next card of its fighter in `given`, as long as there is one."""

    def fill(places: Open) -> list[CardId]:
        left = [(card, fighter) for card, fighter in given if card in places.cards]
        cards: list[CardId] = []
        for turn in places.turns:
            pair = next((pair for pair in left if pair[1] == turn), None)
            if pair is None:
                break
            left.remove(pair)
            cards.append(pair[0])
        return cards

    return fill


def hand_overs(
    owners: Mapping[CardId, FighterId], holders: Mapping[CardId, FighterId], alike: Mapping[CardId, str]
) -> list[HandingOver]:
    """Return the fewest hand-overs after which all fighters have what they own.

    A fighter who has more cards of a kind than they own gives, one who has fewer receives; no fighter does both.
    """
    kinds: defaultdict[str | CardId, list[CardId]] = defaultdict(list)
    for card in sorted(owners):
        kinds[alike.get(card, card)].append(card)
    found = []
    for cards in kinds.values():
        missing = Counter(owners[card] for card in cards)
        missing.subtract(holders[card] for card in cards)
        takers = sorted((+missing).elements())
        spare = [
            (card, giver)
            for giver, count in sorted((-missing).items())
            for card in [card for card in cards if holders[card] == giver != owners[card]][:count]
        ]
        found += [(card, giver, taker) for (card, giver), taker in zip(spare, takers, strict=True)]
    return sorted(found)


def _shared(
    shares: Shares,
    by: Actor,
    move: TakeMove | TakeFor | TurnOver | HandOver | TakeBack | WishMove | SwapMove,
    now: datetime,
    fill: Fill | None,
) -> Shares:
    if isinstance(move, TakeMove | TakeFor | TurnOver):
        return _with(shares, _taken(shares, by, move, fill), now, fill)
    if isinstance(move, HandOver | TakeBack):
        return _ticked(shares, by, move)
    fighter = _fighter(shares, by)
    return _wished(shares, fighter, move.cards) if isinstance(move, WishMove) else _swapped(shares, fighter, move)


def _with(shares: Shares, sharing: Sharing, now: datetime, fill: Fill | None) -> Shares:
    """Deal the cards that are not chosen, and start the clock of the next turn."""
    sharing = deal(sharing, shares.wishes, fill)
    return changed(shares, sharing=sharing, clock=_clock_of(shares, sharing.turn, now))


def _clock_of(shares: Shares, turn: FighterId | None, now: datetime) -> Clock:
    """Return the clock of a turn that begins now; it is stopped where the turns are paused."""
    seconds = None if turn is None else GONE_SECONDS if turn in shares.gone else shares.turn_seconds
    clock = clocks.started(now, seconds)
    return clocks.stopped(clock, now) if shares.clock.stands else clock


def _with_gone(shares: Shares, by: Actor, move: DropOut | ComeBack, now: datetime) -> Shares:
    """Note that a fighter has left, or is there again, and restart the turn if it is theirs."""
    if not by.is_official or move.fighter not in shares.sharing.order:
        raise NotAllowed
    gone = shares.gone | {move.fighter} if isinstance(move, DropOut) else shares.gone - {move.fighter}
    if gone == shares.gone:
        return shares
    before = shares.before and changed(shares.before, gone=gone)
    after = changed(shares, gone=gone, before=before)
    return changed(after, clock=_clock_of(after, after.turn, now)) if after.turn == move.fighter else after


def _led(
    shares: Shares, by: Actor, move: Begin | TakeBackBegin | Correct | ClockMove, now: datetime, fill: Fill | None
) -> Shares:
    """Make a move of an official, or of the server, which gives more time to a turn whose end it missed."""
    if not (by.is_official or (by == SERVER and isinstance(move, Extend))):
        raise NotAllowed
    if isinstance(move, Begin):
        return shares if shares.begun else _with(changed(shares, begun=True, before=shares), shares.sharing, now, fill)
    if isinstance(move, TakeBackBegin):
        if shares.before is None:
            raise NotAllowed
        return shares.before
    if isinstance(move, Correct):
        if shares.begun:
            raise NotAllowed
        return changed(shares, corrections=shares.corrections + 1)
    if shares.turn is None:
        raise NotAllowed
    clock = clock_moves.moved(shares.clock, move, now)
    stopped_by = clock_moves.paused_by(shares.stopped_by, by, move)
    return shares if clock is shares.clock else changed(shares, clock=clock, stopped_by=stopped_by)


def _wished(shares: Shares, fighter: FighterId, cards: tuple[CardId, ...]) -> Shares:
    if not shares.wished:
        raise NotAllowed
    if len(set(cards)) != len(cards) or not set(cards) <= shares.drafted.keys():
        raise NotInPool
    if shares.wishes.get(fighter, ()) == cards:
        return shares
    return changed(shares, wishes={**shares.wishes, fighter: cards})


def _taken(shares: Shares, by: Actor, move: TakeMove | TakeFor | TurnOver, fill: Fill | None) -> Sharing:
    if shares.turn is None:
        raise NotYourTurn
    if shares.clock.stands and not by.is_official:
        raise SharingPaused
    if isinstance(move, TakeMove):
        return take(shares.sharing, _fighter(shares, by), move.card)
    if isinstance(move, TakeFor) and by.is_official:
        return take(shares.sharing, move.fighter, move.card)
    if isinstance(move, TakeFor) or by != SERVER:
        raise NotAllowed
    if shares.sharing.turn != move.fighter:
        raise NotYourTurn
    return take_for(shares.sharing, shares.wishes, fill)


def _swapped(shares: Shares, fighter: FighterId, move: SwapMove) -> Shares:
    owners = shares.owners()
    if isinstance(move, OfferSwap):
        after = offers.offer(shares.swaps, fighter, move, owners)
    else:
        after = offers.answer(shares.swaps, fighter, move, owners)
    return shares if after is shares.swaps else changed(shares, swaps=after)


def _ticked(shares: Shares, by: Actor, move: HandOver | TakeBack) -> Shares:
    """Tick that a card has been handed over, or take back the last such tick of it."""
    card, holders = move.card, shares.handed.get(move.card, ())
    if card not in shares.owners():
        raise NotInPool
    due = shares.hand_over_of(card)
    giver, taker = (shares.drafted[card], *holders)[-2:] if holders else (shares.holder(card),) * 2
    if due and (isinstance(move, HandOver) or not holders):
        _, giver, taker = due
    if not by.is_official and by.fighter not in (giver, taker):
        raise NotAllowed
    if isinstance(move, TakeBack):
        holders = holders[:-1]
    elif due:
        holders = (*holders, taker)
    handed = {other: each for other, each in shares.handed.items() if other != card}
    handed |= {card: holders} if holders else {}
    return shares if handed == shares.handed else changed(shares, handed=handed)


def _fighter(shares: Shares, by: Actor) -> FighterId:
    if by.fighter is None or by.fighter not in shares.sharing.order:
        raise NotAllowed
    return by.fighter
