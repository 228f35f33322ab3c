from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.errors import BadAmount, FightOver, NotAllowed, NotConfirmed, NotYourFight, Refusal, Stale
from drafts.rules.fights.beginning import chooses
from drafts.rules.fights.fight import DecidedBy, Fight, Result, TimeUp, scores_of
from drafts.rules.fights.games import count, end_game, may_undo, undo
from drafts.rules.fights.outs import go_out
from drafts.rules.fights.results import bye, call_time, confirm, decide, dispute, enter, give_up, reopen
from drafts.rules.fights.sides import Side, each_alone
from drafts.rules.games.magic import fights as magic
from drafts.rules.games.vanguard.fights import DUEL

ANN, BEN, CLEO = 4, 7, 9
FIGHT = Fight(DUEL, each_alone((ANN, BEN)))
OF_THREE = replace(FIGHT, best_of=3)


def counted(fight, fighter, counter, *steps):
    for by in steps:
        fight = count(fight, fighter, counter, by)
    return fight


def damage(fight, fighter):
    return fight.damage(fight.side_of(fighter))


def decided(fight, winner, score):
    return decide(fight, winner, score, DecidedBy.ORGANIZER)


def test_R17_with_four_cards_in_the_damage_zone_a_fighter_loses():
    fights = [counted(FIGHT, BEN, "damage", *[1] * damage) for damage in range(5)]
    assert [fight.counts.lost(BEN) for fight in fights] == [None] * 4 + ["damage"]
    assert fights[4].counts.lost(ANN) is None


def test_R17_a_store_may_set_another_limit():
    assert counted(replace(FIGHT, form=DUEL.limited_to(6)), ANN, "damage", 4, 1).counts.lost(ANN) is None
    assert counted(replace(FIGHT, form=DUEL.limited_to(6)), ANN, "damage", 6).counts.lost(ANN) == "damage"


def test_M33_a_player_begins_at_twenty_and_loses_at_no_life():
    duel = Fight(magic.DUEL, each_alone((ANN, BEN)))
    assert duel.counts.of(ANN) == {"life": 20, "poison": 0, "library": 0, "mulligans": 0}
    assert [counted(duel, ANN, "life", by).counts.lost(ANN) for by in (-19, -20, 7)] == [None, "life", None]


def test_five_are_counted_at_once_where_more_than_ten_lead_to_the_loss():
    far = [
        rule.name
        for form in (DUEL, magic.DUEL, magic.TWO_HEADED_GIANT, magic.COMMANDER, magic.EMPEROR)
        for rule in form.counters
        if rule.by_fives
    ]
    assert far == ["life", "life", "life", "commander", "life"]
    of_team = magic.TWO_HEADED_GIANT.shared_at(15)
    assert (of_team.rule("poison").by_fives, DUEL.limited_to(11).counters[0].by_fives) == (True, True)
    assert not DUEL.limited_to(10).counters[0].by_fives


def test_M31_life_may_be_below_nothing_for_a_player_whom_a_card_keeps_in_the_game():
    duel = Fight(magic.DUEL, each_alone((ANN, BEN)))
    assert counted(duel, ANN, "life", -25).counts.lost(ANN) == "life"
    assert counted(duel, ANN, "life", -25, 6).counts.lost(ANN) is None
    assert counted(duel, ANN, "life", -999, -20).counts.of(ANN)["life"] == -999
    for by in (-1020, 980):
        with pytest.raises(BadAmount):
            count(duel, ANN, "life", by)


def test_M32_a_player_loses_at_ten_poison_counters():
    duel = Fight(magic.DUEL, each_alone((ANN, BEN)))
    assert [counted(duel, ANN, "poison", by).counts.lost(ANN) for by in (9, 10)] == [None, "poison"]


@pytest.mark.parametrize("by", [0, -1, 5])
def test_a_counter_changes_and_stays_within_its_bounds(by):
    with pytest.raises(BadAmount):
        count(FIGHT, ANN, "damage", by)


def test_only_who_fights_is_counted_for_and_only_what_the_game_counts():
    for fighter, counter in ((CLEO, "damage"), (ANN, "life")):
        with pytest.raises(KeyError):
            count(FIGHT, fighter, counter, 1)


def test_M31_the_last_change_is_taken_back_whoever_made_it():
    fight = count(counted(FIGHT, ANN, "damage", 2), BEN, "damage", 1)
    assert undo(fight) == counted(FIGHT, ANN, "damage", 2)
    with pytest.raises(NotAllowed):
        undo(FIGHT)


