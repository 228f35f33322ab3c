"""A list of wishes, made one step at a time."""

import pytest

from drafts.rules.night.wish_lists import STEPS, copies, with_copies


@pytest.mark.parametrize(
    ("step", "card", "then"),
    [
        ("add", 4, (1, 2, 3, 4)),
        ("add", 2, (1, 2, 3)),
        ("remove", 2, (1, 3)),
        ("remove", 9, (1, 2, 3)),
        ("up", 3, (1, 3, 2)),
        ("up", 1, (1, 2, 3)),
        ("down", 1, (2, 1, 3)),
        ("down", 3, (1, 2, 3)),
        ("up", 9, (1, 2, 3)),
        ("first", 3, (3, 1, 2)),
        ("first", 9, (9, 1, 2, 3)),
    ],
)
def test_a_step_moves_one_card_and_keeps_the_others_in_order(step, card, then):
    assert STEPS[step]((1, 2, 3), card) == then


@pytest.mark.parametrize(
    ("before", "number", "then"),
    [
        ((), 2, (5, 6)),
        ((1, 6, 2), 3, (1, 6, 5, 7, 2)),
        ((1, 5, 2, 6, 3), 1, (1, 5, 2, 3)),
        ((1, 5, 6, 2), 0, (1, 2)),
        ((1,), 9, (1, 5, 6, 7)),
    ],
)
def test_so_many_copies_are_wished_for_in_one_place(before, number, then):
    assert copies(before, (5, 6, 7), number) == then


def test_copies_beside_each_other_move_together_and_others_stay_where_they_are():
    kinds = {1: "a", 5: "b", 6: "b", 7: "b", 2: "c"}
    assert with_copies(STEPS["up"], (1, 5, 6, 2, 7), 6, kinds) == (5, 6, 1, 2, 7)
    assert with_copies(STEPS["down"], (1, 5, 6, 2, 7), 5, kinds) == (1, 2, 5, 6, 7)
    assert with_copies(STEPS["first"], (1, 5, 6, 2, 7), 7, kinds) == (7, 1, 5, 6, 2)
    assert with_copies(STEPS["first"], (1, 2), 5, kinds) == (5, 1, 2)
