from dataclasses import replace

from drafts.rules.games.vanguard import decks
from drafts.rules.games.vanguard.cards import Trigger
from tests.rules.positions import cards, ids


def deck_of(pile, *, complete=True):
    return decks.deck_of(pile, 30, complete)


def printed(text, **facts):
    return tuple(replace(held, card=replace(held.card, **facts)) for held in cards(text))


def playable():
    triggers = printed("T1 T2 T3 T4 T5 T6", trigger=Trigger.CRITICAL)
    by_grade = [printed(" ".join(map(str, range(8 * grade + 10, 8 * grade + 16))), grade=grade) for grade in range(4)]
    return (*triggers, *sum(by_grade, ()))


def test_R10_a_chosen_g_unit_goes_to_the_g_zone():
    deck = deck_of(cards("N1 G2 T3 G4"))
    assert (ids(deck.zone("main")), ids(deck.zone("g_zone"))) == ([3, 1], [2, 4])


def test_R10_the_deck_says_how_many_cards_are_in_the_g_zone():
    deck = deck_of((*playable()[3:], *cards("G97 G98 G99")))
    assert deck.warnings == ("27 cards in the main deck and 3 in the G zone.",)


def test_R15_thirty_chosen_cards_are_a_deck_without_a_word():
    deck = deck_of(playable())
    assert len(deck.zone("main")) == 30
    assert deck.warnings == ()


def test_R15_reading_with_packs_of_another_size_the_deck_is_what_was_chosen():
    deck = deck_of(playable()[1:])
    assert len(deck.zone("main")) == 29
    assert deck.warnings == ("The deck has 29 cards, not 30.",)


def test_R15_a_pile_that_still_grows_gets_no_warnings():
    assert deck_of(cards("N1 G2"), complete=False).warnings == ()


def test_R16_all_chosen_cards_are_used():
    pile = (*playable()[:25], *cards("G90 G91 G92 G93 G94"))
    deck = deck_of(pile)
    assert sorted(ids(deck.zone("main")) + ids(deck.zone("g_zone"))) == sorted(ids(pile))


def test_R16_five_copies_of_a_card_and_five_heal_triggers_are_allowed():
    heals = printed("T1 T2 T3 T4 T5 T6", trigger=Trigger.HEAL, number="BT06/050", name="The same six times")
    deck = deck_of((*heals, *playable()[6:]))
    assert deck.counts("triggers") == {"heal": 6}
    assert deck.warnings == ()


def test_R18_units_of_many_clans_are_no_matter_for_a_warning():
    pile = tuple(
        replace(held, card=replace(held.card, clan=f"Clan {number}")) for number, held in enumerate(playable())
    )
    deck = deck_of(pile)
    assert deck.warnings == ()
    assert deck.counts("clans") == {f"Clan {number}": 1 for number in range(30)}


def test_first_vanguard_reading_any_grade_0_unit_that_is_no_trigger_unit_is_proposed_first():
    pile = (*printed("T1", grade=0), *printed("N2", grade=0), *printed("N3", grade=2))
    deck = deck_of(pile)
    assert (deck.starter.id, deck.starter_note) == (2, "Any grade 0 unit of the deck may start.")


def test_first_vanguard_reading_a_trigger_unit_of_grade_0_may_start():
    assert deck_of((*printed("N3", grade=2), *printed("T1", grade=0))).starter.id == 1


def test_first_vanguard_reading_without_a_grade_0_unit_any_card_of_the_lowest_grade_may_start():
    deck = deck_of((*printed("N3", grade=2), *printed("N1", grade=1), *cards("G4")))
    assert deck.starter.id == 1
    assert deck.starter_note == "There is no grade 0 unit: by the house rule any card of the lowest grade may start."


def test_first_vanguard_reading_it_is_one_of_the_chosen_cards():
    deck = deck_of(playable())
    assert deck.starter in deck.zone("main")


def test_a_pile_of_g_units_has_nobody_to_start_with():
    assert deck_of(cards("G1")).starter is None


def test_a_deck_counts_grades_triggers_and_clans():
    pile = (
        *printed("T1", trigger=Trigger.DRAW, clan="Kagero"),
        *printed("N2 N3", grade=2, clan="Kagero"),
        *printed("N4", grade=None, clan="", nation="Zoo"),
        *printed("G5", clan=""),
    )
    deck = deck_of(pile)
    assert (deck.counts("grades"), deck.counts("triggers")) == ({"0": 1, "2": 2}, {"draw": 1})
    assert deck.counts("clans") == {"Kagero": 3, "Zoo": 1, "No clan": 1}


def test_cards_lie_by_grade_then_trigger_units_last_then_by_clan_and_name():
    pile = (
        *printed("N1", grade=None),
        *printed("N2", grade=1, clan="B", name="A"),
        *printed("N3", grade=1, clan="A", name="Z"),
        *printed("N4", grade=1, clan="A", name="B"),
        *printed("T5", grade=0),
        *printed("N6", grade=0),
    )
    assert ids(deck_of(pile).zone("main")) == [6, 5, 4, 3, 2, 1]


def test_the_faults_of_a_deck_are_named():
    assert deck_of(printed("N1", grade=1)).warnings == (
        "There is no grade 0 unit.",
        "There is no grade 2 unit.",
        "There is no grade 3 unit.",
        "The deck has 1 cards, not 30.",
        "There is no trigger unit.",
    )


def test_rows_go_from_the_highest_grade_to_the_lowest_and_then_to_the_g_zone():
    deck = deck_of((*playable(), *cards("G97 G98")))
    assert [(row.sign, len(row.cards)) for row in deck.rows] == [("3", 6), ("2", 6), ("1", 6), ("0", 12), ("G", 2)]


def test_the_hero_is_the_rarest_card_and_of_equals_the_one_of_the_highest_grade():
    low, high = printed("N1", grade=1, rarity="RR"), printed("N2", grade=3, rarity="RR")
    assert ids([deck_of((*low, *high, *printed("N3", grade=3, rarity="C"))).hero]) == [2]
    assert deck_of(()).hero is None
