"""The viewer of a new socket and the versions of the event that it may be shown, read in one database query."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from drafts.access.sign_in import is_signed_in
from drafts.models import Draft, Event, EventStage, Fighter, Seat, StaffLink, Table
from drafts.rules.ids import EventId, FighterId, SeatNumber, StaffId, StageId, TableId, Version
from drafts.rules.night.rights import Rights
from drafts.sessions import GUEST_SEATS, JUDGES, SEATS, SessionStore


class TableVersion(NamedTuple):
    """A table by its row id, with its version."""

    id: TableId
    version: Version


class EventVersions(NamedTuple):
    """The stored versions of an event when a socket was opened, and the place of its fighter.

    `tables` are by number; `place` is the number of the fighter's table, and their seat.
    """

    event: Version
    stages: Mapping[StageId, Version]
    tables: Mapping[int, TableVersion]
    place: tuple[int, SeatNumber] | None = None


class ViewerFacts(NamedTuple):
    """The viewer that opens a socket. `rights` is None for a false claim to be an official, or to hold a seat.

    `belongs`: the person is the organizer, a judge or a fighter of the event, even if they only watch now. `token` is a
    fighter's token, `session` the key of an organizer's session, `staff` a judge's or a co-organizer's link. Where
    `fighter` is a guest, `beside` is the fighter on whose device the guest is played. `battle` is the fight whose
    battle a spectator has asked for, 0 for none.
    """

    event: EventId
    rights: Rights | None
    belongs: bool
    table: int
    stored: EventVersions
    fighter: FighterId | None = None
    token: str = ""
    session: str = ""
    staff: StaffId | None = None
    beside: FighterId | None = None
    battle: int = 0


def viewer_facts(session_key: str, code: str, query: Mapping[str, str]) -> ViewerFacts | None:
    """Return the viewer that opens a socket in a session and with this query, or None when there is no such event.

    The query says `as=host`, `as=judge`, for which `fighter` of several seats, or which `table` or `battle` to watch.
    The database is asked once.
    """
    rows = _read(session_key, code.upper())
    return None if rows.event is None else _facts(rows, code.upper(), session_key, query)


def tables_and_place(event: EventId, fighter: FighterId | None) -> EventVersions:
    """Return the tables of an event, and the seat of a fighter who was let in before there were any."""
    tables = Table.objects.filter(draft__current_in=event).values_list("number", "id", "version")
    seat = Seat.objects.current().filter(fighter=fighter).values_list("table__number", "position").first()
    return EventVersions(
        Version(0),
        {},
        {number: TableVersion(TableId(table), Version(version)) for number, table, version in tables},
        None if fighter is None or seat is None else (seat[0], SeatNumber(seat[1])),
    )


class _AccessRow(NamedTuple):
    """A row of what is read: its kind, and numbers and a text, whose meaning depends on the kind (`_statement`)."""

    kind: str
    id: int
    first: int | None
    second: int | None
    third: int | None
    text: str


class _AccessRows(NamedTuple):
    event: _AccessRow | None
    session: Mapping[str, Any]
    organizer: User | None
    fighters: Sequence[_AccessRow]
    judges: Sequence[_AccessRow]
    tables: Sequence[_AccessRow]
    stages: Sequence[_AccessRow]


def _name(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _statement() -> str:
    """Return the statement that reads all facts about the viewer of a new socket. Parameters: code, session key, now.

    It is plain SQL, since it runs for every socket that is opened.
    """
    return f"""
WITH e AS (
  SELECT e.id, e.organizer_id, e.version, d.id AS draft_id
  FROM {_name(Event)} e JOIN {_name(Draft)} d ON d.event_id = e.id AND d.number = e.draft_number WHERE e.code = %s)
SELECT 'event', e.id, e.organizer_id, e.version, 0, '' FROM e
UNION ALL SELECT 'session', 0, 0, 0, 0, s.session_data FROM {_name(Session)} s
  WHERE s.session_key = %s AND s.expire_date > %s
UNION ALL SELECT 'organizer', u.id, 0, 0, 0, u.password
  FROM e JOIN {_name(User)} u ON u.id = e.organizer_id WHERE u.is_active
UNION ALL SELECT 'fighter', f.id, CASE WHEN f.guest THEN 1 ELSE 0 END, t.number, s.position, f.token
  FROM e JOIN {_name(Fighter)} f ON f.event_id = e.id
  LEFT JOIN {_name(Seat)} s ON s.fighter_id = f.id AND s.draft_id = e.draft_id
  LEFT JOIN {_name(Table)} t ON t.id = s.table_id
