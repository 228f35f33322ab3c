from collections import Counter
from dataclasses import replace
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.errors import NotAllowed
from drafts.rules.fights.fight import DecidedBy, TimeUp
from drafts.rules.fights.games import count
from drafts.rules.fights.results import decide
from drafts.rules.fights.sides import each_alone
from drafts.rules.games.vanguard.fights import DUEL
from drafts.rules.night.rounds import (
    Group,
    Mode,
    Terms,
    begin_round,
    drop,
    end_round,
    pair_round,
    reinstate,
    usual_mode,
)

TERMS = Terms(DUEL, "seed")


def group(count, mode=Mode.ROUND_ROBIN, **terms):
    return Group(1, each_alone(range(1, count + 1)), mode, replace(TERMS, **terms))


def won(group, *winners):
    """Decide the open fights of the last round: for these, in order, or else for the first side."""
    left = iter(winners)
    fights = [fight if fight.is_over else decided(fight, next(left, fight.fighters[0])) for fight in group.rounds[-1]]
    return replace(group, rounds=(*group.rounds[:-1], tuple(fights)))


def decided(fight, winner):
    score = tuple(int(side == winner) for side in fight.fighters)
    return decide(fight, winner, score, DecidedBy.ORGANIZER)


def next_round(group):
    return begin_round(group, pair_round(group))


def pairings(group):
    return [[fight.fighters for fight in row] for row in group.rounds]


def played(group):
    while not group.is_over:
        group = won(next_round(group))
    return group


@pytest.mark.parametrize(("fighters", "mode"), [(2, Mode.ROUND_ROBIN), (4, Mode.ROUND_ROBIN), (5, Mode.SWISS)])
def test_small_groups_fight_everybody_against_everybody_where_nobody_chose(fighters, mode):
    assert usual_mode(DUEL, fighters) is mode


@pytest.mark.parametrize(
    ("mode", "fighters", "rounds"),
    [
        *((Mode.ROUND_ROBIN, *each) for each in ((2, 1), (3, 3), (4, 3), (5, 5))),
        *((Mode.SWISS, *each) for each in ((5, 3), (8, 3))),
        *((Mode.BRACKET, *each) for each in ((2, 1), (3, 2), (4, 2), (5, 3), (8, 3))),
    ],
)
def test_a_group_fights_as_many_rounds_as_its_mode_has(mode, fighters, rounds):
    over = played(group(fighters, mode))
    assert (over.round_count, len(over.rounds), pair_round(over)) == (rounds, rounds, ())


def test_no_round_begins_while_a_fight_of_the_last_one_is_open():
    with pytest.raises(NotAllowed):
        next_round(next_round(group(4)))


def test_the_best_of_a_bracket_is_its_champion():
    cup = next_round(group(8, Mode.BRACKET))
    assert pairings(cup) == [[(1, 5), (3, 7), (2, 6), (4, 8)]]
    cup = next_round(won(next_round(won(cup, 5, 3, 2, 8)), 5, 8))
    assert pairings(cup)[1:] == [[(5, 3), (2, 8)], [(5, 8)]]
    cup = won(cup, 8)
    assert (cup.is_over, cup.standings()[0].fighter) == (True, 8)


def test_a_fight_of_a_bracket_is_not_drawn():
    assert {fight.must_be_won for fight in next_round(group(4, Mode.BRACKET)).rounds[0]} == {True}
    assert {fight.must_be_won for fight in next_round(group(4)).rounds[0]} == {False}


def test_when_time_is_up_the_rule_that_was_announced_decides_each_open_fight():
    first, second = next_round(group(4)).rounds[0]
    hurt = count(first, first.fighters[0], "damage", 2)
    asked = replace(group(4), rounds=((hurt, decided(second, 4)),))
    ((one, other),) = end_round(asked).rounds
    assert (one.result.winner, one.result.by) == (first.fighters[1], DecidedBy.TIME)
    assert other.result.by is DecidedBy.ORGANIZER
    drawn = end_round(replace(asked, terms=replace(TERMS, time_up=TimeUp.DRAW)))
    assert drawn.rounds[0][0].result.winner is None


def test_a_fighter_who_drops_out_loses_the_open_fight_and_is_paired_no_more():
    night = drop(next_round(group(4)), 1)
    assert (night.rounds[0][0].result.winner, night.rounds[0][0].result.by) == (3, DecidedBy.DROP)
    night = next_round(won(night))
    assert pairings(night)[1] == [(2,), (3, 4)]
    assert [place.fighter for place in night.standings()][-1] in (1, 4)
    for other in (1, 9):
        with pytest.raises(NotAllowed):
            drop(night, other)


def test_a_fighter_who_is_reinstated_goes_on_with_the_fight_of_this_round():
    begun = next_round(group(4))
    assert reinstate(drop(begun, 1), 1) == begun
    later = next_round(won(drop(begun, 1)))
    again = reinstate(later, 1)
    assert again.rounds == later.rounds
    assert (1, 4) in pairings(next_round(won(again)))[2]
    with pytest.raises(NotAllowed):
        reinstate(begun, 1)


