from collections import Counter

from drafts.rules.statistics.choices import Cut, Look, cuts_of, favourites, taken_by_answer
from tests.rules.positions import cards


def named(text):
    return tuple(held.card for held in cards(text))


def kind(card):
    return "trigger" if card.is_trigger else "G" if card.is_g_unit else "normal"


LOOKS = [
    Look(0, named("T1 N2 N3 N4"), named("N2"), receiver=1),
    Look(1, named("G5 G6 N7 T8"), named("G5"), receiver=0),
    Look(1, named("T1 N3 N4"), named("N3"), receiver=0),
    Look(0, named("G6 N7 T8"), named("N7"), receiver=1),
    Look(1, named("G6"), named("G6"), receiver=0),
]


def test_the_favourite_of_a_seat_is_what_it_took_most_of():
    taken = taken_by_answer(LOOKS, kind)
    assert taken == {0: Counter(normal=2), 1: Counter(G=2, normal=1)}
    assert favourites(taken) == {0: "normal", 1: "G"}
    assert favourites({3: Counter(zeal=2, angel=2)}) == {3: "angel"}


def test_a_cut_is_what_the_next_one_went_for_and_did_not_get_from_packs_that_came_to_them():
    assert cuts_of(LOOKS, {0: "normal", 1: "G"}, kind) == {(0, 1): Cut(0, 1), (1, 0): Cut(1, 3)}
    assert cuts_of(LOOKS, {1: "normal"}, kind) == {(0, 1): Cut(2, 4)}
