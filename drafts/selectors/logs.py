"""The log of an event, read from its rows."""

from hashlib import sha256

from drafts.exporters.event_log import (
    CallRecord,
    EntryRecord,
    EventLog,
    EventRecord,
    PackRecord,
    PickRecord,
    SeatRecord,
    TableRecord,
)
from drafts.importers.pack_list import read_pack_list
from drafts.models import Event, Fighter, JudgeCall, Pack, PackCard, Packs, Pick, Table
from drafts.rules.cards import CardId
from drafts.rules.cards import PackCard as Held
from drafts.rules.replay import How
from drafts.store_catalog import card_of


def load_log(event: Event) -> EventLog:
    """Return the whole log. Whether somebody may read it is for `access.log_is_open` to say."""
    joined = {fighter: place for place, fighter in enumerate(_in_order_of_joining(event), start=1)}
    return EventLog(
        event=_event(event),
        tables=tuple(_table(table, joined) for table in event.tables.order_by("number")),
        entries=tuple(EntryRecord(entry.at, entry.table, entry.text) for entry in event.entries.order_by("id")),
    )


def _in_order_of_joining(event: Event) -> list[int]:
    return list(Fighter.objects.filter(event=event).order_by("id").values_list("id", flat=True))


def _event(event: Event) -> EventRecord:
    rounds = event.rounds.select_related("card_set").order_by("round")
    listed = read_pack_list(event.pack_list) if event.packs == Packs.UPLOADED else []
    return EventRecord(
        code=event.code,
        name=event.name,
        format=event.format,
        table_size=event.table_size,
        pace=event.pace,
        review_seconds=event.review_seconds,
        judge=event.judge,
        packs=event.packs,
        sets=tuple(of_round.card_set.code for of_round in rounds),
        listed=tuple(tuple(card.number for card in pack) for pack in listed),
        seed=event.seed,
        seed_hash=sha256(event.seed.encode()).hexdigest(),
        created=event.created_at,
        started=event.started_at,
        drafted=event.drafted_at,
        finished=event.finished_at,
        stopped=event.stopped,
    )


def _table(table: Table, joined: dict[int, int]) -> TableRecord:
    seats = table.seats.select_related("fighter").order_by("position")
    return TableRecord(
        number=table.number,
        seats=tuple(
            SeatRecord(seat.position, seat.fighter.nickname, seat.fighter.bot, joined[seat.fighter_id])
            for seat in seats
        ),
        packs=_packs(table),
        picks=_picks(table),
        calls=_calls(table),
    )


def _packs(table: Table) -> tuple[PackRecord, ...]:
    cards: dict[int, list[Held]] = {}
    for row in PackCard.objects.filter(pack__table=table).select_related("card").order_by("id"):
        cards.setdefault(row.pack_id, []).append(Held(CardId(row.handle), card_of(row.card)))
    packs = Pack.objects.filter(table=table).select_related("card_set").order_by("round", "opened_by")
    return tuple(
        PackRecord(pack.round, pack.opened_by, pack.card_set.code, pack.guaranteed, tuple(cards.get(pack.id, ())))
        for pack in packs
    )


def _picks(table: Table) -> tuple[PickRecord, ...]:
    rows = Pick.objects.filter(seat__table=table).select_related("seat", "pack_card__pack").order_by("id")
    return tuple(
        PickRecord(
            round=row.round,
            pass_number=row.pass_number,
            seat=row.seat.position,
            card=CardId(row.pack_card.handle),
            opened_by=row.pack_card.pack.opened_by,
            how=How(row.how),
            at=row.at,
            seconds=row.seconds,
        )
        for row in rows
    )


def _calls(table: Table) -> tuple[CallRecord, ...]:
    rows = JudgeCall.objects.filter(table=table).select_related("seat", "card").order_by("id")
    return tuple(
        CallRecord(
            round=row.round,
            seat=row.seat.position,
            reason=row.reason,
            card=CardId(row.card.handle) if row.card else None,
            verdict=row.verdict,
            at=row.called_at,
            decided=row.decided_at,
        )
        for row in rows
    )
