"""The picture of a Magic card: a creature, a thing or a spell over the land of its colours."""

import re
from collections.abc import Mapping

from drafts.drawings import scenery
from drafts.drawings.chance import SeededNumbers
from drafts.drawings.colours import HUES as COLOURS
from drafts.drawings.colours import STEEL
from drafts.drawings.figure import HOLDS_SOMETHING, ITEMS
from drafts.drawings.games.magic.colours import GOLD, HUES
from drafts.drawings.held import item_in_hand, item_named
from drafts.drawings.palette import Material
from drafts.drawings.subject import Subject

LANDS: dict[str, scenery.Scenery] = {
    "white": scenery.banners,
    "blue": scenery.waves,
    "black": scenery.orchard,
    "red": scenery.volcano,
    "green": scenery.woods,
}
BASIC = {"plains": "white", "island": "blue", "swamp": "black", "mountain": "red", "forest": "green"}
"""The colour whose land a basic land shows."""

MATERIALS: dict[str, Material] = {
    **dict.fromkeys(("", "C", "L", "T"), "paper"),
    "U": "silver",
    "R": "gold",
    "S": "special",
}
"""By the letter of the rarity; all others are foil."""

CREATURES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("knight soldier warrior samurai", ("knight",)),
    ("wizard warlock druid shaman sorcerer", ("witch",)),
    ("cleric monk advisor noble", ("regent", "angel")),
    ("rogue assassin ninja pirate scout ranger", ("rogue",)),
    ("artificer pilot peasant citizen dwarf", ("worker",)),
    ("angel kithkin fairy faerie", ("angel",)),
    ("dragon drake wurm salamander lizard dinosaur hydra", ("dragon",)),
    ("bird phoenix griffin owl", ("owl",)),
    ("fish whale otter turtle leviathan", ("whale", "mermaid")),
    ("merfolk siren", ("mermaid",)),
    ("crab octopus squid", ("crab",)),
    ("insect spider", ("beetle", "moth")),
    ("bear badger troll", ("bear",)),
    ("cat lion", ("lion",)),
    ("fox rat squirrel hedgehog weasel", ("fox",)),
    ("wolf hound dog", ("wolf",)),
    ("elk goat ox donkey horse unicorn", ("stag",)),
    ("spirit shade horror ghost vampire", ("shade",)),
    ("zombie skeleton scarecrow", ("scarecrow",)),
    ("elemental lantern", ("flame",)),
    ("golem giant ogre", ("golem",)),
    ("treefolk plant fungus", ("treant",)),
    ("construct robot thopter", ("automaton", "beetle", "kettle")),
    ("human elf", ("bearer", "rogue", "regent", "worker")),
)
"""The figures of creatures, by words of which one stands after the dash of the type line; the first line counts."""

AVATARS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("lamplighter wick lantern lamp", ("bearer",)),
    ("ghost shade widow spirit", ("shade",)),
    ("sister moth moths", ("moth",)),
    ("kettle automaton", ("kettle",)),
    ("queen king regent", ("regent",)),
    ("otter ferry river", ("mermaid",)),
    ("badger bear", ("bear",)),
    ("nobody somebody", ("scarecrow",)),
)
"""The figures of avatars, by words of their names; else that of a creature of such a word, or of a person."""

PLACES: tuple[tuple[str, str], ...] = (
    ("bones skeleton", "bones"),
    ("lighthouse lamp beacon", "lighthouse"),
    ("clock hour quarter sunday", "clock_tower"),
    ("bridge tolls", "bridge"),
    ("maze labyrinth", "maze"),
    ("yew oak orchard tree", "great_tree"),
    ("regatta ship ferry wharf", "ship"),
    ("stairs steps ladder", "stairs"),
    ("gate door portal", "gate"),
    ("mills mill fields", "mills"),
    ("observatory kettles dome", "dome"),
    ("islands archipelago", "islands"),
    ("palace court castle", "palace"),
    ("moonmarket market bazaar", "market"),
    ("train railway elsewhere", "train"),
    ("toadstool mushroom mushrooms", "mushrooms"),
    ("bell", "bell"),
    ("glassgarden crystal crystals glass", "crystals"),
    ("hedge garden", "maze"),
    ("library books archive", "books"),
    ("balloons balloon", "balloons"),
    ("wheel fair", "wheel"),
    ("drain well whirlpool", "whirl"),
    ("lanterns moth", "lanterns"),
    ("lake mountains", "lake"),
    ("theatre stage", "theatre"),
    ("emberholm forge furnace", "works"),
    ("tower", "stairs"),
)
"""The landmarks of planes and phenomena, by words of their names; the first line counts."""

