"""A table of paper packs: its cards are blank, and it calls what a table calls whose cards are known."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, SERVER, seat_by
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.history import Kind, acts_of, advance_act
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Call, OpenedPack, Phase, demanded, open_table, owed
from drafts.rules.draft.timed_table import (
    advance,
    begin,
    call_judge,
    expire,
    extend,
    finish_review,
    give_verdict,
    make_choice,
    mark,
    pause,
    say_done,
    seat_bot,
    start,
)
from drafts.rules.draft.view import own_seen, seat_seen, seen_by
from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Paused, Stale
from drafts.rules.formats import Quota
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.strategies import UP_TO_NINE, make, random_move, tables
from tests.rules.timed_tables import AWAY, HERE, NOON, STANDARD, after

PAPER = replace(STANDARD, paper=True)


def blank_packs(format_=VANGUARD, fighters=2, size=None, *, guaranteed=True):
    ids = iter(range(1, 10_000))

    def pack():
        cards = [format_.blank_card(featured=guaranteed and place == 0) for place in range(size or format_.pack_size)]
        return OpenedPack(tuple(CardInPack(CardId(next(ids)), card) for card in cards), guaranteed=guaranteed)

    return [[pack() for _ in range(fighters)] for _ in format_.rounds]


def conducted(*seats, format_=VANGUARD, **shape):
    seats = seats or (HERE, HERE)
    return start(open_table(format_, blank_packs(format_, len(seats), **shape)), seats, PAPER, NOON).timed


def done(timed, seat, at="1.1", seconds=5):
    round_, pass_number = map(int, at.split("."))
    return say_done(timed, seat, after(seconds), round_=round_, pass_number=pass_number)


def gone_on(timed, seconds=5):
    if timed.table.phase is Phase.REVIEW:
        return finish_review(timed, after(seconds))
    return advance(timed, after(seconds), round_=timed.table.round, pass_number=timed.table.pass_number)


def test_R6_R12_of_five_cards_two_are_placed_and_then_one_in_each_pass_and_the_last_needs_no_word():
    timed, called = conducted(), []
    while timed.table.round == 1:
        seen = seat_seen(timed.table, 0)
        called.append((seen.held, owed(timed.table, 0), seen.face_down))
        timed = gone_on(timed).timed
    assert called == [(5, Quota(featured=1, plain=1), 0), (3, Quota(any=1), 2), (2, Quota(any=1), 3)]


def test_R7_a_set_without_guaranteed_trigger_units_asks_for_one_card_in_each_pass():
    timed = conducted(guaranteed=False)
    assert owed(timed.table, 0) == Quota(any=1)
    assert seat_seen(gone_on(timed).timed.table, 0).held == 4


def test_M6_fourteen_cards_are_passed_one_by_one_and_there_are_three_packs():
    timed, passes = conducted(format_=MAGIC_DRAFT), 0
    while timed.table.phase is not Phase.DRAFTED:
        passes += timed.table.phase is Phase.DRAFTING
        timed = gone_on(timed).timed
    assert (passes, len(timed.table.piles[1])) == (3 * 13, 42)


def test_R11_the_packs_go_on_when_everybody_has_placed_and_every_pick_waits_for_its_card():
    timed = done(conducted(), 1).timed
    assert (timed.this_pass, seat_seen(timed.table, 1).in_hand, seat_seen(timed.table, 1).held) == ((1, 1), 3, 5)
    step = done(timed, 0)
    assert (step.timed.this_pass, [pick.how for pick in step.picks]) == ((1, 2), [How.ENTERED])


def test_the_same_pass_is_placed_once_and_no_other_one_can_be_meant():
    timed = done(conducted(), 0).timed
    for at, refusal in (("1.1", AlreadyChosen), ("1.2", Stale), ("2.1", Stale)):
        with pytest.raises(refusal):
            done(timed, 0, at)
    with pytest.raises(Stale):
        done(done(timed, 1).timed, 0, "1.1")


def test_a_mark_does_not_tell_which_blank_cards_lie_in_a_hand():
    timed = conducted()
    assert mark(timed, 0, [card.id for card in timed.table.hands[0]]).seats[0].marked == ()


def test_the_organizer_goes_on_whoever_has_placed_and_asked_twice_once():
    timed = done(conducted(HERE, AWAY, AWAY), 0).timed
    step = gone_on(timed)
    assert (step.timed.this_pass, [pick.seat for pick in step.picks]) == ((1, 2), [1, 2])
    again = advance(step.timed, after(6), round_=1, pass_number=1)
    assert (again.timed, again.picks) == (step.timed, ())
    with pytest.raises(Stale):
        advance(step.timed, after(6), round_=1, pass_number=3)


def test_while_the_table_is_paused_nobody_places():
    timed = pause(conducted(), NOON)
    for move in (lambda: done(timed, 0), lambda: gone_on(timed)):
        with pytest.raises(Paused):
            move()


def test_no_fighter_chooses_cards_that_nobody_knows_or_says_done_where_they_are_known():
    with pytest.raises(NotAllowed):
        make_choice(conducted(), 0, [1, 2], after(1), round_=1, pass_number=1)
    known = replace(conducted(), settings=STANDARD)
    for move in (lambda: done(known, 0), lambda: gone_on(known)):
        with pytest.raises(NotAllowed):
            move()


def test_no_bot_holds_real_cards():
    with pytest.raises(NotAllowed):
        seat_bot(conducted(), 0, after(1), bot=True)


def test_the_clock_of_a_pass_calls_and_does_nothing_by_itself():
    timed = conducted(HERE, AWAY)
    assert (timed.clock.deadline, wakes_at(timed)) == (after(45), None)
    assert expire(timed, after(400)) == (timed, ())
    assert [seat.hurried for seat in gone_on(timed).timed.seats] == [False, False]


def test_more_time_is_counted_from_now_where_the_time_is_over():
    late = after(400)
    assert extend(conducted(), 30, late).clock.deadline == late + timedelta(seconds=30)
    assert extend(conducted(), 30, after(1)).clock.deadline == after(75)


def test_R13_the_review_is_closed_by_the_clock_and_shows_nobody_a_blank_card():
    timed = conducted()
    while timed.table.phase is not Phase.REVIEW:
        timed = gone_on(timed).timed
    assert (timed.this_pass[0], own_seen(timed.table, 0).pile, seat_seen(timed.table, 0).held) == (3, None, 0)
    assert wakes_at(timed) == timed.clock.deadline
    assert expire(timed, timed.clock.deadline).timed.this_pass == (4, 1)
    with pytest.raises(NotDrafting):
        done(timed, 0, "3.3")


def test_no_hand_of_blank_cards_is_shown():
    assert (own_seen(conducted().table, 0).pack, seen_by(conducted().table, None).own) == ((), None)


def test_the_packs_stay_closed_until_the_organizer_gives_the_word():
    waiting = start(open_table(VANGUARD, blank_packs()), (HERE, HERE), PAPER, NOON, begins=False)
    assert (waiting.timed.clock.deadline, waiting.picks) == (None, ())
    assert begin(waiting.timed, after(60)).timed.clock.deadline == after(105)


def test_R9_a_verified_card_makes_everybody_place_one_more_those_too_who_have_placed():
    timed = call_judge(done(conducted(), 0).timed, 1, 6, after(6)).timed
    assert timed.table.calls == (Call(1, 6),)
    held_up = gone_on(timed).timed
    assert held_up.this_pass == (1, 1)
    verified = give_verdict(held_up, Call(1, 6), verified=True, now=after(20)).timed
    assert [owed(verified.table, seat) for seat in (0, 1)] == [Quota(any=1)] * 2
    on = gone_on(verified, 30).timed
    assert (on.this_pass, seat_seen(on.table, 0).held, on.table.passes) == ((1, 2), 2, 3)


def test_the_history_says_whose_word_it_was():
    before = done(conducted(), 0).timed
    own, others = done(before, 1), gone_on(before)
    assert [(act.kind, act.by) for act in acts_of(before, own)] == [(Kind.DONE, seat_by(1))]
    assert [(act.kind, act.by) for act in acts_of(before, others, [advance_act((1, 1), ORGANIZER)])][1:] == [
        (Kind.DONE, SERVER)
    ]


@given(tables(st.just(VANGUARD), UP_TO_NINE, even=True), st.integers(0, 2**32))
def test_it_calls_what_a_table_calls_whose_cards_are_known(known, seed):
    """Packs of known cards, each with one trigger unit where its set guarantees one, beside blank ones."""
    dice = random.Random(seed)
    known = open_table(VANGUARD, [[as_guaranteed(pack) for pack in of_round] for of_round in known.packs])
    blank = open_table(VANGUARD, [[blanked(pack) for pack in of_round] for of_round in known.packs])
    while known.phase is not Phase.DRAFTED:
        move = random_move(known, dice)
        told = replace(move, cards=demanded(blank, move.seat)) if move.name == "choose" else move
        known, blank = make(known, move), make(blank, told)
        assert seen_by(blank, None) == seen_by(known, None)
        assert [owed(blank, seat) for seat in range(blank.fighters)] == [
            owed(known, seat) for seat in range(known.fighters)
        ]


def as_guaranteed(pack):
    """The same pack with one trigger unit, first, where its set guarantees one, and with other units else."""
    trigger = VANGUARD.game.made_up("T", "1")
    normal = VANGUARD.game.made_up("L", "2")
    cards = [
        replace(held, card=trigger if pack.guaranteed and not place else normal)
        for place, held in enumerate(pack.cards)
    ]
    return replace(pack, cards=tuple(cards))


def blanked(pack):
    cards = [
        replace(held, card=VANGUARD.blank_card(featured=pack.guaranteed and not place))
        for place, held in enumerate(pack.cards)
    ]
    return replace(pack, cards=tuple(cards))