UNION ALL SELECT 'judge', j.id, CASE WHEN j.organizes THEN 1 ELSE 0 END, 0, 0, j.token
  FROM e JOIN {_name(StaffLink)} j ON j.event_id = e.id WHERE j.revoked_at IS NULL
UNION ALL SELECT 'table', t.id, t.number, t.version, 0, ''
  FROM e JOIN {_name(Table)} t ON t.draft_id = e.draft_id
UNION ALL SELECT 'stage', g.id, g.version, 0, 0, ''
  FROM e JOIN {_name(EventStage)} g ON g.event_id = e.id"""  # noqa: S608 - names of tables only


def _read(session_key: str, code: str) -> _AccessRows:
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [code, session_key, connection.ops.adapt_datetimefield_value(timezone.now())])
        rows = [_AccessRow(*row) for row in cursor.fetchall()]

    def of_kind(kind: str) -> list[_AccessRow]:
        return sorted((row for row in rows if row.kind == kind), key=lambda row: row.id)

    session = next((SessionStore().decode(row.text) for row in of_kind("session")), {})
    organizer = next((User(id=row.id, password=row.text) for row in of_kind("organizer")), None)
    event = next(iter(of_kind("event")), None)
    return _AccessRows(event, session, organizer, *map(of_kind, ("fighter", "judge", "table", "stage")))


def _facts(rows: _AccessRows, code: str, session_key: str, query: Mapping[str, str]) -> ViewerFacts:
    assert rows.event is not None  # noqa: S101 - asked before
    own, held = _seats(rows, code)
    fighter = _asked(own, held, query.get("fighter"))
    judge = next((row for row in rows.judges if row.text == rows.session.get(JUDGES, {}).get(code)), None)
    owns = is_signed_in(rows.organizer, rows.session)
    organizes = owns or (judge is not None and bool(judge.first))
    table, battle = _number_in(query, "table", 1), _number_in(query, "battle", 0)
    watching = ViewerFacts(
        EventId(rows.event.id),
        Rights(),
        Rights(organizes=organizes, fights=fighter is not None, judges=judge is not None).belongs,
        table,
        _versions(rows, rows.event, fighter),
        battle=battle,
    )
    if query.get("as") in ("host", "judge"):
        return _official(watching, query["as"], session_key if owns else "", judge)
    if fighter is None and "fighter" in query:
        return watching._replace(rights=None)
    if fighter is None or "table" in query or "battle" in query:
        return watching
    beside = FighterId(own.id) if own and fighter.first else None
    found = watching._replace(rights=Rights(fights=True), fighter=FighterId(fighter.id), beside=beside)
    return found._replace(token=fighter.text)


def _number_in(query: Mapping[str, str], name: str, usual: int) -> int:
    said = query.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else usual


def _official(watching: ViewerFacts, claim: str, session_key: str, link: _AccessRow | None) -> ViewerFacts:
    """Return the viewer with the rights that they claim. `session_key` is that of the event's owner, else empty."""
    if claim == "host" and session_key:
        return watching._replace(rights=Rights(organizes=True), session=session_key)
    if link is None or bool(link.first) != (claim == "host"):
        return watching._replace(rights=None)
    rights = Rights(organizes=True) if link.first else Rights(judges=True)
    return watching._replace(rights=rights, staff=StaffId(link.id))


def _seats(rows: _AccessRows, code: str) -> tuple[_AccessRow | None, list[_AccessRow]]:
    """Return the fighter whose own seat the session holds, and all whose seats it holds: as `seats.seats_of`."""
    token, tokens = rows.session.get(SEATS, {}).get(code), rows.session.get(GUEST_SEATS, {}).get(code, [])
    own = next((row for row in rows.fighters if token and row.text == token), None)
    return own, [*([own] if own else []), *(row for row in rows.fighters if row.first and row.text in tokens)]


def _asked(own: _AccessRow | None, held: Sequence[_AccessRow], asked: str | None) -> _AccessRow | None:
    """Return the fighter that the session acts as: as `seats.fighter_of`."""
    if asked is None:
        return own or next(iter(held), None)
    return next((row for row in held if str(row.id) == asked), None)


def _versions(rows: _AccessRows, event: _AccessRow, fighter: _AccessRow | None) -> EventVersions:
    place = None
    if fighter is not None and fighter.second is not None and fighter.third is not None:
        place = fighter.second, SeatNumber(fighter.third)
    return EventVersions(
        Version(event.second or 0),
        {StageId(row.id): Version(row.first or 0) for row in rows.stages},
        {row.first or 0: TableVersion(TableId(row.id), Version(row.second or 0)) for row in rows.tables},
        place,
    )
