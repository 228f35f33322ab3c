"""The cards of Rome as pages show them, and the lines of its diagrams."""

from dataclasses import dataclass

from drafts.languages import translated
from drafts.rules.games.rome.cards import UnitKind, command_cards, unit_cards

COMMAND = "command"
SIGHTS = {
    UnitKind.ARCHER: "hills",
    UnitKind.BALLISTA: "wall",
    UnitKind.CATAPULT: "wall",
    UnitKind.CAVALRY: "hills",
    UnitKind.CENTURION: "camp",
    UnitKind.CHARIOT: "wall",
    UnitKind.CONSUL: "temple",
    UnitKind.ELEPHANT: "hills",
    UnitKind.INFANTRY: "camp",
    UnitKind.PRAETORIAN: "temple",
    UnitKind.SLINGER: "hills",
    UnitKind.STANDARD: "camp",
}
"""The ground behind each kind of units; behind commands, rays."""


@dataclass(frozen=True, slots=True)
class RomeCard:
    """A kind of cards: `kind` is a unit's two letters or COMMAND, `drawing` the name of its symbol.

    Commands have no power.
    """

    kind: str
    drawing: str
    sight: str
    name: str
    text: str
    count: int
    power: int = 0
    mounted: bool = False


def unit_faces() -> list[RomeCard]:
    """Return the twelve kinds of units in the active language, in the order of V31 to V42."""
    return [
        RomeCard(
            kind=card["kind"],
            drawing=card["kind"],
            sight=SIGHTS[UnitKind(card["kind"])],
            name=translated(card["name"]),
            text=translated(card["text"]),
            count=card["count"],
            power=card["power"],
            mounted=card["mounted"],
        )
        for card in unit_cards()
    ]


def command_faces() -> list[RomeCard]:
    """Return the eight kinds of commands in the active language, in the order of V43 to V50."""
    return [
        RomeCard(
            kind=COMMAND,
            drawing=card["command"],
            sight="rays",
            name=translated(card["name"]),
            text=translated(card["text"]),
            count=card["count"],
        )
        for card in command_cards()
    ]
