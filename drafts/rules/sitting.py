"""A table in time: its clock, who is there, and the choices that follow from each other.

A move here returns a `Step`: the next sitting, and the picks that were made on the way to it, the fighter's own and
those of bots, of the clock and of last cards. Time (`now`) is an argument; chance comes from the event's seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from drafts.rules import clock as clocks
from drafts.rules.bots import automatic_choice, bot_choice
from drafts.rules.cards import CardId
from drafts.rules.chance import Chance
from drafts.rules.clock import Clock, Pace
from drafts.rules.errors import NotAllowed, NotDrafting, Paused, Stale
from drafts.rules.replay import How, Pick
from drafts.rules.table import (
    Call,
    Phase,
    Table,
    call_legion_rare,
    choose,
    end_review,
    has_chosen,
    owed,
    refuse_legion_rare,
    verify_legion_rare,
)

SECONDS_AFTER_VERDICT = 15


class JudgeBy(StrEnum):
    """Who verifies a Legion Rare: a person, or the server, which knows the card."""

    ORGANIZER = "organizer"
    AUTOMATIC = "automatic"


@dataclass(frozen=True, slots=True)
class Settings:
    """What an event fixes for all its tables. `review_seconds` 0: until the organizer ends it. `seed` is secret."""

    pace: Pace = Pace.OFF
    review_seconds: int = 0
    judge: JudgeBy = JudgeBy.ORGANIZER
    seed: str = ""
    table_number: int = 1


@dataclass(frozen=True, slots=True)
class Attendance:
    """The fighter of one seat as the table sees them.

    `timeouts` counts how often in a row time ran out, `hurried` gives five seconds in this pass, `marked` is what to
    take when it does, `ready` says "I have seen my cards". When nobody is here (the Wi-Fi is gone) nobody is hurried.
    """

    bot: bool = False
    connected: bool = False
    timeouts: int = 0
    hurried: bool = False
    marked: tuple[CardId, ...] = ()
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table, its clock and its fighters at one moment. `paused` is the organizer's pause."""

    table: Table
    clock: Clock
    seats: tuple[Attendance, ...]
    settings: Settings = field(default_factory=Settings)
    paused: bool = False


class Step(NamedTuple):
    """A sitting and the picks that led to it, in order."""

    sitting: Sitting
    picks: tuple[Pick, ...] = ()


def start(table: Table, seats: Sequence[Attendance], settings: Settings, now: datetime) -> Step:
    """Begin: the clock starts, and the bots choose (R5, R6)."""
    sitting = Sitting(table=table, clock=clocks.started(now, None), seats=tuple(seats), settings=settings)
    return _settled(_new_pass(sitting, now), now)


def make_choice(
    sitting: Sitting, seat: int, cards: Sequence[CardId], now: datetime, *, round_: int, pass_number: int
) -> Step:
    """Let a fighter choose in the pass that they mean. Raises Paused, Stale, or what `table.choose` raises."""
    table = sitting.table
    if table.phase is not Phase.DRAFTING:
        raise NotDrafting
    if sitting.paused:
        raise Paused
    if (round_, pass_number) != (table.round, table.pass_number):
        raise Stale
    chosen = choose(table, seat, cards)
    sitting = _with_seat(sitting, seat, timeouts=0, hurried=False, marked=())
    pick = _pick(sitting, seat, tuple(cards), How.CHOSEN, now)
    return _settled(_moved(sitting, chosen, now), now, (pick,))


def mark(sitting: Sitting, seat: int, cards: Sequence[CardId]) -> Sitting:
    """Remember what to take if time runs out; cards that the fighter does not hold are passed over."""
    held = {card.id for card in sitting.table.hands[seat]}
    marked = tuple(card for card in dict.fromkeys(cards) if card in held)
    return _with_seat(sitting, seat, marked=marked, hurried=False, timeouts=0)


def attend(sitting: Sitting, seat: int, *, connected: bool) -> Sitting:
    """Note that a fighter came or went. One who is back need not hurry any more."""
    hurried = sitting.seats[seat].hurried and not connected
    return _with_seat(sitting, seat, connected=connected, hurried=hurried)


def deadline_of(sitting: Sitting, seat: int) -> datetime | None:
    """Return when the server chooses for this seat: after five seconds for one who is away or timed out twice."""
    deadline = sitting.clock.deadline
    if deadline is None or not sitting.seats[seat].hurried:
        return deadline
    return min(deadline, sitting.clock.started + timedelta(seconds=clocks.HURRY_SECONDS))


def wakes_at(sitting: Sitting) -> datetime | None:
    """Return when `expire` has something to do next, None for never."""
    table = sitting.table
    if table.phase is Phase.REVIEW:
        return sitting.clock.deadline
    if sitting.clock.deadline is None:
        return None
    waiting = [deadline_of(sitting, seat) for seat in range(table.fighters) if not has_chosen(table, seat)]
    return min((moment for moment in waiting if moment is not None), default=None)


