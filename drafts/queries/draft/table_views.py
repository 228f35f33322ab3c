"""All tables of an event as everybody may see them, from the database: a handful of statements, however many there are.

Nothing is replayed. Facts in the rows of a table and of its seats are taken from there; the database counts the cards.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Max, Q

from drafts.models import Event, JudgeCall, Pack, Pick, Seat, Table, Verdict
from drafts.rules.draft.clock import Clock
from drafts.rules.draft.replay import How
from drafts.rules.draft.seat_status import seat_status
from drafts.rules.draft.table import Phase
from drafts.rules.draft.table_view import (
    PackCount,
    PileCount,
    SeatView,
    TablePlace,
    TableView,
    before_packs,
    counted,
    must_hold,
    people_see,
)
from drafts.rules.draft.timed import SeatState
from drafts.rules.draft.view import Seen
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage

_LONGEST_ROUND = 1000  # passes; a round and a pass in it become one number that can be compared


class _SeatRow(NamedTuple):
    """A seat's row, and its fighter's."""

    id: int
    position: int
    fighter: FighterId
    name: str
    always_bot: bool
    guest: bool
    bot: bool
    connected: bool
    away_since: datetime | None
    weak: bool
    hurried: bool
    ready: bool
    was_ready: bool


_SEAT_COLUMNS = (
    *("id", "position", "fighter", "fighter__nickname", "fighter__bot", "fighter__guest"),
    *("bot", "connected", "away_since", "weak", "hurried", "ready", "fighter__ready"),
)


class _Placed(NamedTuple):
    """Counts of a seat's placed cards. `last_by_time` is the last pass in which the clock chose, as one number."""

    pile: PileCount
    by_time: bool
    last_by_time: int | None


_NOTHING_PLACED = _Placed(PileCount(0, 0), by_time=False, last_by_time=None)


MOST_KNOWN = 1024
"""The most tables that a process remembers as they were read last."""

_known: dict[tuple[int, str], tuple[int, TableView]] = {}
"""By row id and the stage of the event: a table with its version, which changes with all that is seen of the table."""


def table_views(event: Event) -> list[TableView]:
    """Return the tables of an event, by number. Each is as it was at one moment; only those that changed are read."""
    versions = _versions(event)
    known = {table: _known.get((table, event.phase), (0, None)) for table in versions}
    while changed := {table for table, version in versions.items() if known.get(table, (0,))[0] != version}:
        rows = event.draft.tables.all()
        rows = rows if len(changed) == len(versions) else rows.filter(id__in=changed)
        known |= _views(event, {row.id: row for row in rows})
        versions = _versions(event)
    if len(_known) + len(known) > MOST_KNOWN:
        _known.clear()
    _known.update({(table, event.phase): (version, view) for table, (version, view) in known.items() if view})
    return sorted((view for _, view in known.values() if view), key=lambda view: view.number)


def forget_tables() -> None:
    """Read all tables anew from now on."""
    _known.clear()


def _versions(event: Event) -> dict[int, int]:
    return dict(event.draft.tables.values_list("id", "version"))


class _TableRows(NamedTuple):
    """A table's row, and what belongs to it; `placed` is that of all seats, by row id."""

    table: Table
    seats: list[_SeatRow]
    calls: list[JudgeCall]
    packs: list[PackCount]
    placed: Mapping[int, _Placed]


def _views(event: Event, tables: Mapping[int, Table]) -> dict[int, tuple[int, TableView]]:
    """Return each table (by row id) with its version."""
    seats, calls, packs, placed = _seats(tables), _calls(tables), _packs(tables), _placed(tables)
    rows = {id_: _TableRows(table, seats[id_], calls[id_], packs[id_], placed) for id_, table in tables.items()}
    return {id_: (of_table.table.version, _view(event, of_table)) for id_, of_table in rows.items()}


