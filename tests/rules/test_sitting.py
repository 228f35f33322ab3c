from dataclasses import replace
from datetime import timedelta

import pytest

from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Stale
from drafts.rules.formats import Quota
from drafts.rules.replay import How, Pick
from drafts.rules.sitting import (
    Attendance,
    Settings,
    attend,
    catch_up,
    deadline_of,
    expire,
    make_choice,
    mark,
    seat_bot,
    start,
    wakes_at,
)
from drafts.rules.table import Phase, choose, owed
from tests.rules.positions import ids, state
from tests.rules.sittings import AWAY, BOT, FIVE, HERE, NOON, STANDARD, after, chosen, seated

# ── choosing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_choice_is_a_pick_with_the_seconds_that_it_took():
    step = chosen(seated(HERE, HERE), 0, (1, 2), 12.44)
    assert step.picks == (Pick(1, 1, 0, (1, 2), How.CHOSEN, 12.4),)
    assert step.sitting.table == choose(state(*FIVE), 0, [1, 2])


def test_a_choice_for_a_pass_that_is_over_is_stale():
    sitting = chosen(chosen(seated(HERE, HERE), 0, (1, 2)).sitting, 1, (6, 7)).sitting
    for at in ("1.1", "1.3", "2.2"):
        with pytest.raises(Stale):
            chosen(sitting, 0, (8,), at=at)
    assert chosen(sitting, 0, (8,), at="1.2").picks[0].cards == (8,)


def test_a_fighter_chooses_once_in_a_pass():
    with pytest.raises(AlreadyChosen):
        chosen(chosen(seated(HERE, HERE), 0, (1, 2)).sitting, 0, (3,))


def test_nothing_is_chosen_in_a_review_or_after_the_draft():
    for table in (state("||1", "||2", at="3.4 review"), state("||1", "||2", at="6.4 drafted")):
        with pytest.raises(NotDrafting):
            chosen(seated(HERE, HERE, table=table), 0, (1,), at="3.4")


def test_a_new_pass_starts_a_new_clock():
    sitting = seated(HERE, HERE)
    assert sitting.clock.deadline == after(45)
    sitting = chosen(chosen(sitting, 0, (1, 2), 5).sitting, 1, (6, 7), 10).sitting
    assert (sitting.clock.started, sitting.clock.deadline) == (after(10), after(10 + 20))


def test_the_clock_is_that_of_the_seat_with_the_most_to_do():
    table = state("T1 N2 N3 N4 N5", "N7 N8", rounds=("1: T1 N2 N3 N4 N5 / ? N7 N8",))
    assert seated(HERE, HERE, table=table).clock.seconds == 45


def test_nothing_is_timed_at_the_pace_that_is_off():
    sitting = seated(HERE, AWAY, settings=Settings())
    assert (sitting.clock.deadline, wakes_at(sitting), deadline_of(sitting, 1)) == (None, None, None)
    assert expire(sitting, after(10**6)).picks == ()


# ── last cards and bots ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_card_of_a_pack_is_placed_by_itself():
    table = state("1 2", "3 4", at="1.3", rounds=("2: T5 N6 / T7 N8",))
    step = chosen(seated(HERE, HERE, table=table), 0, (1,), at="1.3")
    step = chosen(step.sitting, 1, (3,), 2, at="1.3")
    assert step.picks == (
        Pick(1, 3, 1, (3,), How.CHOSEN, 2.0),
        Pick(1, 4, 0, (4,), How.LAST_CARD),
        Pick(1, 4, 1, (2,), How.LAST_CARD),
    )
    assert (step.sitting.table.round, step.sitting.table.pass_number) == (2, 1)


def test_R12_reading_in_an_uneven_round_a_last_card_does_not_wait_for_the_others():
    table = state("N1", "N2 N3 N4", at="1.2")
    sitting = start(table, (HERE, HERE), STANDARD, NOON)
    assert sitting.picks == (Pick(1, 2, 0, (1,), How.LAST_CARD),)
    assert sitting.sitting.table.pass_number == 2