def expire(sitting: Sitting, now: datetime) -> Step:
    """Do what time demands: choose for those whose time has run out, end a review that is over."""
    if sitting.table.phase is Phase.REVIEW:
        deadline = sitting.clock.deadline
        return finish_review(sitting, now) if deadline is not None and deadline <= now else Step(sitting)
    picks: list[Pick] = []
    moment = (sitting.table.round, sitting.table.pass_number)
    for seat in range(sitting.table.fighters):
        deadline = deadline_of(sitting, seat)
        if deadline is None or deadline > now or has_chosen(sitting.table, seat):
            continue
        cards = automatic_choice(sitting.table, seat, sitting.seats[seat].marked, _chance(sitting, "time", seat))
        picks.append(_pick(sitting, seat, cards, How.TIME, now))
        timeouts = sitting.seats[seat].timeouts + 1
        sitting = _moved(
            _with_seat(sitting, seat, timeouts=timeouts, marked=()), choose(sitting.table, seat, cards), now
        )
        if (sitting.table.round, sitting.table.pass_number) != moment:
            break
    return _settled(sitting, now, tuple(picks)) if picks else Step(sitting)


def say_ready(sitting: Sitting, seat: int, now: datetime) -> Step:
    """Note "I have seen my cards": the review ends when every fighter who is no bot has said so. Raises NotDrafting."""
    if sitting.table.phase is not Phase.REVIEW:
        raise NotDrafting
    return _settled(_with_seat(sitting, seat, ready=True), now)


def finish_review(sitting: Sitting, now: datetime) -> Step:
    """End the review and open the next round (R13, R14). Raises NotDrafting outside a review."""
    return _settled(_moved(sitting, end_review(sitting.table), now), now)


def pause(sitting: Sitting, now: datetime) -> Sitting:
    """Stop the clock and refuse choices."""
    return replace(sitting, paused=True, clock=clocks.stopped(sitting.clock, now))


def resume(sitting: Sitting, now: datetime) -> Step:
    """Go on with the time that was left; while a judge is awaited the clock still stands."""
    clock = sitting.clock if sitting.table.calls else clocks.resumed(sitting.clock, now)
    return _settled(replace(sitting, paused=False, clock=clock), now)


def extend(sitting: Sitting, seconds: int) -> Sitting:
    """Give everyone more time in this pass or review."""
    return replace(sitting, clock=clocks.extended(sitting.clock, seconds))


def catch_up(sitting: Sitting, now: datetime, grace: int) -> Sitting:
    """Give time back to a table that nobody minded: nobody loses a choice because the server was away."""
    seats = tuple(replace(seat, hurried=False) for seat in sitting.seats)
    return replace(sitting, seats=seats, clock=clocks.at_least(sitting.clock, grace, now))


def set_right(sitting: Sitting, now: datetime) -> Sitting:
    """Begin a pass or review anew that would begin in the future: the time of day was set back meanwhile."""
    clock = clocks.set_right(sitting.clock, now)
    return sitting if clock == sitting.clock else replace(sitting, clock=clock)


def call_judge(sitting: Sitting, seat: int, card: CardId, now: datetime) -> Step:
    """Call a judge for a Legion Rare (R9): the clock stands until the verdict, which `JudgeBy.AUTOMATIC` gives at once.

    Raises Paused, NotDrafting or NotAllowed.
    """
    if sitting.paused:
        raise Paused
    called = replace(sitting, table=call_legion_rare(sitting.table, seat, card))
    if sitting.settings.judge is JudgeBy.AUTOMATIC:
        return give_verdict(called, Call(seat, card), verified=True, now=now)
    return Step(replace(called, clock=clocks.stopped(sitting.clock, now)))


def give_verdict(sitting: Sitting, call: Call, *, verified: bool, now: datetime) -> Step:
    """Verify or refuse a call (R9); when none is open the clock has some seconds at least. Raises NotAllowed."""
    verdict = verify_legion_rare if verified else refuse_legion_rare
    before, table = sitting.table, verdict(sitting.table, call)
    if not table.calls:
        clock = clocks.at_least(sitting.clock, SECONDS_AFTER_VERDICT, now)
        sitting = replace(sitting, clock=clock if sitting.paused else clocks.resumed(clock, now))
    return _settled(_moved(sitting, table, now) if _later(before, table) else replace(sitting, table=table), now)