def test_M31_an_undo_is_possible_exactly_where_it_is_not_refused():
    one_counted = counted(FIGHT, ANN, "damage", 2)
    entered = enter(one_counted, ANN, BEN, (0, 1))
    conceded = go_out(FIGHT, ANN, (ANN,))
    assert [may_undo(each) for each in (one_counted, entered, FIGHT)] == [True, True, False]
    assert (undo(one_counted), undo(entered).acts) == (FIGHT, ())
    for over in (confirm(entered, BEN), conceded):
        assert (over.is_over, may_undo(over)) == (True, False)
        with pytest.raises(FightOver):
            undo(over)


def test_M24_a_result_that_the_other_side_confirms_is_the_result():
    entered = enter(FIGHT, ANN, BEN, (0, 1))
    assert (entered.is_over, entered.result) == (False, Result(BEN, (0, 1), entered_by=ANN))
    assert confirm(entered, BEN).result == Result(BEN, (0, 1), entered_by=ANN, by=DecidedBy.AGREED)


def test_M24_a_fighter_who_entered_a_result_does_not_confirm_it():
    entered = enter(FIGHT, ANN, ANN, (1, 0))
    for move in (confirm, dispute):
        with pytest.raises(NotConfirmed):
            move(entered, ANN)
        with pytest.raises(NotConfirmed):
            move(FIGHT, ANN)
        with pytest.raises(NotYourFight):
            move(entered, CLEO)


def test_the_same_result_of_both_sides_is_confirmed_and_two_different_ones_are_disputed():
    entered = enter(FIGHT, ANN, ANN, (1, 0))
    assert enter(entered, BEN, ANN, (1, 0)).is_over
    contradicted = enter(entered, BEN, BEN, (0, 1))
    assert contradicted.result == Result(ANN, (1, 0), entered_by=ANN, disputed=True, claim=(BEN, (0, 1)))
    assert not contradicted.is_over


def test_M24_after_a_dispute_the_sides_may_still_agree_and_the_organizer_may_decide():
    disputed = dispute(enter(FIGHT, ANN, ANN, (1, 0)), BEN)
    assert (disputed.result.disputed, disputed.is_over) == (True, False)
    assert confirm(disputed, BEN).result == Result(ANN, (1, 0), entered_by=ANN, by=DecidedBy.AGREED)
    corrected = enter(disputed, ANN, BEN, (0, 1))
    assert (corrected.result.disputed, confirm(corrected, BEN).result.winner) == (False, BEN)
    assert decided(disputed, None, (0, 0)).result == Result(None, (0, 0), by=DecidedBy.ORGANIZER)


@pytest.mark.parametrize(
    ("winner", "score"),
    [
        (ANN, (0, 1)),
        (ANN, (0, 0)),
        (ANN, (2, 0)),
        (ANN, (1, 1)),
        (ANN, (1,)),
        (ANN, (1, -1)),
        (None, (1, 0)),
        (None, ()),
    ],
)
def test_a_score_fits_the_winner_and_the_number_of_games(winner, score):
    with pytest.raises(BadAmount):
        enter(FIGHT, ANN, winner, score)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("must_be_won", [True, False])
@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_the_scores_of_a_fight_are_those_that_can_be_entered(best_of, must_be_won, sides):
    fight = Fight(DUEL, each_alone(range(1, sides + 1)), best_of=best_of, must_be_won=must_be_won)

    def can_be(most, least):
        winner = None if most == least else 1
        try:
            return enter(fight, 1, winner, (most, *[least] * (sides - 1))).result is not None
        except Refusal:
            return False

    games = range(best_of + 1)
    possible = scores_of(best_of, sides=sides, may_draw=not must_be_won)
    assert sorted(possible) == [(most, least) for most in games for least in games if can_be(most, least)]
    assert possible[0] == (fight.wins_needed, 0)


def test_M22_two_games_of_three_win_and_a_fight_that_time_ended_may_be_shorter():
    for winner, score in ((ANN, (2, 0)), (ANN, (2, 1)), (BEN, (1, 2)), (ANN, (1, 0)), (None, (1, 1)), (None, (0, 0))):
        assert decided(OF_THREE, winner, score).is_over
    for winner, score in ((ANN, (3, 0)), (ANN, (2, 2)), (ANN, (1, 2)), (None, (2, 1))):
        with pytest.raises(BadAmount):
            decided(OF_THREE, winner, score)


def test_no_fighter_wins_a_fight_who_is_not_in_it():
    with pytest.raises(KeyError):
        enter(FIGHT, ANN, CLEO, (1, 0))
    with pytest.raises(NotYourFight):
        enter(FIGHT, CLEO, ANN, (1, 0))


