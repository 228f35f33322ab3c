from dataclasses import replace

import pytest

from drafts.rules.draft.table import (
    Call,
    Phase,
    call_for_card,
    choose,
    has_chosen,
    may_call,
    owed,
    refuse_call,
    verify_call,
)
from drafts.rules.errors import NotAllowed, NotDrafting, WrongCount
from drafts.rules.formats import Direction, PassRule, Quota, RoundRule
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.positions import all_choose, cards, state, verified

OPENED = ("T1 L2 L3 N4 N5", "T6 N7 N8 N9 N10")
TWO_OPENED = ("T1 L2 L3 N4 N5", "T6 L7 L8 N9 N10")
NO_TRIGGER_GUARANTEED = ("1: ? T1 L2 L3 N4 N5 / ? T6 N7 N8 N9 N10",)


def test_R9_once_verified_everyone_chooses_the_trigger_unit_and_two_other_cards():
    table = verified(state(*OPENED), 0, 2)
    assert table.called
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(featured=1, any=2)] * 2
    table = all_choose(table, [1, 2, 3], [6, 7, 8])
    assert table.piles == (cards("T1 L2 L3"), cards("T6 N7 N8"))
    assert table.hands == (cards("N9 N10"), cards("N4 N5"))


def test_R9_reading_it_binds_everyone_for_the_first_pass_of_that_round_only():
    table = state(*OPENED, rounds=("1: T1 L2 L3 N4 N5 / T6 N7 N8 N9 N10", "2: T11 N12 N13 / T14 N15 N16"))
    table = all_choose(verified(table, 0, 2), [1, 2, 3], [6, 7, 8])
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(any=1)] * 2
    table = all_choose(all_choose(table, [9], [4]), [5], [10])
    assert (table.round, table.called) == (2, False)
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(featured=1, plain=1)] * 2


def test_R9_reading_all_packs_keep_the_same_size():
    table = all_choose(verified(state(*OPENED), 0, 3), [1, 2, 3], [6, 7, 8])
    assert [len(hand) for hand in table.hands] == [2, 2]
    assert table.passes == 3


def test_R9_a_verified_legion_rare_shortens_the_round_by_a_pass():
    table = state(*OPENED)
    assert table.passes == 4
    assert verified(table, 0, 2).passes == 3


def test_R9_reading_the_two_other_cards_are_any_cards():
    table = verified(state("T1 T2 L3 L4 N5", "T6 N7 N8 N9 N10"), 0, 3)
    assert owed(table, 0) == Quota(featured=1, any=2)
    assert choose(table, 0, [1, 2, 3]).placed[0] == cards("T1 T2 L3")


def test_R9_reading_the_pack_lets_its_opener_keep_the_pair():
    table = verified(state(*OPENED), 0, 2)
    assert choose(table, 0, [1, 2, 3]).placed[0] == cards("T1 L2 L3")


def test_R9_reading_from_a_pack_without_a_trigger_unit_any_three_cards_are_chosen():
    table = verified(state("N1 L2 L3 N4 N5", "T6 N7 N8 N9 N10"), 0, 2)
    assert owed(table, 0) == Quota(any=3)


def test_R9_reading_a_second_legion_rare_in_the_same_round_changes_nothing():
    table = verified(state(*TWO_OPENED), 0, 2)
    assert not may_call(table, 1)
    with pytest.raises(NotAllowed):
        call_for_card(table, 1, 7)


def test_R9_reading_other_open_calls_are_moot_once_one_is_verified():
    table = call_for_card(call_for_card(state(*TWO_OPENED), 0, 2), 1, 7)
    table = verify_call(table, Call(1, 7))
    assert (table.called, table.calls) == (True, ())
    with pytest.raises(NotAllowed):
        verify_call(table, Call(0, 2))


def test_R9_reading_only_the_opener_may_call():
    table = state(*OPENED)
    assert [may_call(table, seat) for seat in (0, 1)] == [True, False]
    with pytest.raises(NotAllowed):
        call_for_card(table, 1, 2)


def test_R9_only_a_legion_rare_can_be_called_for():
    for card in (1, 4, 99):
        with pytest.raises(NotAllowed):
            call_for_card(state(*OPENED), 0, card)


