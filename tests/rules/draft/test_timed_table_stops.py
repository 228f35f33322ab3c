from dataclasses import replace

import pytest

from drafts.rules.draft.deadlines import deadline_of, wakes_at
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Call, Phase
from drafts.rules.draft.timed import JudgeBy, TableSettings
from drafts.rules.draft.timed_table import (
    call_judge,
    end_review_early,
    expire,
    extend,
    finish_review,
    give_verdict,
    pause,
    restart_pass,
    resume,
    say_ready,
    seat_bot,
)
from drafts.rules.errors import NotAllowed, NotDrafting, Paused, ReviewMinimum
from tests.rules.positions import cards, state
from tests.rules.timed_tables import AWAY, BOT, FIVE, HERE, NOON, RARE, REVIEW, STANDARD, after, chosen, seated

# ── pause, more time ────────────────────────────────────────────────────────────────────────────────────────────────


def test_in_a_pause_choices_are_refused_and_time_stands():
    timed = pause(seated(HERE, HERE), after(10))
    with pytest.raises(Paused):
        chosen(timed, 0, (1, 2))
    with pytest.raises(Paused):
        call_judge(timed, 0, 2, after(10))
    assert (wakes_at(timed), expire(timed, after(1000)).picks) == (None, ())


def test_after_a_pause_the_time_that_was_left_runs_on():
    timed = resume(pause(seated(HERE, HERE), after(10)), after(1000)).timed
    assert (timed.paused, timed.clock.deadline) == (False, after(1035))
    assert chosen(timed, 0, (1, 2), 1005).picks[0].seconds == 15.0


def test_one_who_hurries_keeps_the_rest_of_the_five_seconds_in_a_pause():
    timed = resume(pause(seated(HERE, AWAY), after(2)), after(1000)).timed
    assert deadline_of(timed, 1) == after(1003)


def test_a_second_pause_changes_nothing():
    once = pause(seated(HERE, HERE), after(10))
    assert pause(once, after(20)) == once
    assert resume(seated(HERE, HERE), after(10)).timed == seated(HERE, HERE)


def test_bots_wait_in_a_pause():
    step = seat_bot(pause(seated(HERE, HERE), after(10)), 1, after(11), bot=True)
    assert step.picks == ()
    assert [pick.how for pick in resume(step.timed, after(20)).picks] == [How.BOT]


def test_the_organizer_can_give_more_time():
    assert extend(seated(HERE, HERE), 30).clock.deadline == after(75)
    timed = extend(pause(seated(HERE, HERE), after(10)), 30)
    assert resume(timed, after(100)).timed.clock.deadline == after(165)
    assert extend(seated(HERE, HERE, settings=TableSettings()), 30).clock.deadline is None


# ── Legion Rares ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_R9_the_clock_stands_until_the_verdict():
    timed = call_judge(seated(HERE, HERE, table=state(*RARE)), 0, 2, after(10)).timed
    assert timed.table.calls == (Call(0, 2),)
    assert (timed.clock.deadline, wakes_at(timed)) == (None, None)
    timed = give_verdict(timed, Call(0, 2), verified=True, now=after(100)).timed
    assert (timed.table.called, timed.clock.deadline) == (True, after(145))


def test_R9_a_verified_card_gives_the_pass_its_clock_again_and_a_refused_one_some_seconds_at_least():
    for verified, ends in ((True, 145), (False, 115)):
        timed = call_judge(seated(HERE, HERE, table=state(*RARE)), 0, 2, after(40)).timed
        timed = give_verdict(timed, Call(0, 2), verified=verified, now=after(100)).timed
        assert timed.clock.deadline == after(ends)


def test_R9_a_verdict_in_a_pause_leaves_those_seconds_for_afterwards():
    timed = pause(call_judge(seated(HERE, HERE, table=state(*RARE)), 0, 2, after(40)).timed, after(50))
    timed = give_verdict(timed, Call(0, 2), verified=True, now=after(100)).timed
    assert (timed.paused, timed.clock.deadline) == (True, None)
    assert resume(timed, after(200)).timed.clock.deadline == after(245)


def test_R9_after_a_pause_the_clock_still_stands_for_the_judge():
    timed = pause(call_judge(seated(HERE, HERE, table=state(*RARE)), 0, 2, after(10)).timed, after(20))
    timed = resume(timed, after(30)).timed
    assert (timed.paused, timed.clock.deadline) == (False, None)
    timed = give_verdict(timed, Call(0, 2), verified=False, now=after(100)).timed
    assert timed.clock.deadline == after(135)


