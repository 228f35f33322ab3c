"""A list of wishes, made one step at a time."""

import pytest

from drafts.rules.night.wish_lists import STEPS


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
