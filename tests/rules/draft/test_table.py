from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.cards import CardId
from drafts.rules.draft.notation import write
from drafts.rules.draft.table import (
    OpenedPack,
    Phase,
    choose,
    end_review,
    has_chosen,
    open_table,
    opener_of,
    owed,
)
from drafts.rules.errors import (
    AlreadyChosen,
    DuplicateCard,
    FeaturedRequired,
    NotDrafting,
    NotInPack,
    TooManyFeatured,
    WrongCount,
)
from drafts.rules.formats import PassRule, Quota, RoundRule
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.positions import all_choose, cards, ids, state

NO_TRIGGER_GUARANTEED = ("1: ? T1 N2 N3 / ? N4 N5 N6",)


def refusal(table, seat, chosen):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is what the tests compare
        choose(table, seat, chosen)
    return caught.type


# ── R1, R2: who and what ────────────────────────────────────────────────────────────────────────────────────────────


def test_R1_a_table_has_two_or_more_fighters():
    assert open_table(VANGUARD, [[OpenedPack(cards("T1 N2")), OpenedPack(cards("T3 N4"))]] * 6).fighters == 2
    with pytest.raises(ValueError, match="two fighters"):
        open_table(VANGUARD, [[OpenedPack(cards("T1 N2"))]] * 6)
    assert VANGUARD.fighters == (2, 9)


def test_R2_each_fighter_has_six_packs():
    pair = [OpenedPack(cards("T1 N2")), OpenedPack(cards("T3 N4"))]
    for rounds in ([], [pair] * 5, [pair] * 7, [pair] * 5 + [pair[:1]], [pair] * 5 + [pair * 2]):
        with pytest.raises(ValueError, match="one pack for each fighter in each round"):
            open_table(VANGUARD, rounds)
    assert len(open_table(VANGUARD, [pair] * 6).packs) == 6


def test_R5_each_fighter_opens_one_pack_and_holds_its_cards():
    table = open_table(VANGUARD, [[OpenedPack(cards("T1 N2 N3")), OpenedPack(cards("T4 N5 N6"))]] * 6)
    assert (table.round, table.pass_number, table.phase) == (1, 1, Phase.DRAFTING)
    assert table.hands == (cards("T1 N2 N3"), cards("T4 N5 N6"))
    assert table.placed == table.piles == ((), ())
    assert table.passes == 2


# ── R6: the first pass ──────────────────────────────────────────────────────────────────────────────────────────────


def test_R6_choose_the_trigger_unit_and_a_normal_unit():
    table = state("T1 N2 N3 N4 N5", "T6 N7 N8 N9 N10")
    assert owed(table, 0) == Quota(featured=1, plain=1)
    table = choose(table, 0, [3, 1])
    assert table.hands[0] == cards("N2 N4 N5")
    assert table.placed[0] == cards("N3 T1")
    assert owed(table, 0) == Quota()


def test_R6_without_the_trigger_unit_the_choice_is_refused():
    assert refusal(state("T1 N2 N3", "T4 N5 N6"), 0, [2, 3]) is FeaturedRequired


def test_R6_two_cards_are_chosen_no_more_and_no_fewer():
    table = state("T1 N2 N3", "T4 N5 N6")
    assert [refusal(table, 0, chosen) for chosen in ([], [1], [1, 2, 3])] == [WrongCount] * 3


def test_R6_reading_a_g_unit_is_a_card_that_is_no_trigger_unit():
    assert choose(state("T1 G2 N3", "T4 N5 N6"), 0, [1, 2]).placed[0] == cards("T1 G2")


def test_R6_reading_from_a_pack_without_a_trigger_unit_any_two_cards_are_chosen():
    table = state("N1 G2 N3", "T4 N5 N6")
    assert owed(table, 0) == Quota(any=2)
    assert choose(table, 0, [2, 3]).placed[0] == cards("G2 N3")
    assert refusal(table, 0, [1]) is WrongCount


def test_R6_reading_of_two_or_more_trigger_units_exactly_one_is_chosen():
    table = state("T1 T2 T3 N4 N5", "T6 N7 N8 N9 N10")
    assert owed(table, 0) == Quota(featured=1, plain=1)
    assert refusal(table, 0, [1, 2]) is TooManyFeatured
    assert refusal(table, 0, [4, 5]) is FeaturedRequired
    assert choose(table, 0, [2, 5]).placed[0] == cards("T2 N5")