def _view(event: Event, rows: _TableRows) -> TableView:
    row, seats, calls, packs, placed = rows
    of_seats = [placed.get(seat.id, _NOTHING_PLACED) for seat in seats]
    seen = counted(
        TablePlace(event.draft.procedure, Phase(row.phase), row.round, row.pass_number, row.called),
        packs,
        [of_seat.pile for of_seat in of_seats],
        waiting_for_judge=any(call.card_id and call.round == row.round for call in calls),
    )
    positions = {seat.id: seat.position for seat in seats}
    called = {positions[call.seat_id] for call in calls if not call.card_id}
    return TableView(
        number=row.number,
        phase=people_see(seen.phase, Stage(event.phase)),
        seen=seen,
        seats=tuple(_seat(event, row, seat, seen, of_seat) for seat, of_seat in zip(seats, of_seats, strict=True)),
        judge_called=() if event.phase == Stage.FINISHED else tuple(sorted(called)),
        clock=Clock(row.started_at, row.deadline, row.seconds, row.left, row.used),
        paused=row.paused,
        stalled=_stalled(of_seats) if row.unattended and event.phase == Stage.DRAFTING else None,
        paper=event.draft.is_paper,
    )


def _seat(event: Event, row: Table, seat: _SeatRow, seen: Seen, placed: _Placed) -> SeatView:
    cards = seen.seats[seat.position]
    here = SeatState(
        bot=seat.bot,
        connected=seat.connected,
        away_since=seat.away_since,
        weak=seat.weak,
        hurried=seat.hurried,
        ready=seat.ready,
    )
    status = seat_status(
        here,
        seen.phase,
        chosen=cards.chosen,
        placed=placed.pile.placed > 0,
        by_time=placed.by_time,
        timed=row.seconds is not None,
    )
    return SeatView(
        number=seat.position,
        fighter=seat.fighter,
        name=seat.name,
        bot=seat.bot,
        always_bot=seat.always_bot,
        connected=seat.connected,
        ready=seat.ready,
        cards=cards,
        status=before_packs(status, Stage(event.phase), was_ready=seat.was_ready),
        must_hold=must_hold(cards, Stage(event.phase)) if event.draft.is_paper else None,
        guest=seat.guest,
    )


def _stalled(seats: list[_Placed]) -> tuple[int, int] | None:
    last = max((seat.last_by_time for seat in seats if seat.last_by_time), default=None)
    return None if last is None else divmod(last, _LONGEST_ROUND)


# One statement for each kind of row -----------------------------------------------------------------------------


def _seats(tables: Collection[int]) -> defaultdict[int, list[_SeatRow]]:
    found = defaultdict(list)
    rows = Seat.objects.filter(table__in=tables).order_by("position")
    for table, *columns in rows.values_list("table", *_SEAT_COLUMNS):
        found[table].append(_SeatRow(*columns))
    return found


def _calls(tables: Collection[int]) -> defaultdict[int, list[JudgeCall]]:
    found = defaultdict(list)
    for call in JudgeCall.objects.filter(table__in=tables, verdict=Verdict.OPEN).order_by("id"):
        found[call.table_id].append(call)
    return found


def _packs(tables: Collection[int]) -> defaultdict[int, list[PackCount]]:
    """Count the packs of each table's present round, by the seat that opened them."""
    rows = Pack.objects.filter(table__in=tables, round=F("table__round")).order_by("opened_by")
    standing = Q(cards__picks__undone_in=0)
    counts = rows.annotate(
        all=Count("cards", distinct=True), taken=Count("cards__picks", filter=standing, distinct=True)
    )
    found = defaultdict(list)
    for table, cards, taken, guaranteed in counts.values_list("table", "all", "taken", "guaranteed"):
        found[table].append(PackCount(cards, taken, guaranteed))
    return found


def _placed(tables: Collection[int]) -> dict[int, _Placed]:
    """Count what each seat (by row id) has placed."""
    now = Q(round=F("seat__table__round"), pass_number=F("seat__table__pass_number"))
    counts = Pick.objects.standing().filter(seat__table__in=tables).order_by().values("seat").annotate(
        all=Count("id"),
        placed=Count("id", filter=now),
        by_time=Count("id", filter=now & Q(how=How.TIME.value)),
        last_by_time=Max(F("round") * _LONGEST_ROUND + F("pass_number"), filter=Q(how=How.TIME.value)),
    )  # fmt: skip
    return {
        seat: _Placed(PileCount(everything, placed), by_time > 0, last)
        for seat, everything, placed, by_time, last in counts.values_list(
            "seat", "all", "placed", "by_time", "last_by_time"
        )
    }