def test_a_fighter_who_says_the_same_again_changes_nothing_and_one_who_gives_in_ends_the_dispute():
    disputed = dispute(enter(FIGHT, ANN, ANN, (1, 0)), BEN)
    assert enter(disputed, ANN, ANN, (1, 0)) is disputed
    contradicted = enter(enter(FIGHT, ANN, ANN, (1, 0)), BEN, BEN, (0, 1))
    for who, winner, score in ((ANN, BEN, (0, 1)), (BEN, ANN, (1, 0))):
        given_in = enter(contradicted, who, winner, score)
        assert (given_in.result.winner, given_in.result.by) == (winner, DecidedBy.AGREED)
    assert enter(contradicted, ANN, None, (0, 0)).is_over is False


def test_M31_after_the_result_only_a_reopened_fight_goes_on():
    over = decided(counted(FIGHT, ANN, "damage", 1), ANN, (1, 0))
    moves = (
        lambda fight: count(fight, ANN, "damage", 1),
        undo,
        lambda fight: enter(fight, ANN, ANN, (1, 0)),
        lambda fight: confirm(fight, BEN),
        lambda fight: dispute(fight, BEN),
        lambda fight: decided(fight, BEN, (0, 1)),
    )
    for move in moves:
        with pytest.raises(FightOver):
            move(over)
    assert reopen(over) == counted(FIGHT, ANN, "damage", 1)
    with pytest.raises(NotAllowed):
        reopen(FIGHT)


def test_a_bye_is_won_at_once_and_for_good():
    alone = bye(DUEL, Side((ANN,)), 3)
    assert (alone.is_over, alone.result.winner, alone.result.score) == (True, ANN, (2,))
    with pytest.raises(NotAllowed):
        reopen(alone)


def test_a_fighter_who_drops_out_loses_to_the_other_side_unless_a_result_stands():
    assert give_up(FIGHT, BEN).result == Result(ANN, (1, 0), by=DecidedBy.DROP)
    won = enter(OF_THREE, ANN, ANN, (2, 1))
    assert give_up(won, ANN).result == Result(ANN, (2, 1), entered_by=ANN, by=DecidedBy.AGREED)
    assert give_up(dispute(won, BEN), ANN).result == Result(BEN, (0, 2), by=DecidedBy.DROP)
    with pytest.raises(NotYourFight):
        give_up(FIGHT, CLEO)


@pytest.mark.parametrize("rule", TimeUp)
def test_R17_M32_a_fighter_who_has_lost_does_not_win_when_time_is_up_whatever_the_rule(rule):
    assert call_time(counted(FIGHT, ANN, "damage", 4), rule).result.winner == BEN
    duel = count(count(Fight(magic.DUEL, each_alone((ANN, BEN))), ANN, "poison", 10), BEN, "life", -1)
    assert call_time(duel, rule).result.winner == BEN
    both = counted(counted(FIGHT, ANN, "damage", 4), BEN, "damage", 4)
    assert call_time(both, rule).result.winner is None


@pytest.mark.parametrize(
    ("damage", "winner", "score"), [((3, 1), BEN, (0, 1)), ((0, 3), ANN, (1, 0)), ((2, 2), None, (0, 0))]
)
def test_when_time_is_up_less_damage_wins(damage, winner, score):
    fight = FIGHT
    for fighter, many in zip((ANN, BEN), damage, strict=True):
        fight = count(fight, fighter, "damage", many) if many else fight
    assert call_time(fight, TimeUp.LESS_DAMAGE).result == Result(winner, score, by=DecidedBy.TIME)
    assert call_time(fight, TimeUp.DRAW).result == Result(None, (0, 0), by=DecidedBy.TIME)


def test_when_time_is_up_more_life_wins():
    duel = count(Fight(magic.DUEL, each_alone((ANN, BEN))), ANN, "life", -3)
    assert call_time(duel, TimeUp.LESS_DAMAGE).result.winner == BEN
    assert call_time(count(duel, BEN, "life", 5), TimeUp.LESS_DAMAGE).result.winner == BEN
    assert (damage(duel, ANN), damage(duel, BEN)) == (3, 0)


def test_when_time_is_up_a_result_that_nobody_disputes_stands_and_one_that_somebody_does_is_not_looked_at():
    entered = enter(counted(FIGHT, ANN, "damage", 1), ANN, ANN, (1, 0))
    assert call_time(entered, TimeUp.DRAW).result == Result(ANN, (1, 0), entered_by=ANN, by=DecidedBy.TIME)
    assert call_time(dispute(entered, BEN), TimeUp.LESS_DAMAGE).result.winner == BEN