def test_R9_reading_the_call_can_be_made_until_the_first_pass_ends_and_not_later():
    table = choose(state(*OPENED), 0, [1, 4])
    assert may_call(table, 0)
    table = choose(table, 1, [6, 7])
    assert table.pass_number == 2
    assert not may_call(table, 0)
    assert not may_call(table, 1)
    for seat in (0, 1):
        with pytest.raises(NotAllowed):
            call_for_card(table, seat, 2)


def test_R9_nothing_is_called_outside_the_draft():
    for table in (state("||L1", "||2", at="3.4 review"), state("||L1", "||2", at="6.4 drafted")):
        assert not may_call(table, 0)
        with pytest.raises(NotDrafting):
            call_for_card(table, 0, 1)


def test_R9_one_call_of_a_fighter_is_open_at_a_time():
    table = call_for_card(state(*OPENED), 0, 2)
    assert not may_call(table, 0)
    with pytest.raises(NotAllowed):
        call_for_card(table, 0, 3)


def test_R9_a_placed_legion_rare_can_still_be_called_for():
    table = choose(state(*OPENED), 0, [1, 2])
    assert verified(table, 0, 2).called


def test_R9_the_pass_waits_for_the_verdict():
    table = call_for_card(state(*OPENED), 0, 2)
    table = all_choose(table, [1, 2], [6, 7])
    assert table.pass_number == 1
    assert [has_chosen(table, seat) for seat in (0, 1)] == [True, True]
    assert refuse_call(table, Call(0, 2)).pass_number == 2


def test_R9_reading_who_has_placed_two_cards_when_it_is_verified_owes_one_more():
    table = verified(choose(state(*OPENED), 1, [6, 7]), 0, 2)
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(featured=1, any=2), Quota(any=1)]
    with pytest.raises(WrongCount):
        choose(table, 1, [8, 9])
    table = choose(table, 1, [8])
    assert table.placed[1] == cards("T6 N7 N8")


def test_R9_reading_when_all_have_placed_two_and_wait_for_the_judge_all_owe_one_more():
    table = all_choose(call_for_card(state(*OPENED), 0, 2), [1, 2], [6, 7])
    table = verify_call(table, Call(0, 2))
    assert (table.pass_number, table.passes) == (1, 3)
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(any=1)] * 2
    assert all_choose(table, [3], [10]).pass_number == 2


def test_R9_with_nothing_left_to_choose_the_verdict_lets_the_packs_move_on():
    table = all_choose(call_for_card(state("T1 L2", "T3 N4"), 0, 2), [1, 2], [3, 4])
    assert table.pass_number == table.round == 1
    assert verify_call(table, Call(0, 2)).phase is Phase.REVIEW


def test_R9_reading_the_fighter_may_stay_silent_and_nothing_changes():
    table = all_choose(state(*OPENED), [1, 2], [6, 7])
    assert (table.pass_number, table.called, table.passes) == (2, False, 4)


def test_R9_reading_a_refused_call_changes_nothing():
    table = state(*OPENED)
    assert refuse_call(call_for_card(table, 0, 2), Call(0, 2)) == table


def test_R9_a_refusal_leaves_the_other_calls_open():
    table = call_for_card(call_for_card(state(*TWO_OPENED), 0, 2), 1, 7)
    assert refuse_call(table, Call(0, 2)).calls == (Call(1, 7),)


def test_R9_a_verdict_needs_an_open_call():
    for verdict in (verify_call, refuse_call):
        with pytest.raises(NotAllowed):
            verdict(state(*OPENED), Call(0, 2))


def test_R9_reading_where_R7_applies_a_verified_legion_rare_means_two_cards():
    table = state(*OPENED, rounds=NO_TRIGGER_GUARANTEED)
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(any=1)] * 2
    table = verified(choose(table, 1, [10]), 0, 2)
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(any=2), Quota(any=1)]
    assert all_choose(table, [2, 3], [6]).hands == (cards("N7 N8 N9"), cards("T1 N4 N5"))


def test_R9_a_format_without_the_rule_knows_no_call():
    plain = PassRule(Quota(any=1), Quota(any=1))
    table = state(*OPENED, format_=replace(VANGUARD, slug="plain", rounds=(RoundRule(Direction.LEFT, (plain,)),)))
    assert not may_call(table, 0)
    with pytest.raises(NotAllowed):
        call_for_card(table, 0, 2)


def test_R9_is_a_rule_of_the_first_pass_of_every_round():
    assert [[rule.allows_call for rule in round_.passes] for round_ in VANGUARD.rounds] == [[True, False]] * 6
