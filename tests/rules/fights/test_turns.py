"""Turns and planes (M38-M40): decks, the die, who controls, who is out, and what a move refuses."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.errors import (
    FightOver,
    NotAllowed,
    NotYourTurn,
    PlanarDeckSmall,
    PlanarDuplicate,
    Refusal,
    Stale,
)
from drafts.rules.fights.acts import DieRolled
from drafts.rules.fights.beginning import go_first, start_of
from drafts.rules.fights.fight import DecidedBy, Fight
from drafts.rules.fights.games import count, end_game, undo
from drafts.rules.fights.outs import go_out
from drafts.rules.fights.results import decide, enter, give_up
from drafts.rules.fights.sides import Side, each_alone
from drafts.rules.fights.turns import course_of, face_of, pass_turn, roll, walk
from drafts.rules.games.magic.fights import DUEL
from drafts.rules.games.magic.planes import plane_of
from drafts.rules.planes import DieFace, Planes, PlaneTerms, PlaneWay, chosen_deck, must_suffice, shared_size
from tests.fight_forms import FOUR, TEAMS
from tests.rules.games.magic_cards import card

ANN, BEN, CLEO, DAN = 4, 7, 9, 11
FIGHTERS = (ANN, BEN, CLEO, DAN)


def plane(number, type_line="Plane - Wickmoor"):
    return plane_of(card(type_line, "", name=f"P/{number:03}", rarity="S"))


LOADED = (*(plane(n) for n in range(1, 49)), plane(49, "Phenomenon"), plane(50, "Phenomenon"))


def terms(way="shared", planes=LOADED):
    return PlaneTerms(PlaneWay(way), planes)


def pod(way="shared", seed="seed", planes=LOADED, first=ANN, form=FOUR, sides=None):
    sides = sides or each_alone(FIGHTERS)
    fighters = tuple(fighter for side in sides for fighter in side.fighters)
    return Fight(form, sides, first, 3, planes=Planes(terms(way, planes), seed, 12, fighters))


def turn(fight):
    at = course_of(fight).turn
    return at.number, at.side.fighter


def now(fight):
    return course_of(fight).plane


def passed(fight, times=1):
    for _ in range(times):
        fight = pass_turn(fight, course_of(fight).turn.number)
    return fight


def rolled(fight, face, by=None):
    at = course_of(fight)
    return roll(fight, by, (at.turn.number, at.plane.rolls), DieFace(face), own=True)


def cards(fight):
    """Every planar card of the game that is there, face up or down, by how often."""
    plane = now(fight)
    return Counter([plane.plane.number, *(each.number for deck in plane.decks.values() for each in deck)])


# Planar decks


@pytest.mark.parametrize(("fighters", "size"), [(2, 20), (3, 30), (4, 40), (6, 40), (8, 40)])
def test_M38_a_shared_deck_has_ten_cards_for_each_fighter_and_forty_at_most(fighters, size):
    assert shared_size(fighters) == size
    made = Planes(terms(), "seed", 1, tuple(range(1, fighters + 1))).decks(1)
    assert {owner: len(deck) for owner, deck in made.items()} == {None: size}


@given(st.text(max_size=5), st.integers(1, 9), st.integers(1, 4), st.sampled_from(["own", "shared"]))
def test_M38_no_card_lies_twice_in_a_deck_and_a_seed_makes_it_again(seed, fight, game, way):
    made = Planes(terms(way), seed, fight, FIGHTERS)
    decks = made.decks(game)
    assert decks == made.decks(game)
    assert all(len({each.number for each in deck}) == len(deck) for deck in decks.values())
    assert decks != made.decks(game + 1)
    if way == "own":
        assert {owner: len(deck) for owner, deck in decks.items()} == dict.fromkeys(FIGHTERS, 10)
        assert len(set(decks.values())) == len(FIGHTERS)


def test_M38_a_chosen_deck_has_ten_cards_and_none_twice():
    numbers = [each.number for each in LOADED[:10]]
    deck = chosen_deck(terms("own"), tuple(reversed(numbers)))
    assert [each.number for each in deck] == numbers
    with pytest.raises(PlanarDuplicate):
        chosen_deck(terms("own"), (*numbers, numbers[0]))
    with pytest.raises(PlanarDeckSmall) as small:
        chosen_deck(terms("own"), tuple(numbers[:9]))
    assert (small.value.count, small.value.least, small.value.code) == (9, 10, "planar_deck_small")
    with pytest.raises(KeyError):
        chosen_deck(terms("own"), (*numbers, "P/999"))
    made = Planes(terms("own"), "seed", 1, FIGHTERS, {ANN: deck}).decks(1)
    assert {each.number for each in made[ANN]} == set(numbers)
    must_suffice(LOADED, 50)
    with pytest.raises(PlanarDeckSmall):
        must_suffice(LOADED, 51)


def test_M38_a_card_that_was_renamed_is_chosen_by_both_of_its_numbers_and_once():
    renamed = (LOADED[0]._replace(former=("OLD/1",)), *LOADED[1:])
    numbers = tuple(each.number for each in LOADED[1:10])
    assert chosen_deck(terms("own", renamed), ("OLD/1", *numbers))[0].number == "P/001"
    with pytest.raises(PlanarDuplicate):
        chosen_deck(terms("own", renamed), ("OLD/1", "P/001", *numbers))


def test_M38_a_phenomenon_on_top_at_the_start_goes_to_the_bottom():
    phenomena = tuple(plane(n, "Phenomenon") for n in range(1, 15))
    few = (*phenomena, *(plane(n) for n in range(20, 26)))
    for seed in "abcdef":
        fight = pod(seed=seed, planes=few)
        deck = fight.planes.decks(1)[None]
        before = [each.number for each in deck[: deck.index(now(fight).plane)]]
        assert (now(fight).plane.is_phenomenon, now(fight).walked) == (False, 0)
        assert [each.number for each in now(fight).decks[None]][-len(before) or 20 :] == before
        assert all(each.is_phenomenon for each in deck[: len(before)])
    assert now(pod(planes=phenomena)).plane.is_phenomenon


# The planar die


def test_M39_six_planeswalks_one_is_chaos_and_the_rest_is_blank():
    planes = pod().planes
    shown = Counter(planes.face(number) for number in range(1, 1201))
    assert {face: 150 < shown[face] < 250 for face in (DieFace.PLANESWALK, DieFace.CHAOS)} == {
        DieFace.PLANESWALK: True,
        DieFace.CHAOS: True,
    }
    assert shown[DieFace.BLANK] > 700


def test_M39_the_first_roll_is_free_each_costs_one_more_and_a_new_turn_begins_at_nothing():
    fight, paid = pod(), []
    for face in ("blank", "chaos", "blank"):
        fight = rolled(fight, face)
        paid.append((now(fight).rolls, now(fight).last.paid, now(fight).last.face.value, now(fight).walked))
    assert paid == [(1, 0, "blank", 0), (2, 1, "chaos", 0), (3, 2, "blank", 0)]
    after = passed(fight)
    assert (now(after).rolls, now(after).last.paid, now(after).plane) == (0, 2, now(fight).plane)


def test_M39_the_die_of_the_event_shows_what_the_seed_says_and_no_other_face():
    fight = pod()
    shown = face_of(fight)
    after = roll(fight, ANN, (1, 0), None, own=False)
    assert after.acts == (DieRolled(ANN, shown),)
    assert after == roll(fight, ANN, (1, 0), shown, own=False)
    for other in set(DieFace) - {shown}:
        with pytest.raises(NotAllowed):
            roll(fight, ANN, (1, 0), other, own=False)
    assert undo(after) == fight
    assert face_of(undo(after)) == shown


def test_M39_each_roll_of_the_fight_has_a_chance_of_its_own_and_games_go_on_with_it():
    fight = pod()
    faces = [fight.planes.face(number) for number in (1, 2, 3)]
    for face in faces[:2]:
        fight = roll(fight, None, (1, now(fight).rolls), face, own=False)
    assert face_of(end_game(fight, 1, BEN)) == faces[2]


def test_M39_planeswalking_puts_the_plane_under_the_deck_and_turns_up_the_next():
    fight = pod()
    before, after = now(fight), now(rolled(fight, "planeswalk"))
    assert after.plane == before.decks[None][0]
    assert after.decks[None] == (*before.decks[None][1:], before.plane)
    assert (after.walked, after.owner, after.left, after.controller) == (1, None, 39, ANN)


def test_M39_with_own_decks_the_plane_goes_under_its_owners_and_the_next_is_the_rollers():
    fight = passed(pod("own"))
    before, after = now(fight), now(rolled(fight, "planeswalk", BEN))
    assert (before.owner, before.left, after.owner, after.left) == (ANN, 10, BEN, 9)
    assert after.decks[ANN] == (*before.decks[ANN], before.plane)
    assert after.plane == before.decks[BEN][0]


def test_M39_a_phenomenon_stays_until_it_is_left():
    phenomena = tuple(plane(n, "Phenomenon") for n in range(1, 40))
    fight = rolled(pod(planes=(*phenomena, plane(50))), "planeswalk")
    assert now(fight).plane.is_phenomenon
    left = walk(fight, ANN, 1)
    assert (now(left).walked, now(left).rolls) == (2, 1)
    with pytest.raises(Stale):
        walk(left, ANN, 1)


def test_M39_only_the_side_whose_turn_it_is_rolls_both_heads_of_a_team_and_officials():
    fight = pod()
    with pytest.raises(NotYourTurn):
        rolled(fight, "blank", BEN)
    with pytest.raises(NotYourTurn):
        walk(fight, BEN, 0)
    assert now(rolled(fight, "blank")).last.fighter == ANN
    teams = pod("own", form=TEAMS, sides=(Side((ANN, BEN)), Side((CLEO, DAN))))
    assert now(rolled(teams, "planeswalk", BEN)).owner == BEN
    with pytest.raises(NotYourTurn):
        rolled(teams, "blank", CLEO)


def test_M39_another_turn_or_another_number_of_rolls_is_stale():
    fight = rolled(passed(pod()), "blank")
    for at in ((1, 1), (2, 0), (2, 2), (3, 1)):
        with pytest.raises(Stale):
            roll(fight, BEN, at, None, own=False)


def test_M39_the_next_in_turn_controls_the_plane_of_one_who_is_out_and_may_roll():
    fight = go_out(pod(), ANN, (ANN,))
    assert (turn(fight), now(fight).controller) == ((1, ANN), BEN)
    assert now(rolled(fight, "chaos", BEN)).last.fighter == BEN
    assert turn(passed(fight)) == (2, BEN)
    out_too = go_out(fight, BEN, (BEN,))
    assert now(out_too).controller == CLEO


@pytest.mark.parametrize("way", ["shared", "own"])
def test_M39_the_next_in_turn_controls_the_plane_of_one_who_drops_out_of_the_event_and_may_roll(way):
    fight = give_up(pod(way), ANN)
    assert (turn(fight), now(fight).controller) == ((1, ANN), BEN)
    assert now(fight).plane == now(pod(way)).plane
    with pytest.raises(NotYourTurn):
        rolled(fight, "blank", ANN)
    walked = rolled(fight, "planeswalk", BEN)
    assert now(walked).last.fighter == now(walked).controller == BEN
    assert now(walked).plane == now(fight).decks[BEN if way == "own" else None][0]
    assert cards(walked) == cards(pod(way))
    assert now(give_up(walked, BEN)).controller == CLEO


def test_M38_an_owner_who_is_out_takes_their_plane_along_and_the_controller_turns_one_up():
    fight = pod("own")
    plane_of_ann = now(fight).plane
    fight = passed(fight, 2)
    after = go_out(fight, ANN, (ANN,))
    assert (now(after).owner, now(after).controller, now(after).plane) == (CLEO, CLEO, now(fight).decks[CLEO][0])
    assert plane_of_ann.number not in [each.number for each in now(after).decks[ANN]]
    both = go_out(pod("own"), ANN, (ANN,))
    assert (now(both).owner, now(both).controller) == (BEN, BEN)
    assert now(go_out(pod("own"), BEN, (BEN,))).plane == plane_of_ann


def test_M39_the_plane_of_an_owner_who_drops_out_of_the_event_leaves_with_the_next_turn():
    fight = give_up(pod("own"), ANN)
    after = passed(fight)
    assert (now(after).owner, now(after).controller) == (BEN, BEN)
    assert now(after).plane == now(fight).decks[BEN][0]
    shared = passed(give_up(pod(), ANN))
    assert now(shared).plane == now(pod()).plane
    kept = passed(give_up(pod("own"), BEN))
    assert (now(kept).owner, now(kept).controller) == (ANN, CLEO)


# The turn


def test_M40_turns_go_round_by_seats_from_who_goes_first_and_pass_over_who_is_out():
    fight = pod(first=CLEO)
    assert [turn(passed(fight, times)) for times in range(5)] == [
        (1, CLEO), (2, DAN), (3, ANN), (4, BEN), (5, CLEO),
    ]  # fmt: skip
    fight = go_out(fight, DAN, (DAN,))
    assert [turn(passed(fight, times))[1] for times in range(4)] == [CLEO, ANN, BEN, CLEO]


def test_M40_extra_turns_come_right_after_this_one_the_last_made_first():
    fight = pass_turn(pass_turn(pod(), 1, CLEO), 1, DAN)
    assert course_of(fight).turn.extra == (DAN, CLEO)
    assert [turn(passed(fight, times)) for times in range(5)] == [
        (1, ANN), (2, DAN), (3, CLEO), (4, BEN), (5, CLEO),
    ]  # fmt: skip
    assert turn(passed(go_out(fight, DAN, (DAN,)))) == (2, CLEO)
    later = pass_turn(passed(fight), 2, ANN)
    assert [turn(passed(later, times))[1] for times in range(4)] == [DAN, ANN, CLEO, BEN]


def test_M40_a_team_has_its_turn_together_and_a_duel_has_turns_only_on_planes():
    teams = Fight(TEAMS, (Side((ANN, BEN)), Side((CLEO, DAN))), ANN)
    assert [turn(passed(teams, times)) for times in range(3)] == [(1, ANN), (2, CLEO), (3, ANN)]
    duel = Fight(DUEL, each_alone((ANN, BEN)), ANN)
    assert course_of(duel) is None
    with pytest.raises(NotAllowed):
        pass_turn(duel, 1)
    on_planes = replace(duel, planes=Planes(terms(), "seed", 1, (ANN, BEN)))
    assert turn(passed(on_planes)) == (2, BEN)


def test_M40_another_turn_is_stale_and_a_strange_fighter_unknown():
    fight = pod()
    for number in (0, 2):
        with pytest.raises(Stale):
            pass_turn(fight, number)
    with pytest.raises(KeyError):
        pass_turn(fight, 1, 99)


def test_M22_once_a_turn_passed_or_the_die_was_rolled_who_goes_first_is_settled():
    fight = replace(pod(), dice=(((ANN, 20), (BEN, 3)),))
    assert turn(go_first(fight, ANN, 1, CLEO)) == (1, CLEO)
    for after in (passed(fight), pass_turn(fight, 1, BEN), rolled(fight, "blank"), walk(fight, ANN, 0)):
        assert start_of(after) is None
        with pytest.raises(Stale):
            go_first(after, ANN, 1, CLEO)


def test_M38_M40_a_new_game_begins_with_turn_one_and_another_order_of_planes():
    fight = rolled(passed(pod()), "planeswalk")
    after = end_game(fight, 1, BEN)
    assert (turn(after), now(after).walked, now(after).rolls, now(after).last) == ((1, ANN), 0, 0, None)
    assert now(after).decks != now(pod()).decks


def test_M39_M40_nothing_goes_on_while_a_result_stands():
    fight = enter(pod(), ANN, ANN, (2, 0, 0, 0))
    over = decide(pod(), ANN, (2, 0, 0, 0), DecidedBy.ORGANIZER)
    for moved in (lambda each: pass_turn(each, 1), lambda each: roll(each, ANN, (1, 0), None, own=False),
                  lambda each: walk(each, ANN, 0)):  # fmt: skip
        with pytest.raises(NotAllowed):
            moved(fight)
        with pytest.raises(FightOver):
            moved(over)
    planeless = replace(pod(), planes=None)
    with pytest.raises(NotAllowed):
        roll(planeless, ANN, (1, 0), DieFace.BLANK, own=True)
    with pytest.raises(NotAllowed):
        walk(planeless, ANN, 0)


STEPS = st.one_of(
    st.just("turn"),
    st.tuples(st.just("extra"), st.sampled_from(FIGHTERS)),
    st.tuples(st.just("roll"), st.sampled_from([None, *DieFace])),
    st.just("walk"),
    st.just("undo"),
    st.tuples(st.just("out"), st.sampled_from(FIGHTERS)),
    st.tuples(st.just("count"), st.sampled_from(FIGHTERS)),
)


def step(fight, made):
    at = course_of(fight)
    kind, said = made if isinstance(made, tuple) else (made, None)
    done = {
        "turn": lambda: pass_turn(fight, at.turn.number),
        "extra": lambda: pass_turn(fight, at.turn.number, said),
        "roll": lambda: roll(fight, None, (at.turn.number, at.plane.rolls), said, own=said is not None),
        "walk": lambda: walk(fight, None, at.plane.walked),
        "undo": lambda: undo(fight),
        "out": lambda: go_out(fight, said, (said,)),
        "count": lambda: count(fight, said, "life", -1),
    }
    return done[kind]()


@settings(max_examples=60)
@given(st.sampled_from(["own", "shared"]), st.lists(STEPS, max_size=24))
def test_M38_M39_no_plane_is_ever_lost_or_made_and_undo_takes_back_each_step(way, steps):
    fight = pod(way)
    for made in steps:
        try:
            after = step(fight, made)
        except Refusal:
            continue
        if after.is_over:  # nothing is taken back any more
            return
        if made != "undo":
            assert undo(after) == fight
        fight = after
        at = course_of(fight)
        gone = {who for act in fight.acts if hasattr(act, "fighters") for who in act.fighters}
        assert at.plane.controller not in gone or len(gone) == len(FIGHTERS)
        there, begun = (
            cards(fight),
            Counter(each.number for deck in fight.planes.decks(fight.game).values() for each in deck),
        )
        if way == "shared":
            assert there == begun
        else:
            assert not there - begun
            assert sum((begun - there).values()) <= len(gone)
