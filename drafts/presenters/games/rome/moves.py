"""The moves of a battle and what attacks hit, in words.

A move is asked for ("Switch the front and rear units in the middle") or told ("Ann switched .."). Where a space is, is
said from the side of the reader: `is_across` of lines that face theirs.
"""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from drafts.languages import translated
from drafts.presenters.games.rome.lines import column_words
from drafts.rules.games.rome.cards import COMMAND_NAMES, UNIT_NAMES, UnitKind
from drafts.rules.games.rome.moves import (
    BattleMove,
    DeployLine,
    DriveChariot,
    EndTurn,
    LayPlan,
    LineAttack,
    PlaceUnit,
    PlayFlank,
    PlayNightfall,
    PlayReinforcements,
    PlayRetreat,
    ShiftUnit,
    SwitchUnits,
    UndoMove,
    commanded_by,
    read_move,
)
from drafts.rules.games.rome.previews import PreviewHit
from drafts.rules.games.rome.spaces import FRONT, VANGUARD, Space, space_named
from drafts.rules.games.rome.state import HitUnit

ATTACK_BY_COMMAND, FORWARD, IN_ONE_COLUMN = "attack by a command", "shift forward", "switch in one column"
"""Kinds of moves that have words of their own."""
WORDS: Mapping[type | str, tuple[str, str]] = {
    PlaceUnit: (_("Place the %(unit)s on %(to)s"), _("%(name)s placed the new %(unit)s on %(to)s")),
    FORWARD: (_("Shift the rear unit %(column)s forward"), _("%(name)s shifted the rear unit %(column)s forward")),
    ShiftUnit: (_("Shift from %(at)s to %(to)s"), _("%(name)s shifted from %(at)s to %(to)s")),
    IN_ONE_COLUMN: (
        _("Switch the front and rear units %(column)s"),
        _("%(name)s switched the front and rear units %(column)s"),
    ),
    SwitchUnits: (_("Switch the units on %(at)s and %(to)s"), _("%(name)s switched the units on %(at)s and %(to)s")),
    DriveChariot: (
        _("Drive the Chariot from %(at)s to %(to)s"),
        _("%(name)s drove the Chariot from %(at)s to %(to)s"),
    ),
    PlayFlank: (
        _("Play %(command)s: move the unit from %(at)s to %(to)s"),
        _("%(name)s played %(command)s: a unit moved from %(at)s to %(to)s"),
    ),
    PlayRetreat: (
        _("Play %(command)s: move the vanguard to %(to)s"),
        _("%(name)s played %(command)s: the vanguard moved to %(to)s"),
    ),
    PlayReinforcements: (_("Play %(command)s"), _("%(name)s played %(command)s")),
    PlayNightfall: (_("Play %(command)s"), _("%(name)s played %(command)s")),
    ATTACK_BY_COMMAND: (_("Attack with %(command)s"), _("%(name)s attacked with %(command)s")),
    LineAttack: (_("Attack"), _("%(name)s attacked")),
    EndTurn: (_("End the turn"), _("%(name)s ended the turn")),
    DeployLine: (_("Lay the line"), _("%(name)s laid the line")),
    LayPlan: (_("Lay the line"), _("%(name)s laid the line")),
    UndoMove: (_("Take the last move back"), _("%(name)s took the last move back")),
}
"""What a move asks for, and what a player did by it; both without a full stop."""


def move_words(text: str) -> str:
    """Return what a move asks for, as a button or a list says it. No unit in a line is named."""
    move = read_move(text)
    asked, _told = WORDS[_kind_of_move(move)]
    return gettext(asked) % _facts(move, is_across=False)


def told_words(text: str, name: str, *, is_across: bool) -> str:
    """Return what a player did by a move, as a sentence without its full stop. No unit in a line is named."""
    move = read_move(text)
    _asked, told = WORDS[_kind_of_move(move)]
    return gettext(told) % {"name": name, **_facts(move, is_across=is_across)}


