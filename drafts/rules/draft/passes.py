"""A draft pass by pass, as it was seen: what each seat held, what it took and passed on, and who took a card later."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.draft.replay import PlacedCards, replayed
from drafts.rules.draft.table import Cards, DraftTable, OpenedPack, opener_of, owed
from drafts.rules.formats import Direction, Format, Quota


@dataclass(frozen=True, slots=True)
class SeatPass:
    """One pass as one seat saw it.

    `hand` is what the seat held before it chose, `due` what it had to place of it, `picks` are what it placed, all at
    once or in more goes; without any the draft ended here. `back` are the cards of the hand that it had held before and
    passed on: they went all the way round.
    """

    seat: int
    opened_by: int
    hand: Cards
    due: Quota
    picks: tuple[PlacedCards, ...]
    back: frozenset[CardId]

    @property
    def taken(self) -> tuple[CardId, ...]:
        """The cards that were placed, in the order in which they lie."""
        return tuple(card for pick in self.picks for card in pick.cards)


@dataclass(frozen=True, slots=True)
class TablePass:
    """One pass as the whole table saw it. `called`: a judge had verified a card, so that it demanded more (R9)."""

    round: int
    pass_number: int
    direction: Direction
    called: bool
    turns: tuple[SeatPass, ...]


class Fate(NamedTuple):
    """The seat that took a card, and the moment."""

    seat: int
    round: int
    pass_number: int


def passes_of(
    format_: Format,
    packs: Sequence[Sequence[OpenedPack]],
    picks: Iterable[PlacedCards],
    *,
    verified_rounds: Collection[int] = (),
) -> tuple[TablePass, ...]:
    """Return every pass in which somebody chose, from the picks that stand, in their order.

    `packs` may end where a draft was stopped: those of later rounds are not needed.
    """
    opened = format_.cut_to(len(packs))
    if not opened.rounds:
        return ()
    made = tuple(picks)
    by_turn: dict[tuple[int, int, int], list[PlacedCards]] = {}
    for pick in made:
        by_turn.setdefault((pick.round, pick.pass_number, pick.seat), []).append(pick)
    begun: dict[tuple[int, int], DraftTable] = {}
    for table, pick in zip(
        replayed(opened, packs, made, verified_rounds=verified_rounds, calls={}), made, strict=False
    ):
        begun.setdefault((pick.round, pick.pass_number), table)
    held: dict[tuple[int, int], set[CardId]] = {}
    return tuple(_pass(table, by_turn, held, verified_rounds) for table in begun.values())


def _pass(
    table: DraftTable,
    picks: dict[tuple[int, int, int], list[PlacedCards]],
    held: dict[tuple[int, int], set[CardId]],
    verified_rounds: Collection[int],
) -> TablePass:
    """Return the pass that begins with this table. `held` is what each seat has held by now, by round and seat."""
    turns = []
    for seat, hand in enumerate(table.hands):
        before = held.setdefault((table.round, seat), set())
        back = frozenset(card.id for card in hand if card.id in before)
        before.update(card.id for card in hand)
        placed = picks.get((table.round, table.pass_number, seat), ())
        turns.append(SeatPass(seat, opener_of(table, seat), hand, owed(table, seat), tuple(placed), back))
    called = table.round in verified_rounds and table.pass_number == 1
    return TablePass(table.round, table.pass_number, table.rule.direction, called, tuple(turns))


def fates_of(passes: Iterable[TablePass]) -> dict[CardId, Fate]:
    """Return who took each card, and when. A card that nobody took, since the draft was stopped, is not there."""
    return {
        card: Fate(turn.seat, each.round, each.pass_number)
        for each in passes
        for turn in each.turns
        for card in turn.taken
    }