def test_R9_while_one_call_is_open_the_verdict_on_another_does_not_start_the_clock():
    table = state("T1 L2 L3 N4 N5", "T6 L7 L8 N9 N10")
    timed = call_judge(seated(HERE, HERE, table=table), 0, 2, after(10)).timed
    timed = call_judge(timed, 1, 7, after(20)).timed
    timed = give_verdict(timed, Call(0, 2), verified=False, now=after(30)).timed
    assert (timed.table.calls, timed.clock.deadline) == ((Call(1, 7),), None)
    timed = give_verdict(timed, Call(1, 7), verified=True, now=after(40)).timed
    assert timed.clock.deadline == after(85)


def test_R9_others_may_choose_while_the_judge_is_awaited():
    timed = call_judge(seated(HERE, HERE, table=state(*RARE)), 0, 2, after(10)).timed
    timed = chosen(chosen(timed, 0, (1, 2), 11).timed, 1, (6, 7), 12).timed
    assert timed.table.pass_number == 1
    step = give_verdict(timed, Call(0, 2), verified=False, now=after(100))
    assert (step.timed.table.pass_number, step.timed.clock.deadline) == (2, after(120))


def test_R9_bots_choose_one_more_when_it_is_verified():
    timed = call_judge(seated(HERE, BOT, table=state(*RARE)), 0, 2, after(10)).timed
    step = give_verdict(timed, Call(0, 2), verified=True, now=after(20))
    assert [(pick.seat, pick.how, len(pick.cards)) for pick in step.picks] == [(1, How.BOT, 1)]


def test_R9_the_server_that_knows_the_card_verifies_at_once():
    settings = replace(STANDARD, judge=JudgeBy.AUTOMATIC)
    timed = call_judge(seated(HERE, HERE, table=state(*RARE), settings=settings), 0, 2, after(40)).timed
    assert (timed.table.called, timed.table.calls, timed.clock.deadline) == (True, (), after(85))


def test_R9_a_call_that_the_rules_do_not_allow_is_refused():
    for judge in JudgeBy:
        timed = seated(HERE, HERE, table=state(*RARE), settings=replace(STANDARD, judge=judge))
        with pytest.raises(NotAllowed):
            call_judge(timed, 1, 2, NOON)
    with pytest.raises(NotAllowed):
        give_verdict(timed, Call(0, 2), verified=True, now=NOON)


# ── the review ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_R13_the_review_has_its_own_time_and_ends_with_it():
    timed = seated(HERE, AWAY, table=state("||11", "||12", **REVIEW))
    assert (timed.table.phase, wakes_at(timed)) == (Phase.REVIEW, after(120))
    hurried = replace(timed, seats=tuple(replace(seat, hurried=True) for seat in timed.seats))
    assert deadline_of(hurried, 0) == after(120)
    assert expire(timed, after(119)).timed == timed
    timed = expire(timed, after(120)).timed
    assert (timed.table.round, timed.table.phase) == (4, Phase.DRAFTING)
    assert timed.clock.deadline == after(165)


def test_R13_a_review_without_time_waits_for_the_organizer():
    settings = replace(STANDARD, review_seconds=0)
    timed = seated(HERE, HERE, table=state("||11", "||12", **REVIEW), settings=settings)
    assert wakes_at(timed) is None
    assert expire(timed, after(10**6)).timed.table.phase is Phase.REVIEW
    assert finish_review(timed, after(50)).timed.table.round == 4


def test_R13_the_review_ends_when_all_have_seen_their_cards():
    timed = seated(
        HERE, HERE, BOT, table=state("||11", "||12", "||13", at="3.4 review", rounds=("4: 1 2 / 3 4 / 5 6",))
    )
    timed = say_ready(timed, 0, after(10)).timed
    assert timed.table.phase is Phase.REVIEW
    step = say_ready(timed, 1, after(20))
    assert (step.timed.table.round, step.timed.clock.started) == (4, after(20))
    assert [pick.seat for pick in step.picks] == [2]
    assert [seat.ready for seat in step.timed.seats] == [False] * 3


def test_R13_bots_need_no_review():
    assert seated(BOT, BOT, table=state("||11", "||12", **REVIEW)).table.phase is Phase.DRAFTED


def test_R13_a_bot_for_the_last_one_who_is_not_ready_ends_the_review():
    timed = say_ready(seated(HERE, HERE, table=state("||11", "||12", **REVIEW)), 0, NOON).timed
    assert seat_bot(timed, 1, NOON, bot=True).timed.table.round == 4


