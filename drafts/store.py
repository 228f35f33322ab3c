"""Rows to rules: a table read from the database, and what a change of it is.

Reading takes a handful of statements, whatever the draft's length. Writing is `store_changes`.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from drafts.models import Event, EventPhase, EventSet, JudgeCall, PackCard, Packs, Seat, Table, Verdict
from drafts.models import Pick as PickRow
from drafts.rules.cards import CardId
from drafts.rules.cards import PackCard as Held
from drafts.rules.clock import Clock, Pace
from drafts.rules.formats import FORMATS, Format
from drafts.rules.replay import How, Pick, replay
from drafts.rules.sitting import Attendance, JudgeBy, Settings, Sitting
from drafts.rules.table import Call, Pack, Phase
from drafts.rules.view import LogVisibility
from drafts.store_catalog import CARD_COLUMNS, card_from


@dataclass(frozen=True, slots=True, eq=False)
class EventFacts:
    """What a live table needs to know of its event. `sets` are (code, name) by round. Equal only to itself: texts made
    of it are kept by it.
    """

    id: int
    code: str
    name: str
    format: Format
    phase: EventPhase
    table_size: int
    judge: JudgeBy
    practice: bool
    log_visibility: LogVisibility
    seed: str
    sets: tuple[tuple[str, str], ...]

    @property
    def is_over(self) -> bool:
        """Whether all tables have drafted, so that nothing about the cards is secret any more."""
        return self.phase in (EventPhase.BUILDING, EventPhase.FINISHED)


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Whose seat it is. `belongs_to_bot`: no fighter has it."""

    id: int
    fighter: int
    name: str
    belongs_to_bot: bool