def test_a_fight_that_must_be_won_is_not_drawn():
    fight = replace(FIGHT, must_be_won=True)
    with pytest.raises(BadAmount):
        enter(fight, ANN, None, (0, 0))
    with pytest.raises(NotAllowed):
        call_time(fight, TimeUp.LESS_DAMAGE)
    assert call_time(counted(fight, ANN, "damage", 1), TimeUp.LESS_DAMAGE).result.winner == BEN


def test_M22_a_game_that_is_over_begins_the_next_one_with_counters_as_at_the_start():
    first = counted(OF_THREE, BEN, "damage", 4)
    second = end_game(first, 1, ANN)
    assert (second.score, chooses(second), second.counts.lost(BEN)) == ((1, 0), BEN, None)
    third = end_game(counted(second, ANN, "damage", 4, -1), 2, BEN)
    assert (third.score, chooses(third)) == ((1, 1), ANN)
    assert (damage(third, ANN), damage(third, BEN)) == (3, 4)


def test_M22_a_drawn_game_counts_for_nobody_and_the_same_one_chooses_again():
    fight = end_game(end_game(OF_THREE, 1, ANN), 2, None)
    assert (fight.score, chooses(fight)) == ((1, 0), BEN)
    assert chooses(end_game(OF_THREE, 1, None)) is None


def test_the_end_of_a_game_said_twice_is_one_and_of_another_game_is_refused():
    fight = end_game(OF_THREE, 1, ANN)
    assert end_game(fight, 1, ANN) is fight
    for number, winner in ((1, BEN), (1, None), (3, ANN), (0, ANN)):
        with pytest.raises(Stale):
            end_game(fight, number, winner)
    with pytest.raises(KeyError):
        end_game(fight, 2, CLEO)


def test_the_game_that_decides_the_fight_is_entered_as_its_result():
    for fight, number in ((FIGHT, 1), (end_game(OF_THREE, 1, ANN), 2), (enter(OF_THREE, BEN, ANN, (2, 0)), 1)):
        with pytest.raises(NotAllowed):
            end_game(fight, number, ANN)
    with pytest.raises(FightOver):
        end_game(decided(OF_THREE, ANN, (2, 0)), 1, ANN)


def test_undo_takes_back_the_end_of_a_game_and_then_what_was_counted_in_it():
    fight = counted(OF_THREE, BEN, "damage", 4)
    assert undo(counted(end_game(fight, 1, ANN), BEN, "damage", 1)) == end_game(fight, 1, ANN)
    assert undo(end_game(fight, 1, ANN)) == fight


@pytest.mark.parametrize(
    ("won", "damage", "winner", "score"),
    [
        ((ANN,), BEN, ANN, (2, 0)),
        ((ANN,), ANN, None, (1, 1)),
        ((ANN, BEN), BEN, ANN, (2, 1)),
        ((BEN,), None, BEN, (0, 1)),
    ],
)
def test_when_time_is_up_the_game_that_goes_on_counts_for_who_is_ahead_in_it(won, damage, winner, score):
    fight = OF_THREE
    for number, side in enumerate(won, start=1):
        fight = end_game(fight, number, side)
    fight = fight if damage is None else counted(fight, damage, "damage", 1)
    assert call_time(fight, TimeUp.LESS_DAMAGE).result == Result(winner, score, by=DecidedBy.TIME)


MOVES = st.one_of(
    st.tuples(st.just(count), st.sampled_from([ANN, BEN]), st.just("damage"), st.integers(-3, 3)),
    st.tuples(st.just(undo)),
    st.tuples(st.just(enter), st.sampled_from([ANN, BEN]), st.just(ANN), st.just((1, 0))),
    st.tuples(st.just(enter), st.sampled_from([ANN, BEN]), st.none(), st.just((0, 0))),
    st.tuples(st.sampled_from([confirm, dispute]), st.sampled_from([ANN, BEN])),
    st.tuples(st.just(reopen)),
)


@given(st.lists(MOVES, max_size=40))
def test_counters_stay_within_their_bounds_and_one_side_alone_confirms_nothing_whatever_is_done(moves):
    fight, entered_or_agreed = FIGHT, set()
    for move, *arguments in moves:
        try:
            fight = move(fight, *arguments)
        except Refusal:
            continue
        if move in (enter, confirm):
            entered_or_agreed.add(arguments[0])
        elif move is reopen:
            entered_or_agreed = set()
        assert all(0 <= fight.counts.of(fighter)["damage"] <= 4 for fighter in (ANN, BEN))
        assert not fight.is_over or entered_or_agreed == {ANN, BEN}
