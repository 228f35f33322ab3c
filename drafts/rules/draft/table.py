"""A table of fighters and the moves at it (R5-R15): a move returns the next table or raises a Refusal."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.errors import (
    AlreadyChosen,
    DuplicateCard,
    FeaturedRequired,
    NotAllowed,
    NotDrafting,
    NotInPack,
    TooManyFeatured,
    WrongCount,
)
from drafts.rules.formats import Direction, Format, Quota, RoundRule
from drafts.rules.ids import SeatNumber, numbered
from drafts.rules.values import changed

Cards = tuple[CardInPack, ...]
_NOTHING = Quota()


class Phase(StrEnum):
    """Where a table stands; `REVIEW` is the look at one's own cards (R13)."""

    DRAFTING = "drafting"
    REVIEW = "review"
    DRAFTED = "drafted"


@dataclass(frozen=True, slots=True)
class OpenedPack:
    """A pack as it was opened. `guaranteed`: its set guarantees a featured card in each pack (R6, R7)."""

    cards: Cards
    guaranteed: bool = True
    set_code: str = ""


class Call(NamedTuple):
    """A fighter's open call for a judge about a card (R9). It holds the pass."""

    seat: int
    card: CardId


@dataclass(frozen=True)
class DraftTable:
    """A ring of fighters in the middle of a draft. Seats count from 0, clockwise; rounds and passes from 1.

    Where the format has no rounds it is drafted from the start, in round 0. Packs that are kept (M11) lie in the piles
    as soon as they are there.

    `packs[round - 1][seat]` is what that seat opens. `hands` is what each seat holds and has not placed,
    `placed` what it has placed in this pass, `piles` what it placed before, oldest first. `passes` and `quotas` follow
    from the rest: how many passes the round has, and what each seat is to place in this one if its pack has as much.
    `called`: a judge has verified a card in this round, and its first pass demands more (R9).
    """

    format: Format
    packs: tuple[tuple[OpenedPack, ...], ...]
    hands: tuple[Cards, ...]
    placed: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    phase: Phase = Phase.DRAFTING
    round: int = 1
    pass_number: int = 1
    passes: int = 1
    called: bool = False
    calls: tuple[Call, ...] = ()
    quotas: tuple[Quota, ...] = field(default=(), compare=False)

    @property
    def fighters(self) -> int:
        """How many sit here."""
        return len(self.hands)

    @property
    def rule(self) -> RoundRule:
        """The rule of this round."""
        return self.format.round(self.round)

    @property
    def direction(self) -> Direction | None:
        """Which way this round is passed (R11, R14); None where nothing is."""
        return self.rule.direction if self.round else None


def open_table(format_: Format, packs: Sequence[Sequence[OpenedPack]], seats: int = 0) -> DraftTable:
    """Seat the fighters and open the first round (R2, R5): `packs[round - 1][seat]`, as many rounds as the format has.

    `seats` is the number of fighters at a table of a format without rounds. Packs that are kept may be missing
    altogether: they are not opened yet (M12). Raises ValueError when the packs do not fit the format.
    """
    if not format_.rounds:
        return _without_rounds(format_, packs, seats)
    rounds = tuple(tuple(of_round) for of_round in packs)
    fighters = len(rounds[0]) if rounds else 0
    if len(rounds) != len(format_.rounds) or any(len(of_round) != fighters for of_round in rounds) or fighters < 2:
        raise ValueError("a table needs one pack for each fighter in each round, and two fighters")
    empty: tuple[Cards, ...] = ((),) * fighters
    table = DraftTable(format=format_, packs=rounds, hands=empty, placed=empty, piles=empty)
    return _advanced(_opened(table, 1))


def _without_rounds(format_: Format, packs: Sequence[Sequence[OpenedPack]], seats: int) -> DraftTable:
    if (packs and len(packs) != format_.kept) or any(len(of_all) != seats for of_all in packs) or seats < 2:
        raise ValueError("a table without rounds has no packs to pass, and two fighters")
    empty: tuple[Cards, ...] = ((),) * seats
    opened = tuple(tuple(of_all) for of_all in packs)
    return DraftTable(
        format=format_,
        packs=opened,
        hands=empty,
        placed=empty,
        piles=tuple(tuple(held for of_all in opened for held in of_all[seat].cards) for seat in range(seats)),
        phase=Phase.DRAFTED,
        round=0,
        pass_number=0,
        passes=0,
    )


