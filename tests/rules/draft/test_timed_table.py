from dataclasses import replace
from datetime import timedelta

import pytest

from drafts.rules.draft.deadlines import deadline_of, wakes_at
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.table import Phase, choose, owed
from drafts.rules.draft.timed import SeatState, TableSettings
from drafts.rules.draft.timed_table import (
    attend,
    expire,
    grant_grace,
    make_choice,
    mark,
    note_signal,
    pause,
    resume,
    say_here,
    say_ready,
    seat_bot,
    start,
)
from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Stale
from drafts.rules.formats import Quota
from tests.rules.positions import ids, state
from tests.rules.timed_tables import AWAY, BOT, FIVE, HERE, NOON, REVIEW, STANDARD, after, chosen, seated

# ── choosing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_choice_is_a_pick_with_the_seconds_that_it_took():
    step = chosen(seated(HERE, HERE), 0, (1, 2), 12.44)
    assert step.picks == (PlacedCards(1, 1, 0, (1, 2), How.CHOSEN, 12.4),)
    assert step.timed.table == choose(state(*FIVE), 0, [1, 2])


def test_a_choice_for_a_pass_that_is_over_is_stale():
    timed = chosen(chosen(seated(HERE, HERE), 0, (1, 2)).timed, 1, (6, 7)).timed
    for at in ("1.1", "1.3", "2.2"):
        with pytest.raises(Stale):
            chosen(timed, 0, (8,), at=at)
    assert chosen(timed, 0, (8,), at="1.2").picks[0].cards == (8,)


def test_a_fighter_chooses_once_in_a_pass():
    with pytest.raises(AlreadyChosen):
        chosen(chosen(seated(HERE, HERE), 0, (1, 2)).timed, 0, (3,))


def test_nothing_is_chosen_in_a_review_or_after_the_draft():
    for table in (state("||1", "||2", at="3.4 review"), state("||1", "||2", at="6.4 drafted")):
        with pytest.raises(NotDrafting):
            chosen(seated(HERE, HERE, table=table), 0, (1,), at="3.4")


def test_a_new_pass_starts_a_new_clock():
    timed = seated(HERE, HERE)
    assert timed.clock.deadline == after(45)
    timed = chosen(chosen(timed, 0, (1, 2), 5).timed, 1, (6, 7), 10).timed
    assert (timed.clock.started, timed.clock.deadline) == (after(10), after(10 + 20))


def test_the_clock_is_that_of_the_seat_with_the_most_to_do():
    table = state("T1 N2 N3 N4 N5", "N7 N8", rounds=("1: T1 N2 N3 N4 N5 / ? N7 N8",))
    assert seated(HERE, HERE, table=table).clock.seconds == 45


def test_nothing_is_timed_at_the_pace_that_is_off():
    timed = seated(HERE, AWAY, settings=TableSettings())
    assert (timed.clock.deadline, wakes_at(timed), deadline_of(timed, 1)) == (None, None, None)
    assert expire(timed, after(10**6)).picks == ()


# ── last cards and bots ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_card_of_a_pack_is_placed_by_itself():
    table = state("1 2", "3 4", at="1.3", rounds=("2: T5 N6 / T7 N8",))
    step = chosen(seated(HERE, HERE, table=table), 0, (1,), at="1.3")
    step = chosen(step.timed, 1, (3,), 2, at="1.3")
    assert step.picks == (
        PlacedCards(1, 3, 1, (3,), How.CHOSEN, 2.0),
        PlacedCards(1, 4, 0, (4,), How.LAST_CARD),
        PlacedCards(1, 4, 1, (2,), How.LAST_CARD),
    )
    assert (step.timed.table.round, step.timed.table.pass_number) == (2, 1)


def test_R12_reading_in_an_uneven_round_a_last_card_does_not_wait_for_the_others():
    table = state("N1", "N2 N3 N4", at="1.2")
    timed = start(table, (HERE, HERE), STANDARD, NOON)
    assert timed.picks == (PlacedCards(1, 2, 0, (1,), How.LAST_CARD),)
    assert timed.timed.table.pass_number == 2


def test_bots_choose_at_once_and_by_the_rules():
    step = start(state(*FIVE), (HERE, BOT), STANDARD, NOON)
    assert [(pick.seat, pick.how, len(pick.cards), pick.seconds) for pick in step.picks] == [(1, How.BOT, 2, 0.0)]
    assert owed(step.timed.table, 1) == Quota()


