"""Rules to rows: the changes of many tables written at once.

This is on the path of every choice. It is plain SQL, one statement for each kind of row: re-acquiring the interpreter's
lock after each statement costs more than the statement.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection

from drafts.models import Draft, Event, JudgeCall, Seat, Table, TableEvent, Verdict
from drafts.models import Pick as PickRow
from drafts.rules.cards import CardId
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.history import Act, Kind, is_in
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.table import Phase
from drafts.rules.ids import EventId, SeatId, TableId, Version
from drafts.rules.night.stages import Stage
from drafts.store.sql import DriverCursor, Row, insert_rows, stored_time, update_rows
from drafts.store.table_facts import EventFacts, LiveTable, Marked, NewCall, TableChange

TimeColumn = tuple[type[Draft] | type[Event], str]
"""A column of an event or of its draft."""

TABLE_COLUMNS = (
    *("version", "phase", "round", "pass_number", "called", "paused", "unattended", "paused_by_judge"),
    *("started_at", "deadline", "seconds", "left", "used", "wakes_at"),
)
SEAT_COLUMNS = ("bot", "connected", "away_since", "weak", "timeouts", "hurried", "held", "ready", "starter")
PICK_COLUMNS = (
    *("pack_card", "seat", "round", "pass_number", "position", "how", "seconds", "at", "version", "request"),
    "undone_in",
)
CALL_COLUMNS = (
    *("table", "seat", "reason", "card", "round", "request"),
    *("version", "called_at", "verdict", "decided_at", "taken_by", "note"),
)
ACT_COLUMNS = ("table", "version", "number", "at", "by", "fighter", "staff", "kind", "text")


class MovedOn(Exception):
    """A table no longer has the version, or an event the stage, that a change of it started from."""


def save_changes(chains: Sequence[Sequence[TableChange]], ended: Collection[EventId]) -> None:
    """Write each table's chain of changes, all or nothing. To be called in a transaction. `ended` is of `ended_events`.

    Raises MovedOn when a table no longer has the version that its first change started from.
    """
    tables: list[Row] = []
    picks: list[Row] = []
    acts: list[Row] = []
    calls: list[Row] = []
    seats: list[Row] = []
    forgotten: list[Row] = []
    for changes in chains:
        tables.append(_table_row(changes))
        for change in changes:
            picks += _pick_rows(change)
            acts += _act_rows(change)
            if change.call:
                calls.append(_call_row(change, change.call))
        _add_seat_rows(changes, seats, forgotten)
    lock_tables(tables=[changes[0].before.id for changes in chains], events=ended)
    with DriverCursor() as cursor:
        if update_rows(cursor, Table, ("id", "version"), TABLE_COLUMNS, tables) != len(chains):
            raise MovedOn
        insert_rows(cursor, PickRow, PICK_COLUMNS, picks)
        insert_rows(cursor, TableEvent, ACT_COLUMNS, acts)
        if calls:
            insert_rows(cursor, JudgeCall, CALL_COLUMNS, calls)
        if seats:
            _lock_seats(cursor, [row[0] for row in seats])
            update_rows(cursor, Seat, ("id",), SEAT_COLUMNS, seats)
        if forgotten:
            update_rows(cursor, Seat, ("id",), ("marked", "marked_at"), forgotten)


def ended_events(chains: Iterable[Sequence[TableChange]]) -> dict[EventId, EventFacts]:
    """Return the events, by row id, whose drafts may be over after these changes: one of their tables has drafted."""
    return {
        changes[-1].after.event.id: changes[-1].after.event
        for changes in chains
        if _drafted(changes[-1].after) and not _drafted(changes[0].before)
    }


def lock_tables(*, tables: Collection[TableId], events: Collection[EventId] = ()) -> None:
    """Lock tables and all tables of events, given by row id, until the transaction ends.

    All code that locks several rows does so in one order, so that there are no deadlocks: tables by id, then events,
    then fighters, then seats by id. SQLite, with one writer at a time, does not need it.
    """
    if (len(tables) > 1 or events) and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_LOCK_TABLES, [list(tables), list(events)])


def have_all_drafted(event: EventFacts) -> bool:
    """Whether every table of an event's draft has drafted. To be called in a transaction that has locked a table.

    If two processes write the last two tables of a draft, the second one waits here, and then sees both.
    """
    with connection.cursor() as cursor:
        cursor.execute("UPDATE drafts_event SET version = version WHERE id = %s", [event.id])
        cursor.execute("SELECT phase FROM drafts_table WHERE draft_id = %s", [event.draft])
        return all(phase == Phase.DRAFTED for (phase,) in cursor.fetchall())


def save_stage(
    *, event: EventFacts, before: Stage, after: Stage, noted: TimeColumn | None, act: Act, at: datetime
) -> dict[TableId, Version]:
    """Lead an event from one stage to another; all tables of its draft change with it, by this act.

    `noted` is the column that keeps the moment, if any does. Returns the new versions of the tables, by row id. Raises
    MovedOn when the event is not at the first stage. To be called in a transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_STAGE, [after.value, act.kind is Kind.STOP, event.id, before.value])
        if cursor.rowcount != 1:
            raise MovedOn
        if noted:
            owner, column = noted
            cursor.execute(_noting(owner, column), [stored_time(at), event.draft if owner is Draft else event.id])
    versions = renew_tables(event.draft)
    save_act(versions, act, at)
    return versions