def test_R6_reading_where_too_few_other_cards_are_left_any_card_fills_the_place():
    table = state("T1 T2 T3", "T4 N5 N6")
    assert owed(table, 0) == Quota(featured=1, any=1)
    assert choose(table, 0, [1, 3]).placed[0] == cards("T1 T3")


def test_R6_of_a_single_card_only_that_card_is_owed():
    assert owed(state("T1", "N2"), 0) == Quota(featured=1)
    assert owed(state("T1", "N2"), 1) == Quota(any=1)


def is_legal_first_choice(pack, chosen):
    """R6 with its Readings, said the other way round: what a judge would ask of the cards on the table."""
    if len(chosen) != min(2, len(pack)):
        return False
    triggers = sum(held.card.is_trigger for held in chosen)
    available = sum(held.card.is_trigger for held in pack)
    if available == 0 or len(chosen) == 1:
        return triggers == min(available, len(chosen))
    return triggers == 1 or available == len(pack)


@given(st.lists(st.sampled_from("TNG"), min_size=1, max_size=7))
def test_R6_exactly_the_legal_choices_are_taken(kinds):
    table = state(" ".join(f"{kind}{number}" for number, kind in enumerate(kinds, start=1)), "T90 N91 N92")
    pack = table.hands[0]
    for count in range(len(pack) + 1):
        for chosen in combinations(pack, count):
            if is_legal_first_choice(pack, chosen):
                assert choose(table, 0, ids(chosen)).placed[0] == chosen
            else:
                assert refusal(table, 0, ids(chosen)) in (WrongCount, FeaturedRequired, TooManyFeatured)


# ── R7: sets that guarantee no trigger unit ─────────────────────────────────────────────────────────────────────────


def test_R7_from_a_set_that_guarantees_no_trigger_unit_one_card_is_chosen():
    table = state("T1 N2 N3", "N4 N5 N6", rounds=NO_TRIGGER_GUARANTEED)
    assert owed(table, 0) == owed(table, 1) == Quota(any=1)
    assert refusal(table, 0, [1, 2]) is WrongCount
    assert choose(table, 0, [2]).placed[0] == cards("N2")
    assert choose(table, 0, [1]).placed[0] == cards("T1")
    assert table.passes == 3


def test_R7_holds_for_each_pack_by_its_own_set():
    table = state("T1 N2 N3", "N4 N5 N6", rounds=("1: T1 N2 N3 / ? N4 N5 N6",))
    assert [owed(table, seat).total for seat in (0, 1)] == [2, 1]
    table = all_choose(table, [1, 2], [4])
    assert table.hands == (cards("N5 N6"), cards("N3"))
    assert table.passes == 3


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_fighter_who_has_chosen_may_not_choose_again():
    table = choose(state("T1 N2 N3", "T4 N5 N6"), 0, [1, 2])
    assert refusal(table, 0, [3]) is AlreadyChosen
    assert refusal(table, 0, [1, 2]) is AlreadyChosen


def test_only_cards_of_the_own_hand_can_be_chosen():
    table = state("T1 N2 N3 | | N7", "T4 N5 N6")
    assert [refusal(table, 0, chosen) for chosen in ([1, 5], [1, 7], [1, 99])] == [NotInPack] * 3


def test_the_same_card_cannot_be_chosen_twice_at_once():
    assert refusal(state("T1 N2 N3", "T4 N5 N6"), 0, [1, 1]) is DuplicateCard


def test_nothing_is_chosen_in_a_review_or_after_the_draft():
    assert refusal(state("||1", "||2", at="3.4 review"), 0, [1]) is NotDrafting
    assert refusal(state("||1", "||2", at="6.4 drafted"), 0, [1]) is NotDrafting


def test_a_refused_choice_changes_nothing():
    table = state("T1 N2 N3", "T4 N5 N6")
    before = write(table)
    refusal(table, 0, [2, 3])
    assert write(table) == before


# ── R11, R12, R14: passing ──────────────────────────────────────────────────────────────────────────────────────────