def test_bots_choose_at_once_and_by_the_rules():
    step = start(state(*FIVE), (HERE, BOT), STANDARD, NOON)
    assert [(pick.seat, pick.how, len(pick.cards), pick.seconds) for pick in step.picks] == [(1, How.BOT, 2, 0.0)]
    assert owed(step.sitting.table, 1) == Quota()


def test_bots_alone_draft_to_the_end():
    rounds = tuple(
        f"{number}: T{number}1 N{number}2 N{number}3 / T{number}4 N{number}5 N{number}6" for number in range(2, 7)
    )
    step = start(state("T1 N2 N3", "T4 N5 N6", rounds=rounds), (BOT, BOT), STANDARD, NOON)
    assert step.sitting.table.phase is Phase.DRAFTED
    assert [len(pile) for pile in step.sitting.table.piles] == [18, 18]
    assert {pick.how for pick in step.picks} == {How.BOT, How.LAST_CARD}
    assert step == start(state("T1 N2 N3", "T4 N5 N6", rounds=rounds), (BOT, BOT), STANDARD, NOON)


def test_a_bot_can_take_a_seat_and_give_it_back():
    step = seat_bot(seated(HERE, HERE), 1, NOON, bot=True)
    assert [(pick.seat, pick.how) for pick in step.picks] == [(1, How.BOT)]
    step = seat_bot(step.sitting, 1, NOON, bot=False)
    assert step.picks == ()
    assert not step.sitting.seats[1].bot
    assert chosen(step.sitting, 0, (1, 2)).picks == (Pick(1, 1, 0, (1, 2)),)


def test_a_seat_is_not_given_to_whom_has_it():
    for seat, bot in ((0, False), (1, True)):
        with pytest.raises(NotAllowed):
            seat_bot(seated(HERE, BOT), seat, NOON, bot=bot)


def test_a_fighter_who_gets_the_seat_back_need_not_hurry():
    sitting = replace(seated(HERE, HERE), seats=(HERE, Attendance(timeouts=5, hurried=True)))
    sitting = seat_bot(seat_bot(sitting, 1, NOON, bot=True).sitting, 1, NOON, bot=False).sitting
    assert sitting.seats[1] == Attendance()


# ── when time runs out ──────────────────────────────────────────────────────────────────────────────────────────────


def test_when_time_runs_out_the_server_chooses_what_is_marked():
    sitting = mark(seated(HERE, HERE), 0, (1, 4))
    assert wakes_at(sitting) == after(45)
    assert expire(sitting, after(44)).picks == ()
    picks = expire(sitting, after(45)).picks
    assert picks[0] == Pick(1, 1, 0, (1, 4), How.TIME, 45.0)
    assert [(pick.seat, pick.how, len(pick.cards)) for pick in picks[1:]] == [(1, How.TIME, 2)]


def test_time_chooses_the_same_from_the_same_seed():
    sitting = seated(HERE, HERE)
    assert expire(sitting, after(45)) == expire(sitting, after(45))
    others = {
        expire(replace(sitting, settings=replace(STANDARD, seed=str(number))), after(45)).picks for number in range(20)
    }
    assert len(others) > 1


def test_time_chooses_only_for_those_who_have_not_chosen():
    sitting = chosen(seated(HERE, HERE), 0, (1, 2), 3).sitting
    assert [pick.seat for pick in expire(sitting, after(45)).picks] == [1]


def test_marks_are_kept_as_far_as_the_cards_are_held():
    assert mark(seated(HERE, HERE), 0, (4, 99, 4, 7, 1)).seats[0].marked == (4, 1)


def test_marks_are_forgotten_in_the_next_pass():
    sitting = mark(chosen(seated(HERE, HERE), 0, (1, 2)).sitting, 0, (5,))
    assert sitting.seats[0].marked == (5,)
    assert chosen(sitting, 1, (6, 7)).sitting.seats[0].marked == ()


def test_marks_are_forgotten_when_time_has_chosen():
    sitting = mark(seated(HERE, AWAY), 1, (6, 7))
    sitting = replace(sitting, seats=(HERE, replace(sitting.seats[1], hurried=True)))
    sitting = expire(sitting, after(5)).sitting
    assert (sitting.table.pass_number, sitting.seats[1].marked) == (1, ())