def test_bots_alone_draft_to_the_end():
    rounds = tuple(
        f"{number}: T{number}1 N{number}2 N{number}3 / T{number}4 N{number}5 N{number}6" for number in range(2, 7)
    )
    step = start(state("T1 N2 N3", "T4 N5 N6", rounds=rounds), (BOT, BOT), STANDARD, NOON)
    assert step.timed.table.phase is Phase.DRAFTED
    assert [len(pile) for pile in step.timed.table.piles] == [18, 18]
    assert {pick.how for pick in step.picks} == {How.BOT, How.LAST_CARD}
    assert step == start(state("T1 N2 N3", "T4 N5 N6", rounds=rounds), (BOT, BOT), STANDARD, NOON)


def test_a_bot_can_take_a_seat_and_give_it_back():
    step = seat_bot(seated(HERE, HERE), 1, NOON, bot=True)
    assert [(pick.seat, pick.how) for pick in step.picks] == [(1, How.BOT)]
    step = seat_bot(step.timed, 1, NOON, bot=False)
    assert step.picks == ()
    assert not step.timed.seats[1].bot
    assert chosen(step.timed, 0, (1, 2)).picks == (PlacedCards(1, 1, 0, (1, 2)),)


def test_a_seat_is_not_given_to_whom_has_it():
    for seat, bot in ((0, False), (1, True)):
        with pytest.raises(NotAllowed):
            seat_bot(seated(HERE, BOT), seat, NOON, bot=bot)


def test_a_fighter_who_gets_the_seat_back_need_not_hurry():
    timed = replace(seated(HERE, HERE), seats=(HERE, SeatState(timeouts=5, hurried=True)))
    timed = seat_bot(seat_bot(timed, 1, NOON, bot=True).timed, 1, NOON, bot=False).timed
    assert timed.seats[1] == SeatState()


# ── when time runs out ──────────────────────────────────────────────────────────────────────────────────────────────


def test_when_time_runs_out_the_server_chooses_what_is_marked():
    timed = mark(seated(HERE, HERE), 0, (1, 4))
    assert wakes_at(timed) == after(45)
    assert expire(timed, after(44)).picks == ()
    picks = expire(timed, after(45)).picks
    assert picks[0] == PlacedCards(1, 1, 0, (1, 4), How.TIME, 45.0)
    assert [(pick.seat, pick.how, len(pick.cards)) for pick in picks[1:]] == [(1, How.TIME, 2)]


def test_time_chooses_the_same_from_the_same_seed():
    timed = seated(HERE, HERE)
    assert expire(timed, after(45)) == expire(timed, after(45))
    others = {
        expire(replace(timed, settings=replace(STANDARD, seed=str(number))), after(45)).picks for number in range(20)
    }
    assert len(others) > 1


def test_time_chooses_only_for_those_who_have_not_chosen():
    timed = chosen(seated(HERE, HERE), 0, (1, 2), 3).timed
    assert [pick.seat for pick in expire(timed, after(45)).picks] == [1]


def test_marks_are_kept_as_far_as_the_cards_are_held():
    assert mark(seated(HERE, HERE), 0, (4, 99, 4, 7, 1)).seats[0].marked == (4, 1)


def test_marks_are_forgotten_in_the_next_pass():
    timed = mark(chosen(seated(HERE, HERE), 0, (1, 2)).timed, 0, (5,))
    assert timed.seats[0].marked == (5,)
    assert chosen(timed, 1, (6, 7)).timed.seats[0].marked == ()


def test_marks_are_forgotten_when_time_has_chosen():
    timed = mark(seated(HERE, AWAY), 1, (6, 7))
    timed = replace(timed, seats=(HERE, replace(timed.seats[1], hurried=True)))
    timed = expire(timed, after(5)).timed
    assert (timed.table.pass_number, timed.seats[1].marked) == (1, ())


def test_after_time_has_chosen_last_cards_still_need_no_decision():
    timed = chosen(seated(HERE, HERE, table=state("1 2", "3 4", at="1.3")), 1, (3,), at="1.3").timed
    picks = expire(timed, after(15)).picks
    assert [(pick.pass_number, pick.seat, pick.how) for pick in picks] == [
        (3, 0, How.TIME),
        (4, 0, How.LAST_CARD),
        (4, 1, How.LAST_CARD),
    ]


