"""A position of a battle on a line: `rome act 7.0 // Ce *El In | . Sl -Ar | Volley | In // ..` (docs/notation.md)."""

import re
from collections.abc import Sequence
from typing import Literal

from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import extent
from drafts.rules.games.rome.moves import COMMANDS, KINDS
from drafts.rules.games.rome.spaces import FRONT, REAR
from drafts.rules.games.rome.state import (
    Battle,
    BattleOptions,
    BattlePhase,
    BattleSide,
    CardStock,
    Unit,
    UnitLine,
)

Eyes = int | Literal["all"] | None
"""The eyes that see a position: a seat's, all open (`all`), or those of a spectator (None)."""

_HEAD = re.compile(r"rome (deploy|act|night|after|over) ([0-9]{1,6})\.([0-3])")
_UNIT = re.compile(r"(\*?)(-?)([A-Z][a-z])(\+?)")


class BadPosition(ValueError):
    """A line that describes no position; the message says what is wrong with it."""


def encode(battle: Battle, eyes: Eyes = "all") -> str:
    """Return a position as a viewer sees it. It stores no state: decks, discards, kills and plans are missing."""
    head = f"rome {battle.phase} {battle.turn}.{battle.seat}"
    return " // ".join([head, *(_side(side, is_open=eyes in ("all", seat)) for seat, side in enumerate(battle.sides))])


def _side(side: BattleSide, *, is_open: bool) -> str:
    parts = [
        *rows_of(side.line, is_open=is_open),
        _cards([command.capitalize() for command in side.hand], is_open=is_open),
        _cards([kind.value for kind in side.drawn], is_open=is_open),
    ]
    while parts and not parts[-1]:
        parts.pop()
    return " | ".join(parts) if parts else "."


def _cards(names: Sequence[str], *, is_open: bool) -> str:
    return " ".join(names) if is_open else str(len(names)) if names else ""


def rows_of(line: UnitLine, *, is_open: bool = True) -> tuple[str, str]:
    """Return the two rows of a line, both from its leftmost column; `*` is before column 0 of the front."""
    if not line:
        return "", ""
    low, high = extent(line)
    front = [_written(line.get((FRONT, column)), is_open=is_open) for column in range(low, high + 1)]
    rear = [_written(line.get((REAR, column)), is_open=is_open) for column in range(low, high + 1)]
    front[-low] = f"*{front[-low]}"
    while front and front[-1] == ".":
        front.pop()
    while rear and rear[-1] == ".":
        rear.pop()
    return " ".join(front), " ".join(rear)


def _written(unit: Unit | None, *, is_open: bool) -> str:
    if unit is None:
        return "."
    if unit.up or is_open:
        return f"{'' if unit.up else '-'}{unit.kind}{'+' * unit.chariot}"
    return "-"


def decode(line: str, options: BattleOptions | None = None) -> Battle:
    """Return a battle in an open position, with empty decks, no kills and no plans; without options, the usual ones.

    `encode(decode(line)) == line`. Raises BadPosition for other lines, and for those that hide something.
    """
    head, *sides = line.split(" // ")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise BadPosition(f"{head!r} is no head such as 'rome act 7.0'")
    options = options or BattleOptions(players=len(sides))
    if not len(sides) == options.players >= 2 or int(found[3]) >= len(sides):
        raise BadPosition(f"these are {len(sides)} sides")
    return Battle(
        options=options,
        seed="",
        fight=0,
        phase=BattlePhase(found[1]),
        sides=_out(tuple(map(_read_side, sides)), BattlePhase(found[1])),
        stocks=(CardStock(),) * (2 if options.own_decks else 1),
        turn=int(found[2]),
        seat=int(found[3]),
    )


def _out(sides: tuple[BattleSide, ...], phase: BattlePhase) -> tuple[BattleSide, ...]:
    """Return the sides, those without a line destroyed, unless lines are still to be laid."""
    if phase is BattlePhase.DEPLOY:
        return sides
    return tuple(side if side.line else side._replace(out=1) for side in sides)


def _read_side(text: str) -> BattleSide:
    if text == ".":
        return BattleSide()
    parts = [part.strip() for part in text.split("|")]
    if len(parts) > 4:
        raise BadPosition(f"{text!r} has more than four parts")
    front, rear, hand, drawn = (part.split() for part in [*parts, *[""] * (4 - len(parts))])
    return BattleSide(
        line=line_of(front, rear), drawn=tuple(map(_kind, drawn)), hand=tuple(_command(name) for name in hand)
    )


def line_of(front: Sequence[str], rear: Sequence[str] = ()) -> UnitLine:
    """Return the line of two rows of words such as `*Ce`, `-Ar`, `In+`, `.`, the front with one `*`."""
    starred = [place for place, word in enumerate(front) if word.startswith("*")]
    if not (front or rear):
        return {}
    if len(starred) != 1:
        raise BadPosition(f"one space of {' '.join(front)!r} has a star: column 0")
    return {
        (row, place - starred[0]): unit
        for row, words in ((FRONT, front), (REAR, rear))
        for place, word in enumerate(words)
        if (unit := _unit(word)) is not None
    }


def _unit(word: str) -> Unit | None:
    if word.removeprefix("*") == ".":
        return None
    found = _UNIT.fullmatch(word)
    if found is None:
        raise BadPosition(f"{word!r} is no open unit")
    return Unit(_kind(found[3]), up=not found[2], chariot=bool(found[4]))


def _kind(name: str) -> UnitKind:
    if name not in KINDS:
        raise BadPosition(f"{name!r} is no unit")
    return KINDS[name]


def _command(name: str) -> CommandKind:
    if name.lower() not in COMMANDS:
        raise BadPosition(f"{name!r} is no command")
    return COMMANDS[name.lower()]
