from dataclasses import replace

import pytest

from drafts.rules.draft.simulation import SimulationTally, draft_between_bots
from drafts.rules.draft.table import Phase
from drafts.rules.games.vanguard.cards import Trigger
from drafts.rules.games.vanguard.decks import deck_of
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.games.vanguard.recipes import derive_recipe
from drafts.rules.packs import PackMaker
from tests.rules.positions import cards

PRINTED = [
    *(replace(held.card, trigger=Trigger.HEAL) for held in cards(" ".join(f"T{number}" for number in range(10, 20)))),
    *(held.card for held in cards(" ".join(f"N{number}" for number in range(20, 60)))),
    *(replace(held.card, rarity="RR") for held in cards(" ".join(f"N{number}" for number in range(60, 70)))),
]
MAKERS = [PackMaker(derive_recipe("BT06", PRINTED), PRINTED)] * 6


def test_bots_draft_a_whole_table():
    table = draft_between_bots(VANGUARD, MAKERS, 3, "seed", 1)
    assert table.phase is Phase.DRAFTED
    assert [len(pile) for pile in table.piles] == [30] * 3
    assert len({held.id for pile in table.piles for held in pile}) == 90


def test_the_same_seed_gives_the_same_draft_and_each_table_is_another():
    assert draft_between_bots(VANGUARD, MAKERS, 3, "a", 1) == draft_between_bots(VANGUARD, MAKERS, 3, "a", 1)
    drafts = [draft_between_bots(VANGUARD, MAKERS, 3, *of) for of in (("a", 1), ("a", 2), ("b", 1))]
    assert len({draft.piles for draft in drafts}) == 3


def test_decks_are_counted_by_rarity_trigger_and_grade():
    tally = SimulationTally()
    for number in range(2):
        tally.add(draft_between_bots(VANGUARD, MAKERS, 2, "seed", number))
    assert (tally.drafts, tally.decks, tally.cards) == (2, 4, 120)
    assert tally.rarities == {"C": 96, "RR": 24}
    assert tally.facts["triggers"] == {"heal": 24}
    assert tally.facts["grades"] == {"0": 24, "1": 96}


def test_there_is_a_set_for_each_round():
    with pytest.raises(ValueError, match="in each round"):
        draft_between_bots(VANGUARD, MAKERS[:5], 2, "seed", 1)


def test_first_vanguard_reading_with_trigger_units_guaranteed_every_deck_has_one_of_grade_0():
    for number in range(5):
        for pile in draft_between_bots(VANGUARD, MAKERS, 4, "seed", number).piles:
            assert deck_of(pile, 30, True).starter.card.grade == 0
