from collections import Counter

import pytest

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.games.vanguard.recipes import derive_recipe
from drafts.rules.packs import CannotFill, PackMaker, check_recipe


def card(number: str, rarity: str, *, trigger: bool = False) -> Card:
    kind = CardType.TRIGGER if trigger else CardType.NORMAL
    return VanguardCard(number, number, card_type=kind, trigger=Trigger.DRAW if trigger else None, rarity=rarity)


def set_of(*, triggers: int = 4, **rarities: int) -> list[Card]:
    cards = [card(f"X/{rarity}{n:02d}", rarity) for rarity, count in rarities.items() for n in range(count)]
    return cards + [card(f"X/T{n:02d}", "C", trigger=True) for n in range(triggers)]


USUAL = set_of(C=20, R=8, RR=4, RRR=2, SP=2)


def packs_of(code: str, cards: list[Card], count: int = 2000) -> list[tuple[Card, ...]]:
    maker = PackMaker(derive_recipe(code, cards), cards)
    return [maker.open(Chance("seed", code, n)) for n in range(count)]


def shape(pack: tuple[Card, ...]) -> tuple[int, int, int]:
    """Commons that are no trigger units, trigger units, rares or better."""
    triggers = sum(card.is_trigger for card in pack)
    rares = sum(card.rarity != "C" for card in pack)
    return len(pack) - triggers - rares, triggers, rares


@pytest.mark.parametrize("code", ["BT06", "BT17", "bt10", "EB08", "EB12", "G-BT01", "G-BT10", "SMP01", "HOUSE"])
def test_r6_a_pack_holds_a_trigger_unit_three_commons_and_a_rare_or_better(code):
    assert derive_recipe(code, USUAL).guarantees
    assert {shape(pack) for pack in packs_of(code, USUAL, 300)} == {(3, 1, 1)}


@pytest.mark.parametrize("code", ["BT01", "BT05", "EB01", "EB07"])
def test_r7_early_packs_hold_four_commons_and_guarantee_no_trigger_unit(code):
    packs = packs_of(code, USUAL, 300)
    assert not derive_recipe(code, USUAL).guarantees
    assert {len(pack) for pack in packs} == {5}
    assert {shape(pack)[2] for pack in packs} == {1}
    assert {shape(pack)[1] for pack in packs} >= {0, 1, 2}


@pytest.mark.parametrize("code", ["G-BT11", "G-BT14", "V-BT01", "V-EB03", "D-BT13", "DZ-BT01"])
def test_later_packs_hold_five_commons_and_two_rares_or_better(code):
    packs = packs_of(code, USUAL, 300)
    assert not derive_recipe(code, USUAL).guarantees
    assert {(len(pack), shape(pack)[2]) for pack in packs} == {(7, 2)}


def test_rares_come_as_often_as_documented():
    packs = packs_of("BT06", USUAL, 24_000)
    counts = Counter(card.rarity for pack in packs for card in pack)
    assert {rarity: round(counts[rarity] / 24_000, 2) for rarity in ("R", "RR", "RRR", "SP")} == pytest.approx(
        {"R": 0.724, "RR": 0.169, "RRR": 0.099, "SP": 1 / 120}, abs=0.011
    )


def test_a_rarity_that_the_set_does_not_have_drops_out():
    cards = set_of(C=20, R=8, RR=4, RRR=2)
    [layout] = derive_recipe("BT08", cards).layouts
    assert [slot.weights for slot in layout.slots if slot.name == "rare or better"] == [
        (("R", 8687), ("RR", 2023), ("RRR", 1190))
    ]


def test_numbered_cards_above_rrr_can_be_opened():
    cards = set_of(C=20, R=8, GR=1, ZR=1, VR=1, ORR=1)
    seen = {card.rarity for pack in packs_of("G-BT13", cards) for card in pack}
    assert seen == {"C", "R", "GR", "ZR", "VR", "ORR"}


