"""Rows to rules: the piles of a draft with paper packs, as far as they are entered, and the origins of their cards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from django.db.models import QuerySet

from drafts.models import (
    CardOnSheet,
    Draft,
    DraftSet,
    JudgeCall,
    Pack,
    PackCard,
    PileEntry,
    PileState,
    Seat,
    Table,
    Verdict,
)
from drafts.models import Pick as PickRow
from drafts.rules.card_numbers import CardNumbers
from drafts.rules.cards import Card
from drafts.rules.draft.piles import Conflict, Entered, OpenedRound
from drafts.rules.formats import Format
from drafts.rules.ids import FighterId, SeatId, TableId
from drafts.store.catalog import cards_by_row, rows_of

PassId = tuple[int, int]


class CardOrigin(NamedTuple):
    """The origin of a card of a pile: round and pass from 1, and the seat that opened the pack, from 0.

    `key` is the row of the physical card.
    """

    round: int
    pass_number: int
    opened_by: int
    key: int

    @property
    def pass_id(self) -> PassId:
        """The round and the pass in which it was taken."""
        return self.round, self.pass_number


class SeatPile(NamedTuple):
    """The pile of a seat: the origins of its cards, from bottom to top, and the numbers that are entered."""

    seat: SeatId
    position: int
    fighter: FighterId
    name: str
    places: tuple[CardOrigin, ...]
    numbers: tuple[str, ...]
    state: PileState
    confirmed: frozenset[PassId]
    by: str
    entered_at: datetime | None

    @property
    def expected(self) -> int:
        """How many cards the pile has."""
        return len(self.places)

    @property
    def is_checked(self) -> bool:
        """Whether it is complete, whether or not it fits the others."""
        return self.state is not PileState.OPEN

    @property
    def fingerprint(self) -> str:
        """A hash that differs for each entry of the pile. It does not depend on whether the pile fits the others."""
        return sha256("\n".join((str(self.is_checked), *self.numbers)).encode()).hexdigest()[:16]


class DraftedCards:
    """The cards of all sets of a draft, found by typed and by full numbers."""

    def __init__(self, draft: Draft) -> None:
        rounds = DraftSet.objects.filter(draft=draft).order_by("round")
        self.sets: dict[int, str] = dict(rounds.values_list("round", "card_set__code"))
        rows = rows_of(rounds.values("card_set")).order_by("card_set__code", "number")
        printed = cards_by_row(rows)
        of_sets: defaultdict[str, list[str]] = defaultdict(list)
        self.keys: dict[str, int] = {}
        self.set_of: dict[str, str] = {}
        cubes = dict(_on_sheets(rounds))
        for key, code, number in rows.values_list("id", "card_set__code", "number"):
            of_sets[code].append(number)
            self.keys[number] = key
            self.set_of[number] = code if code in self.sets.values() else cubes[number]
        self.cards: dict[str, Card] = {card.number: card for card in printed.values()}
        self.numbers = CardNumbers(of_sets)

    def is_in_round(self, number: str, round_: int) -> bool:
        """Whether a card belongs to the set whose packs were opened in a round."""
        return self.set_of.get(number) == self.sets.get(round_)


def _on_sheets(rounds: "QuerySet[DraftSet]") -> "QuerySet[CardOnSheet, tuple[str, str]]":
    """Return the numbers of cards on sheets, and the codes of the sets whose packs hold them."""
    sheets = CardOnSheet.objects.filter(sheet__recipe__card_set__in=rounds.values("card_set"))
    return sheets.values_list("card__number", "sheet__recipe__card_set__code")


@dataclass(frozen=True)
class TablePiles:
    """The piles of a table, by position."""

    table: TableId
    number: int
    format: Format
    rounds: tuple[OpenedRound, ...]
    piles: tuple[SeatPile, ...]
    drafted: DraftedCards

    @property
    def are_checked(self) -> bool:
        """Whether every pile is complete."""
        return all(pile.is_checked for pile in self.piles)

    @cached_property
    def conflicts(self) -> Sequence[Conflict]:
        """The conflicts between the piles; empty before every pile is complete."""
        if not self.are_checked:
            return []
        numbers = [pile.numbers for pile in self.piles]
        return Entered(self.rounds, numbers, self.drafted.cards.get, self.format.featured).conflicts()

    @property
    def doubts(self) -> list[Conflict]:
        """The conflicts that have not been confirmed as correct."""
        return [conflict for conflict in self.conflicts if not self._is_confirmed(conflict)]

    def _is_confirmed(self, conflict: Conflict) -> bool:
        origin = conflict.origin
        return (origin.round, origin.pass_number) in self.piles[conflict.seat].confirmed


def load_piles(draft: Draft) -> list[TablePiles]:
    """Read the piles of all tables of a draft whose cards are all placed."""
    drafted, format_ = DraftedCards(draft), draft.procedure
    entries = {entry.seat_id: entry for entry in PileEntry.objects.filter(seat__draft=draft)}
    places = _places(draft)
    seats: defaultdict[int, list[SeatPile]] = defaultdict(list)
    for seat in Seat.objects.filter(draft=draft).select_related("fighter").order_by("table", "position"):
        seats[seat.table_id].append(_pile(seat, tuple(places[seat.id]), entries.get(seat.id)))
    rounds = _rounds(draft, format_)
    return [
        TablePiles(TableId(key), number, format_, rounds[key], tuple(seats[key]), drafted)
        for key, number in Table.objects.filter(draft=draft).order_by("number").values_list("id", "number")
    ]


def _places(draft: Draft) -> defaultdict[int, list[CardOrigin]]:
    """Return the origins of the cards of each seat (by row id), in the order in which they were placed."""
    rows = PickRow.objects.standing().filter(seat__draft=draft).order_by("seat", "round", "pass_number", "position")
    columns = ("seat", "round", "pass_number", "pack_card__pack__opened_by", "pack_card")
    found: defaultdict[int, list[CardOrigin]] = defaultdict(list)
    for seat, *place in rows.values_list(*columns):
        found[seat].append(CardOrigin(*place))
    return found


def _pile(seat: Seat, places: tuple[CardOrigin, ...], entry: PileEntry | None) -> SeatPile:
    return SeatPile(
        seat=SeatId(seat.id),
        position=seat.position,
        fighter=FighterId(seat.fighter_id),
        name=seat.fighter.nickname,
        places=places,
        numbers=() if entry is None else tuple(entry.numbers.split("\n") if entry.numbers else ()),
        state=PileState.OPEN if entry is None else PileState(entry.state),
        confirmed=frozenset() if entry is None else passes_in(entry.confirmed),
        by="" if entry is None else entry.by,
        entered_at=None if entry is None else entry.entered_at,
    )


def passes_in(text: str) -> frozenset[PassId]:
    """Read passes from their column."""
    pairs = (each.split(".") for each in text.split())
    return frozenset((int(round_), int(number)) for round_, number in pairs)


def passes_text(passes: frozenset[PassId]) -> str:
    """Return passes as their column stores them."""
    return " ".join(f"{round_}.{number}" for round_, number in sorted(passes))


def _rounds(draft: Draft, format_: Format) -> Mapping[int, tuple[OpenedRound, ...]]:
    """Return the rounds of each table (by row id) as they were drafted."""
    sizes: defaultdict[int, int] = defaultdict(int)
    for pack in PackCard.objects.filter(draft=draft, pack__opened_by=0).values_list("pack", flat=True):
        sizes[pack] += 1
    calls = JudgeCall.objects.filter(table__draft=draft, verdict=Verdict.VERIFIED).exclude(card=None)
    called = set(calls.values_list("table", "round"))
    found: defaultdict[int, list[OpenedRound]] = defaultdict(list)
    packs = Pack.objects.filter(table__draft=draft, opened_by=0).order_by("table", "round")
    for key, table, round_, guaranteed in packs.values_list("id", "table", "round", "guaranteed"):
        opened = OpenedRound(format_.round(round_), sizes[key], guaranteed, (table, round_) in called)
        found[table].append(opened)
    return {table: tuple(rounds) for table, rounds in found.items()}
