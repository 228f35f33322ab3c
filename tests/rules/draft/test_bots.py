import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice, bot_choice
from drafts.rules.draft.table import choose, has_chosen, owed
from tests.rules.positions import cards, state
from tests.rules.strategies import played_tables

PACK = ("T1 T2 N3 N4 N5", "T6 N7 N8 N9 N10")


def automatic(table, marked=(), seed="seed"):
    return automatic_choice(table, 0, marked, Chance(seed))


def test_a_card_that_is_marked_is_taken():
    assert automatic(state(*PACK), [4, 2]) == (4, 2)


def test_R6_a_mark_that_the_rules_do_not_allow_gives_way_to_the_trigger_unit():
    chosen = automatic(state(*PACK), [4, 5])
    assert chosen[0] == 4
    assert chosen[1] in (1, 2)


def test_R6_of_two_marked_trigger_units_the_first_is_taken():
    chosen = automatic(state(*PACK), [2, 1])
    assert chosen[0] == 2
    assert chosen[1] in (3, 4, 5)


def test_marks_on_cards_that_are_not_held_count_for_nothing():
    assert automatic(state(*PACK), [99, 7]) == automatic(state(*PACK))


def test_without_marks_chance_decides_and_every_legal_choice_can_come():
    chosen = {frozenset(automatic(state(*PACK), seed=str(number))) for number in range(200)}
    assert chosen == {frozenset((trigger, normal)) for trigger in (1, 2) for normal in (3, 4, 5)}


def test_the_same_seed_gives_the_same_choice():
    assert automatic(state(*PACK), seed="a") == automatic(state(*PACK), seed="a")
    assert bot_choice(state(*PACK), 0, Chance("a")) == bot_choice(state(*PACK), 0, Chance("a"))


@given(played_tables(), st.integers(0, 2**32))
def test_automatic_choices_and_bots_always_choose_by_the_rules(table, number):
    dice = random.Random(number)
    for seat in range(table.fighters):
        if not has_chosen(table, seat):
            marked = [held.id for held in table.hands[seat] if dice.random() < 0.3]
            for chosen in (automatic_choice(table, seat, marked, Chance("x")), bot_choice(table, seat, Chance("x"))):
                assert len(chosen) == owed(table, seat).total
                choose(table, seat, chosen)


def test_a_bot_takes_the_rare_card():
    rare = tuple(replace(held, card=replace(held.card, rarity="RRR")) for held in cards("N3"))
    table = state("T1 N2 N3 N4", "T5 N6 N7 N8")
    table = replace(table, hands=(cards("T1 N2") + rare + cards("N4"), table.hands[1]))
    assert {bot_choice(table, 0, Chance(str(number))) for number in range(20)} == {(3, 1)}


def test_a_bot_takes_the_grade_that_its_pile_lacks():
    def of_grade(text, grade):
        return tuple(replace(held, card=replace(held.card, grade=grade)) for held in cards(text))

    table = state("N1 N2", "N3 N4", at="1.2")
    table = replace(
        table,
        hands=(of_grade("N1", 1) + of_grade("N2", 3), table.hands[1]),
        piles=(of_grade(" ".join(f"N{number}" for number in range(10, 20)), 1), ()),
    )
    assert {bot_choice(table, 0, Chance(str(number))) for number in range(20)} == {(2,)}
