from dataclasses import fields, is_dataclass

from drafts.rules.cards import CardInPack
from drafts.rules.draft.table import Phase, call_for_card, choose
from drafts.rules.draft.view import OwnSeen, SeatSeen, own_seen, seen_by, shown_seed
from drafts.rules.formats import Direction, Quota
from tests.rules.positions import all_choose, cards, state, verified


def cards_in(value):
    """Every card that can be found anywhere in what a viewer is shown."""
    if isinstance(value, CardInPack):
        return {value.id}
    if is_dataclass(value):
        return cards_in([getattr(value, field.name) for field in fields(value)])
    return set().union(*map(cards_in, value)) if isinstance(value, list | tuple) else set()


FULL = state("T1 N2 N3 | | N4", "N5 | T6 N7 | N8", rounds=("1: T1 N2 N3 / N5 T6 N7", "2: T9 N10 / T11 N12"))


def test_R5_a_fighter_sees_the_pack_in_hand_and_what_is_owed():
    assert seen_by(FULL, 0).own == OwnSeen(
        owed=Quota(featured=1, plain=1), pack=cards("T1 N2 N3"), chosen=False, pile=None, may_call=False
    )


def test_R8_reading_nobody_is_shown_a_face_down_card_not_even_their_own():
    assert [cards_in(seen_by(FULL, viewer)) for viewer in (0, 1, None)] == [{1, 2, 3}, set(), set()]


def test_R8_reading_after_choosing_a_fighter_sees_how_many_cards_lie_there_not_which():
    seen = seen_by(FULL, 1)
    assert seen.own == OwnSeen(owed=Quota(), pack=(), chosen=True, pile=None, may_call=False)
    assert seen.seats[1] == SeatSeen(chosen=True, in_hand=1, face_down=3, held=3)


def test_R8_everybody_sees_counts_of_every_seat():
    assert seen_by(FULL, None).seats == seen_by(FULL, 0).seats == seen_by(FULL, 1).seats
    assert seen_by(FULL, None).seats[0] == SeatSeen(chosen=False, in_hand=3, face_down=1, held=3)


def test_M7_reading_where_an_event_shows_own_picks_a_fighter_sees_what_they_placed_and_nobody_elses():
    assert own_seen(FULL, 0, shows_picks=True).pile == cards("N4")
    assert own_seen(FULL, 1, shows_picks=True).pile == cards("N8 T6 N7")


def test_R8_holds_again_after_the_look():
    assert seen_by(state("T1 N2 | | N3", "T4 N5 | | N6", at="4.1"), 0).own.pile is None


def test_R9_one_who_owes_one_more_sees_the_pack_again():
    table = verified(choose(state("T1 L2 L3 N4", "T5 N6 N7 N8"), 1, [5, 6]), 0, 2)
    seen = seen_by(table, 1)
    assert (seen.own.pack, seen.own.chosen, seen.own.owed) == (cards("N7 N8"), False, Quota(any=1))
    assert seen.called


def test_R9_the_table_learns_that_a_judge_is_awaited_and_not_for_which_card():
    seen = seen_by(call_for_card(state("T1 L2 L3 N4", "T5 N6 N7 N8"), 0, 2), None)
    assert seen.waiting_for_judge
    assert "L2" not in repr(seen)


def test_R9_only_the_opener_is_told_that_a_call_can_be_made():
    table = state("T1 L2 L3 N4", "T5 N6 N7 N8")
    assert [seen_by(table, seat).own.may_call for seat in (0, 1)] == [True, False]


def test_R13_in_the_review_each_fighter_sees_their_own_cards_in_the_order_taken():
    table = state("||N3 T1", "||N2", at="3.4 review", rounds=("4: T4 / T5",))
    assert seen_by(table, 0).own.pile == cards("N3 T1")
    assert [cards_in(seen_by(table, viewer)) for viewer in (0, 1, None)] == [{1, 3}, {2}, set()]


def test_R15_after_the_draft_each_fighter_sees_their_own_cards():
    table = all_choose(state("N1||T3", "N2||T4", at="6.4"), [1], [2])
    assert table.phase is Phase.DRAFTED
    assert [cards_in(seen_by(table, viewer)) for viewer in (0, 1, None)] == [{1, 3}, {2, 4}, set()]


def test_a_spectator_has_nothing_of_their_own():
    assert seen_by(FULL, None).own is None


def test_everybody_sees_where_the_table_stands():
    seen = seen_by(state("T1 N2 N3", "T4 N5 N6", at="4.1"), None)
    assert (seen.phase, seen.round, seen.rounds, seen.pass_number, seen.passes) == (Phase.DRAFTING, 4, 6, 1, 2)
    assert (seen.direction, seen.called, seen.waiting_for_judge) == (Direction.RIGHT, False, False)


def test_the_seed_is_shown_with_the_log_and_never_after_a_stop():
    shown = {
        (log_is_open, stopped): shown_seed("seed", log_is_open=log_is_open, stopped=stopped)
        for log_is_open in (False, True)
        for stopped in (False, True)
    }
    assert shown == {(False, False): None, (False, True): None, (True, False): "seed", (True, True): None}
