"""A match of Magic: dice, who goes first, who is out, and what undo takes back (M22-M25, M31-M33)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.building import BuiltDeck
from drafts.rules.chance import Chance
from drafts.rules.errors import BadAmount, FightOver, NotAllowed, NotYourFight, NotYourTurn, Refusal, Stale
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.beginning import Start, chooses, go_first, goes_first, may_choose, rolled, start_of
from drafts.rules.fights.decks import deck_of, deck_version, may_change_decks
from drafts.rules.fights.dice import FACES, highest, throws
from drafts.rules.fights.fight import DecidedBy, Fight, Result, SideDeck, TimeUp
from drafts.rules.fights.games import count, end_game, spare, undo
from drafts.rules.fights.outs import fighters_out, go_out, is_out
from drafts.rules.fights.results import call_time, confirm, decide, dispute, enter, reopen
from drafts.rules.fights.sides import each_alone
from drafts.rules.games.magic.fights import DUEL
from tests.fight_forms import FOUR

ANN, BEN, CLEO, DAN = 4, 7, 9, 11
DICE = (((ANN, 12), (BEN, 12)), ((ANN, 3), (BEN, 9)))
MATCH = Fight(DUEL, each_alone((ANN, BEN)), best_of=3, dice=DICE)
ONE_GAME = replace(MATCH, best_of=1)
OF_FOUR = Fight(replace(FOUR, hand=7), each_alone((ANN, BEN, CLEO, DAN)), dice=DICE)
ORGANIZER = DecidedBy.ORGANIZER


def dead(fight, *fighters):
    for fighter in fighters:
        fight = count(fight, fighter, "life", SetTo(0))
    return fight


@given(seed=st.text(max_size=5), sides=st.integers(2, 6))
def test_M22_a_d20_falls_for_each_side_and_the_highest_that_tie_throw_again(seed, sides):
    thrown = throws(range(1, sides + 1), Chance(seed, "dice", 1))
    assert thrown == throws(range(1, sides + 1), Chance(seed, "dice", 1))
    assert {face for throw in thrown for _, face in throw} <= set(range(1, FACES + 1))
    throwing = [tuple(side for side, _ in throw) for throw in thrown]
    assert throwing == [tuple(range(1, sides + 1)), *map(highest, thrown[:-1])]
    assert [len(highest(throw)) > 1 for throw in thrown] == [True] * (len(thrown) - 1) + [False]


def test_M22_the_winner_of_the_dice_chooses_and_goes_first_until_they_say_otherwise():
    assert (chooses(MATCH), goes_first(MATCH)) == (BEN, BEN)
    said = go_first(MATCH, BEN, 1, ANN)
    assert (chooses(said), goes_first(said)) == (BEN, ANN)
    assert goes_first(go_first(said, BEN, 1, BEN)) == BEN
    assert go_first(said, BEN, 1, ANN) is said
    assert undo(said) == MATCH


def test_M22_a_fighter_who_does_not_choose_does_not_say_who_goes_first():
    for by in (ANN, None):
        with pytest.raises(NotYourTurn):
            go_first(MATCH, by, 1, ANN)
    with pytest.raises(NotYourTurn):
        go_first(replace(MATCH, dice=()), ANN, 1, ANN)
    with pytest.raises(KeyError):
        go_first(MATCH, BEN, 1, CLEO)


def test_M22_the_choice_of_who_goes_first_stands_once_something_was_counted():
    for counter in ("life", "mulligans"):
        counted = count(MATCH, ANN, counter, 1)
        with pytest.raises(Stale):
            go_first(counted, BEN, 1, ANN)
        assert goes_first(go_first(undo(counted), BEN, 1, ANN)) == ANN
    with pytest.raises(Stale):
        go_first(MATCH, BEN, 2, ANN)


def test_M22_M25_the_start_of_a_game_is_over_once_anything_but_mulligans_is_counted():
    said = go_first(MATCH, BEN, 1, ANN)
    mulligan = count(said, ANN, "mulligans", 1)
    assert [start_of(fight) for fight in (MATCH, rolled(MATCH, ANN), said, mulligan)] == [
        Start.CHOICE, Start.CHOICE, Start.SAID, Start.MULLIGANS,
    ]  # fmt: skip
    lost = count(mulligan, ANN, "life", -1)
    assert [start_of(fight) for fight in (lost, count(lost, ANN, "mulligans", 1), undo(lost))] == [
        None, None, Start.MULLIGANS,
    ]  # fmt: skip
    assert [start_of(end_game(lost, 1, BEN)), start_of(replace(MATCH, dice=()))] == [Start.CHOICE, None]


def test_M22_a_result_leaves_it_open_who_goes_first_but_nobody_can_say_it():
    entered = enter(MATCH, ANN, ANN, (2, 0))
    assert (start_of(entered), may_choose(entered), may_choose(MATCH)) == (Start.CHOICE, False, True)


def test_M22_M36_the_first_player_is_still_chosen_after_a_fighter_has_left_a_game_of_several():
    assert start_of(go_out(OF_FOUR, CLEO, (CLEO,))) is Start.CHOICE


def test_M22_dice_of_the_fighters_own_count_until_it_is_said_who_goes_first():
    own = rolled(MATCH, ANN)
    assert (chooses(own), goes_first(own), rolled(own, ANN)) == (ANN, ANN, own)
    assert chooses(rolled(own, BEN)) == BEN
    with pytest.raises(Stale):
        rolled(go_first(own, ANN, 1, ANN), BEN)
    with pytest.raises(Stale):
        rolled(end_game(own, 1, ANN), BEN)
    with pytest.raises(NotAllowed):
        rolled(replace(MATCH, dice=()), ANN)


def test_M22_the_loser_of_the_last_game_that_was_won_chooses_and_after_a_draw_the_same_one():
    second = end_game(MATCH, 1, BEN)
    assert (chooses(second), goes_first(second)) == (ANN, ANN)
    assert goes_first(go_first(second, ANN, 2, BEN)) == BEN
    assert chooses(end_game(second, 2, None)) == ANN
    assert chooses(end_game(rolled(MATCH, ANN), 1, None)) == ANN
    assert chooses(end_game(MATCH, 1, None)) == BEN


def test_M31_a_counter_is_set_to_a_value_within_its_bounds():
    set_ = count(count(MATCH, ANN, "life", -3), ANN, "life", SetTo(-999))
    assert (set_.counts.of(ANN)["life"], set_.changes[-1].by) == (-999, -1016)
    assert count(set_, ANN, "life", SetTo(-999)) is set_
    assert undo(set_).counts.of(ANN)["life"] == 17
    for counter, value in (("life", 1000), ("life", -1000), ("poison", -1), ("mulligans", 8), ("library", 2)):
        with pytest.raises(BadAmount):
            count(MATCH, ANN, counter, SetTo(value))


def test_M32_a_draw_from_an_empty_library_loses_and_is_nothing_that_others_are_shown_of_a_side():
    lost = count(MATCH, ANN, "library", 1)
    assert (lost.counts.lost(ANN), lost.counts.lost_by(lost.side_of(ANN))) == ("library", "library")
    assert set(lost.counts.of_side(lost.side_of(ANN))) == {"life", "poison"}


def test_M25_M28_seven_cards_are_drawn_and_after_mulligans_so_many_cards_go_to_the_bottom():
    fight = MATCH
    for mulligans in range(8):
        assert (fight.counts.bottom(ANN), fight.counts.hand(ANN), fight.counts.lost(ANN)) == (mulligans, 7, None)
        fight = count(fight, ANN, "mulligans", 1) if mulligans < 7 else fight
    assert end_game(fight, 1, BEN).counts.bottom(ANN) == 0


def test_M28_with_more_than_two_the_first_mulligan_is_free():
    bottoms = [OF_FOUR.counts.bottom(ANN), *(count(OF_FOUR, ANN, "mulligans", by).counts.bottom(ANN) for by in (1, 2))]
    assert bottoms == [0, 0, 1]


def test_M24_a_fighter_concedes_a_game_and_the_next_begins():
    second = go_out(count(MATCH, BEN, "life", -5), ANN, (ANN,))
    assert (second.score, second.game, second.result, fighters_out(second)) == ((0, 1), 2, None, frozenset())
    assert (chooses(second), second.counts.of(BEN)["life"]) == (ANN, 20)


def test_M24_the_word_of_who_concedes_the_last_game_is_the_signature():
    over = go_out(go_out(MATCH, ANN, (ANN,)), ANN, (ANN,))
    assert over.result == Result(BEN, (0, 2), entered_by=ANN, by=DecidedBy.AGREED)
    assert (over.is_over, is_out(over, over.side_of(ANN)), is_out(over, over.side_of(BEN))) == (True, True, False)


def test_M31_another_side_says_that_a_fighter_who_has_lost_is_out_and_the_fighter_confirms_it():
    with pytest.raises(NotAllowed):
        go_out(ONE_GAME, BEN, (ANN,))
    said = go_out(dead(ONE_GAME, ANN), BEN, (ANN,))
    assert (said.is_over, said.result) == (False, Result(BEN, (0, 1), entered_by=BEN))
    assert confirm(said, ANN).result.by is DecidedBy.AGREED
    assert dispute(said, ANN).result.disputed


def test_M24_the_word_of_an_official_is_final():
    over = go_out(ONE_GAME, DecidedBy.JUDGE, (ANN,))
    assert over.result == Result(BEN, (0, 1), by=DecidedBy.JUDGE)
    with pytest.raises(FightOver):
        go_out(over, ORGANIZER, (BEN,))


def test_M31_all_who_have_lost_at_once_draw_the_game_which_counts_for_nobody():
    drawn = go_out(dead(MATCH, ANN, BEN), ANN, (ANN, BEN))
    assert ([game.winner for game in drawn.games], drawn.score, chooses(drawn)) == ([None], (0, 0), BEN)
    with pytest.raises(NotAllowed):
        go_out(dead(MATCH, ANN), ANN, (ANN, BEN))


def test_M24_of_several_sides_the_one_that_is_left_alone_has_won():
    two_left = go_out(go_out(OF_FOUR, ANN, (ANN,)), DAN, (DAN,))
    assert (two_left.result, fighters_out(two_left)) == (None, {ANN, DAN})
    with pytest.raises(NotAllowed):
        go_out(two_left, ANN, (ANN,))
    assert go_out(two_left, CLEO, (CLEO,)).result.winner == BEN


def test_M24_a_fighter_of_no_side_and_once_a_result_stands_nobody_is_out():
    with pytest.raises(NotYourFight):
        go_out(MATCH, CLEO, (ANN,))
    with pytest.raises(KeyError):
        go_out(MATCH, ANN, (CLEO,))
    entered = enter(MATCH, ANN, BEN, (0, 2))
    for move in (
        lambda fight: go_out(fight, BEN, (BEN,)),
        lambda fight: rolled(fight, ANN),
        lambda fight: go_first(fight, BEN, 1, BEN),
    ):
        with pytest.raises(NotAllowed):
            move(entered)
        with pytest.raises(FightOver):
            move(confirm(entered, BEN))


def test_M31_a_card_keeps_a_player_in_the_game_until_that_counter_changes():
    lost = dead(MATCH, ANN)
    spared = spare(lost, ANN, "life")
    assert (spared.counts.lost(ANN), spared.counts.spared(ANN), undo(spared)) == (None, ("life",), lost)
    assert count(spared, ANN, "life", -1).counts.lost(ANN) == "life"
    assert count(spared, BEN, "life", -1).counts.lost(ANN) is None
    assert count(spared, ANN, "poison", 10).counts.lost(ANN) == "poison"
    for fight, counter in ((MATCH, "life"), (spared, "life"), (lost, "poison"), (MATCH, "")):
        with pytest.raises(NotAllowed):
            spare(fight, ANN, counter)


def test_M31_a_player_whom_a_card_keeps_in_the_game_has_not_lost_when_time_is_up():
    spared = spare(dead(ONE_GAME, ANN), ANN, "life")
    assert call_time(spared, TimeUp.DRAW).result.winner is None
    assert call_time(dead(ONE_GAME, ANN), TimeUp.DRAW).result.winner == BEN


def test_undo_takes_back_the_end_of_a_game_with_the_out_that_ended_it():
    counted = count(MATCH, BEN, "life", -5)
    assert undo(go_out(counted, ANN, (ANN,))) == counted
    assert undo(end_game(counted, 1, ANN)) == counted
    waiting = go_out(dead(ONE_GAME, ANN), BEN, (ANN,))
    assert undo(waiting) == dead(ONE_GAME, ANN)


def test_a_fight_that_was_decided_by_an_out_goes_on_when_it_is_opened_again():
    counted = count(ONE_GAME, BEN, "life", -5)
    assert reopen(go_out(counted, ANN, (ANN,))) == counted
    assert reopen(decide(counted, ANN, (1, 0), ORGANIZER)) == counted


def test_M23_decks_change_between_two_games_until_something_is_counted():
    second = end_game(MATCH, 1, BEN)
    entered = enter(second, ANN, BEN, (0, 2))
    fights = (MATCH, second, rolled(MATCH, ANN), count(second, ANN, "mulligans", 1), entered)
    assert [may_change_decks(fight) for fight in fights] == [False, True, False, False, False]
    assert may_change_decks(go_first(second, ANN, 2, ANN))
    assert may_change_decks(undo(count(second, ANN, "life", 1)))


def test_M23_a_deck_is_that_of_its_game_and_those_after_it():
    usual, other = BuiltDeck((1,)), BuiltDeck((2,))
    fight = replace(end_game(MATCH, 1, BEN), decks=(SideDeck(ANN, 2, other),))
    assert [deck_of(fight, ANN, game, usual) for game in (1, 2, 3)] == [usual, other, other]
    assert (deck_of(fight, BEN, 3, usual), deck_version(fight, ANN), deck_version(fight, BEN)) == (usual, 2, 1)


fighters = st.sampled_from((ANN, BEN))
steps = st.one_of(
    st.tuples(
        st.just(count), fighters, st.sampled_from(("life", "poison", "mulligans", "library")), st.integers(-30, 30)
    ),
    st.tuples(st.just(go_out), fighters, st.lists(fighters, min_size=1, max_size=2).map(tuple)),
    st.tuples(st.just(spare), fighters, st.sampled_from(("life", "poison", "library"))),
    st.tuples(st.just(rolled), fighters),
    st.tuples(st.just(go_first), fighters, st.integers(1, 3), fighters),
    st.tuples(st.just(end_game), st.integers(1, 3), st.sampled_from((ANN, BEN, None))),
)


@given(st.lists(steps, max_size=25))
def test_undo_leads_back_through_the_same_fights_to_the_start_whatever_is_done(moves):
    fights = [MATCH]
    for move, *said in moves:
        try:
            after = move(fights[-1], *said)
        except Refusal:
            continue
        if after != fights[-1]:
            fights.append(after)
    if fights[-1].is_over:
        fights.pop()
    for before, fight in zip(reversed(fights[:-1]), reversed(fights[1:]), strict=True):
        assert fight.counted == before.counted + 1
        assert undo(fight) == before
    with pytest.raises(NotAllowed):
        undo(fights[0])
