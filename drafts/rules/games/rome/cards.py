"""The cards of Vanguard: Rome: twelve kinds of units and eight of commands (V4, V31-V50)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypedDict

from drafts.rules.wording import Wording, gettext_noop


class UnitKind(StrEnum):
    """A kind of units, by the two letters of notation and protocol; the order is that of V31-V42."""

    ARCHER = "Ar"
    BALLISTA = "Ba"
    CATAPULT = "Ca"
    CAVALRY = "Cv"
    CENTURION = "Ce"
    CHARIOT = "Ch"
    CONSUL = "Co"
    ELEPHANT = "El"
    INFANTRY = "In"
    PRAETORIAN = "Pr"
    SLINGER = "Sl"
    STANDARD = "St"


class CommandKind(StrEnum):
    """A kind of commands, by the word of notation and protocol; the order is that of V43-V50."""

    FLANK = "flank"
    JAVELIN = "javelin"
    NIGHTFALL = "nightfall"
    REINFORCEMENTS = "reinforcements"
    RETREAT = "retreat"
    STAMPEDE = "stampede"
    SURPRISE = "surprise"
    VOLLEY = "volley"


UNIT_COUNTS: Mapping[UnitKind, int] = dict(zip(UnitKind, (6, 4, 4, 4, 6, 4, 4, 4, 8, 4, 8, 4), strict=True))
COMMAND_COUNTS: Mapping[CommandKind, int] = dict(zip(CommandKind, (4, 6, 4, 6, 6, 4, 4, 6), strict=True))
POWERS: Mapping[UnitKind, int] = dict(zip(UnitKind, (1, 1, 1, 3, 2, 2, 2, 5, 2, 4, 1, 2), strict=True))
"""The printed power of each kind."""
MOUNTED = frozenset({UnitKind.BALLISTA, UnitKind.CATAPULT, UnitKind.CAVALRY, UnitKind.CHARIOT, UnitKind.ELEPHANT})
"""The kinds that are mounted by themselves: Infantry does not protect them, and no Chariot mounts them."""

UNIT_NAMES: Mapping[UnitKind, Wording] = {
    UnitKind.ARCHER: gettext_noop("Archer"),
    UnitKind.BALLISTA: gettext_noop("Ballista"),
    UnitKind.CATAPULT: gettext_noop("Catapult"),
    UnitKind.CAVALRY: gettext_noop("Cavalry"),
    UnitKind.CENTURION: gettext_noop("Centurion"),
    UnitKind.CHARIOT: gettext_noop("Chariot"),
    UnitKind.CONSUL: gettext_noop("Consul"),
    UnitKind.ELEPHANT: gettext_noop("Elephant"),
    UnitKind.INFANTRY: gettext_noop("Infantry"),
    UnitKind.PRAETORIAN: gettext_noop("Praetorian"),
    UnitKind.SLINGER: gettext_noop("Slinger"),
    UnitKind.STANDARD: gettext_noop("Standard"),
}
COMMAND_NAMES: Mapping[CommandKind, Wording] = {
    CommandKind.FLANK: gettext_noop("Flank"),
    CommandKind.JAVELIN: gettext_noop("Javelin"),
    CommandKind.NIGHTFALL: gettext_noop("Nightfall"),
    CommandKind.REINFORCEMENTS: gettext_noop("Reinforcements"),
    CommandKind.RETREAT: gettext_noop("Retreat"),
    CommandKind.STAMPEDE: gettext_noop("Stampede"),
    CommandKind.SURPRISE: gettext_noop("Surprise"),
    CommandKind.VOLLEY: gettext_noop("Volley"),
}
UNIT_TEXTS: Mapping[UnitKind, Wording] = {
    UnitKind.ARCHER: gettext_noop(
        "Kills the unit that it hits, whatever its power. Does nothing to Infantry, nor to units that Infantry "
        "protects. With a Volley it shoots up to two spaces far."
    ),
    UnitKind.BALLISTA: gettext_noop(
        "Attacks each turn, wherever it stands in the front row, one space far. From the rear it hits nothing."
    ),
    UnitKind.CATAPULT: gettext_noop(
        "Attacks each turn unless you hold it back, wherever it stands: always exactly two spaces far, over one unit."
    ),
    UnitKind.CAVALRY: gettext_noop(
        "With no enemy unit opposite, it attacks the outermost front unit of that flank each turn. "
        "It never reaches the enemy's vanguard that way, nor the flank beyond."
    ),
    UnitKind.CENTURION: gettext_noop(
        "Power 4 as vanguard and at the end of a flank. Once a turn it may switch with an adjacent unit."
    ),
    UnitKind.CHARIOT: gettext_noop(
        "May mount any of your units that is not mounted: power +1 for that unit. Once a turn it may move on to "
        "another unit or into an empty space."
    ),
    UnitKind.CONSUL: gettext_noop(
        "Adjacent units have +1 when they are attacked. Once a turn it may switch with an adjacent unit."
    ),
    UnitKind.ELEPHANT: gettext_noop(
        "Always face up, in the rear too. A Stampede sends it through both enemy rows, or, played by an enemy, "
        "into your own unit behind it."
    ),
    UnitKind.INFANTRY: gettext_noop("Archers do nothing to it, nor to adjacent units that are not mounted."),
    UnitKind.PRAETORIAN: gettext_noop("Once a turn it may switch with an adjacent unit, or with any of your Consuls."),
    UnitKind.SLINGER: gettext_noop("Adjacent units have +1 when they attack. Several Slingers add up."),
    UnitKind.STANDARD: gettext_noop(
        "When it attacks, one adjacent unit may attack too. That may be another Standard, which takes one along again."
    ),
}
COMMAND_TEXTS: Mapping[CommandKind, Wording] = {
    CommandKind.FLANK: gettext_noop("Move one of your units, not the vanguard, to the end of the opposite flank."),
    CommandKind.JAVELIN: gettext_noop("An Infantry, Centurion or Praetorian attacks too."),
    CommandKind.NIGHTFALL: gettext_noop(
        "All lay their lines anew, face down and at once, as evenly as they can. Then you attack; no unit switches "
        "or drives any more in this turn."
    ),
    CommandKind.REINFORCEMENTS: gettext_noop("Draw and place another unit."),
    CommandKind.RETREAT: gettext_noop(
        "Play it after the attack: your vanguard goes to the end of a flank or to the rear. Then shift the line to "
        "fill its place."
    ),
    CommandKind.STAMPEDE: gettext_noop(
        "One of your Elephants hits both enemy units of its column. Or an enemy's Elephant in front hits its owner's "
        "unit behind it."
    ),
    CommandKind.SURPRISE: gettext_noop("Any one of your units attacks too, one space far."),
    CommandKind.VOLLEY: gettext_noop("An Archer or a Slinger attacks too, one or two spaces far."),
}


class UnitCard(TypedDict):
    """A kind of units as `cards.json` has it."""

    kind: str
    name: str
    count: int
    power: int
    mounted: bool
    text: str


class CommandCard(TypedDict):
    """A kind of commands as `cards.json` has it."""

    command: str
    name: str
    count: int
    text: str


def unit_cards() -> list[UnitCard]:
    """Return all kinds of units, in the order of V31-V42; names and texts are wordings."""
    return [
        {
            "kind": kind.value,
            "name": UNIT_NAMES[kind],
            "count": UNIT_COUNTS[kind],
            "power": POWERS[kind],
            "mounted": kind in MOUNTED,
            "text": UNIT_TEXTS[kind],
        }
        for kind in UnitKind
    ]


def command_cards() -> list[CommandCard]:
    """Return all kinds of commands, in the order of V43-V50; names and texts are wordings."""
    return [
        {
            "command": kind.value,
            "name": COMMAND_NAMES[kind],
            "count": COMMAND_COUNTS[kind],
            "text": COMMAND_TEXTS[kind],
        }
        for kind in CommandKind
    ]
