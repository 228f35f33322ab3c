from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.errors import NotAllowed
from drafts.rules.fights.fight import DecidedBy, Fight, Result, TimeUp
from drafts.rules.fights.forms import TeamRole
from drafts.rules.fights.games import count, spare, undo
from drafts.rules.fights.outs import go_out, gone_from, is_out
from drafts.rules.fights.results import call_time, confirm, give_up
from drafts.rules.fights.ring import in_reach, role_of
from drafts.rules.fights.sides import by_seats, emperors_at
from drafts.rules.fights.turns import course_of, pass_turn
from drafts.rules.games.magic.fights import EMPEROR

ANN, BEN, CEM, DAN, EVE, FAY = range(1, 7)


def fight_of(teams):
    """Return a fight of so many teams, whose fighters are numbered from 1 in order of seats."""
    seated = [(seat, seat + 1) for seat in range(3 * teams)]
    return Fight(EMPEROR, by_seats(seated, 3), first=1, emperors=emperors_at(seated, EMPEROR))


SIX = fight_of(2)


def test_M37_a_team_is_two_lieutenants_with_their_emperor_between_them_each_with_a_life_of_20():
    roles = [role_of(SIX, fighter) for fighter in SIX.fighters]
    assert roles == [TeamRole.LIEUTENANT, TeamRole.EMPEROR, TeamRole.LIEUTENANT] * 2
    assert [SIX.counts.of(fighter)["life"] for fighter in SIX.fighters] == [20] * 6
    assert (EMPEROR.sides, EMPEROR.fighters, EMPEROR.games, EMPEROR.at_table) == (4, 3, 1, (12, 6))


def test_M37_an_emperor_reaches_two_seats_and_a_lieutenant_one():
    assert in_reach(SIX, BEN) == (CEM, DAN, FAY, ANN)
    assert in_reach(SIX, ANN) == (BEN, FAY)
    assert in_reach(SIX, CEM) == (DAN, BEN)


def test_M37_distance_counts_those_who_are_still_in():
    fight = go_out(SIX, CEM, (CEM,))
    assert in_reach(fight, BEN) == (DAN, EVE, FAY, ANN)
    assert in_reach(fight, DAN) == (EVE, BEN)
    assert in_reach(fight, CEM) == ()
    assert in_reach(undo(fight), BEN) == in_reach(SIX, BEN)


def test_M37_a_team_stands_as_its_emperor_does_and_loses_with_them_alone():
    side = SIX.sides[0]
    fight = count(SIX, ANN, "life", -25)
    assert (fight.counts.lost(ANN), fight.counts.lost_by(side)) == ("life", None)
    assert fight.counts.of_side(side)["life"] == 20
    fight = count(fight, BEN, "poison", 10)
    assert (fight.counts.lost_by(side), fight.counts.of_side(side)["poison"]) == ("poison", 10)
    assert spare(fight, BEN, "poison").counts.lost_by(side) is None


def test_M37_a_lieutenant_who_is_out_leaves_the_team_in_and_an_emperor_takes_it_along():
    fight = go_out(SIX, ANN, (ANN,))
    assert (fight.result, is_out(fight, fight.sides[0]), gone_from(fight)) == (None, False, {ANN})
    over = go_out(fight, BEN, (BEN,))
    assert gone_from(over) == {ANN, BEN, CEM}
    assert over.result == Result(DAN, (0, 1), entered_by=ANN, by=DecidedBy.AGREED)


def test_M31_others_say_that_one_is_out_only_who_has_lost_and_mates_may_say_it_too():
    fight = count(SIX, CEM, "life", -20)
    for fighter in (BEN, DAN, FAY):
        assert gone_from(go_out(fight, fighter, (CEM,))) == {CEM}
    with pytest.raises(NotAllowed):
        go_out(fight, DAN, (ANN,))
    with pytest.raises(NotAllowed):
        go_out(fight, ANN, (BEN,))
    gone = go_out(fight, BEN, (CEM,))
    with pytest.raises(NotAllowed):
        go_out(gone, DAN, (CEM,))