@pytest.mark.parametrize(("least", "second", "is_early"), [(30, 29, True), (30, 30, False), (0, 0, False)])
def test_M8_the_organizer_ends_a_review_once_it_has_lasted_as_long_as_the_format_wants(least, second, is_early):
    timed = seated(HERE, HERE, table=state("||11", "||12", **REVIEW))
    timed = replace(timed, table=replace(timed.table, format=replace(timed.table.format, review_least=least)))
    if is_early:
        with pytest.raises(ReviewMinimum):
            end_review_early(timed, after(second))
    else:
        assert end_review_early(timed, after(second)).timed.table.round == 4


def test_M8_a_pause_is_no_time_to_look():
    timed = seated(HERE, HERE, table=state("||11", "||12", **REVIEW))
    timed = replace(timed, table=replace(timed.table, format=replace(timed.table.format, review_least=30)))
    with pytest.raises(ReviewMinimum):
        end_review_early(pause(timed, after(10)), after(100))


def test_M8_all_who_are_ready_end_it_sooner():
    timed = seated(HERE, HERE, table=state("||11", "||12", **REVIEW))
    timed = replace(timed, table=replace(timed.table, format=replace(timed.table.format, review_least=30)))
    timed = say_ready(timed, 0, after(1)).timed
    assert say_ready(timed, 1, after(2)).timed.table.round == 4


def test_R13_outside_a_review_there_is_nothing_to_end():
    with pytest.raises(NotDrafting):
        say_ready(seated(HERE, HERE), 0, NOON)
    with pytest.raises(NotDrafting):
        finish_review(seated(HERE, HERE), NOON)


def test_R13_a_review_that_is_ended_in_a_pause_opens_packs_whose_clock_stands():
    timed = pause(seated(HERE, HERE, table=state("||11", "||12", **REVIEW)), after(10))
    assert expire(timed, after(1000)).timed == timed
    timed = finish_review(timed, after(20)).timed
    assert (timed.table.round, timed.paused, timed.clock.deadline, timed.clock.left) == (4, True, None, 45.0)


def test_R15_after_the_draft_nothing_is_timed():
    timed = seated(HERE, HERE, table=state("1", "2", at="6.4"))
    assert (timed.table.phase, timed.clock.deadline, wakes_at(timed)) == (Phase.DRAFTED, None, None)


# ── taking back ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_pass_can_be_started_again():
    start_of_pass = state(*FIVE)
    timed = chosen(chosen(seated(HERE, HERE), 0, (1, 2), 5).timed, 1, (6, 7), 10).timed
    step = restart_pass(timed, start_of_pass, after(60))
    assert (step.timed.table, step.picks) == (start_of_pass, ())
    assert step.timed.clock.deadline == after(105)


def test_a_pause_goes_on_when_a_pass_is_started_again_and_has_all_its_time_left():
    timed = chosen(chosen(seated(HERE, HERE), 0, (1, 2), 5).timed, 1, (6, 7), 10).timed
    timed = restart_pass(pause(timed, after(12)), state(*FIVE), after(60)).timed
    assert (timed.paused, timed.clock.deadline, timed.clock.left) == (True, None, 45)
    assert resume(timed, after(100)).timed.clock.deadline == after(145)


def test_a_pause_is_the_organizers_own_once_a_pass_in_which_nobody_chose_is_started_again():
    timed = expire(seated(HERE, HERE), after(45)).timed
    assert (timed.paused, timed.unattended) == (True, True)
    timed = restart_pass(timed, state(*FIVE), after(60)).timed
    assert (timed.paused, timed.unattended) == (True, False)


def test_a_time_out_that_is_taken_back_hurries_no_fighter():
    timed = chosen(seated(HERE, HERE), 1, (6, 7), 5).timed
    timed = expire(timed, after(45)).timed
    assert (timed.seats[0].timeouts, timed.seats[0].by_time) == (1, ((1, 1),))
    timed = restart_pass(timed, state(*FIVE), after(60)).timed
    assert (timed.seats[0].timeouts, timed.seats[0].by_time) == (0, ())
    timed = expire(chosen(timed, 1, (6, 7), 65).timed, after(105)).timed
    assert [seat.hurried for seat in timed.seats] == [False, False]


def test_in_a_pass_that_is_started_again_bots_choose_again():
    step = restart_pass(seated(HERE, BOT), state(*FIVE), after(60))
    assert [(pick.seat, pick.how) for pick in step.picks] == [(1, How.BOT)]
    assert step.timed.table.hands[0] == cards(FIVE[0])