ANY_PLACE = ("gate", "islands", "palace", "lake", "crystals", "lighthouse")
SCENES = (
    scenery.banners,
    scenery.waves,
    scenery.orchard,
    scenery.volcano,
    scenery.woods,
    scenery.towers,
    scenery.rosette,
    scenery.gears,
)

ANY_PERSON = ("witch", "rogue", "regent", "worker", "knight", "bearer")

ANY_CREATURE = ("wolf", "owl", "golem", "moth", "stag", "flame")
MACHINES = ("kettle", "automaton", "beetle")


def subject_of(facts: Mapping[str, str]) -> Subject:
    """Return what a card shows, by the facts of `MAGIC_FACE.facts`, as texts; a fact that it lacks is missing."""
    name = facts.get("name", "")
    types, _, kinds = facts.get("type_line", "").lower().partition(" - ")
    words = (*types.split(), *kinds.split())
    if {"plane", "phenomenon"} & {*words}:
        return _place_of(name, words)
    figure = _figure_of(words, name)
    item = item_in_hand(name) if figure and figure not in HOLDS_SOMETHING else None
    if figure is None and "land" not in words:
        item = item_named(name) or SeededNumbers(f"thing\n{name}").of(*sorted(ITEMS))
    return Subject(
        name=name,
        lands=_lands_of(_kin_of(facts, words), words),
        figure=figure,
        item=item,
        size=_size_of(facts.get("power", "")),
        material=MATERIALS.get(facts.get("rarity", ""), "foil"),
    )


def _place_of(name: str, words: tuple[str, ...]) -> Subject:
    """Return what a plane shows, or a phenomenon, which is a storm wherever it is: all by its name."""
    chance = SeededNumbers(f"place\n{name}")
    said = set(re.findall(r"[a-z]+", name.lower()))
    found = next((place for kinds, place in PLACES if {*kinds.split()} & said), chance.of(*ANY_PLACE))
    land = (chance.below(COLOURS), chance.of(*SCENES))
    return Subject(name=name, lands=(land,), material="special", place="storm" if "phenomenon" in words else found)


def _figure_of(words: tuple[str, ...], name: str) -> str | None:
    """Return the figure of a creature, a vehicle, a planeswalker or a battle; None for anything else."""
    chance = SeededNumbers(f"figure\n{name}")
    if "vanguard" in words:
        said = set(re.findall(r"[a-z]+", name.lower()))
        known = (*AVATARS, *CREATURES)
        return chance.of(*next((figures for kinds, figures in known if {*kinds.split()} & said), ANY_PERSON))
    if "creature" in words:
        figures = next((figures for kinds, figures in CREATURES if {*kinds.split()} & {*words}), ANY_CREATURE)
        return chance.of(*figures)
    if "vehicle" in words:
        return chance.of(*MACHINES)
    if "planeswalker" in words:
        return chance.of("witch", "regent", "rogue")
    return "bearer" if "battle" in words else None


def _kin_of(facts: Mapping[str, str], words: tuple[str, ...]) -> str:
    """Return the colours by which a card's land is drawn; of an avatar, which has none, two by its name."""
    kin = facts.get("kin", "")
    if "vanguard" not in words or set(kin.split("-")) & LANDS.keys():
        return kin
    chance = SeededNumbers(f"lands\n{facts.get('name', '')}")
    first = chance.of(*LANDS)
    return f"{first}-{chance.of(*(colour for colour in LANDS if colour != first))}"


def _lands_of(kin: str, words: tuple[str, ...]) -> tuple[tuple[int, scenery.Scenery], ...]:
    """Return the land of one colour, of two, or of gold; roofs for what has no colour, and for lands their own."""
    basic = next((BASIC[word] for word in words if word in BASIC), None)
    colours = [basic] if basic else [colour for colour in kin.split("-") if colour in LANDS]
    if len(colours) in (1, 2):
        return tuple((HUES[colour], LANDS[colour]) for colour in colours)
    if colours:
        return ((GOLD, scenery.rosette),)
    return ((HUES["land"], scenery.banners),) if "land" in words else ((STEEL, scenery.gears),)


def _size_of(power: str) -> int:
    """Return how large a creature is drawn, by its power."""
    return min(int(power), 4) if power.isdecimal() else 2
