"""A table of fighters and the moves at it (R5-R15): a move returns the next table or raises a Refusal."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.errors import (
    AlreadyChosen,
    DuplicateCard,
    NotAllowed,
    NotDrafting,
    NotInPack,
    TooManyTriggers,
    TriggerRequired,
    WrongCount,
)
from drafts.rules.formats import Direction, Format, Quota, RoundRule

Cards = tuple[CardInPack, ...]
_NOTHING = Quota()


class Phase(StrEnum):
    """Where a table stands; `REVIEW` is the look at one's own cards (R13)."""

    DRAFTING = "drafting"
    REVIEW = "review"
    DRAFTED = "drafted"


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was opened. `guaranteed`: its set guarantees a trigger unit in each pack (R6, R7)."""

    cards: Cards
    guaranteed: bool = True
    set_code: str = ""


class Call(NamedTuple):
    """A fighter's open call for a judge about a Legion Rare (R9). It holds the pass."""

    seat: int
    card: CardId


@dataclass(frozen=True)
class DraftTable:
    """A ring of fighters in the middle of a draft. Seats count from 0, clockwise; rounds and passes from 1.

    `packs[round - 1][seat]` is what that seat opens. `hands` is what each seat holds and has not placed,
    `placed` what it has placed in this pass, `piles` what it placed before, oldest first. `passes` and `quotas` follow
    from the rest: how many passes the round has, and what each seat is to place in this one if its pack has as much.
    """

    format: Format
    packs: tuple[tuple[Pack, ...], ...]
    hands: tuple[Cards, ...]
    placed: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    phase: Phase = Phase.DRAFTING
    round: int = 1
    pass_number: int = 1
    passes: int = 1
    legion_rare: bool = False
    calls: tuple[Call, ...] = ()
    quotas: tuple[Quota, ...] = field(default=(), compare=False)

    @property
    def fighters(self) -> int:
        """How many sit here."""
        return len(self.hands)

    @property
    def rule(self) -> RoundRule:
        """The rule of this round."""
        return self.format.rounds[self.round - 1]

    @property
    def direction(self) -> Direction:
        """Which way this round is passed (R11, R14)."""
        return self.rule.direction


def open_table(format_: Format, packs: Sequence[Sequence[Pack]]) -> DraftTable:
    """Seat the fighters and open the first round (R2, R5): `packs[round - 1][seat]`, as many rounds as the format has.

    Raises ValueError when the packs do not fit the format.
    """
    rounds = tuple(tuple(of_round) for of_round in packs)
    fighters = len(rounds[0]) if rounds else 0
    if len(rounds) != len(format_.rounds) or any(len(of_round) != fighters for of_round in rounds) or fighters < 2:
        raise ValueError("a table needs one pack for each fighter in each round, and two fighters")
    empty: tuple[Cards, ...] = ((),) * fighters
    table = DraftTable(format=format_, packs=rounds, hands=empty, placed=empty, piles=empty)
    return _advanced(_opened(table, 1))


def opener_of(table: DraftTable, seat: int) -> int:
    """Return the seat that opened the pack which this seat now holds."""
    return (seat - table.rule.direction.step * (table.pass_number - 1)) % len(table.hands)


def owed(table: DraftTable, seat: int) -> Quota:
    """Return what the fighter still owes in this pass (R6, R7, R9, R12): all 0 once chosen, or with an empty hand."""
    if not table.hands[seat] or table.phase is not Phase.DRAFTING:
        return _NOTHING
    return _still_due(table.quotas[seat], table.hands[seat], table.placed[seat])


def has_chosen(table: DraftTable, seat: int) -> bool:
    """Whether nothing is awaited from this seat in this pass."""
    if not table.hands[seat] or table.phase is not Phase.DRAFTING:
        return True
    return len(table.placed[seat]) >= table.quotas[seat].total


def choose(table: DraftTable, seat: int, cards: Sequence[CardId]) -> DraftTable:
    """Place the cards that a pass demands face down, all at once; when that was the last choice, all packs move on.

    Raises NotDrafting, AlreadyChosen, DuplicateCard, NotInPack, WrongCount, TriggerRequired or TooManyTriggers.
    """
    if table.phase is not Phase.DRAFTING:
        raise NotDrafting
    due = owed(table, seat)
    if due.total == 0:
        raise AlreadyChosen
    unique = set(cards)
    if len(unique) != len(cards):
        raise DuplicateCard
    in_hand = {held.id: held for held in table.hands[seat]}
    if not unique <= in_hand.keys():
        raise NotInPack
    if len(cards) != due.total:
        raise WrongCount
    triggers = sum(in_hand[card].card.is_trigger for card in cards)
    if triggers < due.trigger:
        raise TriggerRequired
    if len(cards) - triggers < due.normal:
        raise TooManyTriggers
    return place(table, seat, cards)


def place(table: DraftTable, seat: int, cards: Iterable[CardId]) -> DraftTable:
    """Place cards of the hand without asking whether they satisfy the pass: `choose` and replay stand on this."""
    in_hand = {held.id: held for held in table.hands[seat]}
    chosen = tuple(in_hand.pop(card) for card in cards)
    return _advanced(
        _changed(
            table,
            hands=_with(table.hands, seat, tuple(in_hand.values())),
            placed=_with(table.placed, seat, table.placed[seat] + chosen),
        )
    )


def may_call(table: DraftTable, seat: int, refused: Collection[CardId] = ()) -> bool:
    """Whether this fighter has a Legion Rare to call a judge for, now, that none has refused yet (R9)."""
    return _hears_calls(table, seat) and any(
        held.card.is_legion_rare and held.id not in refused for held in _opened_by(table, seat)
    )


