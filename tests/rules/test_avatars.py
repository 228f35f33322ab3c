"""Avatars (M26-M29): what fighters are offered, what they choose, and what that changes in a fight."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.avatars import AvatarEvery, AvatarMethod, AvatarTerms, choose, deal, filled, fix
from drafts.rules.errors import AvatarFixed, AvatarMissing, AvatarNotOffered, FightOver, NotAllowed, NotYourFight
from drafts.rules.fights.fight import DecidedBy, Fight, TimeUp
from drafts.rules.fights.fight_avatars import choose_avatar, fix_avatars, fixed_avatar, lacks_avatars
from drafts.rules.fights.games import count
from drafts.rules.fights.results import call_time, decide
from drafts.rules.fights.sides import Side, each_alone
from drafts.rules.games.magic.avatars import avatar_of
from drafts.rules.games.magic.fights import DUEL
from drafts.rules.games.vanguard import fights as vanguard
from drafts.rules.night.lines import is_written
from tests.fight_forms import TEAMS
from tests.rules.games.magic_cards import card

ANN, BEN, CLEO = 4, 7, 9


def avatar(number, hand=0, life=0):
    made = card("Vanguard", "", name=f"MAV01/{number:03}", rarity="S", hand_modifier=hand, life_modifier=life)
    return avatar_of(made)


AVATARS = tuple(avatar(number, number - 6, 3 * number - 19) for number in range(1, 13))


def terms(method, every=AvatarEvery.EVENT, avatars=AVATARS):
    return AvatarTerms(AvatarMethod(method), every, avatars)


def offered(method, fighters, seed="seed", avatars=AVATARS):
    return deal(terms(method, avatars=avatars), fighters, seed, 1)


def numbers(avatars):
    return [one.number for one in avatars]


@given(st.integers(1, 30), st.integers(1, 12), st.text(max_size=5), st.sampled_from(["dealt", "choose"]))
def test_M27_no_two_are_dealt_the_same_avatar_while_they_last(loaded, people, seed, method):
    avatars = tuple(avatar(number) for number in range(1, loaded + 1))
    made = offered(method, range(1, people + 1), seed, avatars)
    each = [numbers(own) for own in made.offered.values()]
    assert {len(own) for own in each} == {min(loaded, 1 if method == "dealt" else 3)}
    assert all(len(set(own)) == len(own) for own in each)
    times = Counter(number for own in each for number in own)
    if sum(map(len, each)) <= loaded:
        assert set(times.values()) == {1}
    assert max(times.values()) - min(times.get(one.number, 0) for one in avatars) <= 2
    assert made == offered(method, range(1, people + 1), seed, avatars)


def test_M27_a_fighter_who_is_dealt_an_avatar_has_chosen_it_and_one_who_is_offered_three_has_not():
    assert offered("dealt", [ANN, BEN]).missing == ()
    assert offered("choose", [ANN, BEN]).missing == (ANN, BEN)
    free = offered("free", [ANN])
    assert (free.missing, numbers(free.offers(ANN)), free.offered) == ((ANN,), numbers(AVATARS), {})


def test_M27_a_choice_is_one_of_those_offered_and_replaceable_until_it_is_fixed():
    made = offered("choose", [ANN, BEN])
    first, second, _ = numbers(made.offered[ANN])
    chosen = choose(choose(made, ANN, first), ANN, second)
    assert (chosen.chosen[ANN].number, chosen.of(ANN)) == (second, None)
    assert choose(chosen, ANN, second) is chosen
    with pytest.raises(AvatarNotOffered):
        choose(made, ANN, made.offered[BEN][0].number)
    with pytest.raises(AvatarNotOffered):
        choose(made, ANN, "MAG01/001")
    with pytest.raises(NotAllowed):
        choose(made, CLEO, first)
    fixed = fix(chosen, filled(chosen))
    assert (fixed.of(ANN).number, fixed.of(BEN)) == (second, made.offered[BEN][0])
    with pytest.raises(AvatarFixed):
        choose(fixed, ANN, first)
    assert fix(fixed, ()) is fixed


def test_M27_when_time_is_out_the_first_offered_is_taken_and_of_all_loaded_ones_one_by_lot():
    made = offered("choose", [ANN, BEN])
    assert filled(made) == tuple((one, made.offered[one][0].number) for one in (ANN, BEN))
    lots = {filled(offered("free", [ANN], seed))[0][1] for seed in "abcdefghijkl"}
    assert len(lots) > 3
    assert filled(offered("free", [ANN], "a")) == filled(offered("free", [ANN], "a"))
    with pytest.raises(NotAllowed):
        fix(made, filled(made)[:1])


def test_M27_an_avatar_that_has_another_number_by_now_is_found_by_the_former_one_and_dealt_as_before():
    renamed = (
        AVATARS[0]._replace(card=replace(AVATARS[0].card, number="MAV09/1"), former=("MAV01/001",)),
        *AVATARS[1:],
    )
    before, after = offered("choose", [ANN, BEN, CLEO]), offered("choose", [ANN, BEN, CLEO], avatars=renamed)
    assert [[one.first_number for one in own] for own in after.offered.values()] == [
        numbers(own) for own in before.offered.values()
    ]
    assert choose(offered("free", [ANN], avatars=renamed), ANN, "MAV01/001").chosen[ANN].number == "MAV09/1"


@pytest.mark.parametrize(("number", "is_good"), [("MAV01/003", True), ("A 1", False), ("A,1", False), ("", False)])
def test_a_line_of_notation_takes_numbers_without_blanks_and_commas(number, is_good):
    assert is_written(number) == is_good


# In a fight -----------------------------------------------------------------------------------------------------------


def fight_with(*avatars, sides=(ANN, BEN), form=DUEL, is_fixed=True):
    fighters = tuple(fighter for side in each_alone(sides) for fighter in side.fighters)
    made = offered("free", fighters, avatars=avatars)
    for fighter, one in zip(fighters, avatars, strict=True):
        made = choose(made, fighter, one.number)
    return Fight(form, each_alone(sides), avatars=fix(made, ()) if is_fixed else made)


def test_M28_life_and_hand_begin_at_those_of_the_form_and_the_modifiers():
    fight = fight_with(avatar(1, hand=2, life=-3), avatar(2, hand=-1, life=0))
    assert [fight.counts.of(one)["life"] for one in (ANN, BEN)] == [17, 20]
    assert [fight.counts.hand(one) for one in (ANN, BEN)] == [9, 6]
    plain = Fight(DUEL, each_alone((ANN, BEN)))
    assert (plain.counts.of(ANN)["life"], plain.counts.hand(ANN), fixed_avatar(plain, ANN)) == (20, 7, None)
    assert Fight(vanguard.DUEL, each_alone((ANN, BEN))).counts.hand(ANN) is None


def test_M28_a_fighter_with_an_avatar_loses_at_no_life_too():
    fight = fight_with(avatar(1, life=-3), avatar(2, life=10))
    assert [count(fight, ANN, "life", by).counts.lost(ANN) for by in (-16, -17)] == [None, "life"]
    assert [count(fight, BEN, "life", by).counts.lost(BEN) for by in (-29, -30)] == [None, "life"]


def test_M28_a_team_begins_with_the_modifiers_of_both_heads():
    teams = (Side((1, 2)), Side((3, 4)))
    made = offered("free", (1, 2, 3, 4), avatars=(avatar(1, life=5), avatar(2, life=-2)))
    for fighter, number in ((1, 1), (2, 2), (3, 2), (4, 2)):
        made = choose(made, fighter, f"MAV01/{number:03}")
    fight = Fight(TEAMS, teams, avatars=fix(made, ()))
    life = TEAMS.rule("life").start
    assert [fight.counts.of(one)["life"] for one in (1, 2, 3, 4)] == [life + 3, life + 3, life - 4, life - 4]


def test_M28_damage_is_counted_from_where_a_fighter_began_and_time_up_asks_who_has_more_life():
    fight = fight_with(avatar(1, life=10), avatar(2, life=-5))
    hurt = count(count(fight, ANN, "life", -6), BEN, "life", -1)
    assert [hurt.damage(side) for side in hurt.sides] == [6, 1]
    assert call_time(hurt, TimeUp.LESS_DAMAGE).result.winner == ANN


def test_M27_nothing_is_counted_before_all_of_a_fight_have_chosen_and_then_their_avatars_are_fixed():
    fight = fight_with(avatar(1, life=4), avatar(2, life=4), is_fixed=False)
    with pytest.raises(AvatarMissing):
        count(fight, ANN, "life", -1)
    assert (fight.counts.of(ANN)["life"], fixed_avatar(fight, ANN)) == (20, None)
    one = choose_avatar(replace(fight, avatars=offered("free", (ANN, BEN))), ANN, "MAV01/003")
    assert (lacks_avatars(one), fixed_avatar(one, ANN)) == (True, None)
    both = choose_avatar(choose_avatar(one, ANN, "MAV01/004"), BEN, "MAV01/004")
    assert [fixed_avatar(both, fighter).number for fighter in (ANN, BEN)] == ["MAV01/004"] * 2
    with pytest.raises(AvatarFixed):
        choose_avatar(both, ANN, "MAV01/003")


def test_M27_an_official_fixes_the_avatars_of_a_fight_once():
    fight = Fight(DUEL, each_alone((ANN, BEN)), avatars=offered("choose", (ANN, BEN)))
    fixed = fix_avatars(fight, filled(fight.avatars))
    assert [fixed_avatar(fixed, one) for one in (ANN, BEN)] == [fight.avatars.offered[one][0] for one in (ANN, BEN)]
    assert fix_avatars(fixed, ()) is fixed
    for wrong in (Fight(DUEL, each_alone((ANN, BEN))), fight):
        with pytest.raises(NotAllowed):
            fix_avatars(wrong, ())


def test_M29_a_fight_that_is_over_takes_no_choice_any_more_and_strangers_have_none():
    fight = Fight(DUEL, each_alone((ANN, BEN)), avatars=offered("free", (ANN, BEN)))
    with pytest.raises(NotYourFight):
        choose_avatar(fight, CLEO, "MAV01/001")
    with pytest.raises(NotAllowed):
        choose_avatar(Fight(DUEL, each_alone((ANN, BEN))), ANN, "MAV01/001")
    over = decide(fight, ANN, (1, 0), DecidedBy.ORGANIZER)
    with pytest.raises(FightOver):
        choose_avatar(over, ANN, "MAV01/001")