@dataclass(frozen=True, slots=True)
class CallFacts:
    """An open call for a judge; `card` only for a Legion Rare (R9)."""

    id: int
    seat: int
    reason: str
    card: Held | None


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table as it stands at `version`, with all that its views need.

    `keys` are the rows of the physical cards, `refused` the Legion Rares that a judge would not verify (R9).
    """

    id: int
    number: int
    version: int
    event: EventFacts
    sitting: Sitting
    seats: tuple[SeatFacts, ...]
    calls: tuple[CallFacts, ...]
    keys: Mapping[CardId, int] = field(repr=False)
    refused: frozenset[CardId] = frozenset()

    @property
    def phase(self) -> str:
        """The phase that people see: the table's own while the event drafts, the event's afterwards."""
        if self.event.phase is EventPhase.FINISHED:
            return EventPhase.FINISHED.value
        if self.sitting.table.phase is Phase.DRAFTED:
            return EventPhase.BUILDING.value
        return self.sitting.table.phase.value


@dataclass(frozen=True, slots=True)
class Change:
    """A step of a table from one version to the next.

    `request` is the name that a fighter's device gave to what it asked for, `seat` that fighter's.
    """

    before: LiveTable
    after: LiveTable
    picks: tuple[Pick, ...]
    at: datetime
    request: str = ""
    seat: int | None = None


def load_table(table_id: int) -> LiveTable:
    """Read a table. Raises Table.DoesNotExist."""
    row = Table.objects.select_related("event").get(id=table_id)
    event = row.event
    seats = list(Seat.objects.filter(table=row).select_related("fighter").order_by("position"))
    packs, keys = _load_packs(row)
    calls = list(JudgeCall.objects.filter(table=row).order_by("id"))
    positions = {seat.id: seat.position for seat in seats}
    by_key = {key: handle for handle, key in keys.items()}
    held = {card.id: card for of_round in packs for pack in of_round for card in pack.cards}
    open_calls = tuple(
        CallFacts(call.id, positions[call.seat_id], call.reason, held[by_key[call.card_id]] if call.card_id else None)
        for call in calls
        if call.verdict == Verdict.OPEN
    )
    in_round: defaultdict[int, list[Call]] = defaultdict(list)
    for call in calls:
        if call.verdict == Verdict.OPEN and call.card_id:
            in_round[call.round].append(Call(positions[call.seat_id], by_key[call.card_id]))
    table = replay(
        FORMATS[event.format],
        packs,
        _load_picks(row, positions, by_key),
        verified_rounds={call.round for call in calls if call.verdict == Verdict.VERIFIED and call.card_id},
        calls=in_round,
        review_over=row.phase != Phase.REVIEW,
    )
    return LiveTable(
        id=row.id,
        number=row.number,
        version=row.version,
        event=facts_of(event),
        sitting=Sitting(
            table=table,
            clock=Clock(row.started_at, row.deadline, row.seconds, row.left, row.used),
            seats=tuple(_attendance(seat) for seat in seats),
            settings=Settings(
                pace=Pace(event.pace),
                review_seconds=event.review_seconds,
                judge=JudgeBy(event.judge),
                seed=event.seed,
                table_number=row.number,
            ),
            paused=row.paused,
        ),
        seats=tuple(SeatFacts(seat.id, seat.fighter_id, seat.fighter.nickname, seat.fighter.bot) for seat in seats),
        calls=open_calls,
        keys=keys,
        refused=frozenset(by_key[call.card_id] for call in calls if call.verdict == Verdict.REFUSED and call.card_id),
    )


def facts_of(event: Event) -> EventFacts:
    """Return what live tables and the lobby need to know of an event."""
    return EventFacts(
        id=event.id,
        code=event.code,
        name=event.name,
        format=FORMATS[event.format],
        phase=EventPhase(event.phase),
        table_size=event.table_size,
        judge=JudgeBy(event.judge),
        practice=event.organizer_id is None,
        log_visibility=LogVisibility(event.log_visibility),
        seed=event.seed,
        sets=_sets_of(event.id) if event.packs == Packs.GENERATED else (),
    )


def answered_requests(table_id: int) -> dict[tuple[int, str], int]:
    """Return what was asked of a table and is stored: (seat position, the request's name) to the version it made."""
    picks = PickRow.objects.filter(seat__table=table_id).exclude(request="")
    calls = JudgeCall.objects.filter(table=table_id)
    rows = [*picks.values_list("seat__position", "request", "version").distinct()]
    rows += calls.values_list("seat__position", "request", "version")
    return {(position, request): version for position, request, version in rows}


def _attendance(seat: Seat) -> Attendance:
    return Attendance(
        bot=seat.bot,
        connected=seat.connected,
        timeouts=seat.timeouts,
        hurried=seat.hurried,
        marked=tuple(CardId(int(card)) for card in seat.marked.split(",") if card),
        ready=seat.ready,
    )


def _sets_of(event_id: int) -> tuple[tuple[str, str], ...]:
    rounds = EventSet.objects.filter(event=event_id).select_related("card_set").order_by("round")
    return tuple((of_round.card_set.code, of_round.card_set.name) for of_round in rounds)


def _load_packs(table: Table) -> tuple[list[list[Pack]], dict[CardId, int]]:
    columns = ("pack__round", "pack__opened_by", "pack__guaranteed", "pack__card_set__code", "handle", "id")
    printed = (f"card__{column}" for column in CARD_COLUMNS)
    rows = PackCard.objects.filter(pack__table=table).order_by("pack__round", "pack__opened_by", "id")
    cards: defaultdict[tuple[int, int], list[Held]] = defaultdict(list)
    packs: dict[tuple[int, int], tuple[bool, str]] = {}
    keys = {}
    for number, opener, guaranteed, code, handle, key, *card in rows.values_list(*columns, *printed):
        held = Held(CardId(handle), card_from(tuple(card)))
        cards[number, opener].append(held)
        packs[number, opener] = (guaranteed, code)
        keys[held.id] = key
    rounds = sorted({round_ for round_, _ in packs})
    fighters = len({seat for _, seat in packs})
    return [
        [Pack(tuple(cards[number, seat]), *packs[number, seat]) for seat in range(fighters)] for number in rounds
    ], keys


def _load_picks(table: Table, positions: Mapping[int, int], by_key: Mapping[int, CardId]) -> list[Pick]:
    """Return the picks in the order in which they were made, the cards that were placed at once together."""
    grouped: dict[tuple[int, int, int, int], list[PickRow]] = defaultdict(list)
    for row in PickRow.objects.filter(seat__table=table).order_by("id"):
        grouped[row.round, row.pass_number, positions[row.seat_id], row.version].append(row)
    return [
        Pick(round_, number, seat, tuple(by_key[row.pack_card_id] for row in rows), How(rows[0].how), rows[0].seconds)
        for (round_, number, seat, _), rows in grouped.items()
    ]
