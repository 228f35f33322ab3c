from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.night.standings import ROUND_ROBIN, SWISS, FinishedFight, Tie, TieBreak, standings

ANN, BEN, CLEO, DAN, EVE = range(1, 6)


def won(winner, loser, taken=0, dealt=4):
    return FinishedFight((winner, loser), winner, (taken, dealt))


def bye(fighter):
    return FinishedFight((fighter,), fighter, (0,))


def ranks(table):
    return [(place.rank, place.fighter) for place in table]


def test_a_win_is_worth_three_points_a_draw_one_and_a_bye_as_much_as_a_win():
    table = standings(
        [ANN, BEN, CLEO], [won(ANN, BEN), FinishedFight((BEN, CLEO), None, (2, 2)), bye(CLEO)], ROUND_ROBIN
    )
    assert [(place.fighter, place.points, place.won, place.drawn, place.lost) for place in table] == [
        (CLEO, 4, 1, 1, 0),
        (ANN, 3, 1, 0, 0),
        (BEN, 1, 0, 1, 1),
    ]
    assert [place.ties for place in table] == [()] * 3


def test_of_two_with_equal_points_the_one_is_first_who_won_their_fight():
    fights = [won(ANN, BEN), won(ANN, DAN), won(BEN, CLEO), won(BEN, DAN), won(CLEO, ANN), won(DAN, CLEO)]
    table = standings([DAN, CLEO, BEN, ANN], fights, ROUND_ROBIN)
    assert ranks(table) == [(1, ANN), (2, BEN), (3, DAN), (4, CLEO)]
    assert [place.ties for place in table[:2]] == [(Tie(TieBreak.HEAD_TO_HEAD, 3),), (Tie(TieBreak.HEAD_TO_HEAD, 0),)]


def test_where_that_says_nothing_the_difference_of_damage_counts():
    circle = [won(ANN, BEN, 0, 4), won(BEN, CLEO, 1, 4), won(CLEO, ANN, 1, 4)]
    table = standings([BEN, CLEO, ANN], circle, ROUND_ROBIN)
    assert ranks(table) == [(1, ANN), (2, CLEO), (3, BEN)]
    assert table[0].ties == (Tie(TieBreak.HEAD_TO_HEAD, 3), Tie(TieBreak.DAMAGE_DIFFERENCE, 1))


def test_then_who_has_taken_less_damage():
    circle = [won(ANN, BEN, 0, 2), won(BEN, CLEO, 1, 3), won(CLEO, ANN, 2, 4)]
    table = standings([ANN, BEN, CLEO], circle, ROUND_ROBIN)
    assert ranks(table) == [(1, BEN), (2, ANN), (3, CLEO)]
    assert [place.ties[-1] for place in table] == [Tie(TieBreak.DAMAGE_TAKEN, -taken) for taken in (3, 4, 5)]


def test_fighters_who_cannot_be_separated_share_a_place_and_the_next_one_counts_them():
    circle = [won(ANN, BEN), won(BEN, CLEO), won(CLEO, ANN), won(ANN, DAN), won(BEN, DAN), won(CLEO, DAN)]
    table = standings([CLEO, ANN, BEN, DAN], circle, ROUND_ROBIN)
    assert ranks(table) == [(1, CLEO), (1, ANN), (1, BEN), (4, DAN)]
    assert table[0].ties[-1] == Tie(TieBreak.SHARED, 3)


def test_in_swiss_rounds_the_share_counts_that_ones_opponents_have_won_a_third_at_least():
    fights = [won(ANN, CLEO), won(BEN, DAN), won(CLEO, DAN), bye(EVE)]
    table = standings([ANN, BEN, CLEO, DAN, EVE], fights, SWISS)
    ties = {place.fighter: place.ties[0] for place in table if place.ties}
    assert ties[ANN] == Tie(TieBreak.OPPONENTS_WIN, Fraction(1, 2))
    assert ties[BEN] == Tie(TieBreak.OPPONENTS_WIN, Fraction(1, 3))
    assert ties[EVE] == Tie(TieBreak.OPPONENTS_WIN, 0)
    assert ranks(table) == [(1, CLEO), (2, ANN), (3, BEN), (4, EVE), (5, DAN)]


def test_in_swiss_rounds_a_bye_is_no_part_of_the_share_that_ones_opponents_have_won():
    """Cleo has won two of three fights, and three of four were the bye one of them."""
    fights = [won(CLEO, ANN), won(CLEO, BEN), won(DAN, CLEO), bye(CLEO)]
    table = standings([ANN, BEN, CLEO, DAN], fights, SWISS)
    (tie,) = {place.ties[0] for place in table if place.fighter in (ANN, BEN)}
    assert tie == Tie(TieBreak.OPPONENTS_WIN, Fraction(2, 3))


def test_in_swiss_rounds_who_won_is_asked_only_where_all_of_the_group_have_fought():
    fights = [won(ANN, BEN), won(CLEO, DAN)]
    asked = {tie.by for place in standings([ANN, BEN, CLEO, DAN], fights, SWISS) for tie in place.ties}
    assert TieBreak.HEAD_TO_HEAD not in asked


def test_without_fights_all_share_the_first_place():
    assert ranks(standings([BEN, ANN], [], SWISS)) == [(1, BEN), (1, ANN)]
    assert standings([], [], SWISS) == ()


@st.composite
def histories(draw):
    fighters = draw(st.lists(st.integers(1, 9), min_size=1, unique=True))
    fights = []
    for pair in combinations(fighters, 2):
        if draw(st.booleans()):
            damage = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
            fights.append(FinishedFight(pair, draw(st.sampled_from([*pair, None])), damage))
    return fighters, fights


@given(histories(), st.sampled_from([ROUND_ROBIN, SWISS]))
def test_everybody_has_one_place_and_nobody_stands_before_one_with_more_points(history, tie_breaks):
    fighters, fights = history
    table = standings(fighters, fights, tie_breaks)
    assert sorted(place.fighter for place in table) == sorted(fighters)
    points = [place.points for place in table]
    assert points == sorted(points, reverse=True)
    for place, row in enumerate(table, start=1):
        same = [other for other in table if other.rank == row.rank]
        assert row.rank == min(table.index(other) for other in same) + 1 <= place
        assert (len(same) > 1) == (bool(row.ties) and row.ties[-1].by is TieBreak.SHARED)


@given(histories(), st.sampled_from([ROUND_ROBIN, SWISS]), st.randoms(use_true_random=False))
def test_the_order_in_which_fighters_joined_is_nobodys_advantage(history, tie_breaks, chance):
    fighters, fights = history
    others = list(fighters)
    chance.shuffle(others)

    def ranks_of(given):
        return {place.fighter: place.rank for place in standings(given, fights, tie_breaks)}

    assert ranks_of(fighters) == ranks_of(others)


def test_in_fights_of_several_sides_each_has_met_each():
    pods = [FinishedFight((ANN, BEN, CLEO), winner, (3, 1, 2)) for winner in (ANN, BEN, CLEO)]
    places = standings([ANN, BEN, CLEO], pods, ROUND_ROBIN)
    assert [(place.rank, place.fighter) for place in places] == [(1, BEN), (2, CLEO), (3, ANN)]
    assert [tie.by for tie in places[0].ties] == [TieBreak.HEAD_TO_HEAD, TieBreak.DAMAGE_DIFFERENCE]
