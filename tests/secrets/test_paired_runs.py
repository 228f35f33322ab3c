"""Two drafts that differ in their cards alone look the same to everybody who may not see them."""

from itertools import islice

from tests.secrets.paired_runs import Seen, differences, paired_seeds, play_paired_run

ROUNDS = 4  # both directions and the review


def test_nights_that_differ_in_their_cards_alone_look_the_same(site):
    one, other = (play_paired_run(site, seed, rounds=ROUNDS) for seed in islice(paired_seeds(), 2))
    assert len(one) > 500
    assert differences(one, other) == []


def test_a_space_more_is_a_difference():
    one = [Seen("stranger", 1, "frame", '{"type":"pong","seq":3}')]
    assert differences(one, [one[0]._replace(told=one[0].told + " ")]) != []
    assert differences(one, one * 2) != []
