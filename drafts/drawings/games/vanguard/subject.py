"""The picture of a Vanguard card: the figure of its race over the land of its clan."""

from collections.abc import Mapping

from drafts.drawings import scenery
from drafts.drawings.chance import SeededNumbers
from drafts.drawings.figure import HOLDS_SOMETHING
from drafts.drawings.games.base import slug_of
from drafts.drawings.games.vanguard.clans import LANDS, hue_of
from drafts.drawings.games.vanguard.signs import EDGES, TRIGGER_SIGNS
from drafts.drawings.held import item_in_hand
from drafts.drawings.palette import Material
from drafts.drawings.subject import Subject

FOLK = ("knight", "worker", "rogue", "bearer", "witch", "regent")
BEASTS = ("wolf", "bear", "stag", "fox")
ANYBODY = ("knight", "rogue", "wolf", "witch", "dragon", "owl", "shade", "angel")

RACES: dict[str, tuple[str, ...]] = {
    "human": FOLK,
    "elf": ("rogue", "bearer", "witch", "regent", "knight"),
    "noble": ("regent", "witch", "knight"),
    "angel": ("angel",),
    "sylph": ("angel", "moth"),
    "lionkin": ("lion",),
    "merfolk": ("mermaid",),
    "mermaid": ("mermaid",),
    "aquaroid": ("mermaid", "knight"),
    "gillman": ("crab", "mermaid"),
    "whalekin": ("whale",),
    "crabfolk": ("crab",),
    "tortoise": ("crab",),
    "toadfolk": ("kettle",),
    "treant": ("treant",),
    "dryad": ("treant", "angel"),
    "bioroid": ("treant", "moth"),
    "stagfolk": ("stag",),
    "foxfolk": ("fox",),
    "squirrelfolk": ("fox",),
    "mousefolk": ("fox", "worker"),
    "rabbitfolk": ("stag", "fox"),
    "automaton": ("automaton", "kettle", "beetle"),
    "gearoid": ("automaton", "kettle", "beetle"),
    "workeroid": ("worker", "automaton"),
    "workerloid": ("worker", "automaton"),
    "battleroid": ("automaton", "knight", "golem"),
    "cyberoid": ("automaton", "rogue"),
    "golem": ("golem",),
    "giant": ("golem", "bear"),
    "ogre": ("golem", "bear"),
    "goblin": ("rogue", "worker"),
    "alien": ("beetle", "flame", "owl"),
    "insect": ("beetle", "moth"),
    "moth folk": ("moth",),
    "shade": ("shade",),
    "ghost": ("shade", "rogue"),
    "zombie": ("scarecrow", "shade"),
    "skeleton": ("scarecrow", "knight"),
    "scarecrow": ("scarecrow",),
    "vampire": ("regent", "shade"),
    "succubus": ("witch", "moth"),
    "demon": ("dragon", "shade", "regent"),
    "spirit": ("shade", "flame"),
    "talisman": ("flame", "shade"),
    "cinderling": ("flame",),
    "salamander": ("dragon", "flame"),
    "bird": ("owl",),
    "beast": ("wolf", "bear"),
    "wolf": ("wolf",),
    "high beast": (*BEASTS, "lion"),
    "warbeast": ("bear", "wolf", "lion"),
    "chimera": ("lion", "dragon"),
}
"""The figures that a race may have, by its name in small letters."""

KINDS = (("dragon", ("dragon",)), ("beast", BEASTS), ("golem", ("golem",)), ("fairy", ("angel", "moth")))
"""The figures of races by what their name ends with."""

ROLES = (
    ("witch", "witch"),
    ("mage", "witch"),
    ("queen", "regent"),
    ("king", "regent"),
    ("duke", "regent"),
    ("princess", "regent"),
    ("knight", "knight"),
    ("whelp", "knight"),
    ("marshal", "knight"),
    ("bearer", "bearer"),
    ("standard", "bearer"),
    ("trumpet", "bearer"),
    ("duelist", "rogue"),
    ("assassin", "rogue"),
    ("thief", "rogue"),
    ("stealth", "rogue"),
    ("abbess", "angel"),
    ("celestial", "angel"),
    ("dragon", "dragon"),
    ("drag", "dragon"),
    ("wolf", "wolf"),
    ("lion", "lion"),
    ("bear", "bear"),
    ("fox", "fox"),
    ("owl", "owl"),
    ("whale", "whale"),
    ("golem", "golem"),
    ("robo", "automaton"),
    ("ghost", "shade"),
    ("phantom", "shade"),
    ("flame", "flame"),
)
"""The figure that a word in the name of a human, or of a card without a race, stands for; the first one counts."""

MATERIALS: dict[str, Material] = {
    **dict.fromkeys(("", "C", "token", "Re", "EX"), "paper"),
    "R": "silver",
    **dict.fromkeys(("RR", "H", "FR", "VR", "ORR", "OR", "DR"), "gold"),
    "LR": "pair",
    **dict.fromkeys(("SP", "SGR", "SVR", "SSR", "SEC", "ZR", "XVR", "LIR"), "special"),
}
"""By the letters of the rarity; all others are foil."""


def subject_of(facts: Mapping[str, str]) -> Subject:
    """Return what a card shows, by the facts of `VANGUARD_FACE.facts`, as texts; a fact that it lacks is missing."""
    name, kin = facts.get("name", ""), slug_of(facts.get("kin", ""))
    figure = _figure_of(facts.get("race", "").casefold(), name)
    grade, trigger = facts.get("grade", ""), facts.get("trigger", "")
    is_g, material = facts.get("card_type") == "g", MATERIALS.get(facts.get("rarity", ""), "foil")
    set_and_pair, place = _pair(facts.get("number", "")) if material == "pair" else ("", None)
    return Subject(
        name=name,
        lands=((hue_of(kin), LANDS.get(kin, scenery.rosette)),),
        figure=figure,
        item=None if figure in HOLDS_SOMETHING else item_in_hand(name),
        size=4 if is_g else min(int(grade), 4) if grade.isdecimal() else 0,
        material=material,
        edge=EDGES.get(trigger, EDGES["unknown"]) if trigger else None,
        sign=TRIGGER_SIGNS.get(trigger),
        is_hexagon=is_g,
        half=None if place is None else 0 if place % 2 else 1,
        pair=set_and_pair,
    )


def _figure_of(race: str, name: str) -> str:
    """Return the figure of a race, in small letters; of humans and of cards without a race their name decides."""
    if race in ("", "human", "none"):
        small = name.casefold()
        role = next((figure for word, figure in ROLES if word in small), None)
        if role:
            return role
    choices = RACES.get(race) or next((figures for kind, figures in KINDS if race.endswith(kind)), ANYBODY)
    return SeededNumbers(f"figure\n{name}").of(*choices)


def _pair(number: str) -> tuple[str, int]:
    """Return what both cards of a Legion Rare have in common, and which place of their set's list this one has.

    Pairs are numbered L01 and L02, L03 and L04: the first lies on the left.
    """
    card_set, _, last = number.rpartition("/")
    place = int("".join(digit for digit in last if digit.isdecimal()) or 1)
    return f"{card_set} {(place + 1) // 2}", place