def call_legion_rare(table: DraftTable, seat: int, card: CardId) -> DraftTable:
    """Call a judge for a Legion Rare (R9): only its opener, only in the round's first pass. The pass waits.

    Raises NotDrafting, or NotAllowed.
    """
    if table.phase is not Phase.DRAFTING:
        raise NotDrafting
    rares = [held.id for held in _opened_by(table, seat) if held.card.is_legion_rare]
    if not _hears_calls(table, seat) or card not in rares:
        raise NotAllowed
    return _changed(table, calls=(*table.calls, Call(seat, card)))


def verify_legion_rare(table: DraftTable, call: Call) -> DraftTable:
    """Verify a call: everyone owes by the Legion Rare's rule in this pass; other open calls have become moot (R9).

    Raises NotAllowed when there is no such call.
    """
    if call not in table.calls:
        raise NotAllowed
    return _advanced(with_quotas(_changed(table, legion_rare=True, calls=())))


def refuse_legion_rare(table: DraftTable, call: Call) -> DraftTable:
    """Refuse a call: nothing changes, and the pass waits no longer (R9). Raises NotAllowed for no such call."""
    if call not in table.calls:
        raise NotAllowed
    return _advanced(_changed(table, calls=tuple(other for other in table.calls if other != call)))


def end_review(table: DraftTable) -> DraftTable:
    """Close the look at one's own cards and open the next round (R13, R14). Raises NotDrafting outside a review."""
    if table.phase is not Phase.REVIEW:
        raise NotDrafting
    return _advanced(_opened(_changed(table, phase=Phase.DRAFTING), table.round + 1))


def _quotas(table: DraftTable) -> tuple[Quota, ...]:
    rule, packs = table.rule.rule(table.pass_number), table.packs[table.round - 1]
    openers = [packs[opener_of(table, seat)] for seat in range(table.fighters)]
    return tuple([rule.quota(guaranteed=pack.guaranteed, rare=table.legion_rare) for pack in openers])


def _still_due(quota: Quota, hand: Cards, placed: Cards) -> Quota:
    """What is left of a quota, given what the pack held (the Readings of R6 and R9)."""
    due = min(quota.total - len(placed), len(hand))
    if due <= 0:
        return _NOTHING
    if quota.any == quota.total:
        return quota if due == quota.any else Quota(any=due)
    placed_triggers = sum(held.card.is_trigger for held in placed)
    triggers = placed_triggers + sum(held.card.is_trigger for held in hand)
    normals = len(hand) + len(placed) - triggers
    trigger = min(max(0, min(quota.trigger, triggers) - placed_triggers), due)
    wanted = quota.normal if triggers or not quota.trigger else 0
    normal = min(max(0, min(wanted, normals) - (len(placed) - placed_triggers)), due - trigger)
    return Quota(trigger=trigger, normal=normal, any=due - trigger - normal)


def _opened_by(table: DraftTable, seat: int) -> Cards:
    return table.packs[table.round - 1][seat].cards


def _hears_calls(table: DraftTable, seat: int) -> bool:
    return (
        table.pass_number == 1
        and table.phase is Phase.DRAFTING
        and table.rule.rule(1).allows_call
        and not table.legion_rare
        and all(call.seat != seat for call in table.calls)
    )


def _advanced(table: DraftTable) -> DraftTable:
    """Pass for as long as everyone has chosen and no judge is awaited (R11)."""
    while (
        table.phase is Phase.DRAFTING
        and not table.calls
        and all(has_chosen(table, seat) for seat in range(table.fighters))
    ):
        table = _passed(table)
    return table


def _passed(table: DraftTable) -> DraftTable:
    step, fighters = table.direction.step, table.fighters
    moved = _changed(
        table,
        hands=tuple(table.hands[(seat - step) % fighters] for seat in range(fighters)),
        placed=((),) * fighters,
        piles=tuple(pile + placed for pile, placed in zip(table.piles, table.placed, strict=True)),
        pass_number=table.pass_number + 1,
    )
    if not any(moved.hands):
        return _round_over(_changed(moved, pass_number=table.pass_number))
    return _changed(moved, quotas=_quotas(moved))


def _round_over(table: DraftTable) -> DraftTable:
    if table.round == len(table.format.rounds):
        return _changed(table, phase=Phase.DRAFTED)
    if table.rule.review_after:
        return _changed(table, phase=Phase.REVIEW)
    return _opened(table, table.round + 1)


def _opened(table: DraftTable, round_number: int) -> DraftTable:
    hands = tuple(pack.cards for pack in table.packs[round_number - 1])
    return with_quotas(_changed(table, round=round_number, pass_number=1, hands=hands, legion_rare=False))


def with_quotas(table: DraftTable) -> DraftTable:
    """Return the table with what each seat is to place in this pass, and with all passes of its round counted."""
    packs = table.packs[table.round - 1]
    openers = [opener_of(table, seat) for seat in range(table.fighters)]
    held = [
        (len(hand) + len(placed), packs[opener].guaranteed)
        for hand, placed, opener in zip(table.hands, table.placed, openers, strict=True)
    ]
    rule, rare, number = table.rule, table.legion_rare, table.pass_number
    lasts = [rule.last_pass(size, guaranteed=kind, rare=rare, pass_number=number) for size, kind in set(held)]
    last = max(lasts, default=1)
    return _changed(table, passes=last, quotas=_quotas(table))


def _changed(table: DraftTable, **changes: object) -> DraftTable:
    """Return a copy with these fields changed, as `dataclasses.replace` does in four times the time."""
    copy = object.__new__(DraftTable)
    copy.__dict__.update(table.__dict__, **changes)
    return copy


def _with(items: tuple[Cards, ...], seat: int, value: Cards) -> tuple[Cards, ...]:
    return (*items[:seat], value, *items[seat + 1 :])
