from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.chance import Chance
from drafts.rules.night.pairings import bracket, next_of_bracket, round_robin, swiss_round

FOUR = [10, 11, 12, 13]


@given(st.integers(2, 12))
def test_in_a_round_robin_everybody_fights_everybody_once_and_one_fight_at_a_time(count):
    fighters = list(range(1, count + 1))
    rounds = round_robin(fighters)
    assert len(rounds) == count - 1 + count % 2
    assert all(sorted(side for pair in row for side in pair) == fighters for row in rounds)
    fights = sorted(tuple(sorted(pair)) for row in rounds for pair in row if len(pair) == 2)
    assert fights == list(combinations(fighters, 2))
    byes = sorted(pair[0] for row in rounds for pair in row if len(pair) == 1)
    assert byes == (fighters if count % 2 else [])


def test_at_a_table_of_four_those_who_sit_opposite_fight_first_and_then_neighbours():
    assert round_robin(FOUR) == (((10, 12), (11, 13)), ((10, 11), (12, 13)), ((10, 13), (11, 12)))


def test_of_eight_in_a_bracket_those_who_sit_opposite_fight_first():
    assert bracket(range(1, 9)) == ((1, 5), (3, 7), (2, 6), (4, 8))


def test_in_a_bracket_the_winners_of_neighbouring_fights_meet():
    assert next_of_bracket([1, 7, 6, 4]) == ((1, 7), (6, 4))
    assert next_of_bracket([1, 4]) == ((1, 4),)


@given(st.integers(2, 33))
def test_a_bracket_seats_everybody_once_and_ends_with_one_fight(count):
    pairs = bracket(range(1, count + 1))
    assert sorted(side for pair in pairs for side in pair) == list(range(1, count + 1))
    assert {len(pair) for pair in pairs} <= {1, 2}
    while len(pairs) > 1:
        pairs = next_of_bracket([pair[0] for pair in pairs])
    assert len(pairs[0]) == 2


def test_a_fighter_alone_has_no_bracket():
    with pytest.raises(ValueError, match="two fighters"):
        bracket([1])


def test_in_a_swiss_round_those_of_like_points_fight():
    points = {1: 6, 2: 3, 3: 0, 4: 6, 5: 3, 6: 0}
    assert [set(pair) for pair in swiss_round(points, [], Chance("seed", 3))] == [{1, 4}, {2, 5}, {3, 6}]


def test_the_bye_goes_to_one_of_the_fewest_points_who_had_none():
    points = {1: 6, 2: 3, 3: 3, 4: 0, 5: 3}
    assert swiss_round(points, [], Chance("seed", 2))[-1] == (4,)
    assert swiss_round(points, [(4,)], Chance("seed", 2))[-1][0] in (2, 3, 5)


def test_a_second_bye_is_better_than_a_rematch():
    fought = [(1, 2), (3,), (1, 3)]
    assert swiss_round({1: 6, 2: 0, 3: 3}, fought, Chance("seed", 3)) == ((3, 2), (1,))
    assert swiss_round({1: 6, 2: 0, 3: 3}, [*fought, (1,)], Chance("seed", 4))[-1] == (1,)


def test_where_all_have_met_there_is_a_rematch_and_one_alone_has_a_bye():
    assert swiss_round({1: 3, 2: 0}, [(1, 2)], Chance("seed", 2)) == ((1, 2),)
    assert swiss_round({1: 3}, [(1,)], Chance("seed", 2)) == ((1,),)
    assert swiss_round({}, [], Chance("seed", 2)) == ()


def test_chance_decides_among_equal_fighters_and_the_seed_decides_chance():
    points = dict.fromkeys(range(1, 9), 0)
    assert swiss_round(points, [], Chance("seed", 1)) == swiss_round(points, [], Chance("seed", 1))
    assert len({swiss_round(points, [], Chance(f"seed {number}")) for number in range(20)}) > 15


@st.composite
def histories(draw):
    """Up to nine fighters who fought some rounds, each with whomever."""
    points = draw(st.dictionaries(st.integers(1, 30), st.integers(0, 9), max_size=9))
    fighters = sorted(points)
    known = [*combinations(fighters, 2), *((fighter,) for fighter in fighters)]
    return points, draw(st.lists(st.sampled_from(known), unique=True, max_size=20)) if known else []