@pytest.mark.parametrize("code", ["BT06", "BT01", "D-BT05", "HOUSE"])
def test_tokens_cards_without_rarity_and_prizes_are_never_opened(code):
    cards = [*USUAL, card("X/TK1", "token"), card("X/P1", ""), card("X/E1", "EX"), card("X/RE1", "Re")]
    assert {card.rarity for pack in packs_of(code, cards) for card in pack} <= {"C", "R", "RR", "RRR", "SP"}


def test_r9_a_legion_rare_pack_holds_the_trigger_unit_the_pair_and_two_others():
    cards = [*USUAL, card("X/L01EN", "LR"), card("X/L02EN", "LR")]
    with_pair = [pack for pack in packs_of("BT16", cards, 3000) if any("legion_rare" in card.traits for card in pack)]
    assert {tuple(sorted(card.number for card in pack if "legion_rare" in card.traits)) for pack in with_pair} == {
        ("X/L01EN", "X/L02EN")
    }
    assert {shape(pack) for pack in with_pair} == {(2, 1, 2)}
    assert 10 < len(with_pair) < 45


def test_half_a_pair_makes_no_legion_rare_packs():
    cards = [*USUAL, card("X/L01EN", "LR")]
    assert derive_recipe("BT16", cards) == derive_recipe("BT16", USUAL)


def test_an_unknown_set_without_trigger_units_gives_five_cards_and_guarantees_none():
    cards = set_of(triggers=0, C=20, R=8)
    assert not derive_recipe("HOUSE", cards).guarantees
    assert {shape(pack) for pack in packs_of("HOUSE", cards, 100)} == {(4, 0, 1)}


def test_an_unknown_set_of_other_rarities_gives_any_five_cards_each_as_likely():
    cards = set_of(triggers=0, uncommon=6, mythic=3)
    counts = Counter(card.number for pack in packs_of("HOUSE", cards, 3600) for card in pack)
    assert (len(counts), min(counts.values()) > 1850, max(counts.values()) < 2150) == (9, True, True)


def test_an_unknown_set_without_rarities_gives_any_five_cards():
    cards = [card(f"X/{n}", "") for n in range(6)]
    assert {len(set(pack)) for pack in packs_of("HOUSE", cards, 50)} == {5}


@pytest.mark.parametrize(("code", "size"), [("BT03", 5), ("D-BT01", 7), ("G-BT12", 7), ("BT06", 5)])
def test_a_set_of_a_known_era_without_rarities_gives_packs_of_that_era_of_any_cards(code, size):
    cards = [card(f"X/{n}", "") for n in range(12)]
    counts = Counter(card.number for pack in packs_of(code, cards, 1200) for card in pack)
    assert {len(pack) for pack in packs_of(code, cards, 50)} == {size}
    assert min(counts.values()) > 0.85 * sum(counts.values()) / 12


def test_r6_packs_of_a_set_without_rarities_hold_a_trigger_unit_where_the_era_guarantees_one():
    cards = [card(f"X/{n}", "", trigger=n < 3) for n in range(12)]
    recipe = derive_recipe("BT06", cards)
    assert recipe.guarantees
    assert {sum(card.is_trigger for card in pack) for pack in packs_of("BT06", cards, 100)} == {1}


@pytest.mark.parametrize(
    ("code", "cards", "slot"),
    [
        ("BT06", set_of(triggers=0, C=20, R=8), "trigger"),
        ("BT06", set_of(C=20), "rare or better"),
        ("BT06", set_of(C=2, R=8), "common"),
        ("D-BT01", set_of(triggers=0, C=20, R=1), "rare or better"),
        ("HOUSE", [], "any card"),
    ],
)
def test_a_set_that_is_too_small_is_refused_with_the_slot_named(code, cards, slot):
    with pytest.raises(CannotFill) as refused:
        check_recipe(derive_recipe(code, cards), cards)
    assert refused.value.slot == slot