def renew_tables(draft: int) -> dict[TableId, Version]:
    """Give all tables of a draft, by its row id, a new version, and return these: their event has changed.

    Their clocks are stopped. To be called in a transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TABLES_CHANGE, [draft])
        cursor.execute("SELECT id, version FROM drafts_table WHERE draft_id = %s", [draft])
        return {TableId(table): Version(version) for table, version in cursor.fetchall()}


def save_act(versions: Mapping[TableId, Version], act: Act, at: datetime) -> None:
    """Write an act of an official or the server that led tables, given by row id, to these versions."""
    rows = [
        (table, version, 0, stored_time(at), act.by.kind.value, None, None, act.kind.value, act.text)
        for table, version in versions.items()
    ]
    with DriverCursor() as cursor:
        insert_rows(cursor, TableEvent, ACT_COLUMNS, rows)


@cache
def _noting(owner: type[Draft] | type[Event], column: str) -> str:
    quote = connection.ops.quote_name
    return f"UPDATE {quote(owner._meta.db_table)} SET {quote(column)} = %s WHERE id = %s"  # noqa: S608 - names only


_NOT_YOUNGER = " AND (old.marked_at IS NULL OR old.marked_at <= new.column3)"


def save_marks(marks: Mapping[SeatId, Marked]) -> None:
    """Write the marked cards of seats, given by row id, unless newer ones are stored.

    To be called in a transaction.
    """
    rows = [(seat, _marked(marked.cards), stored_time(marked.at)) for seat, marked in marks.items()]
    with DriverCursor() as cursor:
        _lock_seats(cursor, marks)
        update_rows(cursor, Seat, ("id",), ("marked", "marked_at"), rows, where=_NOT_YOUNGER)


def _lock_seats(cursor: Any, seats: Collection[SeatId]) -> None:
    if len(seats) > 1 and connection.vendor == "postgresql":
        cursor.execute(_LOCK_SEATS, [list(seats)])


_LOCK_TABLES = """
    SELECT id FROM drafts_table
    WHERE id = ANY(%s) OR draft_id IN (SELECT id FROM drafts_draft WHERE event_id = ANY(%s))
    ORDER BY id FOR NO KEY UPDATE
"""
_NEXT_STAGE = "UPDATE drafts_event SET phase = %s, stopped = %s, version = version + 1 WHERE id = %s AND phase = %s"
_TABLES_CHANGE = "UPDATE drafts_table SET version = version + 1, wakes_at = NULL WHERE draft_id = %s"
_LOCK_SEATS = "SELECT id FROM drafts_seat WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"


def _drafted(live: LiveTable) -> bool:
    return live.timed.table.phase is Phase.DRAFTED


def _table_row(changes: Sequence[TableChange]) -> Row:
    before, after = changes[0].before, changes[-1].after
    table, clock = after.timed.table, after.timed.clock
    return (
        after.id,
        before.version,
        after.version,
        table.phase,
        table.round,
        table.pass_number,
        table.called,
        after.timed.paused,
        after.timed.unattended,
        after.timed.paused_by_judge,
        stored_time(clock.started),
        stored_time(clock.deadline),
        clock.seconds,
        clock.left,
        clock.used,
        stored_time(wakes_at(after.timed)),
    )


def _pick_rows(change: TableChange) -> list[Row]:
    live = change.after
    at = stored_time(change.at)
    rows: list[Row] = []
    for pick in change.picks:
        placed = _placed_before(change.before, pick)
        request = change.request if _is_asked_for(change, pick) else ""
        rows += [
            (
                live.keys[card],
                live.seats[pick.seat].id,
                pick.round,
                pick.pass_number,
                placed + index,
                pick.how,
                pick.seconds,
                at,
                live.version,
                request,
                0,
            )
            for index, card in enumerate(pick.cards)
        ]
    return rows


def _is_asked_for(change: TableChange, pick: PlacedCards) -> bool:
    """Whether a pick was requested by the fighter, and did not follow from another."""
    if pick.how is How.ENTERED:
        return is_in(pick, change.before.timed)  # the last cards of all seats follow in the next pass
    return pick.how is How.CHOSEN


def _call_row(change: TableChange, call: NewCall) -> Row:
    live, seat, at = change.after, change.seat, stored_time(change.at)
    if seat is None:
        raise ValueError("nobody makes this call")
    return (
        live.id,
        live.seats[seat].id,
        call.reason,
        None if call.card is None else live.keys[call.card],
        change.before.timed.table.round,
        change.request,
        live.version,
        at,
        call.verdict.value,
        None if call.verdict is Verdict.OPEN else at,
        "",
        "",
    )


def _act_rows(change: TableChange) -> list[Row]:
    live, at = change.after, stored_time(change.at)
    rows: list[Row] = []
    for number, (kind, by, text) in enumerate(change.acts):
        seat = by.seat
        fighter = None if seat is None else live.seats[seat].fighter
        rows.append((live.id, live.version, number, at, by.kind, fighter, by.staff, kind, text))
    return rows


def _placed_before(live: LiveTable, pick: PlacedCards) -> int:
    """Count the cards that this seat had placed in this pass: some if a verified card demands one more (R9)."""
    table = live.timed.table
    same_pass = (table.round, table.pass_number) == (pick.round, pick.pass_number)
    return len(table.placed[pick.seat]) if same_pass else 0


def _add_seat_rows(changes: Sequence[TableChange], seats: list[Row], forgotten: list[Row]) -> None:
    """Add the seats that have changed, and those whose stored marks are obsolete.

    The latter have chosen, or the pass is over.
    """
    before, after = changes[0].before.timed, changes[-1].after
    for old, new, facts in zip(before.seats, after.timed.seats, after.seats, strict=True):
        if old is new:
            continue
        if old.marked and not new.marked:
            forgotten.append((facts.id, "", None))
        if old != new:
            presence = new.bot, new.connected, stored_time(new.away_since), new.weak
            seats.append((facts.id, *presence, new.timeouts, new.hurried, new.held, new.ready, new.starter))


def _marked(cards: Sequence[CardId]) -> str:
    return ",".join(str(card) for card in cards)