def opener_of(table: DraftTable, seat: int) -> int:
    """Return the seat that opened the pack which this seat now holds."""
    return (seat - table.rule.direction.step * (table.pass_number - 1)) % len(table.hands)


def owed(table: DraftTable, seat: int) -> Quota:
    """Return what the fighter still owes in this pass (R6, R7, R9, R12): all 0 once chosen, or with an empty hand."""
    if not table.hands[seat] or table.phase is not Phase.DRAFTING:
        return _NOTHING
    return still_due(table.format.featured, table.quotas[seat], table.hands[seat], table.placed[seat])


def has_chosen(table: DraftTable, seat: int) -> bool:
    """Whether nothing is awaited from this seat in this pass."""
    if not table.hands[seat] or table.phase is not Phase.DRAFTING:
        return True
    return len(table.placed[seat]) >= table.quotas[seat].total


def choose(table: DraftTable, seat: int, cards: Sequence[CardId]) -> DraftTable:
    """Place the cards that a pass demands face down, all at once; when that was the last choice, all packs move on.

    Raises NotDrafting, AlreadyChosen, DuplicateCard, NotInPack, WrongCount, FeaturedRequired or TooManyFeatured.
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
    if due.any < due.total:
        featured = sum(table.format.featured in in_hand[card].card.traits for card in cards)
        if featured < due.featured:
            raise FeaturedRequired
        if len(cards) - featured < due.plain:
            raise TooManyFeatured
    return _placed(table, seat, cards, in_hand)


def demanded(table: DraftTable, seat: int) -> tuple[CardId, ...]:
    """Return the first cards of the hand that satisfy the pass. It makes no difference which blank cards they are.

    Empty where nothing is owed.
    """
    due, trait, hand = owed(table, seat), table.format.featured, table.hands[seat]
    featured = [held.id for held in hand if trait in held.card.traits][: due.featured]
    plain = [held.id for held in hand if trait not in held.card.traits][: due.plain]
    others = [held.id for held in hand if held.id not in (*featured, *plain)]
    return (*featured, *plain, *others[: due.any])


def place(table: DraftTable, seat: int, cards: Iterable[CardId]) -> DraftTable:
    """Place cards of the hand without checking whether they satisfy the pass, as in a replay."""
    return _placed(table, seat, cards, {held.id: held for held in table.hands[seat]})


def _placed(table: DraftTable, seat: int, cards: Iterable[CardId], in_hand: dict[CardId, CardInPack]) -> DraftTable:
    chosen = tuple([in_hand.pop(card) for card in cards])
    return _advanced(
        changed(
            table,
            hands=_with(table.hands, seat, tuple(in_hand.values())),
            placed=_with(table.placed, seat, table.placed[seat] + chosen),
        )
    )


def may_call(table: DraftTable, seat: int, refused: Collection[CardId] = ()) -> bool:
    """Whether this fighter has a card to call a judge for, now, that none has refused yet (R9)."""
    return _hears_calls(table, seat) and any(
        table.format.call_for in held.card.traits and held.id not in refused for held in _opened_by(table, seat)
    )


def call_for_card(table: DraftTable, seat: int, card: CardId) -> DraftTable:
    """Call a judge for a card (R9): only its opener, only in the round's first pass. The pass waits.

    Raises NotDrafting, or NotAllowed.
    """
    if table.phase is not Phase.DRAFTING:
        raise NotDrafting
    rightful = [held.id for held in _opened_by(table, seat) if table.format.call_for in held.card.traits]
    if not _hears_calls(table, seat) or card not in rightful:
        raise NotAllowed
    return note_call(table, Call(seat, card))


def note_call(table: DraftTable, call: Call) -> DraftTable:
    """Add an open call without checking whether it is allowed."""
    return changed(table, calls=(*table.calls, call))


def verify_call(table: DraftTable, call: Call) -> DraftTable:
    """Verify a call: everyone owes by the rule of a verified card in this pass; other open calls have become moot (R9).

    Raises NotAllowed when there is no such call.
    """
    if call not in table.calls:
        raise NotAllowed
    return _advanced(with_quotas(changed(table, called=True, calls=())))


def refuse_call(table: DraftTable, call: Call) -> DraftTable:
    """Refuse a call: nothing changes, and the pass waits no longer (R9). Raises NotAllowed for no such call."""
    if call not in table.calls:
        raise NotAllowed
    return _advanced(changed(table, calls=tuple(other for other in table.calls if other != call)))


def end_review(table: DraftTable) -> DraftTable:
    """Close the look at one's own cards and open the next round (R13, R14). Raises NotDrafting outside a review."""
    if table.phase is not Phase.REVIEW:
        raise NotDrafting
    return _advanced(_opened(changed(table, phase=Phase.DRAFTING), table.round + 1))


