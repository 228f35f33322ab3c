import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.draft.paper import advance, end_review, open_paper_table, say_done, step_back, verify_call
from drafts.rules.draft.table import Phase
from drafts.rules.errors import NotAllowed, NotDrafting, Stale
from drafts.rules.formats import Quota
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.strategies import FORMATS, tables, walk


def opened(fighters=3, format_=VANGUARD):
    rounds = len(format_.rounds)
    return open_paper_table(format_, fighters, [format_.pack_size] * rounds, [True] * rounds)


def goes_on(table):
    if table.moment.phase is Phase.REVIEW:
        return end_review(table)
    return advance(table, table.moment.round, table.moment.pass_number)


def all_moments(table):
    """The table at each moment, from this one to the end of the draft."""
    yield table
    while table.moment.phase is not Phase.DRAFTED:
        table = goes_on(table)
        yield table


def test_R6_R12_of_five_cards_two_are_placed_and_then_one_in_each_pass_and_the_last_needs_no_call():
    round_ = [table for table in all_moments(opened()) if table.moment.round == 1]
    assert [(table.must_hold, table.must_place.total, table.pile) for table in round_] == [
        (5, 2, 2),
        (3, 1, 3),
        (2, 1, 5),
    ]
    assert round_[0].must_place == Quota(featured=1, plain=1)


def test_R13_R15_a_review_follows_the_third_round_and_the_draft_ends_after_the_sixth():
    table = opened()
    shown = [(table.moment.phase, table.moment.round) for table in all_moments(table) if table.moment.pass_number < 2]
    rounds = [(Phase.DRAFTING, number) for number in range(1, 7)]
    assert shown == [*rounds[:3], (Phase.REVIEW, 3), *rounds[3:], (Phase.DRAFTED, 6)]
    *_, end = all_moments(table)
    assert (end.pile, end.must_hold, end.must_place.total) == (30, 0, 0)
    for move in (lambda: goes_on(end), lambda: say_done(end, 0, 6, 3), lambda: end_review(end)):
        with pytest.raises(NotDrafting):
            move()


def test_a_pass_is_over_when_everybody_has_placed():
    table = say_done(say_done(opened(), 0, 1, 1), 2, 1, 1)
    assert (table.done, say_done(table, 0, 1, 1)) == ({0, 2}, table)
    table = say_done(table, 1, 1, 1)
    assert (table.moment[1:], table.done) == ((1, 2), set())
    for moment in ((1, 1), (1, 3), (2, 2)):
        with pytest.raises(Stale):
            say_done(table, 0, *moment)


def test_the_organizer_goes_on_whoever_has_placed_and_twice_is_once():
    table = advance(say_done(opened(), 1, 1, 1), 1, 1)
    assert (table.moment[1:], table.done) == ((1, 2), set())
    assert advance(table, 1, 1) is table
    for moment in ((1, 3), (2, 1)):
        with pytest.raises(Stale):
            advance(table, *moment)
    review = next(table for table in all_moments(opened()) if table.moment.phase is Phase.REVIEW)
    assert advance(review, 3, 3) is review
    with pytest.raises(NotDrafting):
        advance(review, 3, 2)
    with pytest.raises(NotDrafting):
        end_review(opened())


@pytest.mark.parametrize("format_", [VANGUARD, MAGIC_DRAFT])
def test_one_step_back_is_where_the_table_stood_before(format_):
    shown = list(all_moments(opened(format_=format_)))
    for before, after in pairwise(shown):
        assert step_back(after) == before
    with pytest.raises(NotAllowed):
        step_back(shown[0])


def test_R9_a_verified_card_makes_the_first_pass_of_its_round_one_card_larger_for_all():
    table = verify_call(say_done(opened(), 0, 1, 1))
    assert (table.done, table.must_place.total) == (set(), 3)
    round_ = [each for each in all_moments(table) if each.moment.round == 1]
    assert [each.must_hold for each in round_] == [5, 2]
    assert [each.must_hold for each in all_moments(table) if each.moment.round == 2] == [5, 3, 2]
    with pytest.raises(NotAllowed):
        verify_call(table)
    assert step_back(goes_on(table)) == table
    for other in (goes_on(opened()), opened(format_=MAGIC_DRAFT)):
        with pytest.raises(NotAllowed):
            verify_call(other)


def test_of_a_small_pack_no_more_is_placed_than_it_has():
    table = open_paper_table(VANGUARD, 3, [1] * 6, [True] * 6)
    assert (table.must_hold, table.must_place, table.pile) == (1, Quota(any=1), 1)


def test_packs_that_do_not_fit_the_format_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        open_paper_table(VANGUARD, 3, [5] * 5, [True] * 6)
    with pytest.raises(ValueError, match="a card"):
        open_paper_table(VANGUARD, 3, [5, 5, 0, 5, 5, 5], [True] * 6)


@given(tables(FORMATS, even=True), st.integers(0, 2**32))
def test_what_is_called_is_what_a_table_whose_cards_are_known_does(table, seed):
    paper = open_paper_table(
        table.format,
        table.fighters,
        [len(packs[0].cards) for packs in table.packs],
        [packs[0].guaranteed for packs in table.packs],
    )
    held, called = {}, {}
    for before, _, after in walk(table, random.Random(seed)):
        if before.phase is Phase.DRAFTING and not any(before.placed):
            held[before.round, before.pass_number] = len(before.hands[0])
        called[after.round] = called.get(after.round, False) or after.called
    shown = {}
    while paper.moment.phase is not Phase.DRAFTED:
        if paper.moment.pass_number == 1 and called.get(paper.moment.round):
            paper = verify_call(paper)
        if paper.moment.phase is Phase.DRAFTING:
            shown[paper.moment[1:]] = paper.must_hold
        paper = goes_on(paper)
    assert {moment: cards for moment, cards in held.items() if cards > 1 or moment[1] == 1} == shown
