from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.chance import Chance
from drafts.rules.errors import NotAllowed
from drafts.rules.fights.fight import BattleTally, DecidedBy
from drafts.rules.fights.games import count
from drafts.rules.fights.results import decide, end_battle
from drafts.rules.fights.sides import Side, by_seats, emperors_at
from drafts.rules.games.magic.fights import COMMANDER, EMPEROR
from drafts.rules.games.rome.fights import BATTLE_FORM
from drafts.rules.games.vanguard.fights import DUEL
from drafts.rules.night.pairings import by_points, pods
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
from drafts.rules.night.standings import TieBreak
from tests.fight_forms import FOUR, TEAMS

FORMS = [DUEL, TEAMS, FOUR]


def group(form, fighters, mode, number=1, **terms):
    sides = by_seats(((seat, seat + 1) for seat in range(fighters)), form.fighters)
    return Group(number, sides, mode, Terms(form, "seed", **terms))


def next_round(group):
    return begin_round(group, pair_round(group))


def won(group, *winners):
    """Let these win the open fights of the last round, in order, or else the first side of each."""
    left = iter(winners)

    def decided(fight):
        winner = next(left, fight.sides[0].fighter)
        return decide(fight, winner, tuple(int(winner in side.fighters) for side in fight.sides), DecidedBy.ORGANIZER)

    fights = tuple(fight if fight.is_over else decided(fight) for fight in group.rounds[-1])
    return replace(group, rounds=(*group.rounds[:-1], fights))


def paired(group):
    return [[tuple(side.fighters for side in fight.sides) for fight in row] for row in group.rounds]


def points(group):
    return {place.fighter: place.points for place in group.standings()}


def test_pods_are_the_largest_first_and_none_of_one_where_that_can_be():
    sizes = [[len(pod) for pod in pods(range(1, sides + 1), 4)] for sides in (1, 2, 4, 5, 6, 8, 9)]
    assert sizes == [[1], [2], [4], [3, 2], [4, 2], [4, 4], [4, 3, 2]]
    assert [len(pod) for pod in pods(range(1, 6), 2)] == [2, 2, 1]


def test_pods_go_by_points_and_chance_decides_among_equal_ones():
    at = {1: 0, 2: 3, 3: 0, 4: 3, 5: 1}
    orders = {tuple(by_points(at, Chance("seed", number))) for number in range(30)}
    assert {(frozenset(each[:2]), each[2], frozenset(each[3:])) for each in orders} == {
        (frozenset({2, 4}), 5, frozenset({1, 3}))
    }
    assert len(orders) == 4


def test_V53_only_the_first_place_of_a_battle_counts_in_standings_and_kills_less_losses_break_ties():
    """Cleo is second in the battle, since Ben's line was destroyed; he has killed more than she."""
    night = next_round(group(replace(BATTLE_FORM, sides=3), 3, Mode.PODS))
    (battle,) = night.rounds[0]
    places, kills, lost = ({1: 1, 2: 3, 3: 2}, {1: 6, 2: 9, 3: 1}, {1: 4, 2: 8, 3: 4})
    by_side = [tuple(of[side.fighter] for side in battle.sides) for of in (places, kills, lost)]
    ended = end_battle(battle, by_side[0], BattleTally(*by_side[1:]), DecidedBy.PLAYED)
    standings = replace(night, rounds=((ended,),)).standings()
    assert [(place.rank, place.fighter, place.points) for place in standings] == [(1, 1, 3), (2, 2, 0), (3, 3, 0)]
    assert standings[1].ties[-1] == (TieBreak.KILLS_DIFFERENCE, 1)


@pytest.mark.parametrize(("form", "mode"), [(DUEL, Mode.ROUND_ROBIN), (TEAMS, Mode.ROUND_ROBIN), (FOUR, Mode.PODS)])
def test_more_than_two_sides_to_a_fight_are_pods(form, mode):
    assert usual_mode(form, 4) is mode


def test_four_teams_fight_each_other_once_and_a_team_has_one_place():
    night = group(TEAMS, 8, Mode.ROUND_ROBIN)
    while not night.is_over:
        night = won(next_round(night))
    assert paired(night)[0] == [((1, 2), (5, 6)), ((3, 4), (7, 8))]
    assert [place.fighter for place in night.standings()] == [1, 3, 5, 7]
    assert sum(points(night).values()) == 18


