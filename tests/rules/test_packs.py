from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.packs import (
    CannotFill,
    Layout,
    PackMaker,
    Recipe,
    Slot,
    TablePacks,
    check_recipe,
    cube_recipe,
    pairs_of,
)


def units(rarity: str, count: int, *, start: int = 1, trigger: bool = False) -> list[Card]:
    kind = CardType.TRIGGER if trigger else CardType.NORMAL
    what = Trigger.HEAL if trigger else None
    numbers = range(start, start + count)
    return [VanguardCard(f"T/{n:03d}", f"Unit {n}", card_type=kind, trigger=what, rarity=rarity) for n in numbers]


def legion(*places: int) -> list[Card]:
    return [VanguardCard(f"T/L{place:02d}EN", f"Legion {place}", rarity="LR") for place in places]


def one_layout(*slots: Slot, guarantees: bool = False) -> Recipe:
    return Recipe(guarantees, (Layout(1, slots),))


def opened(maker: PackMaker, packs: int, seed: str = "seed") -> list[tuple[Card, ...]]:
    return [maker.open(Chance(seed, pack)) for pack in range(packs)]


COMMONS = Slot("common", 3, "-trigger", (("C", 1),))
RARE = Slot("rare", 1, "", (("R", 9), ("RR", 1)))
TRIGGER = Slot("trigger", 1, "trigger", (("C", 1),))
SET = units("C", 6) + units("C", 4, start=7, trigger=True) + units("R", 4, start=20) + units("RR", 2, start=30)
FIVE = one_layout(TRIGGER, RARE, COMMONS, guarantees=True)


def test_each_slot_gives_its_cards():
    for pack in opened(PackMaker(FIVE, SET), 200):
        assert Counter((card.is_trigger, card.rarity == "C") for card in pack) == {
            (True, True): 1, (False, True): 3, (False, False): 1,
        }  # fmt: skip


def test_no_card_is_twice_in_a_pack():
    every = one_layout(Slot("any", 16, "", (("C", 1), ("R", 1), ("RR", 1))))
    for pack in opened(PackMaker(every, SET), 50):
        assert sorted(card.number for card in pack) == sorted(card.number for card in SET)


def test_the_same_seed_gives_the_same_packs_whatever_order_the_cards_come_in():
    assert opened(PackMaker(FIVE, SET), 20) == opened(PackMaker(FIVE, list(reversed(SET))), 20)


def test_another_seed_gives_other_packs():
    maker = PackMaker(FIVE, SET)
    assert opened(maker, 20, "one") != opened(maker, 20, "two")


def test_these_packs_come_from_this_seed_for_ever():
    assert [[card.number[2:] for card in pack] for pack in opened(PackMaker(FIVE, SET), 3, "7")] == [
        ["020", "004", "005", "007", "002"],
        ["008", "002", "004", "003", "020"],
        ["006", "007", "020", "001", "004"],
    ]


def test_the_order_of_the_cards_tells_nothing_of_their_slots():
    packs = opened(PackMaker(FIVE, SET), 4000)
    places = Counter(place for pack in packs for place, card in enumerate(pack) if card.is_trigger)
    assert all(700 < places[place] < 900 for place in range(5))


def test_rarities_come_as_often_as_they_weigh():
    packs = opened(PackMaker(FIVE, SET), 4000)
    assert 320 < Counter(card.rarity for pack in packs for card in pack)["RR"] < 480


def test_cards_of_a_sheet_come_as_often_as_they_weigh():
    sheet = tuple((card.number, weight) for weight, card in enumerate(SET, 1))
    maker = PackMaker(one_layout(Slot("sheet", 1, "", (), sheet=sheet)), SET)
    counts = Counter(card.number for pack in opened(maker, 20_000) for card in pack)
    total = sum(weight for _, weight in sheet)
    expected = {number: 20_000 * weight / total for number, weight in sheet}
    chi_square = sum((counts[number] - mean) ** 2 / mean for number, mean in expected.items())
    assert chi_square < 37.7  # of 15 degrees of freedom: one seed in a thousand is above


