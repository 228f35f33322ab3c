"""The colour and the land of each clan; of a card without a clan, of its nation."""

from hashlib import sha256

from drafts.drawings import scenery
from drafts.drawings.colours import HUES, STEEL
from drafts.drawings.games.base import NEUTRAL

_COLOURS = {
    NEUTRAL: STEEL,
    "gold-lions": 8,
    "ember-court": 3,
    "tide-choir": 23,
    "verdant-oath": 15,
    "clockwork-guild": 18,
    "night-orchard": 30,
    # Clans of published sets, by the colours that their fighters know them by.
    "royal-paladin": 25,
    "shadow-paladin": 31,
    "gold-paladin": 8,
    "oracle-think-tank": 0,
    "angel-feather": 35,
    "genesis": 10,
    "kagero": 2,
    "narukami": 9,
    "nubatama": 28,
    "tachikaze": 6,
    "murakumo": 27,
    "nova-grappler": 26,
    "dimension-police": 21,
    "link-joker": 1,
    "spike-brothers": 33,
    "dark-irregulars": 32,
    "pale-moon": 30,
    "gear-chronicle": 17,
    "granblue": 19,
    "bermuda-triangle": 22,
    "aqua-force": 24,
    "megacolony": 11,
    "great-nature": 12,
    "neo-nectar": 14,
    "cray-elemental": STEEL,
}


def hue_of(slug: str) -> int:
    """Return a clan's colour: 0 to 35 for steps of 10 degrees, or `STEEL`."""
    return _COLOURS[slug] if slug in _COLOURS else sha256(slug.encode()).digest()[-1] % HUES


LANDS: dict[str, scenery.Scenery] = {
    **dict.fromkeys(
        ("gold-lions", "royal-paladin", "gold-paladin", "spike-brothers", "great-nature", "keter-sanctuary"),
        scenery.banners,
    ),
    **dict.fromkeys(("ember-court", "kagero", "narukami", "tachikaze", "dragon-empire"), scenery.volcano),
    **dict.fromkeys(("tide-choir", "aqua-force", "bermuda-triangle", "granblue"), scenery.waves),
    **dict.fromkeys(("verdant-oath", "neo-nectar", "megacolony", "stoicheia"), scenery.woods),
    **dict.fromkeys(("clockwork-guild", "gear-chronicle"), scenery.gears),
    **dict.fromkeys(
        ("night-orchard", "shadow-paladin", "dark-irregulars", "pale-moon", "nubatama", "murakumo", "dark-states"),
        scenery.orchard,
    ),
    **dict.fromkeys(("nova-grappler", "dimension-police", "link-joker", "brandt-gate"), scenery.towers),
}
"""The land that lies behind the figures of a clan."""
