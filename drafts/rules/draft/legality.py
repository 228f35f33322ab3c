"""Whether reported picks can have been made: every one of them by the rules, to the end of the draft."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from drafts.rules.cards import CardId
from drafts.rules.draft.replay import PlacedCards, dealt
from drafts.rules.draft.table import (
    DraftTable,
    OpenedPack,
    Phase,
    choose,
    end_review,
    open_table,
    owed,
    place,
    with_quotas,
)
from drafts.rules.errors import NotInPack, Refusal, Stale, WrongCount
from drafts.rules.formats import Format


class IllegalPick(Exception):
    """A pick that cannot have been made at a table, and why the rules refuse it."""

    def __init__(self, pick: PlacedCards, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.pick = pick
        self.refusal = refusal


def table_after(
    format_: Format,
    packs: Sequence[Sequence[OpenedPack]],
    picks: Iterable[PlacedCards],
    *,
    verified_rounds: Collection[int] = (),
    believed: bool = False,
    seats: int = 0,
) -> DraftTable:
    """Return the table after these picks, each judged by the rules as when it was made. Raises IllegalPick.

    In the `verified_rounds` a judge verified a card (R9). Where they are `believed`, as those of real packs are that
    the organizer confirmed, only their number is judged, and that the hand has the cards. `seats` is as `open_table`
    has it.
    """
    if format_.keeps:
        return _kept(open_table(format_, packs, seats), picks)
    table = _called(open_table(format_, packs, seats), verified_rounds)
    for pick in _by_pass(picks):
        if table.phase is Phase.REVIEW:
            table = _called(end_review(table), verified_rounds)
        try:
            if (pick.round, pick.pass_number) != (table.round, table.pass_number) or table.phase is not Phase.DRAFTING:
                raise Stale
            after = _believed(table, pick) if believed else choose(table, pick.seat, pick.cards)
        except Refusal as refusal:
            raise IllegalPick(pick, refusal) from refusal
        table = _called(after, verified_rounds)
    return table


def _kept(table: DraftTable, picks: Iterable[PlacedCards]) -> DraftTable:
    """Return a table of packs that are kept: the picks must be all their cards, dealt in order (M11)."""
    made = tuple(_by_pass(picks))
    for pick, right in zip_longest(made, dealt(table)):
        if pick is None:
            raise IllegalPick(right, WrongCount())
        if pick != right:
            raise IllegalPick(pick, NotInPack())
    return table


def _by_pass(picks: Iterable[PlacedCards]) -> Iterator[PlacedCards]:
    """Yield what each seat placed in a pass as one pick: a card that is verified asks for more afterwards (R9)."""
    together: dict[tuple[int, int, int], PlacedCards] = {}
    for pick in picks:
        key = (pick.round, pick.pass_number, pick.seat)
        known = together.get(key)
        together[key] = pick if known is None else replace(known, cards=(*known.cards, *pick.cards))
    return (together[key] for key in sorted(together, key=lambda key: key[:2]))


def _called(table: DraftTable, verified_rounds: Collection[int]) -> DraftTable:
    if table.called or table.round not in verified_rounds or table.phase is not Phase.DRAFTING:
        return table
    return with_quotas(replace(table, called=True))


def _believed(table: DraftTable, pick: PlacedCards) -> DraftTable:
    if len(pick.cards) != owed(table, pick.seat).total:
        raise WrongCount
    hand: set[CardId] = {held.id for held in table.hands[pick.seat]}
    if not set(pick.cards) <= hand or len(set(pick.cards)) != len(pick.cards):
        raise NotInPack
    return place(table, pick.seat, pick.cards)