def test_no_card_of_a_sheet_is_twice_in_a_pack_though_another_slot_has_the_same_sheet():
    sheet = tuple((card.number, 1) for card in SET[:6])
    recipe = one_layout(Slot("a", 3, "", (), sheet=sheet), Slot("b", 3, "", (), sheet=sheet))
    assert {len({card.number for card in pack}) for pack in opened(PackMaker(recipe, SET), 200)} == {6}


def test_a_sheet_with_too_few_cards_is_named():
    recipe = one_layout(Slot("foils", 3, "", (), sheet=((SET[0].number, 5), (SET[1].number, 1))))
    with pytest.raises(CannotFill, match='the slot "foils" needs 3, and the set has 2 for it'):
        check_recipe(recipe, SET)


def test_layouts_come_as_often_as_they_weigh():
    recipe = Recipe(False, (Layout(3, (COMMONS,)), Layout(1, (TRIGGER,))))
    sizes = Counter(len(pack) for pack in opened(PackMaker(recipe, SET), 4000))
    assert (recipe.sizes, sizes.keys(), 2850 < sizes[3] < 3150) == ((1, 3), {1, 3}, True)


def test_legion_rares_are_paired_by_their_numbers_and_one_without_its_mate_is_left_out():
    pairs = pairs_of(legion(4, 3, 1, 2, 5, 8))
    assert [(leader.number, mate.number) for leader, mate in pairs] == [
        ("T/L01EN", "T/L02EN"),
        ("T/L03EN", "T/L04EN"),
    ]


def test_r9_a_pair_slot_gives_a_leader_with_its_own_mate():
    maker = PackMaker(one_layout(Slot("pair", 2, "", (("LR", 1),), pair=True), COMMONS), SET + legion(1, 2, 3, 4))
    found = {tuple(sorted(card.number for card in pack if "legion_rare" in card.traits)) for pack in opened(maker, 60)}
    assert found == {("T/L01EN", "T/L02EN"), ("T/L03EN", "T/L04EN")}


def test_a_legion_rare_comes_in_no_other_slot():
    with pytest.raises(CannotFill):
        check_recipe(one_layout(Slot("common", 1, "", (("LR", 1),))), legion(1, 2))


@pytest.mark.parametrize(
    ("slot", "have", "need"),
    [
        (Slot("trigger", 5, "trigger", (("C", 1),)), 4, 5),
        (Slot("secret", 1, "", (("GR", 1),)), 0, 1),
        (Slot("nothing", 1, "", ()), 0, 1),
        (Slot("pair", 2, "", (("LR", 1),), pair=True), 0, 2),
    ],
)
def test_a_slot_that_the_set_cannot_fill_is_named(slot, have, need):
    with pytest.raises(CannotFill) as refused:
        check_recipe(one_layout(COMMONS, slot), SET + legion(1))
    assert (refused.value.slot, refused.value.have, refused.value.need) == (slot.name, have, need)


def test_the_cards_that_earlier_slots_may_take_are_counted():
    two_of_two = one_layout(Slot("first", 1, "", (("RR", 1),)), Slot("second", 2, "", (("RR", 1),)))
    with pytest.raises(CannotFill, match='the slot "second" needs 2, and the set has 1 for it'):
        check_recipe(two_of_two, SET)


def test_every_layout_is_checked_however_rare():
    with pytest.raises(CannotFill, match="gold"):
        check_recipe(Recipe(False, (Layout(999, (COMMONS,)), Layout(1, (Slot("gold", 1, "", ()),)))), SET)


