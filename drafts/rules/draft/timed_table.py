"""A table in time: its clock, who is there, and the choices that follow from each other.

A move after which cards may be placed returns a `Step`: the next timed table, and the picks that were made on the way
to it, the fighter's own and those of bots, of the clock and of last cards. The others (`mark`, `pause`, `extend` ...)
return the next timed table alone. Time (`now`) is an argument; chance comes from the draft's seed.
"""

from collections.abc import Sequence
from datetime import datetime

from drafts.rules.cards import CardId
from drafts.rules.chance import Chance
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.bots import automatic_choice, bot_choice
from drafts.rules.draft.deadlines import closes_at, deadline_of, is_cut_off, seconds_of_pass
from drafts.rules.draft.replay import How, PlacedCards, dealt
from drafts.rules.draft.table import (
    Call,
    DraftTable,
    Phase,
    call_for_card,
    choose,
    demanded,
    end_review,
    has_chosen,
    refuse_call,
    verify_call,
    waiting_for,
)
from drafts.rules.draft.timed import JudgeBy, PassId, SeatState, Step, TableSettings, TimedTable
from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Paused, ReviewMinimum, Stale
from drafts.rules.ids import SeatNumber, numbered
from drafts.rules.values import changed

SECONDS_AFTER_VERDICT = 15


def start(
    table: DraftTable, seats: Sequence[SeatState], settings: TableSettings, now: datetime, *, begins: bool = True
) -> Step:
    """Begin: the clock starts, and the bots choose (R5, R6). Without `begins` the packs stay closed until `begin`."""
    timed = TimedTable(table=table, clock=clocks.started(now, None), seats=tuple(seats), settings=settings)
    return begin(timed, now) if begins else Step(timed)


def begin(timed: TimedTable, now: datetime) -> Step:
    """Begin the first pass: the packs are opened, and its clock starts."""
    return _advanced(_new_pass(timed, now), now)


def deal(timed: TimedTable) -> Step:
    """Give each fighter the packs that they keep (M11, M12), whose table has them by now. No clock runs."""
    return Step(timed, dealt(timed.table))


def make_choice(
    timed: TimedTable, seat: SeatNumber, cards: Sequence[CardId], now: datetime, *, round_: int, pass_number: int
) -> Step:
    """Let a fighter choose in the pass that they mean.

    Raises NotDrafting, Paused, Stale, what `table.choose` raises, and NotAllowed with paper packs.
    """
    _check_pass(timed, (round_, pass_number))
    if timed.settings.paper:
        raise NotAllowed
    return _chosen(timed, seat, tuple(cards), How.CHOSEN, now)


def say_done(timed: TimedTable, seat: SeatNumber, now: datetime, *, round_: int, pass_number: int) -> Step:
    """Note that a fighter has placed what a pass of paper packs demands: blank cards are placed for them.

    Raises NotDrafting, Paused, Stale, AlreadyChosen, and NotAllowed where the cards are known.
    """
    _check_pass(timed, (round_, pass_number))
    if not timed.settings.paper:
        raise NotAllowed
    cards = demanded(timed.table, seat)
    if not cards:
        raise AlreadyChosen
    return _chosen(timed, seat, cards, How.ENTERED, now)


def advance(timed: TimedTable, now: datetime, *, round_: int, pass_number: int) -> Step:
    """Go on from a pass of paper packs as the organizer, even if not all have placed.

    From a pass that is over nothing happens. While a judge is awaited (R9) all have placed, and the packs wait. Raises
    NotDrafting, Paused, Stale for a pass that is to come, and NotAllowed where the cards are known.
    """
    if not timed.settings.paper:
        raise NotAllowed
    if (round_, pass_number) < timed.this_pass:
        return Step(timed)
    _check_pass(timed, (round_, pass_number))
    picks: list[PlacedCards] = []
    for seat in waiting_for(timed.table):
        cards = demanded(timed.table, seat)
        picks.append(_pick(timed, seat, cards, How.ENTERED, now))
        timed = _moved(timed, choose(timed.table, seat, cards), now)
    return _advanced(timed, now, tuple(picks))


def _check_pass(timed: TimedTable, meant: PassId) -> None:
    """Raise NotDrafting, Paused or Stale unless cards are placed now in the pass that is meant."""
    if timed.table.phase is not Phase.DRAFTING:
        raise NotDrafting
    if timed.paused:
        raise Paused
    if meant != timed.this_pass:
        raise Stale