def seat_bot(sitting: Sitting, seat: int, now: datetime, *, bot: bool) -> Step:
    """Put a bot in a seat, or give the seat back to its fighter. Raises NotAllowed when it is so already."""
    if sitting.seats[seat].bot == bot:
        raise NotAllowed
    return _settled(_with_seat(sitting, seat, bot=bot, timeouts=0, hurried=False), now)


def restart_pass(sitting: Sitting, table: Table, now: datetime) -> Step:
    """Go back to the beginning of an earlier pass, given as a table (an undo): its clock starts anew."""
    sitting = replace(sitting, table=table, paused=False)
    return _settled(_new_pass(sitting, now), now)


def _settled(sitting: Sitting, now: datetime, picks: tuple[Pick, ...] = ()) -> Step:
    """Let bots choose, place last cards and end reviews that nobody needs, until somebody has to decide."""
    made = list(picks)
    while True:
        if _review_is_over(sitting):
            sitting = _moved(sitting, end_review(sitting.table), now)
            continue
        due = None if sitting.paused else _next_by_itself(sitting)
        if due is None:
            return Step(sitting, tuple(made))
        seat, cards, how = due
        made.append(_pick(sitting, seat, cards, how, now))
        sitting = _moved(sitting, choose(sitting.table, seat, cards), now)


def _review_is_over(sitting: Sitting) -> bool:
    return sitting.table.phase is Phase.REVIEW and all(seat.bot or seat.ready for seat in sitting.seats)


def _next_by_itself(sitting: Sitting) -> tuple[int, tuple[CardId, ...], How] | None:
    table = sitting.table
    for seat in range(table.fighters):
        if has_chosen(table, seat):
            continue
        if len(table.hands[seat]) == 1:
            return seat, (table.hands[seat][0].id,), How.LAST_CARD
        if sitting.seats[seat].bot:
            return seat, bot_choice(table, seat, _chance(sitting, "bot", seat)), How.BOT
    return None


def _moved(sitting: Sitting, table: Table, now: datetime) -> Sitting:
    """Put the table in place of the old one; a new pass or review starts its clock."""
    before = sitting.table
    sitting = replace(sitting, table=table)
    return _new_pass(sitting, now) if _later(before, table) else sitting


def _later(before: Table, table: Table) -> bool:
    return (before.phase, before.round, before.pass_number) != (table.phase, table.round, table.pass_number)


def _new_pass(sitting: Sitting, now: datetime) -> Sitting:
    somebody_is_here = any(seat.connected and not seat.bot for seat in sitting.seats)
    seats = tuple([_refreshed(seat, hurries=somebody_is_here) for seat in sitting.seats])
    clock = clocks.started(now, _seconds(sitting))
    return replace(sitting, seats=seats, clock=clocks.stopped(clock, now) if sitting.paused else clock)


def _refreshed(seat: Attendance, *, hurries: bool) -> Attendance:
    is_slow = not seat.connected or seat.timeouts >= clocks.TIMEOUTS_BEFORE_HURRY
    hurried = hurries and not seat.bot and is_slow
    if (seat.marked, seat.ready, seat.hurried) == ((), False, hurried):
        return seat
    return replace(seat, marked=(), ready=False, hurried=hurried)


def _seconds(sitting: Sitting) -> int | None:
    table, settings = sitting.table, sitting.settings
    if table.phase is Phase.REVIEW:
        return settings.review_seconds or None
    if table.phase is not Phase.DRAFTING or settings.pace is Pace.OFF:
        return None
    return max(
        (_seconds_of(table, seat, settings.pace) for seat in range(table.fighters)),
        key=lambda seconds: -1 if seconds is None else seconds,
    )


def _seconds_of(table: Table, seat: int, pace: Pace) -> int | None:
    pack_size = max(len(pack.cards) for pack in table.packs[table.round - 1])
    return clocks.seconds_to_choose(
        pace, pack_size=pack_size, in_hand=len(table.hands[seat]), due=owed(table, seat).total
    )


def _pick(sitting: Sitting, seat: int, cards: tuple[CardId, ...], how: How, now: datetime) -> Pick:
    table = sitting.table
    used = round(clocks.seconds_used(sitting.clock, now), 1)
    return Pick(table.round, table.pass_number, seat, cards, how, used)


def _chance(sitting: Sitting, purpose: str, seat: int) -> Chance:
    table, settings = sitting.table, sitting.settings
    return Chance(settings.seed, purpose, settings.table_number, table.round, table.pass_number, seat)


def _with_seat(sitting: Sitting, seat: int, **changes: object) -> Sitting:
    before = sitting.seats[seat]
    if all(getattr(before, name) == value for name, value in changes.items()):
        return sitting
    changed = replace(before, **changes)  # type: ignore[arg-type]  # named fields of Attendance
    return replace(sitting, seats=(*sitting.seats[:seat], changed, *sitting.seats[seat + 1 :]))
