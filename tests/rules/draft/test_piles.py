import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.draft.piles import Entered, EntrySwap, Mistake, OpenedRound, Origin, origins, packs_of, piles_of
from drafts.rules.draft.table import Phase
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from tests.rules.strategies import FORMATS, tables, walk

SEEDS = st.integers(0, 2**32)
VANGUARDS = [OpenedRound(rule, cards=5, guaranteed=True) for rule in VANGUARD.rounds]


def drafted(table, dice):
    """Play a draft; return its rounds as they were opened, and the table at its end."""
    called, end = set(), table
    for _, _, after in walk(table, dice):
        called |= {after.round} if after.called else set()
        end = after
    rounds = [
        OpenedRound(rule, len(packs[0].cards), packs[0].guaranteed, number in called)
        for number, (rule, packs) in enumerate(zip(table.format.rounds, table.packs, strict=True), start=1)
    ]
    return rounds, end


@given(tables(FORMATS, even=True), SEEDS)
def test_from_the_piles_every_pack_is_known_again(table, seed):
    rounds, end = drafted(table, random.Random(seed))
    assert end.phase is Phase.DRAFTED
    packs = packs_of(rounds, end.piles)
    assert [[set(pack) for pack in of_round] for of_round in packs] == [
        [set(pack.cards) for pack in of_round] for of_round in table.packs
    ]
    assert piles_of(rounds, packs) == end.piles


@given(tables(FORMATS, even=True), SEEDS)
def test_in_piles_that_were_drafted_by_the_rules_only_packs_without_what_they_should_hold_are_doubted(table, seed):
    rounds, end = drafted(table, random.Random(seed))
    cards = {str(held.id): held.card for pile in end.piles for held in pile}
    piles = [[str(held.id) for held in pile] for pile in end.piles]
    packs, featured = packs_of(rounds, piles), table.format.featured
    for conflict in Entered(rounds, piles, cards.get, featured).conflicts():
        pack = packs[conflict.origin.round - 1][conflict.origin.opened_by]
        before = sum(rounds[conflict.origin.round - 1].taken[: conflict.origin.pass_number - 1])
        assert conflict.mistake is Mistake.NO_FEATURED
        left = sum(featured in cards[number].traits for number in pack[before:])
        assert left == sum(featured in cards[piles[conflict.seat][place]].traits for place in conflict.places)


@given(st.integers(2, 9))
def test_a_pile_of_six_packs_of_five_has_thirty_entries(fighters):
    of_pile = origins(VANGUARDS, fighters, 0)
    assert len(of_pile) == 30
    assert of_pile[:3] == (Origin(1, 1, 0), Origin(1, 1, 0), Origin(1, 2, fighters - 1))
    assert of_pile[17] == Origin(4, 2, 1)


def test_a_pile_of_another_length_gives_no_packs():
    with pytest.raises(ValueError, match="shorter"):
        packs_of(VANGUARDS[:1], [["a"] * 5, ["b"] * 4])


def made_up(*kinds):
    return {
        f"{number:03}": VANGUARD_GAME.made_up(kind, f"{kind}{number}") for number, kind in enumerate(kinds, start=1)
    }


ONE_ROUND = VANGUARDS[:1]
CARDS = made_up("T", "N", "N", "N", "N", "T", "N", "N", "N", "N")
RIGHT = (["001", "002", "008", "004", "010"], ["006", "007", "003", "009", "005"])


def conflicts(piles, cards=CARDS, rounds=ONE_ROUND):
    return Entered(rounds, piles, cards.get, VANGUARD.featured).conflicts()


def test_piles_that_were_entered_right_fit():
    assert conflicts(RIGHT) == []


def test_a_number_that_no_set_has_is_named_with_its_pack():
    [found] = conflicts((["001", "002", "999", "004", "010"], RIGHT[1]))
    assert (found.mistake, found.origin, found.seat, found.places) == (Mistake.UNKNOWN_NUMBER, Origin(1, 2, 1), 0, (2,))
    assert found.mends == ()


def test_a_first_choice_without_its_trigger_unit_is_named_with_the_exchange_that_mends_it():
    [found] = conflicts((["002", "008", "001", "004", "010"], RIGHT[1]))
    assert (found.mistake, found.origin, found.places) == (Mistake.NO_FEATURED, Origin(1, 1, 0), (0, 1))
    assert EntrySwap(0, 1, 2) in found.mends


def test_a_first_choice_of_two_trigger_units_is_named_where_the_pack_held_another_card():
    cards = CARDS | made_up("T", "T")
    [found] = conflicts(RIGHT, cards)
    assert (found.mistake, found.seat, found.places) == (Mistake.TOO_MANY_FEATURED, 0, (0, 1))


def test_a_pack_without_a_trigger_unit_is_doubted_if_its_set_guarantees_one():
    found = conflicts(RIGHT, made_up(*"N" * 10))
    assert [(conflict.mistake, conflict.mends) for conflict in found] == [(Mistake.NO_FEATURED, ())] * 2
    assert conflicts(RIGHT, made_up(*"N" * 10), [ONE_ROUND[0]._replace(guaranteed=False)]) == []


def test_where_a_judge_has_verified_a_card_more_entries_are_of_the_first_pass():
    called = [ONE_ROUND[0]._replace(called=True)]
    assert [origin.pass_number for origin in origins(called, 2, 0)] == [1, 1, 1, 2, 3]
    assert [origin.pass_number for origin in origins(ONE_ROUND, 2, 0)] == [1, 1, 2, 3, 4]


def test_piles_in_which_nearly_nothing_fits_are_named_without_exchanges():
    rounds = ONE_ROUND * 14
    found = conflicts([pile * 14 for pile in RIGHT], made_up(*"N" * 10), rounds)
    assert (len(found), {conflict.mends for conflict in found}) == (28, {()})