def _chosen(timed: TimedTable, seat: SeatNumber, cards: tuple[CardId, ...], how: How, now: datetime) -> Step:
    chosen = choose(timed.table, seat, cards)
    timed = _acted(timed, seat, marked=())
    pick = _pick(timed, seat, cards, how, now)
    return _advanced(_moved(timed, chosen, now), now, (pick,))


def mark(timed: TimedTable, seat: SeatNumber, cards: Sequence[CardId]) -> TimedTable:
    """Remember which cards to take if time runs out, of those that the fighter holds; no blank card can be marked."""
    held = {held.id for held in timed.table.hands[seat] if not held.card.is_blank}
    return _acted(timed, seat, marked=tuple(card for card in dict.fromkeys(cards) if card in held))


def say_here(timed: TimedTable, seat: SeatNumber) -> TimedTable:
    """Note that a fighter is attentive: they need not hurry any more. Raises NotDrafting once the draft is over."""
    if timed.table.phase is Phase.DRAFTED:
        raise NotDrafting
    return _acted(timed, seat)


def attend(timed: TimedTable, seat: SeatNumber, *, connected: bool, at: datetime) -> TimedTable:
    """Note that a fighter's connection came or went at that time. One who is back need not hurry any more.

    One whose connection was down at the deadline is held: what they chose in time may still arrive.
    """
    before = timed.seats[seat]
    if before.guest and not connected:
        return timed
    if not connected:
        return _with_seat(timed, seat, connected=False, away_since=before.away_since or at, weak=False)
    deadline = None if timed.settings.paper else deadline_of(timed, seat)
    held = before.held or (deadline is not None and deadline < at and is_cut_off(timed, seat, deadline))
    return _with_seat(timed, seat, connected=True, away_since=None, hurried=False, held=held)


def note_signal(timed: TimedTable, seat: SeatNumber, *, weak: bool) -> TimedTable:
    """Note whether a connected fighter's connection is weak."""
    return _with_seat(timed, seat, weak=weak)


def expire(timed: TimedTable, now: datetime) -> Step:
    """Do what time demands: choose for those whose time has run out, end a review that is over.

    Where no fighter chose in the whole pass, the table pauses itself at the beginning of the next.
    """
    if timed.table.phase is Phase.REVIEW:
        deadline = timed.clock.deadline
        return finish_review(timed, now) if deadline is not None and deadline <= now else Step(timed)
    if timed.settings.paper:
        return Step(timed)
    picks: list[PlacedCards] = []
    expired, pass_id = timed, timed.this_pass
    for seat, _ in numbered(timed.seats):
        closes = closes_at(expired, seat)
        if closes is None or closes > now or has_chosen(expired.table, seat):
            continue
        cards = automatic_choice(expired.table, seat, expired.seats[seat].marked, _chance(expired, "time", seat))
        picks.append(_pick(expired, seat, cards, How.TIME, now))
        expired = _moved(_timed_out(expired, seat), choose(expired.table, seat, cards), now)
        if _later(timed.table, expired.table):
            break
    if not picks:
        return Step(timed)
    if _later(timed.table, expired.table) and _nobody_chose(timed.table, pass_id, expired.seats):
        expired = _paused_by_itself(expired, now)
    return _advanced(expired, now, tuple(picks))


def say_ready(timed: TimedTable, seat: SeatNumber, now: datetime) -> Step:
    """Note "I have seen my cards": the review ends when every fighter who is no bot has said so. Raises NotDrafting."""
    if timed.table.phase is not Phase.REVIEW:
        raise NotDrafting
    return _advanced(_acted(timed, seat, ready=True), now)


def finish_review(timed: TimedTable, now: datetime) -> Step:
    """End the review and open the next round (R13, R14). Raises NotDrafting outside a review."""
    return _advanced(_moved(timed, end_review(timed.table), now), now)


def end_review_early(timed: TimedTable, now: datetime) -> Step:
    """End the review as the organizer. Raises NotDrafting outside one, ReviewMinimum before its least time (M8)."""
    step = finish_review(timed, now)
    if clocks.seconds_used(timed.clock, now) < timed.table.format.review_least:
        raise ReviewMinimum
    return step


def pause(timed: TimedTable, now: datetime, *, by_judge: bool = False) -> TimedTable:
    """Stop the clock and refuse choices, as an official."""
    clock = clocks.stopped(timed.clock, now)
    return changed(timed, paused=True, unattended=False, paused_by_judge=by_judge, clock=clock)


def resume(timed: TimedTable, now: datetime) -> Step:
    """Go on with the time that was left; while a judge is awaited the clock still stands."""
    clock = timed.clock if timed.table.calls else clocks.resumed(timed.clock, now)
    return _advanced(changed(timed, paused=False, unattended=False, paused_by_judge=False, clock=clock), now)


