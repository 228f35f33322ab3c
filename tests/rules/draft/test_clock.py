from datetime import UTC, datetime, timedelta

import pytest

from drafts.rules.draft.clock import (
    Clock,
    Pace,
    at_least,
    estimated_seconds,
    extended,
    restart_if_in_future,
    resumed,
    seconds_to_choose,
    seconds_used,
    started,
    stopped,
    with_grace,
)
from drafts.rules.games.vanguard.formats import VANGUARD

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        (Pace.BRISK, [0, 0, 8, 12, 18, 25]),
        (Pace.STANDARD, [0, 0, 15, 20, 30, 45]),
        (Pace.RELAXED, [0, 0, 25, 35, 50, 75]),
        (Pace.OFF, [None] * 6),
    ],
)
def test_a_pack_of_five_gives_the_seconds_of_the_table(pace, seconds):
    assert [seconds_to_choose(VANGUARD, pace, pack_size=5, in_hand=held, due=1) for held in range(6)] == seconds


@pytest.mark.parametrize(
    ("pace", "in_hand", "due", "seconds"),
    [
        (Pace.STANDARD, 7, 1, 40),
        (Pace.STANDARD, 7, 2, 64),
        (Pace.BRISK, 7, 2, 38),
        (Pace.RELAXED, 7, 2, 109),
        (Pace.STANDARD, 2, 1, 15),
        (Pace.STANDARD, 15, 1, 80),
        (Pace.STANDARD, 1, 1, 0),
        (Pace.STANDARD, 0, 0, 0),
        (Pace.OFF, 7, 1, None),
    ],
)
def test_packs_of_other_sizes_give_five_seconds_a_card_and_five_more(pace, in_hand, due, seconds):
    assert seconds_to_choose(VANGUARD, pace, pack_size=7, in_hand=in_hand, due=due) == seconds


@pytest.mark.parametrize(("pace", "minutes"), [(Pace.BRISK, 11), (Pace.STANDARD, 14.5), (Pace.RELAXED, 20)])
def test_a_whole_draft_lasts_as_long_as_announced(pace, minutes):
    seconds = estimated_seconds(VANGUARD, pace, pack_size=5, guaranteed=True, review_seconds=120)
    assert seconds == minutes * 60


def test_a_draft_without_times_has_no_estimate():
    assert estimated_seconds(VANGUARD, Pace.OFF, pack_size=5, guaranteed=True, review_seconds=120) is None


def test_R7_one_more_pass_makes_a_draft_longer():
    seconds = estimated_seconds(VANGUARD, Pace.STANDARD, pack_size=5, guaranteed=False, review_seconds=120)
    assert seconds == 870 + 6 * (30 + 5)


def test_a_clock_runs_to_its_deadline():
    assert started(NOON, 45) == Clock(started=NOON, deadline=after(45), seconds=45)
    assert started(NOON, None).deadline is None
    assert seconds_used(started(NOON, 45), after(12.4)) == 12.4


def test_a_stopped_clock_keeps_the_time_that_was_left_and_used():
    clock = stopped(started(NOON, 45), after(10))
    assert (clock.stands, clock.deadline, clock.left, clock.used) == (True, None, 35.0, 10.0)
    assert seconds_used(clock, after(1000)) == 10.0
    assert stopped(clock, after(20)) == clock


def test_a_resumed_clock_goes_on_with_the_time_that_was_left():
    clock = resumed(stopped(started(NOON, 45), after(10)), after(100))
    assert (clock.stands, clock.deadline, clock.left, clock.seconds) == (False, after(135), None, 45)
    assert seconds_used(clock, after(105)) == 15.0


def test_a_running_clock_cannot_be_resumed():
    assert resumed(started(NOON, 45), after(10)) == started(NOON, 45)


def test_a_clock_stopped_after_its_deadline_has_nothing_left():
    assert stopped(started(NOON, 45), after(50)).left == 0.0


def test_a_clock_without_a_deadline_can_stand_too():
    clock = stopped(started(NOON, None), after(10))
    assert (clock.stands, clock.left) == (True, None)
    clock = resumed(clock, after(100))
    assert (clock.stands, clock.deadline) == (False, None)
    assert seconds_used(clock, after(101)) == 11.0


def test_time_can_be_added_to_a_running_clock_and_to_one_that_stands():
    assert extended(started(NOON, 45), 30) == Clock(started=NOON, deadline=after(75), seconds=75)
    assert extended(stopped(started(NOON, 45), after(10)), 30).left == 65.0
    assert extended(started(NOON, None), 30) == started(NOON, None)


def test_a_clock_is_given_at_least_so_much_time():
    clock = started(NOON, 45)
    assert at_least(clock, 15, after(30)) == clock
    assert at_least(clock, 15, after(40)).deadline == after(55)
    assert at_least(clock, 15, after(90)).deadline == after(105)
    assert at_least(stopped(clock, after(44)), 15, after(99)).left == 15.0
    assert at_least(started(NOON, None), 15, after(99)) == started(NOON, None)


def test_a_clock_whose_end_was_missed_has_so_much_time_and_forgets_what_is_long_past():
    clock = started(NOON, 45)
    assert with_grace(clock, 15, after(30)) == clock
    assert with_grace(clock, 15, after(3600)) == Clock(started=after(3570), deadline=after(3615), seconds=45)
    assert with_grace(started(NOON, 8), 15, after(3600)) == Clock(started=after(3600), deadline=after(3615), seconds=15)
    assert with_grace(stopped(clock, after(44)), 15, after(99)).left == 15.0


def test_grace_given_by_a_clock_that_is_an_hour_ahead_is_set_right():
    graced = with_grace(started(NOON, 45), 15, after(3600))
    assert restart_if_in_future(graced, after(1)) == Clock(started=after(1), deadline=after(46), seconds=45)


def test_a_clock_that_would_begin_in_the_future_begins_now_with_its_whole_length():
    assert restart_if_in_future(started(after(3600), 45), NOON) == started(NOON, 45)
    assert restart_if_in_future(started(after(3600), None), NOON) == started(NOON, None)


def test_a_clock_is_left_alone_that_stands_or_began_before_or_on_a_machine_a_little_ahead():
    for clock in (started(NOON, 45), started(after(2), 45), stopped(started(after(3600), 45), after(3601))):
        assert restart_if_in_future(clock, NOON) == clock
