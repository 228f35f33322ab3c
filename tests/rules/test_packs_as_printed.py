"""Packs as they are printed: foil copies, balanced colours, and the frequencies of their sheets."""

from collections import Counter
from math import sqrt

import pytest

from drafts.rules.chance import Chance
from drafts.rules.games.magic.cards import MagicCard
from drafts.rules.packs import CannotFill, Layout, PackMaker, Recipe, Slot, TablePacks
from tests.rules.test_packs import one_layout, opened

PACKS = 20_000
COLOURS = {"W": 16, "U": 20, "B": 18, "R": 15, "G": 19, "": 8, "WU": 2, "BR": 2}
COMMONS = [
    MagicCard(f"T/{colours}{number}", f"{colours} {number}", "C", type_line="Creature", colors=colours)
    for colours, count in COLOURS.items()
    for number in range(count)
]
BALANCED = Slot("common", 10, "", (("C", 1),), balance="colors")
FOIL = Slot("foil", 1, "", (("C", 1),), foil=True)


def drawn(recipe, packs, cards=COMMONS):
    maker = PackMaker(recipe, cards)
    return [maker.draw(Chance("seed", number)) for number in range(packs)]


def within(count, share, packs=PACKS):
    """Whether a card that is in a share of all packs may lie in so many of them: five standard deviations."""
    return abs(count - packs * share) < 5 * sqrt(packs * share * (1 - share))


def test_a_balanced_slot_has_a_card_of_each_colour_and_every_card_as_often_as_any_other():
    packs = [[drawn.card for drawn in pack] for pack in drawn(one_layout(BALANCED), PACKS)]
    assert all(set("WUBRG") <= {card.colors for card in pack} for pack in packs)
    assert all(len({card.number for card in pack}) == 10 for pack in packs)
    found = Counter(card.number for pack in packs for card in pack)
    assert [card.number for card in COMMONS if not within(found[card.number], 10 / len(COMMONS))] == []


def test_without_balance_many_packs_lack_a_colour():
    slot = Slot("common", 10, "", (("C", 1),))
    packs = opened(PackMaker(one_layout(slot), COMMONS), 500)
    assert sum(not set("WUBRG") <= {card.colors for card in pack} for pack in packs) > 100


def test_a_sheet_keeps_its_weights_when_it_is_balanced():
    sheet = tuple((card.number, 1 + (place % 3)) for place, card in enumerate(COMMONS))
    slot = Slot("common", 5, "", (), sheet=sheet, balance="colors")
    packs = [[drawn.card for drawn in pack] for pack in drawn(one_layout(slot), 300)]
    assert all({card.colors for card in pack} == set("WUBRG") for pack in packs)
    found = Counter(dict(sheet)[card.number] for pack in packs for card in pack)
    assert found[3] > 2 * found[1]


@pytest.mark.parametrize("count", [1, 4])
def test_a_slot_with_fewer_places_than_colours_is_drawn_as_any_other(count):
    plain, balanced = (Slot("common", count, "", (("C", 1),), balance=balance) for balance in ("", "colors"))
    assert drawn(one_layout(balanced), 50) == drawn(one_layout(plain), 50)


def test_a_balanced_slot_whose_colour_has_run_out_takes_other_cards():
    cards = [card for card in COMMONS if card.colors in ("W", "U")][:18]
    few = [cards[0], *(card for card in cards if card.colors == "U")]
    slots = (
        Slot("first", 1, "", (), sheet=((few[0].number, 1),)),
        Slot("common", 2, "", (("C", 1),), balance="colors"),
    )
    for pack in drawn(one_layout(*slots), 50, few):
        assert len({one.card.number for one in pack}) == 3


def test_the_cards_of_a_foil_slot_are_foil_and_no_others():
    for pack in drawn(one_layout(BALANCED, FOIL), 200):
        assert Counter(foil for _, foil in pack) == {False: 10, True: 1}


def test_a_foil_copy_can_lie_beside_one_that_is_none_and_not_beside_another_foil():
    alone = COMMONS[:2]
    slots = (Slot("common", 2, "", (("C", 1),)), Slot("foil", 2, "", (("C", 1),), foil=True))
    for pack in drawn(one_layout(*slots), 20, alone):
        assert sorted((card.number, foil) for card, foil in pack) == sorted(
            (card.number, foil) for card in alone for foil in (False, True)
        )
    with pytest.raises(CannotFill):
        PackMaker(one_layout(Slot("foil", 3, "", (("C", 1),), foil=True)), alone)


def test_a_recipe_with_a_foil_slot_draws_the_cards_of_one_without():
    """The mark changes no draw: who marks a slot of an old recipe gets the same cards."""
    marked, plain = (Slot("any", 3, "", (("C", 1),), foil=foil) for foil in (True, False))
    assert [[one.card for one in pack] for pack in drawn(one_layout(marked), 50)] == [
        [one.card for one in pack] for pack in drawn(one_layout(plain), 50)
    ]


def test_a_cube_with_foils_deals_each_copy_once():
    slots = (Slot("common", 2, "", (("C", 1),)), Slot("foil", 1, "", (("C", 1),), foil=True))
    maker, packs = PackMaker(Recipe(False, (Layout(1, slots),), once=True), COMMONS[:20]), TablePacks()
    dealt = Counter(one for number in range(10) for one in packs.draw(maker, 1, Chance("seed", number)))
    assert set(dealt.values()) == {1}
    assert Counter(one.foil for one in dealt) == {False: 20, True: 10}


def test_over_many_packs_cards_are_as_frequent_as_their_sheets_and_layouts_say():
    rare, common = COMMONS[:4], COMMONS[4:24]
    rares = Slot(
        "rare", 1, "", (), sheet=tuple((card.number, weight) for card, weight in zip(rare, (8, 4, 2, 1), strict=True))
    )
    foils = Slot("foil", 1, "", (), sheet=tuple((card.number, 1) for card in common), foil=True)
    commons = Slot("common", 4, "", (), sheet=tuple((card.number, 5) for card in common))
    recipe = Recipe(False, (Layout(3, (rares, commons)), Layout(1, (commons, foils))))
    found = Counter((one.card.number, one.foil) for pack in drawn(recipe, PACKS) for one in pack)
    expected = {
        **{(card.number, False): 3 / 4 * weight / 15 for card, weight in zip(rare, (8, 4, 2, 1), strict=True)},
        **{(card.number, False): 4 / 20 for card in common},
        **{(card.number, True): 1 / 4 / 20 for card in common},
    }
    assert found.keys() == expected.keys()
    assert [one for one, share in expected.items() if not within(found[one], share)] == []


def test_many_layouts_are_prepared_once_for_each_different_slot():
    slots = [Slot(f"slot {number % 7}", 1, "", (("C", 1),)) for number in range(7)]
    layouts = tuple(Layout(1 + number, (slots[number % 7], slots[(number + 1) % 7])) for number in range(1000))
    assert len(PackMaker(Recipe(False, layouts), COMMONS).draw(Chance("seed", 1))) == 2