def test_a_bracket_has_no_place_any_more_for_who_dropped_out_in_an_earlier_round():
    cup = drop(next_round(group(4, Mode.BRACKET)), 1)
    assert not reinstate(cup, 1).dropped
    with pytest.raises(NotAllowed):
        reinstate(next_round(won(cup)), 1)


def test_a_fighter_who_has_won_in_a_bracket_may_drop_out_and_come_back_before_the_next_round():
    cup = won(next_round(group(4, Mode.BRACKET)), 1, 2)
    assert reinstate(drop(cup, 1), 1) == cup


def test_a_fighter_who_comes_back_to_a_fight_that_both_sides_have_left_wins_it():
    begun = next_round(group(4, Mode.BRACKET))
    one = reinstate(drop(drop(begun, 1), 3), 1)
    assert (one.rounds[0][0].result.winner, one.dropped) == (1, {3})
    assert reinstate(one, 3).rounds[0][0].is_over is False


def test_where_both_sides_drop_out_both_have_lost():
    night = drop(drop(next_round(group(4)), 1), 3)
    result = night.rounds[0][0].result
    assert (result.winner, result.double_loss, result.score, result.by) == (None, True, (0, 0), DecidedBy.DROP)
    places = {place.fighter: (place.points, place.won, place.drawn, place.lost) for place in won(night).standings()}
    assert (places[1], places[3]) == ((0, 0, 0, 1), (0, 0, 0, 1))
    one = reinstate(night, 1)
    assert (one.rounds[0][0].result.winner, one.dropped) == (1, {3})
    assert reinstate(one, 3) == next_round(group(4))


def test_a_fight_of_an_earlier_round_or_with_a_result_of_its_own_is_no_double_loss():
    later = drop(next_round(won(drop(next_round(group(4)), 1))), 3)
    assert later.rounds[0][0].result.winner == 3
    agreed = drop(drop(won(next_round(group(4))), 1), 3)
    assert agreed.rounds[0][0].result.winner == 1


def test_in_a_night_that_began_before_the_one_who_drops_out_last_has_won():
    night = drop(drop(next_round(group(4, revision=1)), 1), 3)
    assert (night.rounds[0][0].result.winner, night.rounds[0][0].result.double_loss) == (3, False)


def test_a_finalist_whose_opponent_drops_out_has_a_bye_and_is_the_champion():
    cup = won(next_round(group(4, Mode.BRACKET)), 1, 2)
    for gone in (3, 4, 2):
        cup = drop(cup, gone)
    cup = next_round(cup)
    assert (pairings(cup)[1], cup.is_over) == ([(1,)], True)
    assert (cup.standings()[0].fighter, cup.standings()[0].points) == (1, 6)


def test_a_bracket_without_finalists_is_over():
    cup = won(next_round(group(4, Mode.BRACKET)), 1, 2)
    assert drop(drop(cup, 1), 2).is_over


def test_a_fighter_whose_opponent_in_a_bracket_drops_out_between_rounds_has_a_bye():
    cup = next_round(drop(won(next_round(group(8, Mode.BRACKET))), 1))
    assert pairings(cup)[1] == [(3,), (2, 4)]


def test_with_one_fighter_left_it_is_over():
    night = drop(won(next_round(group(2, Mode.SWISS))), 1)
    assert night.is_over


def test_the_fighter_who_begins_is_drawn_from_the_seed():
    def firsts(seed):
        return tuple(fight.first for fight in next_round(group(8, seed=seed)).rounds[0])

    assert firsts("1") == firsts("1")
    drawn = [firsts(str(number)) for number in range(60)]
    assert all(
        {of_seed[place] for of_seed in drawn} == set(pair)
        for place, pair in enumerate(zip(range(1, 5), range(8, 4, -1), strict=True))
    )


@settings(max_examples=60)
@given(st.data())
def test_no_fighter_is_paired_twice_in_a_round_nor_after_dropping_out_whatever_happens(data):
    count = data.draw(st.integers(2, 9))
    night = group(count, data.draw(st.sampled_from(Mode)))
    gone = set()
    while not night.is_over:
        night = next_round(night)
        sides = [side for fight in night.rounds[-1] for side in fight.fighters]
        assert max(Counter(sides).values(), default=0) <= 1
        assert gone.isdisjoint(sides)
        if night.mode is not Mode.BRACKET:
            assert set(sides) | gone == set(night.fighters)
        for fighter in data.draw(st.sets(st.sampled_from(night.fighters), max_size=1)) - gone:
            night, gone = drop(night, fighter), gone | {fighter}
        open_now = [fight for fight in night.rounds[-1] if not fight.is_over]
        night = won(night, *(data.draw(st.sampled_from(fight.fighters)) for fight in open_now))
    assert sorted(place.fighter for place in night.standings()) == list(night.fighters)
    if night.mode is Mode.ROUND_ROBIN and not gone:
        met = [fight.fighters for fight in chain(*night.rounds) if len(fight.fighters) == 2]
        assert sorted(tuple(sorted(pair)) for pair in met) == list(combinations(night.fighters, 2))