def timed_out(timed, times):
    """Let the time of all fighters run out; the organizer lets the table go on each time."""
    for _ in range(times):
        moment = timed.clock.deadline
        timed = resume(expire(timed, moment).timed, moment).timed
    return timed


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
    assert (step.timed.seats[0].timeouts, step.timed.seats[0].hurried) == (0, False)


def test_each_act_of_a_fighter_ends_their_hurry():
    twice = timed_out(seated(HERE, HERE, table=state(*SEVEN)), 2)
    for act in (mark(twice, 0, ()), say_here(twice, 0)):
        assert [(seat.timeouts, seat.hurried) for seat in act.seats] == [(0, False), (2, True)]
    with pytest.raises(NotDrafting):
        say_here(seated(HERE, HERE, table=state("||1", "||2", at="6.4 drafted")), 0)


def test_one_who_says_ready_in_the_review_does_not_hurry_in_the_next_pack():
    idle = replace(HERE, timeouts=2)
    timed = say_ready(seated(idle, idle, table=state("| |N1", "| |N2", **REVIEW)), 0, after(1)).timed
    timed = expire(timed, after(120)).timed
    assert [(seat.timeouts, seat.hurried) for seat in timed.seats] == [(0, False), (2, True)]


def test_the_passes_in_which_the_clock_chose_are_remembered():
    once = timed_out(seated(HERE, HERE, table=state(*SEVEN)), 1)
    step = make_choice(once, 0, ids(once.table.hands[0])[:1], once.clock.started, round_=1, pass_number=2)
    twice = expire(step.timed, once.clock.deadline).timed
    assert [seat.by_time for seat in twice.seats] == [((1, 1),), ((1, 1), (1, 2))]


# ── when no fighter chooses ─────────────────────────────────────────────────────────────────────────────────────────


def test_when_no_fighter_chose_in_a_pass_the_table_pauses_at_the_beginning_of_the_next():
    timed = expire(seated(HERE, HERE), after(45)).timed
    assert (timed.this_pass, timed.paused, timed.unattended) == ((1, 2), True, True)
    assert (timed.clock.deadline, timed.clock.left) == (None, 20)
    assert resume(timed, after(60)).timed.clock.deadline == after(80)
    assert not resume(timed, after(60)).timed.unattended
    assert not pause(timed, after(60)).unattended


def test_one_fighter_who_chose_is_enough_to_go_on():
    timed = chosen(seated(HERE, HERE), 0, (1, 2), 3).timed
    assert not expire(timed, after(45)).timed.paused


def test_a_bot_that_chose_is_not_enough_to_go_on():
    timed = expire(seated(HERE, BOT), after(45)).timed
    assert (timed.unattended, timed.seats[1].bot) == (True, True)
    assert [len(placed) for placed in timed.table.placed] == [0, 0]


def test_fighters_who_timed_out_at_different_moments_of_a_pass_pause_the_table_too():
    timed = expire(seated(HERE, AWAY), after(5)).timed
    assert not timed.paused
    assert expire(timed, after(45)).timed.unattended


def test_one_who_had_a_last_card_to_place_has_not_timed_out():
    table = state("N1", "N2 N3 N4", at="1.2")
    timed = expire(start(table, (HERE, HERE), STANDARD, NOON).timed, after(1000)).timed
    assert timed.unattended
    table = state("N1 N5", "N2 N3 N4", at="1.2")
    timed = chosen(seated(HERE, HERE, table=table), 0, (5,), at="1.2").timed
    assert not expire(timed, after(1000)).timed.unattended


def test_a_draft_that_is_over_does_not_pause():
    table = state("T1 N2", "T3 N4", at="6.1")
    timed = expire(seated(HERE, HERE, table=table), after(1000)).timed
    assert (timed.table.phase, timed.paused) == (Phase.DRAFTED, False)


# ── when the connection is down at the deadline ─────────────────────────────────────────────────────────────────────


def cut_off(at, *others):
    return attend(seated(HERE, HERE, *others), 0, connected=False, at=at)


def test_one_who_is_cut_off_at_the_deadline_is_waited_for_five_seconds():
    timed = chosen(cut_off(after(30)), 1, (6, 7), 3).timed
    assert (deadline_of(timed, 0), wakes_at(timed)) == (after(45), after(50))
    assert expire(timed, after(49)).picks == ()
    assert [(pick.seat, pick.how) for pick in expire(timed, after(50)).picks] == [(0, How.TIME)]


