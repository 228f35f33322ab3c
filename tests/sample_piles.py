"""Piles of the sample sets, as somebody writes down what they have drafted."""

import csv
from collections.abc import Iterable
from pathlib import Path
from random import Random

import drafts

DATA = Path(drafts.__file__).parent / "data"

TRIGGER, NORMAL = "SMP01/050", "SMP01/043"
FITTING = [TRIGGER, *([NORMAL] * 4)] * 6
"""A pile of SMP01 that fits beside others like it, at a table of any size: each pack had one trigger unit."""
MISPLACED = [*FITTING[:5], NORMAL, NORMAL, TRIGGER, *FITTING[8:]]
"""The same with the trigger unit of the second pack at the third card of it: that was taken in another pass."""


def piles_that_fit(rng: Random, names: Iterable[str], code: str = "SMP02") -> dict[str, list[str]]:
    """Return a pile for each of these names, by chance: of each pack a trigger unit first, then four other cards.

    Such piles fit together wherever their fighters sit. Most cards are common, so that few are chosen one by one.
    """
    with (DATA / f"{code}.csv").open(encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    triggers = [card["card_number"] for card in cards if card["card_type"] == "Trigger Unit"]
    common, rare = (
        [card["card_number"] for card in cards if card["card_type"] == "Normal Unit" and card["rarity"] in rarities]
        for rarities in ("C", ("R", "RR"))
    )
    piles = {name: [card for _ in range(6) for card in _pack(rng, triggers, common)] for name in names}
    for pile in piles.values():
        pile[rng.randrange(6) * 5 + 1] = rng.choice(rare)
    return piles


def _pack(rng: Random, triggers: list[str], others: list[str]) -> list[str]:
    return [rng.choice(triggers), *rng.choices(others, k=4)]
