"""The face of cards of the plain game: a thing over a land, both by the card's name, in the colour of its type."""

from collections.abc import Mapping

from drafts.drawings import scenery
from drafts.drawings.chance import SeededNumbers
from drafts.drawings.colours import HUES, STEEL
from drafts.drawings.figure import ITEMS
from drafts.drawings.games.base import NEUTRAL, Face, slug_of
from drafts.drawings.held import item_named
from drafts.drawings.palette import Material
from drafts.drawings.subject import Subject

LANDS = (scenery.banners, scenery.waves, scenery.orchard, scenery.woods, scenery.towers, scenery.rosette)
MATERIALS: dict[str, Material] = {**dict.fromkeys(("", "C"), "paper"), "U": "silver", "R": "gold"}
"""By the letter of the rarity; all others are foil."""


def hue_of(slug: str) -> int:
    """Return the colour of a type, the same for the same name; steel for cards without one."""
    return STEEL if slug == NEUTRAL else SeededNumbers(f"type\n{slug}").below(HUES)


def subject_of(facts: Mapping[str, str]) -> Subject:
    """Return what a card shows: the thing that its name speaks of, or any."""
    name = facts.get("name", "")
    chance = SeededNumbers(f"thing\n{name}")
    return Subject(
        name=name,
        lands=((hue_of(slug_of(facts.get("kin", ""))), chance.of(*LANDS)),),
        item=item_named(name) or chance.of(*sorted(ITEMS)),
        material=MATERIALS.get(facts.get("rarity", ""), "foil"),
    )


PLAIN_FACE = Face(hue_of=hue_of, facts=("name", "kin", "rarity"), subject_of=subject_of, materials=MATERIALS, signs={})
