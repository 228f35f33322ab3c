"""Periodic queries of a process, in case it missed a notice: connections to other processes, and changed rows."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from drafts.models import Connection, Event, EventStage, Fighter, Removal, Seat, Table
from drafts.models.presence import DEAD_AFTER
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId, Version
from drafts.store.table_facts import LONG_AGO, Marked
from drafts.store.tables import marked_cards


def connected_elsewhere(fighters: Collection[FighterId], process: str) -> set[FighterId]:
    """Return those of the fighters (by row id) who have an open connection to another process that lives."""
    others = _open_elsewhere(process).filter(fighter__in=fighters)
    return {FighterId(fighter) for fighter in others.values_list("fighter_id", flat=True).distinct()}


def watched_elsewhere(events: Collection[EventId], process: str) -> set[EventId]:
    """Return those of the events (by row id) that somebody looks at from another process that lives."""
    others = _open_elsewhere(process).filter(event__in=events)
    return {EventId(event) for event in others.values_list("event_id", flat=True).distinct()}


def _open_elsewhere(process: str) -> QuerySet[Connection]:
    alive = timezone.now() - DEAD_AFTER
    connections = Connection.objects.filter(closed_at=None, process__seen_at__gte=alive)
    return connections.exclude(process__name=process).order_by()


class Stored(NamedTuple):
    """The versions of tables and events, and the tokens that hold fighters' seats, by row id.

    `stages` has the sum of the versions of all stages of an event that have a history.
    """

    tables: dict[TableId, Version]
    events: dict[EventId, Version]
    stages: dict[EventId, Version]
    tokens: dict[FighterId, str]


def stored_of(
    *,
    tables: Collection[TableId],
    events: Collection[EventId],
    fighters: Collection[FighterId],
) -> Stored:
    """Return what is stored now of these, by row id; nothing of a fighter who was removed. It is one query.

    It runs for everything that is live, every other second: plain SQL takes a third of the time of querysets.
    """
    wanted: list[tuple[str, type[Model], str, Collection[int]]] = [
        ("tables", Table, "id, version, ''", tables),
        ("events", Event, "id, version, ''", events),
        ("stages", EventStage, "event_id, SUM(version), ''", events),
        ("tokens", Fighter, "id, 0, token", fighters),
    ]
    parts = [(_one_kind(*each[:3], len(each[3])), each[3]) for each in wanted if each[3]]
    found: dict[str, dict[Any, Any]] = {"tables": {}, "events": {}, "stages": {}, "tokens": {}}
    if parts:
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(sql for sql, _ in parts), [row for _, rows in parts for row in rows])
            for kind, row, version, token in cursor.fetchall():
                found[kind][row] = token if kind == "tokens" else version
    return Stored(**found)


def _one_kind(kind: str, model: type[Model], columns: str, rows: int) -> str:
    table, places = connection.ops.quote_name(model._meta.db_table), ", ".join(["%s"] * rows)
    key = columns.partition(",")[0]
    select = f"SELECT '{kind}', {columns} FROM {table} WHERE {key} IN ({places})"  # noqa: S608 - names only
    return f"{select} GROUP BY {key}" if "SUM" in columns else select


def data_version() -> int | None:
    """Return a number of this connection that changes when anything is stored over another one, also by programs.

    Only SQLite has one. Writes over this connection itself do not change it.
    """
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


class Ending(StrEnum):
    """Why a socket is closed, as the protocol says it: the right ended with which it was opened, or the event is gone.

    `MOVED`: the seat has a new link. `REVOKED`: the organizer has ended the link of a judge.
    """

    REMOVED = "removed"
    LEFT = "left"
    MOVED = "moved"
    SIGNED_OUT = "signed_out"
    REVOKED = "revoked"
    DELETED = "deleted"


Held = tuple[FighterId, str]
"""A fighter's seat (by row id), and a token with which it was held."""


def endings_of_seats(held: Collection[Held]) -> dict[Held, Ending]:
    """Return the seats that are no longer held, and why, with two queries, however many there are."""
    fighters = {fighter for fighter, _ in held}
    tokens = stored_of(tables=(), events=(), fighters=fighters).tokens
    lost = {(fighter, token) for fighter, token in held if tokens.get(fighter) != token}
    if not lost:
        return {}
    removals = Removal.objects.filter(fighter__in={fighter for fighter, _ in lost}, undone_at=None).order_by("id")
    removed = {(FighterId(removal.fighter), removal.token): removal.by_organizer for removal in removals}
    return {each: _why(each, removed, is_gone=each[0] not in tokens) for each in lost}


def _why(held: Held, removed: Mapping[Held, bool], *, is_gone: bool) -> Ending:
    if held in removed:
        return Ending.REMOVED if removed[held] else Ending.LEFT
    return Ending.REMOVED if is_gone else Ending.MOVED


def marks_of(table_id: TableId) -> dict[SeatNumber, Marked]:
    """Return what the seats of a table (by position) have marked."""
    seats = Seat.objects.filter(table=table_id).values_list("position", "marked", "marked_at")
    return {SeatNumber(position): Marked(marked_cards(marked), at or LONG_AGO) for position, marked, at in seats}