def test_a_team_in_a_bracket_goes_on_by_any_of_its_fighters():
    cup = won(next_round(group(TEAMS, 8, Mode.BRACKET)), 6, 4)
    assert paired(next_round(cup))[1] == [((5, 6), (3, 4))]
    final = next_round(cup)
    assert final.has_fought_on(final.rounds[0][0], 1)


def test_a_fighter_who_drops_out_of_a_team_loses_its_fight_and_the_other_fights_on_in_the_next():
    night = drop(next_round(group(TEAMS, 8, Mode.SWISS)), 1)
    lost = next(fight for fight in night.rounds[0] if 1 in fight.fighters)
    assert lost.result.by is DecidedBy.DROP
    assert points(night)[1] == 0
    night = next_round(won(night))
    assert [side for fight in night.rounds[1] for side in fight.sides if 2 in side.fighters] == [Side((2,))]
    night = won(night, *(2 if 2 in fight.fighters else fight.first for fight in night.rounds[1]))
    assert points(night)[1] == 3
    assert {place.fighter for place in night.standings()} == {1, 3, 5, 7}
    gone = drop(night, 2)
    assert gone.is_out(Side((1, 2)))
    third = next_round(gone)
    assert {1, 2}.isdisjoint(chain(*(fight.fighters for fight in third.rounds[2])))


def test_a_side_is_back_only_when_none_of_its_fighters_is_dropped():
    night = next_round(group(TEAMS, 4, Mode.ROUND_ROBIN))
    both = drop(drop(night, 1), 2)
    assert both.rounds[0][0].result.winner == 3
    assert reinstate(both, 1).rounds[0][0].result.winner == 3
    assert reinstate(reinstate(both, 1), 2) == night
    all_gone = drop(both, 4)
    assert all_gone.rounds[0][0].result.double_loss
    assert reinstate(all_gone, 4).rounds == both.rounds


def test_in_a_bracket_a_fighter_is_back_whose_team_is_still_in_it():
    cup = won(drop(next_round(group(TEAMS, 8, Mode.BRACKET)), 8))
    assert {8, 6} & {fighter for fight in next_round(cup).rounds[1] for fighter in fight.fighters} == set()
    with pytest.raises(NotAllowed):
        reinstate(next_round(cup), 8)
    cup = drop(cup, 1)
    assert 1 not in reinstate(next_round(cup), 1).dropped


def test_a_pod_fights_on_without_a_side_that_drops_out_and_it_may_come_back():
    night = next_round(group(FOUR, 4, Mode.PODS))
    less = drop(night, 3)
    assert (paired(less), less.is_over) == ([[((1,), (2,), (3,), (4,))]], False)
    assert reinstate(less, 3) == night
    assert drop(drop(less, 1), 4).rounds[0][0].result.winner == 2


def test_pods_of_a_table_stay_together_and_across_tables_they_go_by_points():
    at_table = next_round(won(next_round(group(FOUR, 5, Mode.PODS, swiss_rounds=2))))
    assert paired(at_table) == [[((1,), (2,), (3,)), ((4,), (5,))]] * 2
    across = won(next_round(group(FOUR, 8, Mode.PODS, number=0, swiss_rounds=2)), 3, 8)
    assert {3, 8} <= set(next_round(across).rounds[1][0].fighters)


def test_M36_in_the_first_round_each_table_is_a_pod_and_later_ones_are_as_even_by_points():
    night = replace(group(COMMANDER, 10, Mode.PODS, number=0, swiss_rounds=2), tables=(4, 3, 3))
    first = next_round(night)
    assert [len(fight.sides) for fight in first.rounds[0]] == [4, 3, 3]
    assert paired(first)[0][1] == ((5,), (6,), (7,))
    second = next_round(won(first, 2, 7, 10))
    assert [len(fight.sides) for fight in second.rounds[1]] == [4, 3, 3]
    assert {2, 7, 10} < set(second.rounds[1][0].fighters)
    left = won(first, 2, 7, 10)
    for fighter in (1, 3, 4, 5, 6):
        left = drop(left, fighter)
    assert [len(fight.sides) for fight in next_round(left).rounds[1]] == [5]


