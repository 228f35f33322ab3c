"""Rows to rules: a table read from the database.

Reading takes a few statements, however long the draft is. Writing is `store.changes`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

from drafts.models import (
    JudgeCall,
    PackCard,
    PileEntry,
    Seat,
    Table,
    Verdict,
)
from drafts.models import Pick as PickRow
from drafts.prepared import Prepared
from drafts.rules.actors import ActorKind
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.clock import Clock
from drafts.rules.draft.replay import How, PlacedCards, replay
from drafts.rules.draft.table import Call, DraftTable, OpenedPack, Phase
from drafts.rules.draft.timed import JudgeBy, PassId, SeatState, TableSettings, TimedTable
from drafts.rules.formats import Format, Pace
from drafts.rules.games.base import CardGame
from drafts.rules.ids import CallId, FighterId, SeatId, SeatNumber, TableId, Version
from drafts.store.catalog import card_columns, card_from
from drafts.store.event_facts import facts_with, sets_of
from drafts.store.table_facts import (
    NOTHING_ENTERED,
    Answered,
    AnswerFacts,
    CallFacts,
    EventFacts,
    LiveTable,
    PileFacts,
    SeatFacts,
    TableChange,
    Taken,
)

Packs = Sequence[Sequence[OpenedPack]]
_PICK_COLUMNS = ("pack_card", "seat", "round", "pass_number", "version", "how", "seconds", "request")


def load_table(table_id: TableId) -> LiveTable:
    """Read a table. Raises Table.DoesNotExist."""
    rows = _read(table_id)
    draft = rows.table.draft
    packs, keys = _load_packs(rows.table, draft.procedure)
    return _live(rows, packs, keys, facts_with(draft.event, draft, sets_of(draft)))


def reload_table(known: LiveTable) -> tuple[LiveTable, Answered]:
    """Read again what can have changed in a table since `known`. Returns it as `load_table` and `answered_requests` do.

    Sets, packs and their cards are not read again, except for paper packs whose piles were entered or corrected, and
    packs that are kept, which are made at the signal. An event that has not changed is the same object. Raises
    Table.DoesNotExist.
    """
    rows = _read(known.id)
    facts = facts_with(rows.table.draft.event, rows.table.draft, known.event.sets)
    same = all(getattr(facts, each.name) == getattr(known.event, each.name) for each in fields(EventFacts))
    packs: Packs = known.timed.table.packs
    keys = known.keys
    if facts.entered_at != known.event.entered_at or (facts.format.keeps and not packs):
        packs, keys = _load_packs(rows.table, facts.format)
    live = _live(rows, packs, keys, known.event if same else facts)
    return live, _answered(rows)


class _ChangedRows(NamedTuple):
    """The rows of a table that can change, all of one version."""

    table: Table
    seats: list[Seat]
    calls: list[JudgeCall]
    picks: list[tuple[Any, ...]]
    piles: dict[int, PileFacts]


def _read(table_id: TableId) -> _ChangedRows:
    """Read a table's rows, and again if it was changed meanwhile, so that all are of one version."""
    while True:
        row = _TABLE.first(table_id)
        if row is None:
            raise Table.DoesNotExist
        still_standing = 0  # the value of `undone_in`
        rows = _ChangedRows(
            row, _SEATS.rows(row.id), _CALLS.rows(row.id), _PICKS.rows(still_standing, row.id), _entered_piles(row)
        )
        if _VERSION.first(table_id, row.version) is not None:
            return rows


_TABLE = Prepared(
    lambda: Table.objects.select_related("draft__event__night", "draft__event__follower").filter(id=0).order_by()
)
_SEATS = Prepared(lambda: Seat.objects.filter(table=0).select_related("fighter").order_by("position"))
_CALLS = Prepared(lambda: JudgeCall.objects.filter(table=0).select_related("taken_staff").order_by("id"))
_PICKS = Prepared(lambda: PickRow.objects.standing().filter(seat__table=0).order_by("id").values_list(*_PICK_COLUMNS))
_VERSION = Prepared(lambda: Table.objects.filter(id=0).filter(version=0).order_by().values_list("version", flat=True))


def _entered_piles(table: Table) -> dict[int, PileFacts]:
    """Return what is entered of the piles of a table, by the seat's row id."""
    if not table.draft.is_paper or not table.draft.event.is_over:
        return {}
    rows = PileEntry.objects.filter(seat__table=table).values_list("seat", "numbers", "state")
    return {seat: PileFacts(tuple(numbers.split()), state) for seat, numbers, state in rows}