def resigned_words(name: str) -> str:
    """Return that a player gave up, as a sentence without its full stop."""
    return gettext("%(name)s gave up") % {"name": name}


def _facts(move: BattleMove, *, is_across: bool) -> dict[str, str]:
    spaces = {name: space for name in ("at", "to") if isinstance(space := getattr(move, name, None), tuple)}
    facts = {name: _space_words(space, is_across=is_across) for name, space in spaces.items()}
    if "at" in spaces:
        facts["column"] = column_words(spaces["at"][1], is_across=is_across)
    if isinstance(move, PlaceUnit):
        facts["unit"] = _kind(move.kind)
    command = commanded_by(move)
    if command is not None:
        facts["command"] = translated(COMMAND_NAMES[command])
    return facts


def _kind_of_move(move: BattleMove) -> type | str:
    match move:
        case ShiftUnit() if move.at[0] != move.to[0]:
            return FORWARD
        case SwitchUnits() if move.at[1] == move.to[1]:
            return IN_ONE_COLUMN
        case LineAttack() if move.command is not None:
            return ATTACK_BY_COMMAND
    return type(move)


def _space_words(space: Space, *, is_across: bool) -> str:
    """Return a space as a part of a sentence."""
    words = gettext("the front space %(column)s") if space[0] == FRONT else gettext("the rear space %(column)s")
    return words % {"column": column_words(space[1], is_across=is_across)}


def hit_words(hit: HitUnit, name: str | None = None, *, is_across: bool = False) -> str:
    """Return what an attack did to a unit of a player, with its sums; without a name nothing says whose and where."""
    unit = _unit_words(name, hit.kind.value, hit.at[1], is_across=is_across)
    return _hit(unit, hit.sum, hit.defence, archer=hit.archer, died=hit.died)


def preview_words(hit: PreviewHit, name: str, *, is_across: bool) -> str:
    """Return what an attack would do to a unit, as far as its player can know."""
    space = space_named(hit["at"][1]) or VANGUARD
    unit = _unit_words(name, hit["kind"], space, is_across=is_across)
    if hit["kind"] is not None:
        return _hit(unit, hit["sum"], hit["d"], archer=hit["archer"], died=hit["died"])
    words = gettext("%(unit)s is hit by an Archer.") if hit["archer"] else gettext("%(unit)s is hit with %(sum)s.")
    return words % {"unit": unit, "sum": hit["sum"]}


def _unit_words(name: str | None, kind: str | None, space: Space, *, is_across: bool) -> str:
    """Return a unit as the subject of a sentence."""
    unit = "" if kind is None else _kind(UnitKind(kind))
    if name is None:
        return gettext("The %(unit)s") % {"unit": unit}
    column = column_words(space[1], is_across=is_across)
    where = gettext("front, %(column)s") if space[0] == FRONT else gettext("rear, %(column)s")
    facts = {"name": name, "place": where % {"column": column}, "unit": unit}
    if kind is None:
        return gettext("%(name)s's unit that lies face down (%(place)s)") % facts
    return gettext("%(name)s's %(unit)s (%(place)s)") % facts


def _hit(unit: str, power: int, defence: int | None, *, archer: bool, died: bool | None) -> str:
    if died and archer:
        words = gettext("%(unit)s is killed by an Archer.")
    elif died is None:
        words = gettext("%(unit)s may die: it depends on what lies face down.")
    elif defence is None:
        words = gettext("%(unit)s is protected from Archers.")
    elif died:
        words = gettext("%(unit)s is hit with %(sum)s and has %(d)s: it dies.")
    else:
        words = gettext("%(unit)s is hit with %(sum)s and has %(d)s: it lives.")
    return words % {"unit": unit, "sum": power, "d": defence}


def _kind(kind: UnitKind) -> str:
    return translated(UNIT_NAMES[kind])