def extend(timed: TimedTable, seconds: int, now: datetime | None = None) -> TimedTable:
    """Give everyone more time in this pass or review; from `now` on where the time is over, as with paper packs."""
    clock = clocks.extended(timed.clock, seconds)
    return changed(timed, clock=clock if now is None else clocks.at_least(clock, seconds, now))


def grant_grace(timed: TimedTable, now: datetime, grace: int) -> TimedTable:
    """Give time back to a table whose deadline the server missed: no fighter loses a choice by that."""
    seats = tuple(changed(seat, hurried=False) for seat in timed.seats)
    return changed(timed, seats=seats, clock=clocks.with_grace(timed.clock, grace, now))


def restart_if_in_future(timed: TimedTable, now: datetime) -> TimedTable:
    """Begin a pass or review anew that would begin in the future: the time of day was set back meanwhile."""
    clock = clocks.restart_if_in_future(timed.clock, now)
    return timed if clock is timed.clock else changed(timed, clock=clock)


def call_judge(timed: TimedTable, seat: SeatNumber, card: CardId, now: datetime) -> Step:
    """Call a judge for a card (R9): the clock stands until the verdict, which `JudgeBy.AUTOMATIC` gives at once.

    Raises Paused, NotDrafting or NotAllowed.
    """
    if timed.paused:
        raise Paused
    called = changed(_acted(timed, seat), table=call_for_card(timed.table, seat, card))
    if timed.settings.judge is JudgeBy.AUTOMATIC and not timed.settings.paper:
        return give_verdict(called, Call(seat, card), verified=True, now=now)
    return Step(changed(called, clock=clocks.stopped(timed.clock, now)))


def give_verdict(timed: TimedTable, call: Call, *, verified: bool, now: datetime) -> Step:
    """Verify or refuse a call (R9). When none is open the clock goes on, with some seconds at least.

    With a verified call more cards are due than before: the pass has its whole time again. Raises NotAllowed.
    """
    verdict = verify_call if verified else refuse_call
    before, table = timed.table, verdict(timed.table, call)
    if not table.calls:
        whole = seconds_of_pass(changed(timed, table=table)) if table.called else None
        clock = clocks.at_least(timed.clock, max(SECONDS_AFTER_VERDICT, whole or 0), now)
        timed = changed(timed, clock=clock if timed.paused else clocks.resumed(clock, now))
    return _advanced(_moved(timed, table, now) if _later(before, table) else changed(timed, table=table), now)


def seat_bot(timed: TimedTable, seat: SeatNumber, now: datetime, *, bot: bool) -> Step:
    """Put a bot in a seat, or give the seat back to its fighter.

    Raises NotAllowed when it is so already, and for a bot that would hold paper packs.
    """
    if timed.seats[seat].bot == bot or (bot and timed.settings.paper):
        raise NotAllowed
    return _advanced(_with_seat(timed, seat, bot=bot, timeouts=0, hurried=False), now)


def come_back(timed: TimedTable, seat: SeatNumber, now: datetime) -> Step:
    """Let a fighter choose again for their seat, which a bot has. Raises NotDrafting or NotAllowed."""
    if timed.table.phase is Phase.DRAFTED:
        raise NotDrafting
    return seat_bot(timed, seat, now, bot=False)


def restart_pass(timed: TimedTable, table: DraftTable, now: datetime) -> Step:
    """Go back to the beginning of an earlier pass, given as a table (an undo): its clock starts anew.

    A pause goes on, as the organizer's own: only `resume` ends it. A time-out that is taken back was none.
    """
    seats = tuple(_without_time_outs_since((table.round, table.pass_number), seat) for seat in timed.seats)
    return _advanced(_new_pass(changed(timed, table=table, seats=seats, unattended=False), now), now)


def _without_time_outs_since(this_pass: PassId, seat: SeatState) -> SeatState:
    """Return a seat as if time had not run out in this pass, nor in a later one."""
    by_time = tuple(each for each in seat.by_time if each < this_pass)
    return changed(seat, by_time=by_time, timeouts=min(seat.timeouts, len(by_time)))


def choose_starter(timed: TimedTable, seat: SeatNumber, card: CardId | None) -> TimedTable:
    """Remember the card that a fighter begins with; None takes the choice back. `Deck.starters` are those that may."""
    return _with_seat(timed, seat, starter=card)


def _acted(timed: TimedTable, seat: SeatNumber, **changes: object) -> TimedTable:
    """Change a seat whose fighter has done something, so that they need not hurry any more."""
    return _with_seat(timed, seat, timeouts=0, hurried=False, **changes)