def _answered(rows: _ChangedRows) -> Answered:
    positions = {seat.id: seat.position for seat in rows.seats}
    asked = [(seat, request, version) for _, seat, _, _, version, _, _, request in rows.picks if request]
    asked += [(call.seat_id, call.request, call.version) for call in rows.calls]
    return {(positions[seat], request): Version(version) for seat, request, version in asked}


def _live(
    rows: _ChangedRows, packs: Sequence[Sequence[OpenedPack]], keys: Mapping[CardId, int], facts: EventFacts
) -> LiveTable:
    row, draft = rows.table, rows.table.draft
    by_key = {key: public_id for public_id, key in keys.items()}
    held = {card.id: card for of_round in packs for pack in of_round for card in pack.cards}
    positions = {seat.id: seat.position for seat in rows.seats}
    by_time = _passes_by_time(rows)
    return LiveTable(
        id=TableId(row.id),
        number=row.number,
        version=Version(row.version),
        event=facts,
        timed=TimedTable(
            table=_played(rows, packs, by_key),
            clock=Clock(row.started_at, row.deadline, row.seconds, row.left, row.used),
            seats=tuple(_attendance(seat, by_time[seat.id]) for seat in rows.seats),
            settings=TableSettings(
                pace=Pace(draft.pace),
                review_seconds=draft.review_seconds,
                judge=JudgeBy(draft.judge),
                seed=draft.seed,
                table_number=row.number,
                paper=draft.is_paper,
            ),
            paused=row.paused,
            unattended=row.unattended,
            paused_by_judge=row.paused_by_judge,
        ),
        seats=tuple(
            SeatFacts(
                SeatId(seat.id),
                FighterId(seat.fighter_id),
                seat.fighter.nickname,
                seat.fighter.bot,
                seat.fighter.guest,
                seat.fighter.ready,
            )
            for seat in rows.seats
        ),
        calls=tuple(
            CallFacts(
                CallId(call.id),
                SeatNumber(positions[call.seat_id]),
                call.reason,
                held[by_key[call.card_id]] if call.card_id else None,
                Version(call.version),
                call.called_at,
                taken_of(call),
            )
            for call in rows.calls
            if call.verdict == Verdict.OPEN
        ),
        keys=keys,
        refused=frozenset(
            by_key[call.card_id] for call in rows.calls if call.verdict == Verdict.REFUSED and call.card_id
        ),
        notes=_notes(rows.calls, positions),
        piles=tuple(rows.piles.get(seat.id, NOTHING_ENTERED) for seat in rows.seats) if facts.has_piles else (),
    )


def taken_of(call: JudgeCall) -> Taken | None:
    """Return the official on the way to the fighter, by the call's row."""
    if call.taken_at is None:
        return None
    return Taken(ActorKind(call.taken_by), call.taken_staff.name if call.taken_staff else "", call.taken_at)


def _notes(calls: Sequence[JudgeCall], positions: Mapping[int, int]) -> dict[SeatNumber, AnswerFacts]:
    """Return the note of each seat's newest answered call, where it has one."""
    answered = [
        (call.decided_at, call)
        for call in calls
        if call.decided_at is not None and call.verdict in (Verdict.VERIFIED, Verdict.REFUSED)
    ]
    newest = {call.seat_id: (at, call) for at, call in sorted(answered, key=lambda each: each[0])}
    return {
        SeatNumber(positions[seat]): AnswerFacts(CallId(call.id), call.reason, call.verdict, call.note, at)
        for seat, (at, call) in newest.items()
        if call.note
    }


def _played(rows: _ChangedRows, packs: Sequence[Sequence[OpenedPack]], by_key: Mapping[int, CardId]) -> DraftTable:
    positions = {seat.id: seat.position for seat in rows.seats}
    rares = [(call, call.card_id) for call in rows.calls if call.card_id]
    in_round: defaultdict[int, list[Call]] = defaultdict(list)
    for call, card in rares:
        if call.verdict == Verdict.OPEN:
            in_round[call.round].append(Call(positions[call.seat_id], by_key[card]))
    return replay(
        rows.table.draft.procedure,
        packs,
        _picks(rows.picks, positions, by_key),
        verified_rounds={call.round for call, _ in rares if call.verdict == Verdict.VERIFIED},
        calls=in_round,
        review_over=rows.table.phase != Phase.REVIEW,
        seats=len(rows.seats),
    )


def with_call_ids(chain: Sequence[TableChange]) -> Sequence[TableChange]:
    """Return stored changes of a table in which each call for a judge has the id of its row."""
    if all(call.id for change in chain for call in change.after.calls):
        return chain
    calls = JudgeCall.objects.filter(table=chain[0].after.id, verdict=Verdict.OPEN)
    ids = {Version(version): CallId(key) for version, key in calls.values_list("version", "id")}
    return [
        replace(change, before=_with_ids(change.before, ids), after=_with_ids(change.after, ids)) for change in chain
    ]


