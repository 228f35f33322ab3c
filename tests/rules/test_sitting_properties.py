"""What holds at every table in time, whatever fighters, bots, the clock, the judge and the organizer do."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from drafts.rules.clock import Pace
from drafts.rules.errors import Paused, Refusal, Stale
from drafts.rules.notation import write
from drafts.rules.replay import How, replay
from drafts.rules.sitting import (
    Attendance,
    JudgeBy,
    Settings,
    Step,
    attend,
    call_judge,
    catch_up,
    expire,
    extend,
    finish_review,
    give_verdict,
    make_choice,
    mark,
    pause,
    resume,
    say_ready,
    seat_bot,
    start,
    wakes_at,
)
from drafts.rules.table import Phase, has_chosen, may_call
from tests.rules.strategies import legal_cards, tables

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
DICE = st.integers(0, 2**32).map(random.Random)
TABLES = tables(fighters=st.integers(2, 5))
ATTENDANCE = st.builds(Attendance, bot=st.booleans(), connected=st.booleans())
SETTINGS = st.builds(
    Settings, st.sampled_from(Pace), st.sampled_from([0, 60]), st.sampled_from(JudgeBy), seed=st.text(max_size=3)
)
TIMED = st.builds(Settings, st.sampled_from([Pace.BRISK, Pace.STANDARD, Pace.RELAXED]), st.just(60))


class Evening:
    """A table, the time, all picks so far, and the rounds in which a Legion Rare was verified."""

    def __init__(self, table, seats, settings, dice):
        self.dice, self.now = dice, NOON
        self.all_cards = Counter(held.id for of_round in table.packs for pack in of_round for held in pack.cards)
        self.picks, self.verified = [], set()
        self.take(start(table, seats, settings, NOON))

    @property
    def table(self):
        return self.sitting.table

    def take(self, step):
        if not isinstance(step, Step):
            step = Step(step)
        self.sitting = step.sitting
        self.last_picks = step.picks
        self.picks += step.picks

    def seat(self):
        return self.dice.randrange(self.table.fighters)

    # Each of these is something that can happen at a table; what is refused changes nothing.

    def choose(self):
        waiting = [seat for seat in range(self.table.fighters) if not has_chosen(self.table, seat)]
        if self.table.phase is Phase.DRAFTING and waiting:
            seat = self.dice.choice(waiting)
            at = {"round_": self.table.round, "pass_number": self.table.pass_number}
            self.take(make_choice(self.sitting, seat, legal_cards(self.table, seat, self.dice), self.now, **at))

    def choose_too_late(self):
        with pytest.raises(Refusal) as refused:
            make_choice(self.sitting, 0, [1], self.now, round_=self.table.round, pass_number=self.table.pass_number + 1)
        if self.table.phase is Phase.DRAFTING:
            assert refused.type is (Paused if self.sitting.paused else Stale)

    def wait(self):
        until = self.now + timedelta(seconds=self.dice.choice([0, 1, 4, 5, 15, 100]))
        while (moment := wakes_at(self.sitting)) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.take(expire(self.sitting, self.now))
            assert_in_order(self)
            assert (wakes_at(self.sitting) or until + timedelta(seconds=1)) > self.now
        self.now = until

    def mark(self):
        seat = self.seat()
        marked = [held.id for held in self.table.hands[seat] if self.dice.random() < 0.5]
        self.take(mark(self.sitting, seat, marked))

    def come_or_go(self):
        self.take(attend(self.sitting, self.seat(), connected=self.dice.random() < 0.5))

    def pause(self):
        self.take(pause(self.sitting, self.now))

    def resume(self):
        self.take(resume(self.sitting, self.now))

    def extend(self):
        self.take(extend(self.sitting, 30))

    def catch_up(self):
        self.take(catch_up(self.sitting, self.now, 20))

    def swap_bot(self):
        seat = self.seat()
        self.take(seat_bot(self.sitting, seat, self.now, bot=not self.sitting.seats[seat].bot))

    def call(self):
        seat = self.seat()
        if may_call(self.table, seat) and not self.sitting.paused:
            round_ = self.table.round
            opened = self.table.packs[round_ - 1][seat].cards
            self.take(call_judge(self.sitting, seat, next(c.id for c in opened if c.card.is_legion_rare), self.now))
            if self.sitting.settings.judge is JudgeBy.AUTOMATIC:
                self.verified.add(round_)

    def judge(self):
        if self.table.calls:
            call, verified = self.dice.choice(self.table.calls), self.dice.random() < 0.5
            round_ = self.table.round
            self.take(give_verdict(self.sitting, call, verified=verified, now=self.now))
            if verified:
                self.verified.add(round_)

    def ready(self):
        if self.table.phase is Phase.REVIEW:
            self.take(say_ready(self.sitting, self.seat(), self.now))

    def end_review(self):
        if self.table.phase is Phase.REVIEW:
            self.take(finish_review(self.sitting, self.now))


OFTEN = ["choose"] * 8 + ["wait"] * 4
SELDOM = [
    "choose_too_late",
    "mark",
    "come_or_go",
    "pause",
    "resume",
    "resume",
    "extend",
    "catch_up",
    "swap_bot",
    "call",
    "judge",
    "ready",
    "end_review",
]


def assert_in_order(evening):
    table, sitting = evening.table, evening.sitting
    to_come = [pack.cards for of_round in table.packs[table.round :] for pack in of_round]
    heaps = (*table.hands, *table.placed, *table.piles, *to_come)
    assert Counter(held.id for heap in heaps for held in heap) == evening.all_cards
    if sitting.paused:
        assert evening.last_picks == ()
        assert sitting.clock.stands
    else:
        assert_nobody_waits_for_nothing(sitting)
    if table.calls or sitting.paused:
        assert wakes_at(sitting) is None


def assert_nobody_waits_for_nothing(sitting):
    table = sitting.table
    for seat in range(table.fighters):
        if not has_chosen(table, seat):
            assert not sitting.seats[seat].bot
            assert len(table.hands[seat]) > 1
    assert table.phase is not Phase.REVIEW or not all(seat.bot or seat.ready for seat in sitting.seats)


def happen(evening, what):
    note(f"{write(evening.table)}   {what} {evening.now.time()}")
    try:
        getattr(evening, what)()
    except Paused:
        assert evening.sitting.paused
    assert_in_order(evening)


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), SETTINGS, DICE)
def test_whatever_happens_no_card_is_lost_and_nobody_waits_for_nothing(table, seats, settings, dice):
    evening = Evening(table, seats[: table.fighters], settings, dice)
    assert_in_order(evening)
    for _ in range(150):
        happen(evening, dice.choice(OFTEN + SELDOM))
        if evening.table.phase is Phase.DRAFTED:
            break


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), SETTINGS, DICE)
def test_the_picks_give_the_same_table_again_at_any_moment(table, seats, settings, dice):
    evening = Evening(table, seats[: table.fighters], settings, dice)
    for number in range(120):
        happen(evening, dice.choice(OFTEN + SELDOM))
        if number % 6 == 0:
            calls = {evening.table.round: evening.table.calls} if evening.table.calls else {}
            review_over = evening.table.phase is not Phase.REVIEW
            again = replay(
                table.format,
                table.packs,
                evening.picks,
                verified_rounds=evening.verified,
                calls=calls,
                review_over=review_over,
            )
            assert again == evening.table


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), TIMED, DICE)
def test_where_time_is_measured_a_draft_ends_though_nobody_does_anything(table, seats, settings, dice):
    evening = Evening(table, seats[: table.fighters], settings, dice)
    while evening.table.phase is not Phase.DRAFTED:
        moment = wakes_at(evening.sitting)
        assert moment is not None
        assert moment > evening.now
        evening.now = moment
        evening.take(expire(evening.sitting, moment))
        assert evening.last_picks or evening.table.phase is Phase.DRAFTING
        assert_in_order(evening)
    assert {pick.how for pick in evening.picks} <= {How.TIME, How.LAST_CARD, How.BOT}
