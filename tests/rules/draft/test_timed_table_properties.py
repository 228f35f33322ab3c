"""Properties of every table in time, whatever fighters, bots, the clock, the judge and the organizer do."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, judge_by
from drafts.rules.draft.clock import started
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.history import (
    Act,
    Kind,
    acts_of,
    call_act,
    extend_act,
    facts_of,
    own_act,
    seat_act,
    seats_act,
    undo_act,
    verdict_act,
)
from drafts.rules.draft.notation import write
from drafts.rules.draft.replay import How, replay
from drafts.rules.draft.replay_history import OpenCall, replay_history
from drafts.rules.draft.table import Phase, has_chosen, may_call
from drafts.rules.draft.timed import JudgeBy, SeatState, Step, TableSettings, TimedTable
from drafts.rules.draft.timed_table import (
    attend,
    call_judge,
    expire,
    extend,
    finish_review,
    give_verdict,
    grant_grace,
    make_choice,
    mark,
    pause,
    restart_pass,
    resume,
    say_ready,
    seat_bot,
    start,
)
from drafts.rules.errors import Paused, Refusal, Stale
from drafts.rules.formats import Pace
from tests.rules.strategies import legal_cards, tables

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
DICE = st.integers(0, 2**32).map(random.Random)
TABLES = tables(fighters=st.integers(2, 5))
ATTENDANCE = st.builds(SeatState, bot=st.booleans(), connected=st.booleans())
SETTINGS = st.builds(
    TableSettings, st.sampled_from(Pace), st.sampled_from([0, 60]), st.sampled_from(JudgeBy), seed=st.text(max_size=3)
)
AT_THE_START = st.sampled_from([SeatState(connected=True), SeatState(), SeatState(bot=True)])
TIMED = st.builds(TableSettings, st.sampled_from([Pace.BRISK, Pace.STANDARD, Pace.RELAXED]), st.just(60))


class RandomDraft:
    """A table, the time, all picks that stand, the rounds in which a Legion Rare was verified, and the history.

    `versions` are the table and its pause, bots, connections and open calls after each step, by version.
    """

    def __init__(self, table, seats, settings, dice):
        self.dice, self.now = dice, NOON
        self.all_cards = Counter(held.id for of_round in table.packs for pack in of_round for held in pack.cards)
        self.picks, self.verified = [], set()
        self.history, self.versions = [], {}
        opened = TimedTable(table, started(NOON, None), tuple(seats), settings)
        self.timed = opened
        self.take(start(table, seats, settings, NOON), seats_act(seats, ORGANIZER))

    @property
    def table(self):
        return self.timed.table

    def take(self, step, *causes):
        if not isinstance(step, Step):
            step = Step(step)
        version = len(self.versions) + 1
        self.history += [(version, act) for act in acts_of(self.timed, step, causes)]
        self.timed = step.timed
        self.last_picks = step.picks
        self.picks += step.picks
        self.versions[version] = seen(self.timed)

    def seat(self):
        return self.dice.randrange(self.table.fighters)

    # Each of these is something that can happen at a table; what is refused changes nothing.

    def choose(self):
        waiting = [seat for seat in range(self.table.fighters) if not has_chosen(self.table, seat)]
        if self.table.phase is Phase.DRAFTING and waiting:
            seat = self.dice.choice(waiting)
            at = {"round_": self.table.round, "pass_number": self.table.pass_number}
            self.take(make_choice(self.timed, seat, legal_cards(self.table, seat, self.dice), self.now, **at))

    def choose_too_late(self):
        with pytest.raises(Refusal) as refused:
            make_choice(self.timed, 0, [1], self.now, round_=self.table.round, pass_number=self.table.pass_number + 1)
        if self.table.phase is Phase.DRAFTING:
            assert refused.type is (Paused if self.timed.paused else Stale)

    def wait(self):
        until = self.now + timedelta(seconds=self.dice.choice([0, 1, 4, 5, 15, 100]))
        while (moment := wakes_at(self.timed)) is not None and moment <= until:
            self.now = max(self.now, moment)
            self.take(expire(self.timed, self.now))
            assert_in_order(self)
            assert (wakes_at(self.timed) or until + timedelta(seconds=1)) > self.now
        self.now = until

    def mark(self):
        seat = self.seat()
        marked = [held.id for held in self.table.hands[seat] if self.dice.random() < 0.5]
        self.take(mark(self.timed, seat, marked), own_act(Kind.HERE, seat))

    def come_or_go(self):
        seat, connected = self.seat(), self.dice.random() < 0.5
        kind = Kind.CONNECTED if connected else Kind.DISCONNECTED
        self.take(attend(self.timed, seat, connected=connected, at=self.now), own_act(kind, seat))

    def pause(self):
        self.take(pause(self.timed, self.now), Act(Kind.PAUSE, ORGANIZER))

    def resume(self):
        self.take(resume(self.timed, self.now), Act(Kind.RESUME, ORGANIZER))

    def extend(self):
        self.take(extend(self.timed, 30), extend_act(30, ORGANIZER))

    def grant_grace(self):
        self.take(grant_grace(self.timed, self.now, 20), extend_act(20, None))

    def swap_bot(self):
        seat = self.seat()
        bot = not self.timed.seats[seat].bot
        kind = Kind.SEAT_BOT if bot else Kind.UNSEAT_BOT
        self.take(seat_bot(self.timed, seat, self.now, bot=bot), seat_act(kind, seat, ORGANIZER))

    def undo(self):
        passes = sorted({(pick.round, pick.pass_number) for pick in self.picks})
        if not passes or self.table.phase is Phase.DRAFTED:
            return
        target, standing = self.dice.choice(passes[-3:]), self.timed.this_pass
        self.picks = [pick for pick in self.picks if (pick.round, pick.pass_number) < target]
        self.verified = {round_ for round_ in self.verified if round_ <= target[0]}
        table = self.table
        back = replay(table.format, table.packs, self.picks, verified_rounds=self.verified, review_over=True)
        self.timed = replace(self.timed, table=back)
        self.take(restart_pass(self.timed, back, self.now), undo_act(target, standing, ORGANIZER))

    def call(self):
        seat = self.seat()
        if may_call(self.table, seat) and not self.timed.paused:
            round_ = self.table.round
            opened = self.table.packs[round_ - 1][seat].cards
            card = next(c.id for c in opened if "legion_rare" in c.card.traits)
            acts = [call_act(seat, "legion_rare", card)]
            if self.timed.settings.judge is JudgeBy.AUTOMATIC:
                self.verified.add(round_)
                acts.append(verdict_act(seat, "legion_rare", card, "verified", None))
            self.take(call_judge(self.timed, seat, card, self.now), *acts)

    def judge(self):
        if self.table.calls:
            call, verified = self.dice.choice(self.table.calls), self.dice.random() < 0.5
            if verified:
                self.verified.add(self.table.round)
            verdicts = {call: "verified" if verified else "refused"}
            if verified:
                verdicts |= dict.fromkeys([other for other in self.table.calls if other != call], "moot")
            acts = [verdict_act(*about, word, judge_by(None)) for about, word in named(verdicts)]
            self.take(give_verdict(self.timed, call, verified=verified, now=self.now), *acts)

    def ready(self):
        if self.table.phase is Phase.REVIEW:
            seat = self.seat()
            self.take(say_ready(self.timed, seat, self.now), own_act(Kind.READY, seat))

    def end_review(self):
        if self.table.phase is Phase.REVIEW:
            self.take(finish_review(self.timed, self.now), Act(Kind.REVIEW_OVER, ORGANIZER))


def named(verdicts):
    return [((call.seat, "legion_rare", call.card), word) for call, word in verdicts.items()]


def seen(timed):
    """Return what a history shows of a table: the ring, its pause, bots, connections, open calls, who has looked."""
    bots, connected = zip(*((seat.bot, seat.connected) for seat in timed.seats), strict=True)
    ready = {number for number, seat in enumerate(timed.seats) if seat.ready}
    asked = tuple(OpenCall(call.seat, "legion_rare", call.card) for call in timed.table.calls)
    return timed.table, timed.paused, bots, connected, asked, ready


OFTEN = ["choose"] * 8 + ["wait"] * 4
SELDOM = [
    "choose_too_late",
    "mark",
    "come_or_go",
    "pause",
    "resume",
    "resume",
    "extend",
    "grant_grace",
    "swap_bot",
    "undo",
    "call",
    "judge",
    "ready",
    "end_review",
]


def assert_in_order(draft):
    table, timed = draft.table, draft.timed
    to_come = [pack.cards for of_round in table.packs[table.round :] for pack in of_round]
    heaps = (*table.hands, *table.placed, *table.piles, *to_come)
    assert Counter(held.id for heap in heaps for held in heap) == draft.all_cards
    if timed.paused:
        assert draft.last_picks == () or timed.unattended
        assert timed.clock.stands
    else:
        assert_nobody_waits_for_nothing(timed)
    if table.calls or timed.paused:
        assert wakes_at(timed) is None


def assert_nobody_waits_for_nothing(timed):
    table = timed.table
    for seat in range(table.fighters):
        if not has_chosen(table, seat):
            assert not timed.seats[seat].bot
            assert len(table.hands[seat]) > 1
    assert table.phase is not Phase.REVIEW or not all(seat.bot or seat.ready for seat in timed.seats)


def happen(draft, what):
    note(f"{write(draft.table)}   {what} {draft.now.time()}")
    try:
        getattr(draft, what)()
    except Paused:
        assert draft.timed.paused
    assert_in_order(draft)


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), SETTINGS, DICE)
def test_no_card_is_lost_and_nobody_waits_for_nothing_whatever_happens(table, seats, settings, dice):
    draft = RandomDraft(table, seats[: table.fighters], settings, dice)
    assert_in_order(draft)
    for _ in range(150):
        happen(draft, dice.choice(OFTEN + SELDOM))
        if draft.table.phase is Phase.DRAFTED:
            break


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), SETTINGS, DICE)
def test_the_picks_give_the_same_table_again_at_any_moment(table, seats, settings, dice):
    draft = RandomDraft(table, seats[: table.fighters], settings, dice)
    for number in range(120):
        happen(draft, dice.choice(OFTEN + SELDOM))
        if number % 6 == 0:
            calls = {draft.table.round: draft.table.calls} if draft.table.calls else {}
            review_over = draft.table.phase is not Phase.REVIEW
            again = replay(
                table.format,
                table.packs,
                draft.picks,
                verified_rounds=draft.verified,
                calls=calls,
                review_over=review_over,
            )
            assert again == draft.table


@given(TABLES, st.lists(AT_THE_START, min_size=5, max_size=5), SETTINGS, DICE)
def test_the_history_shows_every_version_of_the_table_again(table, seats, settings, dice):
    draft = RandomDraft(table, seats[: table.fighters], settings, dice)
    for _ in range(120):
        happen(draft, dice.choice(OFTEN + SELDOM))
    acts = [(version, act.kind, facts_of(act.kind, act.text)) for version, act in draft.history]
    for version, moment in replay_history(table.format, table.packs, acts):
        again = (moment.table, moment.paused, moment.bots, moment.connected, moment.asked, moment.ready)
        assert again == draft.versions.pop(version)
    assert draft.versions == {}


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), TIMED, DICE)
def test_where_time_is_measured_a_draft_ends_though_the_organizer_alone_does_anything(table, seats, settings, dice):
    draft = RandomDraft(table, seats[: table.fighters], settings, dice)
    while draft.table.phase is not Phase.DRAFTED:
        if draft.timed.paused:
            assert draft.timed.unattended
            draft.take(resume(draft.timed, draft.now))
            continue
        moment = wakes_at(draft.timed)
        assert moment is not None
        assert moment > draft.now
        draft.now = moment
        draft.take(expire(draft.timed, moment))
        assert draft.last_picks or draft.table.phase is Phase.DRAFTING
        assert_in_order(draft)
    assert {pick.how for pick in draft.picks} <= {How.TIME, How.LAST_CARD, How.BOT}
