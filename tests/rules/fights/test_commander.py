from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.errors import BadAmount, NotAllowed, Refusal
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.fight import DecidedBy, Fight, Result
from drafts.rules.fights.games import count, spare, undo
from drafts.rules.fights.outs import go_out
from drafts.rules.fights.results import confirm, give_up
from drafts.rules.fights.sides import each_alone
from drafts.rules.fights.turns import course_of, pass_turn
from drafts.rules.games.magic.fights import COMMANDER

ANN, BEN, CEM, DAN = 4, 5, 7, 9
POD = Fight(COMMANDER, each_alone((ANN, BEN, CEM, DAN)), first=BEN)


def hurt(fight, fighter, by, source):
    return count(fight, fighter, "commander", by, source)


def life(fight, fighter):
    return fight.counts.of(fighter)["life"]


def test_M36_each_begins_with_a_life_of_40_no_casts_and_no_damage_by_a_commander():
    assert POD.counts.of(ANN) == {"life": 40, "poison": 0, "library": 0, "mulligans": 0, "casts": 0}
    assert POD.counts.of_side(POD.sides[0]) == {"life": 40, "poison": 0}
    assert POD.counts.taken_from(ANN) == {}
    assert (COMMANDER.games, COMMANDER.sides, COMMANDER.at_table) == (1, 8, (8, 4))


def test_M36_damage_by_a_commander_is_life_too_in_one_change_that_is_undone_as_one():
    fight = hurt(hurt(POD, CEM, 3, ANN), CEM, 2, BEN)
    assert fight.counts.taken_from(CEM) == {ANN: 3, BEN: 2}
    assert (life(fight, CEM), life(fight, ANN), fight.counted) == (35, 40, 2)
    assert undo(undo(fight)) == POD
    assert (hurt(fight, CEM, -3, ANN).counts.taken_from(CEM), life(hurt(fight, CEM, -3, ANN), CEM)) == ({BEN: 2}, 38)
    assert fight.damage(fight.side_of(CEM)) == 5
    assert life(hurt(fight, CEM, SetTo(10), BEN), CEM) == 27
    assert hurt(fight, CEM, SetTo(2), BEN) is fight


def test_M36_21_damage_by_one_commander_loses_and_not_the_sum_of_several():
    sum_of_two = hurt(hurt(POD, CEM, 20, ANN), CEM, 19, BEN)
    assert sum_of_two.counts.lost(CEM) is None
    lost = hurt(POD, CEM, 21, ANN)
    assert (lost.counts.lost(CEM), lost.counts.lost(ANN), life(lost, CEM)) == ("commander", None, 19)


def test_M31_one_who_is_spared_loses_again_once_any_commander_deals_more():
    spared = spare(hurt(POD, CEM, 21, ANN), CEM, "commander")
    assert spared.counts.lost(CEM) is None
    assert hurt(spared, CEM, 1, BEN).counts.lost(CEM) == "commander"
    at_no_life = spare(count(POD, CEM, "life", -40), CEM, "life")
    assert hurt(at_no_life, CEM, 1, BEN).counts.lost(CEM) == "life"


def test_M36_damage_by_a_commander_names_another_fighter_of_the_fight_and_nothing_else_does():
    for fighter, counter, source in ((CEM, "commander", CEM), (CEM, "commander", None), (CEM, "life", ANN)):
        with pytest.raises(KeyError):
            count(POD, fighter, counter, 1, source)
    for fighter, source in ((1, ANN), (CEM, 1)):
        with pytest.raises(KeyError):
            hurt(POD, fighter, 1, source)
    for by in (-1, 0, 1000):
        with pytest.raises(BadAmount):
            hurt(POD, CEM, by, ANN)
    with pytest.raises(BadAmount):
        hurt(count(POD, CEM, "life", SetTo(-999)), CEM, 1, ANN)


def test_M36_casts_are_counted_and_nobody_loses_by_them():
    fight = count(POD, ANN, "casts", 99)
    assert fight.counts.lost(ANN) is None
    with pytest.raises(BadAmount):
        count(fight, ANN, "casts", 1)


def test_M31_one_after_another_is_out_and_the_last_one_left_has_won():
    fight = hurt(POD, CEM, 21, ANN)
    with pytest.raises(NotAllowed):
        go_out(fight, ANN, (BEN,))
    fight = go_out(go_out(fight, ANN, (CEM,)), DAN, (DAN,))
    assert (fight.result, fight.game) == (None, 1)
    ended = go_out(fight, BEN, (BEN,))
    assert ended.result == Result(ANN, (1, 0, 0, 0), entered_by=BEN, by=DecidedBy.AGREED)
    claimed = go_out(count(fight, BEN, "poison", 10), ANN, (BEN,))
    assert not claimed.is_over
    assert confirm(claimed, CEM).is_over
    assert undo(claimed).result is None


def test_M31_all_who_lose_at_once_draw():
    fight = go_out(POD, DecidedBy.JUDGE, (CEM, DAN))
    drawn = go_out(fight, DecidedBy.ORGANIZER, (ANN, BEN))
    assert (drawn.result, drawn.games[-1].winner) == (None, None)


def test_M40_turns_go_round_the_table_past_those_who_are_out():
    fight = go_out(POD, CEM, (CEM,))
    seen = []
    for number in range(1, 5):
        seen.append(course_of(fight).turn.side.fighter)
        fight = pass_turn(fight, number)
    assert seen == [BEN, DAN, ANN, BEN]


def test_M40_turns_pass_by_one_who_has_dropped_out_of_the_event_from_then_on():
    fight = pass_turn(pass_turn(POD, 1), 2)
    assert course_of(fight).turn.side.fighter == DAN
    fight = give_up(fight, CEM)
    assert course_of(fight).turn.side.fighter == DAN
    turns = []
    for number in range(3, 6):
        fight = pass_turn(fight, number)
        turns.append(course_of(fight).turn.side.fighter)
    assert turns == [ANN, BEN, DAN]


def test_one_who_is_left_in_the_game_when_another_drops_out_of_the_event_has_won():
    fight = go_out(go_out(POD, CEM, (CEM,)), DAN, (DAN,))
    assert give_up(fight, ANN).result == Result(BEN, (0, 1, 0, 0), by=DecidedBy.DROP)
    dropped = give_up(give_up(POD, ANN), BEN)
    assert go_out(dropped, DAN, (DAN,)).result.winner == CEM
    assert give_up(replace(fight, best_of=3), ANN).result is None


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(POD.fighters), st.sampled_from(POD.fighters), st.integers(-30, 30))))
def test_M36_life_and_damage_by_commanders_are_the_same_however_they_were_counted(changes):
    fight, done = POD, []
    for fighter, source, by in changes:
        try:
            after = hurt(fight, fighter, by, source)
        except (Refusal, KeyError):
            continue
        fight, done = after, [*done, fight]
    for fighter in fight.fighters:
        taken = fight.counts.taken_from(fighter)
        assert life(fight, fighter) == 40 - sum(taken.values())
        assert all(value > 0 for value in taken.values())
        assert (fight.counts.lost(fighter) == "commander") == (
            max(taken.values(), default=0) >= 21 and life(fight, fighter) > 0
        )
    for before in reversed(done):
        fight = undo(fight)
        assert fight == before
