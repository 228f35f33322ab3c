from dataclasses import replace

import pytest

from drafts.rules.errors import BadAmount, NotConfirmed, NotYourFight
from drafts.rules.fights.beginning import chooses
from drafts.rules.fights.fight import DecidedBy, Fight, Result, TimeUp
from drafts.rules.fights.games import count, end_game
from drafts.rules.fights.results import (
    bye,
    call_time,
    confirm,
    decide,
    dispute,
    enter,
    give_up,
    give_up_too,
    reopen,
    take_up,
)
from drafts.rules.fights.sides import Side, by_seats, each_alone
from tests.fight_forms import FOUR, TEAMS

ANN, BEN, CEM, DAN = 4, 5, 7, 9
TEAM, OTHERS = Side((ANN, BEN)), Side((CEM, DAN))
FIGHT = Fight(TEAMS, (TEAM, OTHERS))
POD = Fight(FOUR, each_alone((ANN, BEN, CEM, DAN)))
BY_DROP = DecidedBy.DROP


def counted(fight, *changes):
    for change in changes:
        fight = count(fight, *change)
    return fight


def test_a_team_is_seats_in_a_row_and_smaller_where_nobody_sits_at_one_of_them():
    assert by_seats([(0, ANN), (1, BEN), (3, CEM), (4, DAN)], 2) == (Side((ANN, BEN)), Side((CEM,)), Side((DAN,)))
    assert by_seats([(0, ANN), (2, BEN)], 1) == each_alone((ANN, BEN))


def test_a_team_is_called_by_the_names_of_its_fighters():
    names = {ANN: "Ann", BEN: "Ben"}
    assert (TEAM.name(names), TEAM.fighter, Side((BEN,)).name(names, str.upper)) == ("Ann & Ben", ANN, "BEN")


def test_a_counter_of_a_team_is_one_whoever_of_it_is_named_and_any_other_is_each_fighters_own():
    fight = counted(FIGHT, (ANN, "life", -4), (BEN, "life", -5), (BEN, "poison", 2), (CEM, "life", 1))
    assert fight.counts.of(ANN) == {"life": 21, "poison": 0, "mulligans": 0}
    assert fight.counts.of(BEN) == {"life": 21, "poison": 2, "mulligans": 0}
    assert fight.counts.of(DAN)["life"] == 31
    assert [fight.damage(side) for side in fight.sides] == [9, -1]


def test_a_side_shows_the_counts_that_are_nearest_to_a_loss_and_nothing_hidden():
    fight = counted(FIGHT, (ANN, "poison", 1), (BEN, "poison", 2), (ANN, "mulligans", 1))
    assert fight.counts.of_side(TEAM) == {"life": 30, "poison": 2}
    assert counted(POD, (BEN, "life", -41)).counts.of_side(Side((BEN,))) == {"life": -1, "poison": 0}


def test_M34_a_team_has_lost_with_any_of_its_fighters_and_nobody_by_what_has_no_loss():
    assert counted(FIGHT, (BEN, "poison", 10)).counts.lost_by(TEAM) == "poison"
    assert counted(FIGHT, (BEN, "poison", 10)).counts.lost(ANN) is None
    drained = counted(FIGHT, (BEN, "life", -31)).counts
    assert (drained.lost(ANN), drained.lost_by(TEAM), drained.lost_by(OTHERS)) == ("life", "life", None)
    assert counted(FIGHT, (ANN, "mulligans", 7)).counts.lost_by(TEAM) is None


def test_a_winner_may_be_named_by_any_fighter_of_the_side():
    entered = enter(FIGHT, BEN, BEN, (1, 0))
    assert entered.result == Result(ANN, (1, 0), entered_by=ANN)
    assert enter(entered, DAN, BEN, (1, 0)).result.by is DecidedBy.AGREED
    assert decide(FIGHT, DAN, (0, 1), DecidedBy.JUDGE).result.winner == CEM
    match = end_game(replace(FIGHT, best_of=3), 1, DAN)
    assert (match.score, chooses(match), end_game(match, 1, CEM)) == ((0, 1), ANN, match)