def test_M31_the_word_of_a_team_that_wins_by_it_waits_for_the_other_side():
    fight = count(count(SIX, EVE, "life", -20), ANN, "life", -20)
    claimed = go_out(fight, BEN, (ANN, EVE))
    assert (claimed.result.winner, claimed.is_over) == (ANN, False)
    assert confirm(claimed, FAY).is_over


def test_M37_of_four_teams_the_last_one_with_an_emperor_has_won():
    fight = fight_of(4)
    for emperor in (2, 11):
        fight = go_out(fight, emperor, (emperor,))
    assert (fight.result, in_reach(fight, 5)) == (None, (6, 7, 9, 4))
    assert gone_from(fight) == {1, 2, 3, 10, 11, 12}
    with pytest.raises(NotAllowed):
        go_out(fight, 5, (1,))
    assert go_out(fight, 8, (8,)).result.winner == 4


def test_M37_each_takes_turns_of_their_own_after_the_emperor_of_the_side_that_goes_first():
    fight = go_out(SIX, DAN, (DAN,))
    seen = []
    for number in range(1, 7):
        seen.append(course_of(fight).turn.side.fighters)
        fight = pass_turn(fight, number)
    assert seen == [(BEN,), (CEM,), (EVE,), (FAY,), (ANN,), (BEN,)]
    assert course_of(pass_turn(pass_turn(fight, 7, extra=FAY), 7)).turn.side.fighters == (FAY,)


def test_M40_turns_pass_by_a_whole_team_once_its_emperor_is_out():
    fight = go_out(fight_of(4), 5, (5,))
    seen = []
    for number in range(1, 7):
        seen.append(course_of(fight).turn.side.fighter)
        fight = pass_turn(fight, number)
    assert seen == [2, 3, 7, 8, 9, 10]
    dropped = give_up(fight, 1)
    assert course_of(pass_turn(pass_turn(dropped, 7), 8)).turn.side.fighter == 7


def test_M37_at_the_end_of_the_time_the_emperor_with_the_most_life_is_ahead():
    fight = count(count(SIX, ANN, "life", -19), EVE, "life", -1)
    assert call_time(fight, TimeUp.LESS_DAMAGE).result.winner == ANN
    assert fight.damage(fight.sides[0]) == 0


def test_M34_a_team_of_which_one_drops_out_of_the_event_loses_the_fight():
    assert give_up(SIX, DAN).result == Result(ANN, (1, 0), by=DecidedBy.DROP)
    assert gone_from(give_up(fight_of(3), 6)) == {4, 5, 6}


def test_where_teams_have_no_emperor_everybody_reaches_everybody():
    duel = replace(SIX, form=replace(EMPEROR, roles=()), emperors=frozenset())
    assert (role_of(duel, ANN), in_reach(duel, ANN)) == (None, None)


@settings(max_examples=60)
@given(st.integers(2, 4), st.lists(st.integers(1, 12), max_size=8))
def test_M37_a_fighter_within_one_seat_reaches_back_and_an_emperor_reaches_all_their_lieutenants_reach(teams, outs):
    fight = fight_of(teams)
    for fighter in outs:
        if fight.result is None and fighter <= 3 * teams and fighter not in gone_from(fight):
            fight = go_out(fight, fighter, (fighter,))
    gone = gone_from(fight)
    for fighter in fight.fighters:
        reach = in_reach(fight, fighter)
        assert fighter not in reach
        assert gone.isdisjoint(reach)
        assert len(reach) == len(set(reach))
        if fighter not in gone:
            ring = len(fight.fighters) - len(gone)
            assert len(reach) == min(2 * role_of(fight, fighter).reach, ring - 1)
        for other in reach:
            if role_of(fight, fighter) is role_of(fight, other):
                assert fighter in in_reach(fight, other)
