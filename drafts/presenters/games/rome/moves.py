"""The moves of a battle and what attacks hit, in words.

A move is asked for ("Switch the front and rear units in the middle") or told ("Ann switched .."). Spaces are named as
the reader sees them: `is_across` is for lines that face theirs.
"""

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from drafts.languages import translated
from drafts.presenters.games.rome.lines import column_words
from drafts.rules.games.rome.attacks.previews import PreviewHit
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
from drafts.rules.games.rome.replays import LEFT
from drafts.rules.games.rome.spaces import FRONT, VANGUARD, Space, space_named
from drafts.rules.games.rome.state import HitUnit

Named = Callable[[int], str]
"""The name of the player of a seat, as sentences have it; "" for the reader, whom they call "you"."""
ATTACK_AT, ATTACK_READER = "attack at", "attack at the reader"
FORWARD, REAR_INWARD, IN_ONE_COLUMN = "shift forward", "shift rear", "switch in one column"
"""Kinds of moves that have words of their own."""
WORDS: Mapping[type | str, tuple[str, str, str]] = {
    PlaceUnit: (
        _("Place the %(unit)s on %(to)s"),
        _("You placed the new %(unit)s on %(to)s"),
        _("%(name)s placed the new %(unit)s on %(to)s"),
    ),
    FORWARD: (
        _("Shift the rear unit %(column)s forward"),
        _("You shifted the rear unit %(column)s forward"),
        _("%(name)s shifted the rear unit %(column)s forward"),
    ),
    ShiftUnit: (
        _("Shift the front row inward, from %(column)s outwards"),
        _("You shifted the front row inward, from %(column)s outwards"),
        _("%(name)s shifted the front row inward, from %(column)s outwards"),
    ),
    REAR_INWARD: (
        _("Shift the rear row inward, from %(column)s outwards"),
        _("You shifted the rear row inward, from %(column)s outwards"),
        _("%(name)s shifted the rear row inward, from %(column)s outwards"),
    ),
    IN_ONE_COLUMN: (
        _("Switch the front and rear units %(column)s"),
        _("You switched the front and rear units %(column)s"),
        _("%(name)s switched the front and rear units %(column)s"),
    ),
    SwitchUnits: (
        _("Switch the units on %(at)s and %(to)s"),
        _("You switched the units on %(at)s and %(to)s"),
        _("%(name)s switched the units on %(at)s and %(to)s"),
    ),
    DriveChariot: (
        _("Drive the Chariot from %(at)s to %(to)s"),
        _("You drove the Chariot from %(at)s to %(to)s"),
        _("%(name)s drove the Chariot from %(at)s to %(to)s"),
    ),
    PlayFlank: (
        _("Play %(command)s: move the unit from %(at)s to %(to)s"),
        _("You played %(command)s: a unit moved from %(at)s to %(to)s"),
        _("%(name)s played %(command)s: a unit moved from %(at)s to %(to)s"),
    ),
    PlayRetreat: (
        _("Play %(command)s: move the vanguard to %(to)s"),
        _("You played %(command)s: the vanguard moved to %(to)s"),
        _("%(name)s played %(command)s: the vanguard moved to %(to)s"),
    ),
    PlayReinforcements: (_("Play %(command)s"), _("You played %(command)s"), _("%(name)s played %(command)s")),
    PlayNightfall: (_("Play %(command)s"), _("You played %(command)s"), _("%(name)s played %(command)s")),
    ATTACK_AT: (
        _("Attack %(enemy)s in the middle"),
        _("You attacked %(enemy)s in the middle"),
        _("%(name)s attacked %(enemy)s in the middle"),
    ),
    ATTACK_READER: (_("Attack you in the middle"), _("You attacked"), _("%(name)s attacked you in the middle")),
    LineAttack: (_("Attack"), _("You attacked"), _("%(name)s attacked")),
    EndTurn: (_("End the turn"), _("You ended the turn"), _("%(name)s ended the turn")),
    DeployLine: (_("Lay the line"), _("You laid the line"), _("%(name)s laid the line")),
    LayPlan: (_("Lay the line anew"), _("You laid the line anew"), _("%(name)s laid the line anew")),
    UndoMove: (_("Take the last move back"), _("You took the last move back"), _("%(name)s took the last move back")),
}
"""The words of a move as it is asked for, made by the reader, and made by another player; all without a full stop."""


def move_words(text: str, named: Named | None = None) -> str:
    """Return what a move asks for, as a button or a list says it. No unit in a line is named.

    With `named`, an attack among more than two players says whom column 0 attacks (V52).
    """
    move = read_move(text)
    asked, _own, _told = WORDS[_kind_of_move(move, named)]
    return _with_parts(gettext(asked) % _facts(move, named, is_across=False), move, named, is_across=False)