def ways(fighters):
    """Yield all ways to pair these fighters, one of them with a bye where they are odd."""
    if len(fighters) % 2:
        for alone in fighters:
            for way in ways([fighter for fighter in fighters if fighter != alone]):
                yield [(alone,), *way]
    elif not fighters:
        yield []
    else:
        first, *others = fighters
        for other in others:
            for way in ways([fighter for fighter in others if fighter != other]):
                yield [(first, other), *way]


@settings(max_examples=60)
@given(histories(), st.text(max_size=3))
def test_no_other_way_to_pair_has_fewer_rematches_then_fewer_second_byes_then_fairer_ones(history, seed):
    points, fought = history

    def worth(way):
        met = sum(len(pair) == 2 and tuple(sorted(pair)) in fought for pair in way)
        byes = [pair[0] for pair in way if len(pair) == 1]
        apart = sum((points[pair[0]] - points[pair[1]]) ** 2 for pair in way if len(pair) == 2)
        return met, sum((bye,) in fought for bye in byes), sum(points[bye] for bye in byes), apart

    way = swiss_round(points, fought, Chance(seed))
    assert sorted(side for pair in way for side in pair) == sorted(points)
    assert worth(way) == min(map(worth, ways(sorted(points))))


@settings(max_examples=8)
@given(st.integers(30, 61), st.text(max_size=3))
def test_in_a_large_field_nobody_meets_anybody_again_and_those_of_like_points_fight(count, seed):
    points, fought = dict.fromkeys(range(1, count + 1), 0), []
    for number in range(5):
        way = swiss_round(points, fought, Chance(seed, number))
        assert sorted(side for pair in way for side in pair) == sorted(points)
        assert not {frozenset(pair) for pair in way} & {frozenset(pair) for pair in fought}
        apart = [abs(points[pair[0]] - points[pair[1]]) for pair in way if len(pair) == 2]
        assert sum(difference > 0 for difference in apart) <= number + 1
        for winner, *_ in way:
            points[winner] += 3
        fought += way


def swiss_night(fighters, rounds, seed):
    """Return the pairings of a night in which the first-named side wins each fight."""
    points, fought = dict.fromkeys(range(1, fighters + 1), 0), []
    for number in range(rounds):
        way = swiss_round(points, fought, Chance(seed, number))
        for winner, *_ in way:
            points[winner] += 3
        fought += way
    return fought


@settings(max_examples=25)
@given(st.sampled_from([(2, 5, 5), (3, 6, 2), (4, 3, 1), (4, 6, 2), (4, 9, 3)]), st.text(max_size=3))
def test_after_as_many_rounds_as_it_takes_each_pair_has_met_equally_often(shape, seed):
    fighters, rounds, times = shape
    met = Counter(tuple(sorted(pair)) for pair in swiss_night(fighters, rounds, seed) if len(pair) > 1)
    assert met == dict.fromkeys(combinations(range(1, fighters + 1), 2), times)


@settings(max_examples=20)
@given(st.integers(2, 6), st.integers(1, 9), st.text(max_size=3))
def test_of_forced_rematches_the_least_met_fight_and_of_forced_byes_the_least_given_is_given(fighters, rounds, seed):
    fought = swiss_night(fighters, rounds, seed)
    had = Counter(tuple(sorted(pair)) for pair in fought)

    def worth(way):
        meetings = sorted((had[tuple(sorted(pair))] for pair in way if len(pair) > 1), reverse=True)
        return meetings, [had[pair] for pair in way if len(pair) == 1]

    way = swiss_round(dict.fromkeys(range(1, fighters + 1), 0), fought, Chance(seed, rounds))
    assert worth(way) == min(map(worth, ways(list(range(1, fighters + 1)))))


def test_a_night_that_began_before_rematches_were_counted_is_paired_as_it_was():
    points, fought = {1: 3, 2: 3, 3: 0, 4: 0}, [(1, 2), (3, 4)] * 2 + [(1, 3), (2, 4), (1, 4), (2, 3)]
    before = swiss_round(points, fought, Chance("seed"), counts_meetings=False)
    assert sorted(map(sorted, before)) == [[1, 2], [3, 4]]
    assert {1, 2} not in map(set, swiss_round(points, fought, Chance("seed")))