def test_after_time_has_chosen_last_cards_still_need_no_decision():
    sitting = chosen(seated(HERE, HERE, table=state("1 2", "3 4", at="1.3")), 1, (3,), at="1.3").sitting
    picks = expire(sitting, after(15)).picks
    assert [(pick.pass_number, pick.seat, pick.how) for pick in picks] == [
        (3, 0, How.TIME),
        (4, 0, How.LAST_CARD),
        (4, 1, How.LAST_CARD),
    ]


def timed_out(sitting, times):
    for _ in range(times):
        moment = sitting.clock.deadline
        sitting = expire(sitting, moment).sitting
    return sitting


SEVEN = ("T1 N2 N3 N4 N5 N6 N7", "T11 N12 N13 N14 N15 N16 N17")


def test_one_who_timed_out_twice_in_a_row_gets_five_seconds():
    once = timed_out(seated(HERE, HERE, table=state(*SEVEN)), 1)
    assert (once.seats[0].timeouts, once.seats[0].hurried) == (1, False)
    twice = timed_out(once, 1)
    assert (twice.seats[0].timeouts, twice.seats[0].hurried) == (2, True)
    assert deadline_of(twice, 0) == wakes_at(twice) == twice.clock.started + timedelta(seconds=5)


def test_one_who_acts_again_has_all_the_time_again():
    twice = timed_out(seated(HERE, HERE, table=state(*SEVEN)), 2)
    assert deadline_of(mark(twice, 0, ()), 0) == twice.clock.deadline
    assert mark(twice, 0, ()).seats[0].timeouts == 0
    assert deadline_of(mark(twice, 0, ()), 1) < twice.clock.deadline
    hand = ids(twice.table.hands[0])
    moment = twice.clock.started
    step = make_choice(twice, 0, hand[:1], moment, round_=1, pass_number=twice.table.pass_number)
    assert (step.sitting.seats[0].timeouts, step.sitting.seats[0].hurried) == (0, False)


def test_one_who_is_away_gets_five_seconds_and_does_not_hold_up_the_table():
    sitting = seated(HERE, AWAY)
    assert [deadline_of(sitting, seat) for seat in (0, 1)] == [after(45), after(5)]
    assert wakes_at(sitting) == after(5)
    step = expire(sitting, after(5))
    assert [(pick.seat, pick.how) for pick in step.picks] == [(1, How.TIME)]
    assert wakes_at(step.sitting) == after(45)


def test_one_who_comes_back_has_all_the_time():
    sitting = attend(seated(HERE, AWAY), 1, connected=True)
    assert deadline_of(sitting, 1) == after(45)
    assert sitting.seats[1].connected


def test_one_who_leaves_keeps_the_time_of_this_pass_and_hurries_in_the_next():
    sitting = attend(seated(HERE, HERE), 1, connected=False)
    assert deadline_of(sitting, 1) == after(45)
    sitting = chosen(chosen(sitting, 0, (1, 2)).sitting, 1, (6, 7)).sitting
    assert [deadline_of(sitting, seat) for seat in (0, 1)] == [after(20), after(5)]


def test_when_nobody_is_here_nobody_is_hurried():
    assert [deadline_of(seated(AWAY, AWAY), seat) for seat in (0, 1)] == [after(45)] * 2
    assert deadline_of(seated(AWAY, BOT), 0) == after(45)


def test_the_table_wakes_for_nobody_who_has_chosen():
    assert wakes_at(chosen(seated(HERE, AWAY), 1, (6, 7)).sitting) == after(45)


def test_a_server_that_was_away_gives_time_back_before_it_chooses():
    sitting = catch_up(seated(HERE, AWAY), after(300), grace=20)
    assert [deadline_of(sitting, seat) for seat in (0, 1)] == [after(320)] * 2
    assert catch_up(seated(HERE, HERE), after(10), grace=20).clock.deadline == after(45)