def _quotas(table: DraftTable) -> tuple[Quota, ...]:
    rule, packs = table.rule.rule(table.pass_number), table.packs[table.round - 1]
    openers = [packs[opener_of(table, seat)] for seat in range(table.fighters)]
    return tuple([rule.quota(guaranteed=pack.guaranteed, called=table.called) for pack in openers])


def still_due(trait: str, quota: Quota, hand: Cards, placed: Cards) -> Quota:
    """Return what is left of a quota, given what the pack held and what of it is placed (the Readings of R6 and R9)."""
    due = min(quota.total - len(placed), len(hand))
    if due <= 0:
        return _NOTHING
    if quota.any == quota.total:
        return quota if due == quota.any else Quota(any=due)
    placed_featured = [trait in held.card.traits for held in placed].count(True)
    all_featured = placed_featured + [trait in held.card.traits for held in hand].count(True)
    all_plain = len(hand) + len(placed) - all_featured
    featured = min(max(0, min(quota.featured, all_featured) - placed_featured), due)
    wanted = quota.plain if all_featured or not quota.featured else 0
    plain = min(max(0, min(wanted, all_plain) - (len(placed) - placed_featured)), due - featured)
    return Quota(featured=featured, plain=plain, any=due - featured - plain)


def _opened_by(table: DraftTable, seat: int) -> Cards:
    return table.packs[table.round - 1][seat].cards


def _hears_calls(table: DraftTable, seat: int) -> bool:
    return (
        table.pass_number == 1
        and table.phase is Phase.DRAFTING
        and table.rule.rule(1).allows_call
        and not table.called
        and all(call.seat != seat for call in table.calls)
    )


def waiting_for(table: DraftTable) -> list[SeatNumber]:
    """Return the seats that have not chosen in this pass."""
    if table.phase is not Phase.DRAFTING:
        return []
    seats = zip(table.hands, table.placed, table.quotas, strict=True)
    return [seat for seat, (hand, placed, quota) in numbered(seats) if hand and len(placed) < quota.total]


def _advanced(table: DraftTable) -> DraftTable:
    """Pass for as long as everyone has chosen and no judge is awaited (R11)."""
    while table.phase is Phase.DRAFTING and not table.calls and not waiting_for(table):
        table = _passed(table)
    return table


def _passed(table: DraftTable) -> DraftTable:
    step, fighters = table.rule.direction.step, table.fighters
    moved = changed(
        table,
        hands=tuple([table.hands[(seat - step) % fighters] for seat in range(fighters)]),
        placed=((),) * fighters,
        piles=tuple([pile + placed for pile, placed in zip(table.piles, table.placed, strict=True)]),
        pass_number=table.pass_number + 1,
    )
    if not any(moved.hands):
        return _round_over(changed(moved, pass_number=table.pass_number))
    return changed(moved, quotas=_quotas(moved))


def _round_over(table: DraftTable) -> DraftTable:
    if table.round == len(table.format.rounds):
        return changed(table, phase=Phase.DRAFTED)
    if table.rule.review_after:
        return changed(table, phase=Phase.REVIEW)
    return _opened(table, table.round + 1)


def _opened(table: DraftTable, round_number: int) -> DraftTable:
    hands = tuple(pack.cards for pack in table.packs[round_number - 1])
    return with_quotas(changed(table, round=round_number, pass_number=1, hands=hands, called=False))


def with_quotas(table: DraftTable) -> DraftTable:
    """Return the table with what each seat is to place in this pass, and with all passes of its round counted."""
    packs = table.packs[table.round - 1]
    openers = [opener_of(table, seat) for seat in range(table.fighters)]
    held = [
        (len(hand) + len(placed), packs[opener].guaranteed)
        for hand, placed, opener in zip(table.hands, table.placed, openers, strict=True)
    ]
    rule, called, number = table.rule, table.called, table.pass_number
    lasts = [rule.last_pass(size, guaranteed=kind, called=called, pass_number=number) for size, kind in set(held)]
    last = max(lasts, default=1)
    return changed(table, passes=last, quotas=_quotas(table))


def _with(items: tuple[Cards, ...], seat: int, value: Cards) -> tuple[Cards, ...]:
    return (*items[:seat], value, *items[seat + 1 :])
