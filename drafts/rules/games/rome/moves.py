"""The moves of a battle and their lines, alike on the wire, in rows and in tests (docs/notation.md)."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.refusals import NoSuchMove
from drafts.rules.games.rome.spaces import Space, name_of, space_named
from drafts.rules.games.rome.state import Plan

LONGEST_MOVE = 600
"""Characters; a plan of a long line needs a good half of them."""
KINDS: Mapping[str, UnitKind] = {kind.value: kind for kind in UnitKind}
COMMANDS: Mapping[str, CommandKind] = {kind.value: kind for kind in CommandKind}
ATTACK_COMMANDS = (CommandKind.JAVELIN, CommandKind.STAMPEDE, CommandKind.SURPRISE, CommandKind.VOLLEY)
Along = tuple[tuple[Space, Space], ...]
"""Standards, and the units that each of them takes along (V42)."""
_SEAT = re.compile("[0-3]")
_STAMPEDE_OF_ANOTHER = re.compile("([0-3])/(.+)")


class DeployLine(NamedTuple):
    """`deploy f-2:In f-1:Sl .. [at=1] [with=f0>f1]` (V11)."""

    plan: Plan


class PlaceUnit(NamedTuple):
    """`place In f3` (V17)."""

    kind: UnitKind
    to: Space


class ShiftUnit(NamedTuple):
    """`shift f-2 f-1` (V18)."""

    at: Space
    to: Space


class SwitchUnits(NamedTuple):
    """`switch f0 r0` (V35, V37, V40)."""

    at: Space
    to: Space


class DriveChariot(NamedTuple):
    """`drive f2 f1` (V36)."""

    at: Space
    to: Space


class PlayFlank(NamedTuple):
    """`flank f-1 f3` (V43)."""

    at: Space
    to: Space


class PlayReinforcements(NamedTuple):
    """`reinforcements` (V46)."""


class PlayNightfall(NamedTuple):
    """`nightfall` (V45)."""


class LayPlan(NamedTuple):
    """`plan f0:Ce+ ..` (V45)."""

    plan: Plan


class LineAttack(NamedTuple):
    """`attack [at=2] [volley=r1:2] [with=f0>f1,f1>f2] [hold=r2]` (V23).

    `target` is the commanded unit's space, `owner` the enemy whose Elephant it is (V48), `reach` one or two (V50).
    """

    at: int | None = None
    command: CommandKind | None = None
    target: Space | None = None
    owner: int | None = None
    reach: int = 1
    along: Along = ()
    hold: tuple[Space, ...] = ()


class PlayRetreat(NamedTuple):
    """`retreat f3` (V47)."""

    to: Space


class EndTurn(NamedTuple):
    """`end [discard=flank]` (V21)."""

    discard: tuple[CommandKind, ...] = ()


class UndoMove(NamedTuple):
    """`back`."""


BattleMove = (
    DeployLine
    | PlaceUnit
    | ShiftUnit
    | SwitchUnits
    | DriveChariot
    | PlayFlank
    | PlayReinforcements
    | PlayNightfall
    | LayPlan
    | LineAttack
    | PlayRetreat
    | EndTurn
    | UndoMove
)


def read_move(text: str) -> BattleMove:
    """Return the move that a line says; raises NoSuchMove (`bad_message`) if it says none."""
    if len(text) > LONGEST_MOVE:
        raise NoSuchMove
    verb, *words = text.split(" ")
    reader = _READERS.get(verb)
    if reader is None:
        raise NoSuchMove
    return reader(words)


def write_move(move: BattleMove) -> str:
    """Return the line of a move: `read_move(write_move(move)) == move`."""
    verb = _VERBS[type(move)]
    words: list[str] = []
    match move:
        case DeployLine(plan) | LayPlan(plan):
            words = [*_units_of(plan), *_at(plan.at), *_along(plan.along)]
        case PlaceUnit(kind, to):
            words = [kind, name_of(to)]
        case ShiftUnit(at, to) | SwitchUnits(at, to) | DriveChariot(at, to) | PlayFlank(at, to):
            words = [name_of(at), name_of(to)]
        case LineAttack():
            words = [*_at(move.at), *_commanded(move), *_along(move.along), *_hold(move.hold)]
        case PlayRetreat(to):
            words = [name_of(to)]
        case EndTurn(discard) if discard:
            words = ["discard=" + ",".join(discard)]
    return " ".join([verb, *words])


def commanded_by(move: BattleMove) -> CommandKind | None:
    """Return the command that a move plays."""
    if isinstance(move, LineAttack):
        return move.command
    return _PLAYED.get(type(move))


_VERBS: Mapping[type, str] = {
    DeployLine: "deploy",
    PlaceUnit: "place",
    ShiftUnit: "shift",
    SwitchUnits: "switch",
    DriveChariot: "drive",
    PlayFlank: "flank",
    PlayReinforcements: "reinforcements",
    PlayNightfall: "nightfall",
    LayPlan: "plan",
    LineAttack: "attack",
    PlayRetreat: "retreat",
    EndTurn: "end",
    UndoMove: "back",
}
_PLAYED: Mapping[type, CommandKind] = {
    PlayFlank: CommandKind.FLANK,
    PlayReinforcements: CommandKind.REINFORCEMENTS,
    PlayNightfall: CommandKind.NIGHTFALL,
    PlayRetreat: CommandKind.RETREAT,
}


# Writing --------------------------------------------------------------------------------------------------------------


def _units_of(plan: Plan) -> list[str]:
    return [f"{name_of(space)}:{kind}{'+' * chariot}" for space, kind, chariot in plan.units]


def _at(seat: int | None) -> list[str]:
    return [] if seat is None else [f"at={seat}"]


def _along(pairs: Along) -> list[str]:
    return [f"with={write_along(pairs)}"] if pairs else []


def write_along(along: Along) -> str:
    """Return how a chain of units that are taken along is written: `f0>f1,f1>f2`."""
    return ",".join(f"{name_of(standard)}>{name_of(unit)}" for standard, unit in along)


def _hold(spaces: tuple[Space, ...]) -> list[str]:
    return ["hold=" + ",".join(map(name_of, spaces))] if spaces else []


def _commanded(move: LineAttack) -> list[str]:
    if move.command is None or move.target is None:
        return []
    owner = "" if move.owner is None else f"{move.owner}/"
    reach = f":{move.reach}" if move.command is CommandKind.VOLLEY else ""
    return [f"{move.command}={owner}{name_of(move.target)}{reach}"]


# Reading --------------------------------------------------------------------------------------------------------------


def _space(text: str) -> Space:
    space = space_named(text)
    if space is None:
        raise NoSuchMove
    return space


def _seat(text: str) -> int:
    if not _SEAT.fullmatch(text):
        raise NoSuchMove
    return int(text)


def _pairs(text: str) -> Along:
    pairs = []
    for part in text.split(","):
        by, found, unit = part.partition(">")
        if not found:
            raise NoSuchMove
        pairs.append((_space(by), _space(unit)))
    return tuple(pairs)


def _settings(words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    """Return words like `at=2` by name; each may stand once."""
    settings: dict[str, str] = {}
    for word in words:
        name, found, value = word.partition("=")
        if not found or name not in known or name in settings:
            raise NoSuchMove
        settings[name] = value
    return settings


def _planned_units(words: list[str]) -> tuple[tuple[Space, UnitKind, bool], ...]:
    units = []
    for word in words:
        place, found, card = word.partition(":")
        kind = KINDS.get(card.removesuffix("+"))
        if not found or kind is None or card.endswith("++"):
            raise NoSuchMove
        units.append((_space(place), kind, card.endswith("+")))
    return tuple(units)


def _deploy(words: list[str]) -> DeployLine:
    first = next((place for place, word in enumerate(words) if "=" in word), len(words))
    settings = _settings(words[first:], ("at", "with"))
    at = _seat(settings["at"]) if "at" in settings else None
    along = _pairs(settings["with"]) if "with" in settings else ()
    return DeployLine(Plan(_planned_units(words[:first]), at, along))


def _place(words: list[str]) -> PlaceUnit:
    if len(words) != 2 or words[0] not in KINDS:
        raise NoSuchMove
    return PlaceUnit(KINDS[words[0]], _space(words[1]))


def _from_to(move: Callable[[Space, Space], BattleMove]) -> Callable[[list[str]], BattleMove]:
    def read(words: list[str]) -> BattleMove:
        if len(words) != 2:
            raise NoSuchMove
        return move(_space(words[0]), _space(words[1]))

    return read


def _alone(move: BattleMove) -> Callable[[list[str]], BattleMove]:
    def read(words: list[str]) -> BattleMove:
        if words:
            raise NoSuchMove
        return move

    return read


def _attack(words: list[str]) -> LineAttack:
    settings = _settings(words, ("at", "with", "hold", *ATTACK_COMMANDS))
    commands = [command for command in ATTACK_COMMANDS if command in settings]
    if len(commands) > 1:
        raise NoSuchMove
    move = LineAttack(
        at=_seat(settings["at"]) if "at" in settings else None,
        along=_pairs(settings["with"]) if "with" in settings else (),
        hold=tuple(map(_space, settings["hold"].split(","))) if "hold" in settings else (),
    )
    return _with_command(move, commands[0], settings[commands[0]]) if commands else move


def _with_command(move: LineAttack, command: CommandKind, text: str) -> LineAttack:
    owner, reach = None, 1
    if command is CommandKind.VOLLEY:
        text, _, far = text.partition(":")
        if far not in {"1", "2"}:
            raise NoSuchMove
        reach = int(far)
    elif command is CommandKind.STAMPEDE and (another := _STAMPEDE_OF_ANOTHER.fullmatch(text)):
        owner, text = int(another[1]), another[2]
    return move._replace(command=command, target=_space(text), owner=owner, reach=reach)


def _retreat(words: list[str]) -> PlayRetreat:
    if len(words) != 1:
        raise NoSuchMove
    return PlayRetreat(_space(words[0]))


def _end(words: list[str]) -> EndTurn:
    discard = _settings(words, ("discard",)).get("discard")
    names = [] if discard is None else discard.split(",")
    if any(name not in COMMANDS for name in names):
        raise NoSuchMove
    return EndTurn(tuple(COMMANDS[name] for name in names))


_READERS: Mapping[str, Callable[[list[str]], BattleMove]] = {
    "deploy": _deploy,
    "place": _place,
    "shift": _from_to(ShiftUnit),
    "switch": _from_to(SwitchUnits),
    "drive": _from_to(DriveChariot),
    "flank": _from_to(PlayFlank),
    "reinforcements": _alone(PlayReinforcements()),
    "nightfall": _alone(PlayNightfall()),
    "plan": lambda words: LayPlan(Plan(_planned_units(words))),
    "attack": _attack,
    "retreat": _retreat,
    "end": _end,
    "back": _alone(UndoMove()),
}