def told_words(text: str, name: str, named: Named | None = None, *, is_across: bool) -> str:
    """Return what a player did by a move, as a sentence without its full stop. No unit in a line is named.

    A name of "" is the reader's.
    """
    move = read_move(text)
    _asked, own, told = WORDS[_kind_of_move(move, named)]
    words = gettext(told if name else own) % {"name": name, **_facts(move, named, is_across=is_across)}
    return _with_parts(words, move, named, is_across=is_across)


def resigned_words(name: str, how: str) -> str:
    """Return that a player gave up or left the event, as a sentence without its full stop; "" is the reader."""
    if not name:
        return gettext("You are out of the event") if how == LEFT else gettext("You gave up")
    return (gettext("%(name)s left the event") if how == LEFT else gettext("%(name)s gave up")) % {"name": name}


def _facts(move: BattleMove, named: Named | None, *, is_across: bool) -> dict[str, str]:
    spaces = {name: space for name in ("at", "to") if isinstance(space := getattr(move, name, None), tuple)}
    facts = {name: _space_words(space, is_across=is_across) for name, space in spaces.items()}
    if "at" in spaces:
        facts["column"] = column_words(spaces["at"][1], is_across=is_across)
    if isinstance(move, PlaceUnit):
        facts["unit"] = _kind(move.kind)
    if isinstance(move, LineAttack) and move.at is not None and named is not None:
        facts["enemy"] = named(move.at)
    command = commanded_by(move)
    if command is not None:
        facts["command"] = translated(COMMAND_NAMES[command])
    return facts


def _kind_of_move(move: BattleMove, named: Named | None) -> type | str:
    match move:
        case ShiftUnit() if move.at[0] != move.to[0]:
            return FORWARD
        case ShiftUnit() if move.at[0] != FRONT:
            return REAR_INWARD
        case SwitchUnits() if move.at[1] == move.to[1]:
            return IN_ONE_COLUMN
        case LineAttack() if move.at is not None and named is not None:
            return ATTACK_AT if named(move.at) else ATTACK_READER
    return type(move)


def _with_parts(words: str, move: BattleMove, named: Named | None, *, is_across: bool) -> str:
    """Return the words of an attack with its command, and with the units that come along or are held back."""
    if not isinstance(move, LineAttack):
        return words
    if move.command is not None and move.target is not None:
        said = gettext("%(attack)s, with %(command)s by %(unit)s")
        unit = _one_unit(move.target, is_across=is_across)
        if move.owner is not None and named is not None:
            said = (
                gettext("%(attack)s, with %(command)s by %(unit)s of %(owner)s")
                if named(move.owner)
                else gettext("%(attack)s, with %(command)s by %(unit)s of your line")
            )
            unit = _one_unit(move.target, is_across=not is_across)
        elif move.reach > 1:
            said = gettext("%(attack)s, with %(command)s by %(unit)s, two spaces far")
        owner = named(move.owner) if move.owner is not None and named is not None else ""
        command = translated(COMMAND_NAMES[move.command])
        words = said % {"attack": words, "command": command, "unit": unit, "owner": owner}
    if move.along:
        units = _units((unit for _standard, unit in move.along), is_across=is_across)
        words = gettext("%(attack)s, taking along %(units)s") % {"attack": words, "units": units}
    if move.hold:
        units = _units(move.hold, is_across=is_across)
        words = gettext("%(attack)s, holding back %(units)s") % {"attack": words, "units": units}
    return words


def _units(spaces: Iterable[Space], *, is_across: bool) -> str:
    return ", ".join(_one_unit(space, is_across=is_across) for space in spaces)


def _one_unit(space: Space, *, is_across: bool) -> str:
    """Return the unit in a space as a part of a sentence; it is not named."""
    words = gettext("the front unit %(column)s") if space[0] == FRONT else gettext("the rear unit %(column)s")
    return words % {"column": column_words(space[1], is_across=is_across)}


def _space_words(space: Space, *, is_across: bool) -> str:
    """Return a space as a part of a sentence."""
    words = gettext("the front space %(column)s") if space[0] == FRONT else gettext("the rear space %(column)s")
    return words % {"column": column_words(space[1], is_across=is_across)}


def hit_words(hit: HitUnit, name: str | None = None, *, is_across: bool = False) -> str:
    """Return what an attack did to a unit of a player, with its sums; a name of "" is the reader's.

    Without a name neither the owner nor the space is named.
    """
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
    return (gettext("%(name)s's %(unit)s (%(place)s)") if name else gettext("Your %(unit)s (%(place)s)")) % facts


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


def turn_words(turn: int) -> str:
    """Return how far a battle is: its turn, 0 for none yet."""
    return gettext("Turn %(turn)s") % {"turn": turn} if turn else gettext("Before the first turn")