def test_a_pod_gives_three_points_to_its_winner_or_one_each():
    night = next_round(group(FOUR, 4, Mode.PODS))
    assert points(won(night, 2)) == {2: 3, 1: 0, 3: 0, 4: 0}
    drawn = end_round(night)
    assert points(drawn) == dict.fromkeys((1, 2, 3, 4), 1)
    hurt = Group(1, night.sides, night.mode, night.terms, ((count(night.rounds[0][0], 1, "life", 5),),))
    assert points(end_round(hurt))[1] == 3


def test_one_side_left_of_a_pod_has_a_bye():
    night = group(FOUR, 5, Mode.PODS, number=0, swiss_rounds=2)
    night = won(next_round(night))
    for fighter in (2, 3, 5):
        night = drop(night, fighter)
    assert [len(fight.sides) for fight in next_round(night).rounds[1]] == [2]


@settings(max_examples=60)
@given(st.data())
def test_each_side_is_paired_once_a_round_and_no_fighter_after_dropping_out_whatever_happens(data):
    form = data.draw(st.sampled_from(FORMS))
    modes = [Mode.PODS] if form.sides > 2 else [Mode.ROUND_ROBIN, Mode.SWISS, Mode.BRACKET]
    fighters = data.draw(st.integers(form.fighters + 1, 12))
    night = group(form, fighters, data.draw(st.sampled_from(modes)), number=data.draw(st.integers(0, 1)))
    gone = set()
    while not night.is_over:
        night = next_round(night)
        there = [fighter for fight in night.rounds[-1] for fighter in fight.fighters]
        assert max(Counter(there).values(), default=0) <= 1
        assert gone.isdisjoint(there)
        if night.mode is not Mode.BRACKET:
            assert set(there) | gone == set(night.fighters)
        assert all(len(fight.sides) <= form.sides for fight in night.rounds[-1])
        for fighter in data.draw(st.sets(st.sampled_from(night.fighters), max_size=2)) - gone:
            night, gone = drop(night, fighter), gone | {fighter}
        open_now = [fight for fight in night.rounds[-1] if not fight.is_over]
        winners = [data.draw(st.sampled_from(fight.fighters)) for fight in open_now]
        night = won(night, *winners)
    assert sorted(place.fighter for place in night.standings()) == [side.fighter for side in night.sides]


def test_M37_a_team_whose_emperor_has_dropped_out_is_out_and_one_without_a_lieutenant_fights_on():
    teams = group(EMPEROR, 9, Mode.PODS, swiss_rounds=4)
    teams = replace(teams, emperors=emperors_at(((seat, seat + 1) for seat in range(9)), EMPEROR))
    teams = won(next_round(drop(teams, 3)))
    assert paired(teams)[-1] == [((1, 2), (4, 5, 6), (7, 8, 9))]
    assert teams.rounds[0][0].emperors == {2, 5, 8}
    teams = won(next_round(drop(teams, 5)))
    assert paired(teams)[-1] == [((1, 2), (7, 8, 9))]
    assert [teams.is_out(side) for side in teams.sides] == [False, True, False]
    teams = next_round(reinstate(reinstate(teams, 5), 3))
    assert paired(teams)[-1] == [((1, 2, 3), (4, 5, 6), (7, 8, 9))]
    assert not next_round(drop(drop(won(teams), 2), 8)).may_go_on


def test_M37_across_tables_later_rounds_are_fights_of_two_to_four_teams():
    sides = by_seats(((seat, seat + 1) for seat in range(15)), 3)
    emperors = emperors_at(((seat, seat + 1) for seat in range(15)), EMPEROR)
    terms = Terms(EMPEROR, "seed", swiss_rounds=2)
    teams = next_round(Group(0, sides, Mode.PODS, terms, tables=(3, 2), emperors=emperors))
    assert [len(fight.sides) for fight in teams.rounds[0]] == [3, 2]
    assert [len(fight.sides) for fight in next_round(won(teams)).rounds[1]] == [3, 2]
