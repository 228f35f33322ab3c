from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.errors import NotInPool, NotYourTurn
from drafts.rules.night.sharing import Lot, begin, deal, take, take_for

ANN, BEN, CLEO = 1, 2, 3


@st.composite
def shared_nights(draw):
    """Fighters, lots of all sizes, and wishes of some of the fighters for some of the cards."""
    fighters = list(range(1, draw(st.integers(1, 9)) + 1))
    sizes = draw(st.lists(st.integers(0, 30), max_size=5))
    lots, first = [], 0
    for place, size in enumerate(sizes):
        lots.append(Lot(f"R{place}", tuple(range(first, first + size)), chosen=place + 1 < len(sizes)))
        first += size
    wish_lists = st.lists(st.integers(0, max(first, 1)), unique=True)
    return fighters, lots, draw(st.dictionaries(st.sampled_from(fighters), wish_lists)), draw(st.text(max_size=5))


def shared_out(fighters, lots, wishes, seed):
    """Share everything out, while nobody's phone is there."""
    sharing = begin(fighters, lots, seed)
    while sharing.turn is not None:
        sharing = take_for(sharing, wishes)
    return sharing


@given(shared_nights())
def test_R19_every_card_is_shared_once_and_nobody_has_more_than_one_more_than_another_of_any_rarity_or_in_all(night):
    fighters, lots, *_ = night
    sharing = shared_out(*night)
    assert sorted(share.card for share in sharing.taken) == [card for lot in lots for card in lot.cards]
    rarity_of = {card: lot.rarity for lot in lots for card in lot.cards}
    shares = [Counter(rarity_of[card] for card in sharing.cards_of(fighter)) for fighter in fighters]
    for counts in ([share.total() for share in shares], *([share[lot.rarity] for share in shares] for lot in lots)):
        assert max(counts) - min(counts) <= 1


@given(shared_nights())
def test_R19_no_fighter_would_rather_have_anothers_share_by_more_than_one_card_of_their_wishes(night):
    fighters, lots, wishes, _ = night
    sharing = shared_out(*night)
    for lot in lots:
        for fighter, wished in wishes.items():
            wanted = [card for card in wished if card in lot.cards]
            own = ranks(sharing.cards_of(fighter), wanted)
            for other in fighters:
                theirs = ranks(sharing.cards_of(other), wanted)[1:]  # all but the best of them
                assert len(own) >= len(theirs)
                assert all(mine <= rank for mine, rank in zip(own, theirs, strict=False))


def ranks(cards, wanted):
    return sorted(wanted.index(card) for card in cards if card in wanted)


def test_R19_where_turns_are_filled_wishes_come_first_whoever_has_their_turn_before():
    sharing = begin([ANN, BEN], [Lot("C", (8, 9, 10), chosen=False)], "seed")
    first, second = sharing.order
    asked = []

    def fill(places):
        asked.append(places)
        return tuple(reversed(places.cards))

    dealt = deal(sharing, {second: [8]}, fill)
    assert [(places.cards, places.turns, places.owners) for places in asked] == [
        ((9, 10), (first, second), {8: second})
    ]
    assert (dealt.cards_of(first), dealt.cards_of(second)) == ((10,), (8, 9))


def test_a_fill_that_gives_too_little_or_what_is_gone_is_refused():
    sharing = begin([ANN, BEN], [Lot("C", (9, 10), chosen=False)], "seed")
    for cards in ((9,), (9, 9), (9, 11)):
        with pytest.raises(NotInPool):
            deal(sharing, {}, lambda places, cards=cards: cards)


@given(shared_nights())
def test_R19_the_order_can_be_recomputed_from_the_seed(night):
    fighters, lots, _, seed = night
    assert begin(fighters, lots, seed) == begin(fighters, lots, seed)
    assert sorted(begin(fighters, lots, seed).order) == fighters


def test_R19_reading_rare_cards_are_chosen_in_turns_that_go_back_and_forth():
    sharing = begin([ANN, BEN, CLEO], [Lot("RRR", tuple(range(7)))], "seed")
    first, second, third = sharing.order
    assert sharing.turns[:6] == (first, second, third, third, second, first)
    turns = []
    for card in range(6):
        turns.append(sharing.turn)
        sharing = take(sharing, sharing.turn, card)
    assert turns == [first, second, third, third, second, first]


def test_R19_in_a_short_turn_those_take_who_have_the_fewest_cards():
    sharing = begin([ANN, BEN, CLEO], [Lot("RRR", (0,)), Lot("RR", (1, 2)), Lot("R", (3,))], "seed")
    first, *others = sharing.order
    for card in range(3):
        sharing = take(sharing, sharing.turn, card)
    assert [sharing.cards_of(fighter) for fighter in others] == [(1,), (2,)]
    assert (sharing.cards_of(first), sharing.turn) == ((0,), first)


def test_a_card_is_taken_by_the_one_whose_turn_it_is_and_from_the_pool():
    sharing = begin([ANN, BEN], [Lot("RRR", (7, 8)), Lot("C", (9, 10), chosen=False)], "seed")
    first, second = sharing.order
    with pytest.raises(NotYourTurn):
        take(sharing, second, 7)
    for card in (9, 11):
        with pytest.raises(NotInPool):
            take(sharing, first, card)
    sharing = take(sharing, first, 8)
    with pytest.raises(NotInPool):
        take(sharing, second, 8)
    assert take(sharing, second, 7).pool == (9, 10)


def test_common_cards_are_taken_by_nobody_and_dealt_by_wishes():
    sharing = begin([ANN, BEN], [Lot("RRR", (7, 8)), Lot("C", (9, 10), chosen=False)], "seed")
    first, second = sharing.order
    assert deal(sharing, {}) == sharing
    sharing = take(take(sharing, first, 7), second, 8)
    for fighter in (first, second):
        with pytest.raises(NotYourTurn):
            take(sharing, fighter, 9)
    dealt = deal(sharing, {first: [10, 9], second: [10]})
    assert (dealt.cards_of(first), dealt.cards_of(second), dealt.turn) == ((7, 10), (8, 9), None)


def test_a_fighter_who_is_away_gets_what_they_wish_for_most_of_what_is_left():
    sharing = begin([ANN], [Lot("R", (5, 6, 7))], "seed")
    sharing = take_for(sharing, {ANN: [8, 6]})
    assert sharing.cards_of(ANN) == (6,)
    assert take_for(sharing, {}).cards_of(ANN) == (6, 5)


def test_when_all_is_shared_nobody_takes_anything():
    sharing = shared_out([ANN], [Lot("R", (5,))], {}, "seed")
    assert (sharing.turn, sharing.lot, sharing.pool) == (None, None, ())
    with pytest.raises(NotYourTurn):
        take(sharing, ANN, 5)
    with pytest.raises(NotYourTurn):
        take_for(sharing, {})


def test_each_card_lies_in_one_place_and_somebody_gets_it():
    for fighters, lots in (([], []), ([ANN], [Lot("R", (1,)), Lot("C", (1,))])):
        with pytest.raises(ValueError, match="each card once"):
            begin(fighters, lots, "seed")