def test_the_other_head_of_a_team_neither_confirms_nor_disputes_what_the_team_has_entered():
    entered = enter(FIGHT, ANN, ANN, (1, 0))
    for answer in (confirm, dispute):
        with pytest.raises(NotConfirmed):
            answer(entered, BEN)
    assert enter(entered, BEN, CEM, (0, 1)).result == Result(CEM, (0, 1), entered_by=ANN)
    with pytest.raises(NotYourFight):
        confirm(entered, 1)


def test_of_more_than_two_sides_any_other_one_confirms_and_any_other_one_disputes():
    entered = enter(POD, ANN, CEM, (0, 0, 1, 0))
    for by in (BEN, CEM, DAN):
        assert confirm(entered, by).is_over
        assert dispute(entered, by).result.disputed


def test_a_score_has_a_place_for_each_side_and_a_draw_is_shared_by_the_best():
    assert decide(POD, None, (0, 0, 0, 0), DecidedBy.JUDGE).result.is_draw
    for winner, score in ((ANN, (1, 0)), (ANN, (0, 0, 1, 0)), (None, (1, 0, 0, 0))):
        with pytest.raises(BadAmount):
            decide(POD, winner, score, DecidedBy.JUDGE)


def test_of_several_losers_the_one_after_the_winner_chooses_who_goes_first():
    match = replace(POD, best_of=3)
    assert [chooses(end_game(match, 1, winner)) for winner in (ANN, BEN, DAN)] == [BEN, CEM, ANN]


def test_a_fighter_who_drops_out_of_a_team_loses_for_it():
    assert give_up(FIGHT, BEN).result == Result(CEM, (0, 1), by=BY_DROP)
    assert take_up(give_up(FIGHT, BEN), ANN) == FIGHT


def test_when_one_of_several_sides_drops_out_the_others_fight_on_until_one_is_left():
    on = give_up(POD, BEN)
    assert (on.is_over, on.dropped) == (False, {BEN})
    assert take_up(on, BEN) == POD
    alone = give_up(give_up(on, ANN), DAN)
    assert alone.result == Result(CEM, (0, 0, 1, 0), by=BY_DROP)
    assert take_up(alone, ANN) == give_up(on, DAN)
    assert give_up_too(alone).result == Result(None, (0, 0, 0, 0), by=BY_DROP, double_loss=True)


def test_a_result_by_which_an_official_decided_a_fight_is_not_taken_up_again():
    decided = decide(give_up(POD, BEN), ANN, (1, 0, 0, 0), DecidedBy.JUDGE)
    assert take_up(decided, BEN) is decided


def test_when_time_is_up_the_side_that_is_ahead_alone_wins_and_those_who_dropped_out_do_not_count():
    ahead = counted(POD, (ANN, "life", -3), (BEN, "life", 2), (CEM, "life", -1), (DAN, "life", -1))
    assert call_time(ahead, TimeUp.LESS_DAMAGE).result == Result(BEN, (0, 1, 0, 0), by=DecidedBy.TIME)
    assert call_time(ahead, TimeUp.DRAW).result == Result(None, (0, 0, 0, 0), by=DecidedBy.TIME)
    assert call_time(give_up(ahead, BEN), TimeUp.LESS_DAMAGE).result.winner is None
    one_left = counted(POD, (ANN, "life", -40), (BEN, "poison", 10), (DAN, "life", -50))
    assert call_time(one_left, TimeUp.DRAW).result.winner == CEM


def test_when_time_is_up_more_life_of_the_team_wins():
    ahead = counted(FIGHT, (ANN, "poison", 9), (DAN, "life", -1))
    assert call_time(ahead, TimeUp.LESS_DAMAGE).result == Result(ANN, (1, 0), by=DecidedBy.TIME)


def test_a_team_that_nobody_is_left_for_has_a_bye():
    assert bye(TEAMS, TEAM, 1).result == Result(ANN, (1,), by=DecidedBy.BYE)
    assert bye(TEAMS, TEAM, 1).is_bye


def test_all_sides_are_in_a_fight_that_an_official_opens_again():
    opened = reopen(decide(give_up(POD, BEN), ANN, (1, 0, 0, 0), DecidedBy.ORGANIZER))
    assert opened == POD
