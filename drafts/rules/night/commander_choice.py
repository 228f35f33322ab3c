"""The commanders that fighters name while decks are built (M35), and the moves at them.

A move returns the next value or raises a Refusal. Whether a card may be a commander is checked once, when it is named:
other sets may be loaded when the move is replayed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from drafts.rules.actors import Actor, ActorKind
from drafts.rules.building import KnownCard, may_command, name_key, no_commander
from drafts.rules.cards import FACES
from drafts.rules.errors import NoSuchThing, NotAllowed, NotDrafting
from drafts.rules.ids import FighterId
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.lines import FIGHTER, Form, Lines

LONGEST_COMMANDER = 60


class CommanderMove(NamedTuple):
    """Name a commander, in place of an earlier one: fighters name their own, the organizer that of any fighter.

    A move that is stored names the fighter.
    """

    fighter: FighterId | None = None
    name: str = ""


class NoCommanderMove(NamedTuple):
    """Take back the commander of a fighter, as the organizer."""

    fighter: FighterId


class FixCommanders(NamedTuple):
    """Fix all commanders, since the fights begin."""


Move = CommanderMove | NoCommanderMove | FixCommanders | DropOut | ComeBack

LINES: Lines[Move] = Lines(
    {
        "commander": CommanderMove,
        "no_commander": NoCommanderMove,
        "fix_names": FixCommanders,
        "drop": DropOut,
        "reinstate": ComeBack,
    },
    {"fighter": FIGHTER, "name": Form(r"\S(?:.*\S)?", str)},
)


@dataclass(frozen=True, slots=True)
class Commanders:
    """The commanders that the fighters at a table have `named`. Once they are `fixed`, they cannot be changed.

    `known` are the cards of loaded sets, by `name_key`. `gone` are those who have left: no commander is waited for.
    """

    fighters: tuple[FighterId, ...]
    named: Mapping[FighterId, str] = field(default_factory=dict)
    fixed: bool = False
    known: Mapping[str, KnownCard] = field(default_factory=dict, repr=False, compare=False)
    gone: frozenset[FighterId] = frozenset()

    @property
    def missing(self) -> tuple[FighterId, ...]:
        """The fighters who have named no commander and have not left."""
        return tuple(one for one in self.fighters if one not in self.named and one not in self.gone)


def completed(commanders: Commanders, by: Actor, move: Move) -> Move:
    """Return a move as it is stored: with its fighter, and the name without superfluous blanks.

    A loaded card is named as it is printed. Raises NotAllowed for a viewer who names none here, NotDrafting once they
    are fixed, NoSuchThing for a name that is none (1-60 characters), and NoCommander for a card that may be none.
    """
    if not isinstance(move, CommanderMove):
        return move
    fighter = by.fighter if move.fighter is None else move.fighter
    _check(commanders, by, fighter)
    name = " ".join(move.name.split())
    if not 0 < len(name) <= LONGEST_COMMANDER or not name.isprintable():
        raise NoSuchThing
    card = commanders.known.get(name_key(name))
    if not may_command(card):
        raise no_commander(name)
    return CommanderMove(fighter, _as_printed(name, card))


def _as_printed(name: str, card: KnownCard | None) -> str:
    """Return a name in the spelling of the card; the name of its front alone may stand for it."""
    faces = [] if card is None else [card.name, card.name.partition(FACES)[0]]
    return next((face for face in faces if face.casefold() == name.casefold()), name)


def _check(commanders: Commanders, by: Actor, fighter: FighterId | None) -> None:
    """Raise NotAllowed for the commander of another, which the organizer alone names, and NotDrafting once fixed."""
    if fighter not in commanders.fighters or (by.kind is not ActorKind.ORGANIZER and by.fighter != fighter):
        raise NotAllowed
    if commanders.fixed:
        raise NotDrafting


def apply(commanders: Commanders, by: Actor, move: Move, now: datetime) -> Commanders:
    """Return the commanders after a stored move, the same object where nothing changes.

    Raises NotAllowed and NotDrafting as `completed` does.
    """
    if isinstance(move, FixCommanders):
        if by.kind is not ActorKind.ORGANIZER:
            raise NotAllowed
        return commanders if commanders.fixed else replace(commanders, fixed=True)
    if isinstance(move, DropOut | ComeBack):
        return _with_gone(commanders, by, move)
    _check(commanders, by, move.fighter)
    if move.fighter is None or (isinstance(move, NoCommanderMove) and by.kind is not ActorKind.ORGANIZER):
        raise NotAllowed
    named = {one: name for one, name in commanders.named.items() if one != move.fighter}
    if isinstance(move, CommanderMove):
        named[move.fighter] = move.name
    return commanders if named == commanders.named else replace(commanders, named=named)


def _with_gone(commanders: Commanders, by: Actor, move: DropOut | ComeBack) -> Commanders:
    _check(commanders, by, move.fighter)
    if by.kind is not ActorKind.ORGANIZER:
        raise NotAllowed
    gone = commanders.gone | {move.fighter} if isinstance(move, DropOut) else commanders.gone - {move.fighter}
    return commanders if gone == commanders.gone else replace(commanders, gone=gone)