def test_R11_no_fighter_passes_before_everyone_has_chosen():
    table = all_choose(state("T1 N2 N3", "T4 N5 N6", "T7 N8 N9"), [1, 2], [4, 5])
    assert (table.pass_number, table.hands) == (1, (cards("N3"), cards("N6"), cards("T7 N8 N9")))
    assert [has_chosen(table, seat) for seat in range(3)] == [True, True, False]


def test_R11_when_everyone_has_chosen_all_pass_the_rest_to_the_left():
    table = all_choose(state("T1 N2 N3 | | N10", "T4 N5 N6", "T7 N8 N9"), [1, 2], [4, 5], [7, 8])
    assert table.hands == (cards("N9"), cards("N3"), cards("N6"))
    assert table.placed == ((), (), ())
    assert table.piles == (cards("N10 T1 N2"), cards("T4 N5"), cards("T7 N8"))
    assert (table.round, table.pass_number) == (1, 2)


def test_R11_the_order_in_which_fighters_choose_does_not_matter():
    start = state("T1 N2 N3", "T4 N5 N6", "T7 N8 N9")
    forwards = all_choose(start, [1, 2], [4, 5], [7, 8])
    assert choose(choose(choose(start, 2, [7, 8]), 0, [1, 2]), 1, [4, 5]) == forwards


def test_R12_each_later_pass_takes_one_card_of_any_kind():
    table = state("T1 N2 N3", "T4 T5 N6", at="1.2")
    assert owed(table, 0) == owed(table, 1) == Quota(any=1)
    assert refusal(table, 0, [1, 2]) is WrongCount
    assert all_choose(table, [3], [5]).piles == (cards("N3"), cards("T5"))


def test_R12_the_round_ends_when_every_card_of_it_is_taken_and_the_next_packs_are_opened():
    table = state("N1", "N2", at="1.4", rounds=("2: T3 N4 / T5 N6",))
    table = all_choose(table, [1], [2])
    assert (table.round, table.pass_number, table.passes) == (2, 1, 1)
    assert table.hands == (cards("T3 N4"), cards("T5 N6"))
    assert table.piles == (cards("N1"), cards("N2"))


def test_R12_reading_a_fighter_with_an_empty_hand_takes_nothing_and_is_not_waited_for():
    table = state("T1 N2", "T3 N4 N5 N6", "T7 N8 N9 N10", rounds=("2: N11 / N12 / N13",))
    assert table.passes == 3
    table = all_choose(table, [1, 2], [3, 4], [7, 8])
    assert table.hands == (cards("N9 N10"), (), cards("N5 N6"))
    assert owed(table, 1) == Quota()
    assert refusal(table, 1, [5]) is AlreadyChosen
    table = choose(choose(table, 0, [9]), 2, [5])
    assert table.hands == (cards("N6"), cards("N10"), ())
    table = choose(choose(table, 0, [6]), 1, [10])
    assert (table.round, table.hands) == (2, (cards("N11"), cards("N12"), cards("N13")))


def test_R12_reading_a_round_of_empty_packs_is_over_at_once():
    packs = [[OpenedPack(()), OpenedPack(())] for _ in range(6)]
    packs[5] = [OpenedPack(cards("T1")), OpenedPack(cards("T2"))]
    table = open_table(VANGUARD, packs)
    assert (table.round, table.phase) == (3, Phase.REVIEW)
    table = end_review(table)
    assert (table.round, table.hands) == (6, (cards("T1"), cards("T2")))


def test_R13_between_the_third_and_the_fourth_pack_the_table_stops_for_a_look():
    table = all_choose(state("N1", "N2", at="3.4", rounds=("4: T3 N4 / T5 N6",)), [1], [2])
    assert (table.phase, table.round, table.pass_number) == (Phase.REVIEW, 3, 4)
    assert table.hands == ((), ())
    table = end_review(table)
    assert (table.phase, table.round, table.pass_number) == (Phase.DRAFTING, 4, 1)
    assert table.hands == (cards("T3 N4"), cards("T5 N6"))