def _with_ids(live: LiveTable, ids: Mapping[Version, CallId]) -> LiveTable:
    return replace(live, calls=tuple(replace(call, id=ids.get(call.version, call.id)) for call in live.calls))


def answered_requests(table_id: TableId) -> Answered:
    """Return the stored requests to a table: (seat position, the request's name) to the version it made.

    Requests of a pass that was taken back are left out: the same choice again is a new one.
    """
    picks = PickRow.objects.standing().filter(seat__table=table_id).exclude(request="")
    calls = JudgeCall.objects.filter(table=table_id)
    rows = [*picks.values_list("seat__position", "request", "version").distinct()]
    rows += calls.values_list("seat__position", "request", "version")
    return {(position, request): Version(version) for position, request, version in rows}


def _passes_by_time(rows: _ChangedRows) -> defaultdict[int, tuple[PassId, ...]]:
    """Return the passes in which the clock chose for each seat (by row id)."""
    found: defaultdict[int, dict[PassId, None]] = defaultdict(dict)
    for _, seat, round_, number, _, how, _, _ in rows.picks:
        if how == How.TIME:
            found[seat][round_, number] = None
    return defaultdict(tuple, {seat: tuple(passes) for seat, passes in found.items()})


def _attendance(seat: Seat, by_time: tuple[PassId, ...]) -> SeatState:
    return SeatState(
        bot=seat.bot,
        guest=seat.fighter.guest,
        connected=seat.connected,
        away_since=seat.away_since,
        weak=seat.weak,
        timeouts=seat.timeouts,
        by_time=by_time,
        hurried=seat.hurried,
        held=seat.held,
        marked=marked_cards(seat.marked),
        marked_at=seat.marked_at,
        ready=seat.ready,
        starter=None if seat.starter is None else CardId(seat.starter),
    )


def marked_cards(text: str) -> tuple[CardId, ...]:
    """Read the marked cards of a seat from its row."""
    return tuple(CardId(int(card)) for card in text.split(",") if card)


def _load_packs(table: Table, format_: Format) -> tuple[list[list[OpenedPack]], dict[CardId, int]]:
    game = format_.cards
    if game is None:
        return [], {}
    cards: defaultdict[tuple[int, int], list[CardInPack]] = defaultdict(list)
    packs: dict[tuple[int, int], tuple[bool, str]] = {}
    keys = {}
    for number, opener, guaranteed, code, public_id, foil, key, known, *card in _cards_of(game).rows(table.id):
        is_first = (number, opener) not in packs
        printed_card = card_from(game, tuple(card)) if known else format_.blank_card(featured=guaranteed and is_first)
        held = CardInPack(CardId(public_id), printed_card, foil)
        cards[number, opener].append(held)
        packs[number, opener] = (guaranteed, code or "")
        keys[held.id] = key
    rounds = range(
        1, format_.packs + 1 if packs or not format_.keeps else 1
    )  # in an imported draft that was stopped, later packs are not known
    fighters = len({seat for _, seat in packs})
    return [
        [OpenedPack(tuple(cards[number, seat]), *packs.get((number, seat), ())) for seat in range(fighters)]
        for number in rounds
    ], keys


@cache
def _cards_of(game: CardGame) -> Prepared[tuple[Any, ...]]:
    """Return the query of the cards in the packs of a table."""
    of_pack = ("pack__round", "pack__opened_by", "pack__guaranteed", "pack__card_set__code")
    printed = (f"card__{column}" for column in card_columns(game))
    columns = (*of_pack, "public_id", "foil", "id", "card", *printed)
    in_order = PackCard.objects.filter(pack__table=0).order_by("pack__round", "pack__opened_by", "id")
    return Prepared(lambda: in_order.values_list(*columns))


def _picks(
    rows: Sequence[tuple[Any, ...]], positions: Mapping[int, int], by_key: Mapping[int, CardId]
) -> list[PlacedCards]:
    """Return the picks in the order in which they were made, with the cards that were placed together."""
    grouped: dict[tuple[int, int, int, int], list[tuple[Any, ...]]] = defaultdict(list)
    for key, seat, round_, number, version, how, seconds, _ in rows:
        grouped[round_, number, positions[seat], version].append((by_key[key], how, seconds))
    return [
        PlacedCards(round_, number, seat, tuple(card for card, _, _ in placed), How(placed[0][1]), placed[0][2])
        for (round_, number, seat, _), placed in grouped.items()
    ]