def _timed_out(timed: TimedTable, seat: SeatNumber) -> TimedTable:
    before = timed.seats[seat]
    by_time = dict.fromkeys((*before.by_time, timed.this_pass))
    return _with_seat(timed, seat, timeouts=before.timeouts + 1, by_time=tuple(by_time), marked=())


def _nobody_chose(table: DraftTable, pass_id: PassId, seats: Sequence[SeatState]) -> bool:
    """Whether the clock chose in a pass for each fighter who had to decide: for a last card one need not."""
    deciding = [
        here
        for here, hand, placed in zip(seats, table.hands, table.placed, strict=True)
        if not here.bot and len(hand) + len(placed) > 1
    ]
    return bool(deciding) and all(pass_id in here.by_time for here in deciding)


def _paused_by_itself(timed: TimedTable, now: datetime) -> TimedTable:
    if timed.paused or timed.table.phase is Phase.DRAFTED:
        return timed
    return changed(timed, paused=True, unattended=True, clock=clocks.stopped(timed.clock, now))


def _advanced(timed: TimedTable, now: datetime, picks: tuple[PlacedCards, ...] = ()) -> Step:
    """Let bots choose, place last cards and end reviews that nobody needs, until somebody has to decide."""
    made = list(picks)
    while True:
        if _review_is_over(timed):
            timed = _moved(timed, end_review(timed.table), now)
            continue
        due = None if timed.paused else _next_by_itself(timed)
        if due is None:
            return Step(timed, tuple(made))
        seat, cards, how = due
        made.append(_pick(timed, seat, cards, how, now))
        timed = _moved(timed, choose(timed.table, seat, cards), now)


def _review_is_over(timed: TimedTable) -> bool:
    return timed.table.phase is Phase.REVIEW and all(seat.bot or seat.ready for seat in timed.seats)


def _next_by_itself(timed: TimedTable) -> tuple[SeatNumber, tuple[CardId, ...], How] | None:
    table = timed.table
    for seat in waiting_for(table):
        if len(table.hands[seat]) == 1:
            how = How.ENTERED if timed.settings.paper else How.LAST_CARD
            return seat, (table.hands[seat][0].id,), how
        if timed.seats[seat].bot:
            return seat, bot_choice(table, seat, _chance(timed, "bot", seat)), How.BOT
    return None


def _moved(timed: TimedTable, table: DraftTable, now: datetime) -> TimedTable:
    """Put the table in place of the old one; a new pass or review starts its clock."""
    before = timed.table
    timed = changed(timed, table=table)
    return _new_pass(timed, now) if _later(before, table) else timed


def _later(before: DraftTable, table: DraftTable) -> bool:
    return (before.phase, before.round, before.pass_number) != (table.phase, table.round, table.pass_number)


def _new_pass(timed: TimedTable, now: datetime) -> TimedTable:
    somebody_is_here = any(seat.connected and not (seat.bot or seat.guest) for seat in timed.seats)
    hurries = somebody_is_here and not timed.settings.paper
    seats = tuple([_refreshed(seat, hurries=hurries) for seat in timed.seats])
    clock = clocks.started(now, seconds_of_pass(timed))
    return changed(timed, seats=seats, clock=clocks.stopped(clock, now) if timed.paused else clock)


def _refreshed(seat: SeatState, *, hurries: bool) -> SeatState:
    is_slow = not seat.connected or seat.timeouts >= clocks.TIMEOUTS_BEFORE_HURRY
    hurried = hurries and not (seat.bot or seat.guest) and is_slow
    if (seat.marked, seat.ready, seat.hurried, seat.held) == ((), False, hurried, False):
        return seat
    return changed(seat, marked=(), ready=False, hurried=hurried, held=False)


def _pick(timed: TimedTable, seat: SeatNumber, cards: tuple[CardId, ...], how: How, now: datetime) -> PlacedCards:
    table = timed.table
    used = round(clocks.seconds_used(timed.clock, now), 1)
    return PlacedCards(table.round, table.pass_number, seat, cards, how, used)


def _chance(timed: TimedTable, purpose: str, seat: SeatNumber) -> Chance:
    table, settings = timed.table, timed.settings
    return Chance(settings.seed, purpose, settings.table_number, table.round, table.pass_number, seat)


def _with_seat(timed: TimedTable, seat: SeatNumber, **changes: object) -> TimedTable:
    before = timed.seats[seat]
    if changes.items() <= vars(before).items():
        return timed
    after = changed(before, **changes)
    return changed(timed, seats=(*timed.seats[:seat], after, *timed.seats[seat + 1 :]))
