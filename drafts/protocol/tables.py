"""A table of a room in the one projection that all screens are drawn from (`rules.draft.table_view`)."""

from drafts.rules.draft.seat_status import seat_status
from drafts.rules.draft.table_view import SeatView, TableView, before_packs, must_hold
from drafts.rules.draft.timed import PassId, TimedTable
from drafts.rules.draft.view import SeatSeen, seat_seen, seen_by
from drafts.rules.night.stages import Stage
from drafts.store.table_facts import LiveTable


def table_view(live: LiveTable) -> TableView:
    """Return what everybody may see of a table."""
    seen = seen_by(live.timed.table, None)
    called = set() if live.event.phase is Stage.FINISHED else {call.seat for call in live.calls if call.card is None}
    return TableView(
        number=live.number,
        phase=live.phase,
        seen=seen,
        seats=tuple(_seat(live, seat, cards) for seat, cards in enumerate(seen.seats)),
        judge_called=tuple(sorted(called)),
        clock=live.timed.clock,
        paused=live.timed.paused,
        stalled=_stalled(live.timed) if live.event.phase is Stage.DRAFTING else None,
        paper=live.event.paper,
    )


def seat_view(live: LiveTable, seat: int) -> SeatView:
    """Return what everybody may see of one seat."""
    return _seat(live, seat, seat_seen(live.timed.table, seat))


def _seat(live: LiveTable, seat: int, cards: SeatSeen) -> SeatView:
    timed, facts = live.timed, live.seats[seat]
    table, here = timed.table, timed.seats[seat]
    status = seat_status(
        here,
        table.phase,
        chosen=cards.chosen,
        placed=bool(table.placed[seat]),
        by_time=timed.this_pass in here.by_time,
        timed=timed.clock.seconds is not None,
    )
    return SeatView(
        number=seat,
        fighter=facts.fighter,
        name=facts.name,
        bot=here.bot,
        always_bot=facts.belongs_to_bot,
        connected=here.connected,
        ready=here.ready,
        cards=cards,
        status=before_packs(status, live.event.phase, was_ready=facts.was_ready),
        must_hold=must_hold(cards, live.event.phase) if live.event.paper else None,
        guest=facts.guest,
    )


def _stalled(timed: TimedTable) -> PassId | None:
    if not timed.unattended:
        return None
    return max((of_pass for seat in timed.seats for of_pass in seat.by_time), default=None)