rarities = st.sampled_from(["C", "R", "RR", "SP"])
weights = st.dictionaries(rarities, st.integers(1, 10_000), max_size=4).map(lambda made: tuple(made.items()))
slots = st.builds(Slot, st.just("slot"), st.integers(1, 4), st.sampled_from(["", "trigger", "-trigger"]), weights)
recipes = st.builds(
    Recipe,
    st.booleans(),
    st.lists(st.builds(Layout, st.integers(1, 9), st.lists(slots, min_size=1, max_size=4).map(tuple)), min_size=1).map(
        tuple
    ),
)
sets = st.lists(st.tuples(rarities, st.booleans()), max_size=25).map(
    lambda kinds: [
        card for n, (rarity, trigger) in enumerate(kinds) for card in units(rarity, 1, start=n, trigger=trigger)
    ]
)


@given(recipes, sets, st.text(max_size=5))
def test_a_set_is_refused_or_gives_full_packs_without_end(recipe, cards, seed):
    try:
        maker = PackMaker(recipe, cards)
    except CannotFill:
        return
    for pack in opened(maker, 10, seed):
        numbers = sorted(card.number for card in pack)
        assert len(pack) in recipe.sizes
        assert all(first < second for first, second in pairwise(numbers))


# Cubes: no card twice at a table -------------------------------------------------------------------------------------

CUBE = cube_recipe(3, {card.number: 1 for card in SET})


@pytest.mark.parametrize("seed", range(20))
def test_no_card_of_a_cube_comes_twice_at_a_table(seed):
    packs, maker = TablePacks(), PackMaker(CUBE, (), SET)
    dealt = [card.number for pack in range(5) for card, _ in packs.draw(maker, 1, Chance(str(seed), pack))]
    assert len(set(dealt)) == len(dealt) == 15


def test_each_table_has_the_whole_cube():
    packs, maker = TablePacks(), PackMaker(CUBE, (), SET)
    for table in (1, 2):
        assert (
            len({card for pack in range(5) for card, _ in packs.draw(maker, table, Chance("seed", table, pack))}) == 15
        )


def test_a_cube_that_is_too_small_for_a_table_is_refused_with_the_pack_that_it_lacks():
    packs, maker = TablePacks(), PackMaker(CUBE, (), SET)
    for pack in range(5):
        packs.draw(maker, 1, Chance("seed", pack))
    with pytest.raises(CannotFill) as refused:
        packs.draw(maker, 1, Chance("seed", "one more"))
    assert str(refused.value.words) == "the cube has too few cards for so many fighters at a table"


def test_a_cube_says_for_how_many_fighters_it_has_cards():
    assert [CUBE.fighters(packs) for packs in (1, 2, 6)] == [5, 2, 0]
    assert FIVE.fighters(1) is None
    few, many = (tuple((card.number, 1) for card in SET[:count]) for count in (4, 12))
    slots = Slot("few", 1, "", (), sheet=few), Slot("many", 2, "", (), sheet=many)
    assert replace(one_layout(*slots), once=True).fighters(1) == 4


def test_a_card_comes_as_often_as_the_cube_has_copies_of_it():
    copies = {card.number: 2 for card in SET[:6]}
    packs, maker = TablePacks(), PackMaker(cube_recipe(3, copies), (), SET)
    opened_packs = [packs.draw(maker, 1, Chance("seed", pack)) for pack in range(4)]
    assert Counter(card.number for pack in opened_packs for card, _ in pack) == copies


def test_every_card_of_a_cube_is_as_likely_as_any_other():
    maker = PackMaker(CUBE, (), SET)
    counts = Counter(
        card.number
        for table in range(2000)
        for packs in [TablePacks()]
        for pack in range(2)
        for card, _ in packs.draw(maker, table, Chance("seed", table, pack))
    )
    mean = 2000 * 6 / len(SET)
    assert sum((count - mean) ** 2 / mean for count in counts.values()) < 37.7


def test_cards_of_other_sets_come_from_sheets_alone():
    other = units("C", 5, start=90)
    sheet = tuple((card.number, 1) for card in other)
    recipe = one_layout(COMMONS, Slot("guest", 1, "", (), sheet=sheet))
    for pack in opened(PackMaker(recipe, SET, other), 100):
        assert sum(card in other for card in pack) == 1
