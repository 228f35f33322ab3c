"""When time is up: for a seat, for a whole table, and how many seconds a pass has."""

from datetime import datetime, timedelta

from drafts.rules.draft import clock as clocks
from drafts.rules.draft.table import DraftTable, Phase, owed, waiting_for
from drafts.rules.draft.timed import TimedTable
from drafts.rules.formats import Pace
from drafts.rules.ids import SeatNumber, numbered


def deadline_of(timed: TimedTable, seat: SeatNumber) -> datetime | None:
    """Return when time is up for this seat: after five seconds for one who is away or timed out twice.

    In the review it is the table's for every seat.
    """
    deadline = timed.clock.deadline
    if deadline is None or not timed.seats[seat].hurried or timed.table.phase is not Phase.DRAFTING:
        return deadline
    return min(deadline, timed.clock.started + timedelta(seconds=clocks.HURRY_SECONDS))


def closes_at(timed: TimedTable, seat: SeatNumber) -> datetime | None:
    """Return when the server chooses for this seat: at its deadline, and later for one whose connection is down then.

    A choice confirmed in time has `clocks.HOLD_SECONDS` to arrive. One who was away when the pass began has seen no
    card of it, and is not waited for.
    """
    deadline = deadline_of(timed, seat)
    if deadline is None or not (timed.seats[seat].held or is_cut_off(timed, seat, deadline)):
        return deadline
    return deadline + timedelta(seconds=clocks.HOLD_SECONDS)


def wakes_at(timed: TimedTable) -> datetime | None:
    """Return when `expire` has something to do next, None for never: in a pass of paper packs it has nothing to do."""
    table = timed.table
    if table.phase is Phase.REVIEW:
        return timed.clock.deadline
    if timed.clock.deadline is None or timed.settings.paper:
        return None
    waiting = [closes_at(timed, seat) for seat in waiting_for(table)]
    return min((moment for moment in waiting if moment is not None), default=None)


def is_cut_off(timed: TimedTable, seat: SeatNumber, deadline: datetime) -> bool:
    """Whether a fighter's connection ended in the middle of this pass, before the deadline, and is still down."""
    here = timed.seats[seat]
    if here.connected or here.bot or here.away_since is None:
        return False
    missed_the_start = here.hurried and here.away_since <= timed.clock.started
    return not missed_the_start and here.away_since <= deadline


def seconds_of_pass(timed: TimedTable) -> int | None:
    """Return how long this pass or review lasts, None without end: the fighter with most to do sets the time of all."""
    table, settings = timed.table, timed.settings
    if table.phase is Phase.REVIEW:
        return settings.review_seconds or None
    if table.phase is not Phase.DRAFTING or settings.pace is Pace.OFF:
        return None
    return max(
        (_seconds_of(table, seat, settings.pace) for seat, _ in numbered(timed.seats)),
        key=lambda seconds: -1 if seconds is None else seconds,
    )


def _seconds_of(table: DraftTable, seat: SeatNumber, pace: Pace) -> int | None:
    pack_size = max(len(pack.cards) for pack in table.packs[table.round - 1])
    return clocks.seconds_to_choose(
        table.format, pace, pack_size=pack_size, in_hand=len(table.hands[seat]), due=owed(table, seat).total
    )