def test_a_choice_that_arrives_in_these_seconds_is_the_fighters_own():
    timed = attend(chosen(cut_off(after(30)), 1, (6, 7), 3).timed, 0, connected=True, at=after(48))
    assert wakes_at(timed) == after(50)
    assert expire(timed, after(49)).picks == ()
    assert chosen(timed, 0, (1, 2), 49).picks[0].how is How.CHOSEN
    assert [pick.seat for pick in expire(timed, after(50)).picks] == [0]


def test_one_whose_connection_was_up_at_the_deadline_is_not_waited_for():
    for gone, back in ((30, 44), (46, 47)):
        timed = chosen(attend(cut_off(after(gone)), 0, connected=True, at=after(back)), 1, (6, 7), 3).timed
        assert wakes_at(timed) == after(45)
    assert wakes_at(chosen(cut_off(after(46)), 1, (6, 7), 3).timed) == after(45)


def test_in_the_next_pass_nothing_is_left_of_it():
    timed = attend(chosen(cut_off(after(30)), 1, (6, 7), 3).timed, 0, connected=True, at=after(48))
    timed = chosen(timed, 0, (1, 2), 49).timed
    assert (timed.seats[0].held, wakes_at(timed)) == (False, after(49 + 20))


def test_one_who_was_away_when_the_pass_began_has_seen_no_card_and_is_not_waited_for():
    timed = seated(HERE, AWAY)
    assert wakes_at(timed) == after(5)
    known = replace(AWAY, away_since=after(-60))
    assert wakes_at(seated(HERE, known)) == after(5)


# ── away and weak ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_moment_at_which_a_fighter_went_is_kept_until_they_are_back():
    timed = attend(cut_off(after(3)), 0, connected=False, at=after(9))
    assert timed.seats[0].away_since == after(3)
    assert attend(timed, 0, connected=True, at=after(12)).seats[0].away_since is None


def test_a_weak_connection_is_noted_and_forgotten_with_the_connection():
    timed = note_signal(seated(HERE, HERE), 0, weak=True)
    assert timed.seats[0].weak
    assert not note_signal(timed, 0, weak=False).seats[0].weak
    assert not attend(timed, 0, connected=False, at=after(3)).seats[0].weak


def test_one_who_is_away_gets_five_seconds_and_does_not_hold_up_the_table():
    timed = seated(HERE, AWAY)
    assert [deadline_of(timed, seat) for seat in (0, 1)] == [after(45), after(5)]
    assert wakes_at(timed) == after(5)
    step = expire(timed, after(5))
    assert [(pick.seat, pick.how) for pick in step.picks] == [(1, How.TIME)]
    assert wakes_at(step.timed) == after(45)


def test_one_who_comes_back_has_all_the_time():
    timed = attend(seated(HERE, AWAY), 1, connected=True, at=NOON)
    assert deadline_of(timed, 1) == after(45)
    assert timed.seats[1].connected


def test_one_who_leaves_keeps_the_time_of_this_pass_and_hurries_in_the_next():
    timed = attend(seated(HERE, HERE), 1, connected=False, at=after(3))
    assert deadline_of(timed, 1) == after(45)
    timed = chosen(chosen(timed, 0, (1, 2)).timed, 1, (6, 7)).timed
    assert [deadline_of(timed, seat) for seat in (0, 1)] == [after(20), after(5)]


def test_when_nobody_is_here_nobody_is_hurried():
    assert [deadline_of(seated(AWAY, AWAY), seat) for seat in (0, 1)] == [after(45)] * 2
    assert deadline_of(seated(AWAY, BOT), 0) == after(45)


def test_the_table_wakes_for_nobody_who_has_chosen():
    assert wakes_at(chosen(seated(HERE, AWAY), 1, (6, 7)).timed) == after(45)


def test_a_server_that_was_away_gives_time_back_before_it_chooses():
    timed = grant_grace(seated(HERE, AWAY), after(300), grace=20)
    assert [deadline_of(timed, seat) for seat in (0, 1)] == [after(320)] * 2
    assert grant_grace(seated(HERE, HERE), after(10), grace=20).clock.deadline == after(45)
