"""The face of a game's cards as other modules use it, and the parts that faces are made of."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from drafts.drawings.palette import Material
from drafts.drawings.subject import Subject

NEUTRAL = "neutral"
"""The slug of cards without a kin."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """How the cards of a game look. Its template, style sheet and script stand in folders of the game's name.

    `hue_of` returns the colour of a kin by its slug: 0 to 35 for steps of 10 degrees, or `STEEL`. `subject_of` returns
    what a card's picture shows, by those of its `facts` that are named here, as texts: equal facts, equal picture.
    `materials` says what a card is made of, by its rarity; all others are foil. `signs` are icons for slots of a pack
    recipe whose cards have a trait, by the trait.
    """

    hue_of: Callable[[str], int]
    facts: tuple[str, ...]
    subject_of: Callable[[Mapping[str, str]], Subject]
    materials: Mapping[str, Material]
    signs: Mapping[str, str]

    def facts_of(self, card: object) -> dict[str, str]:
        """Return those facts of a card that its picture shows, as texts; facts that it lacks are left out."""
        facts = ((fact, str(part_of(card, fact))) for fact in self.facts)
        return {fact: text for fact, text in facts if text}


def slug_of(kin: str) -> str:
    """Return a kin's name as it stands in addresses; names without a Latin letter get one from their hash."""
    plain = normalize("NFKD", kin).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if words:
        return words[:60]
    return f"kin-{sha256(kin.encode()).hexdigest()[:10]}" if kin.strip() else NEUTRAL


def part_of(card: object, name: str) -> Any:
    """Return a fact of a card; "" where there is none, and where there is no card."""
    value = card.get(name) if isinstance(card, Mapping) else getattr(card, name, None)
    return "" if value is None else value