@pytest.mark.parametrize("round_number", [1, 2, 4, 5])
def test_R13_no_other_round_is_followed_by_a_look(round_number):
    table = all_choose(state("N1", "N2", at=f"{round_number}.4", rounds=(f"{round_number + 1}: 3 / 4",)), [1], [2])
    assert (table.phase, table.round) == (Phase.DRAFTING, round_number + 1)


def test_R13_a_review_is_ended_only_while_there_is_one():
    for table in (state("N1", "N2"), state("||1", "||2", at="6.4 drafted")):
        with pytest.raises(NotDrafting):
            end_review(table)


@pytest.mark.parametrize(("round_number", "first"), [(1, 9), (2, 9), (3, 9), (4, 6), (5, 6), (6, 6)])
def test_R14_from_the_fourth_pack_on_the_cards_are_passed_to_the_right(round_number, first):
    table = state("T1 N2 N3", "T4 N5 N6", "T7 N8 N9", at=f"{round_number}.1")
    table = all_choose(table, [1, 2], [4, 5], [7, 8])
    assert ids(table.hands[0]) == [first]


def test_R14_the_opener_of_a_pack_is_found_against_the_direction():
    table = state("N1", "N2", "N3", at="2.3")
    assert [opener_of(table, seat) for seat in range(3)] == [1, 2, 0]
    table = state("N1", "N2", "N3", at="5.3")
    assert [opener_of(table, seat) for seat in range(3)] == [2, 0, 1]


def test_R15_when_all_packs_have_been_passed_round_the_draft_ends():
    table = all_choose(state("N1 | | N8", "N2 | | N9", at="6.4"), [1], [2])
    assert table.phase is Phase.DRAFTED
    assert (table.round, table.pass_number) == (6, 4)
    assert (table.hands, table.placed) == (((), ()), ((), ()))
    assert table.piles == (cards("N8 N1"), cards("N9 N2"))


def test_R15_the_deck_of_a_whole_draft_is_thirty_cards():
    numbers = iter(range(1, 121))
    packs = [
        [OpenedPack(cards(" ".join(f"{kind}{next(numbers)}" for kind in "TNNNN"))) for _ in range(4)] for _ in range(6)
    ]
    table = open_table(VANGUARD, packs)
    passes = 0
    while table.phase is not Phase.DRAFTED:
        if table.phase is Phase.REVIEW:
            table = end_review(table)
        passes += 1
        for seat in range(4):
            table = choose(table, seat, ids(table.hands[seat])[: owed(table, seat).total])
    assert passes == 24
    assert [len(pile) for pile in table.piles] == [30] * 4


# ── formats are data ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_format_may_ask_for_other_cards_in_each_pass():
    two, three = PassRule(Quota(any=2), Quota(any=2)), PassRule(Quota(plain=3), Quota(plain=3))
    format_ = replace(VANGUARD, slug="other", rounds=(RoundRule(VANGUARD.rounds[3].direction, (two, three)),))
    table = state("1 2 3 4 5 6", "T7 8 9 10 11 12", format_=format_)
    assert table.passes == 3
    table = all_choose(table, [1, 2], [7, 8])
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(plain=3)] * 2
    table = all_choose(table, [9, 10, 11], [3, 4, 5])
    assert [owed(table, seat) for seat in (0, 1)] == [Quota(plain=1)] * 2
    assert all_choose(table, [6], [12]).phase is Phase.DRAFTED


def test_a_pass_in_which_nothing_is_chosen_is_refused_as_a_format():
    with pytest.raises(ValueError, match="at least one card"):
        PassRule(Quota(any=1), Quota())
    with pytest.raises(ValueError, match="at least one card"):
        PassRule(Quota(any=1), Quota(any=1), Quota(), Quota(any=1))


def test_R9_a_format_with_fewer_cards_for_a_legion_rare_is_refused():
    one, two = Quota(any=1), Quota(any=2)
    for quotas in ((two, one, one, one), (one, two, one, one)):
        with pytest.raises(ValueError, match="no fewer cards"):
            PassRule(*quotas)
    with pytest.raises(ValueError, match="for both kinds of sets or for none"):
        PassRule(one, one, two)


def test_ids_of_cards_are_plain_numbers():
    assert choose(state("T1 N2", "T3 N4"), 0, [CardId(1), CardId(2)]).placed[0] == cards("T1 N2")
