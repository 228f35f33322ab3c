"""A table from its packs and picks: how a draft is read back from what was stored."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from drafts.rules.cards import CardId
from drafts.rules.draft.table import Call, DraftTable, OpenedPack, Phase, end_review, open_table, place, with_quotas
from drafts.rules.formats import Format


class How(StrEnum):
    """The author of a choice: the fighter, the clock, none (a last card needs no decision), or a bot.

    `ENTERED` is a choice of a draft with paper packs: which card it was is told afterwards. `DEALT` is a card of a pack
    that its opener keeps (M11): nobody chose it.
    """

    CHOSEN = "chosen"
    TIME = "time"
    LAST_CARD = "last_card"
    BOT = "bot"
    ENTERED = "entered"
    DEALT = "dealt"


@dataclass(frozen=True, slots=True)
class PlacedCards:
    """The cards that a seat placed at once in a pass, in the order in which they lie; `seconds` were used."""

    round: int
    pass_number: int
    seat: int
    cards: tuple[CardId, ...]
    how: How = How.CHOSEN
    seconds: float = 0.0


def dealt(table: DraftTable) -> tuple[PlacedCards, ...]:
    """Return the cards of all packs that are kept (M11), as if each seat placed its packs one after the other."""
    return tuple(
        PlacedCards(number, 1, seat, tuple(held.id for held in pack.cards), How.DEALT)
        for number, packs in enumerate(table.packs, start=1)
        for seat, pack in enumerate(packs)
    )


def replay(
    format_: Format,
    packs: Sequence[Sequence[OpenedPack]],
    picks: Iterable[PlacedCards],
    *,
    verified_rounds: Collection[int] = (),
    calls: Mapping[int, Sequence[Call]] | None = None,
    review_over: bool = False,
    seats: int = 0,
) -> DraftTable:
    """Return the table after these picks, in the order in which they were made.

    In the `verified_rounds` a judge verified a card (R9); `calls` are the open ones by round; with `review_over` a
    review that stands at the end is closed. The picks are believed, not judged. Cards that are dealt lie in the piles
    from the start. `seats` is as `open_table` has it.
    """
    tables = replayed(
        format_, packs, picks, verified_rounds=verified_rounds, calls=calls or {}, review_over=review_over, seats=seats
    )
    return deque(tables, maxlen=1).pop()


def replayed(
    format_: Format,
    packs: Sequence[Sequence[OpenedPack]],
    picks: Iterable[PlacedCards],
    *,
    verified_rounds: Collection[int] = (),
    calls: Mapping[int, Sequence[Call]],
    review_over: bool = False,
    seats: int = 0,
) -> Iterator[DraftTable]:
    """Yield the table before each of these picks, and at last the table after all of them, as `replay` returns it."""

    def judged(table: DraftTable) -> DraftTable:
        if table.round in verified_rounds and not table.called:
            table = with_quotas(replace(table, called=True))
        if table.round in calls and table.pass_number == 1:
            table = replace(table, calls=tuple(calls[table.round]))
        return table

    table = judged(open_table(format_, packs, seats))
    for pick in () if format_.keeps else picks:
        if table.phase is Phase.REVIEW:
            table = judged(end_review(table))
        yield table
        table = judged(place(table, pick.seat, pick.cards))
    if table.phase is Phase.REVIEW and review_over:
        table = judged(end_review(table))
    yield table
