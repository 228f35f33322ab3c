"""The moves of a battle and what attacks hit, in words."""

from django.utils.translation import gettext

from drafts.languages import translated
from drafts.presenters.games.rome_lines import words_of
from drafts.rules.games.rome.cards import COMMAND_NAMES, UNIT_NAMES, CommandKind, UnitKind
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
    read_move,
)
from drafts.rules.games.rome.previews import PreviewHit
from drafts.rules.games.rome.spaces import VANGUARD, Space, space_named
from drafts.rules.games.rome.state import HitUnit


def move_words(text: str) -> str:
    """Return a move in words: "shift: front, 1 left of the middle to ..". No unit in a line is named."""
    words, facts = _worded(read_move(text))
    return words % facts


def _worded(move: BattleMove) -> tuple[str, dict[str, str]]:
    facts = {name: _at(getattr(move, name)) for name in ("at", "to") if isinstance(getattr(move, name, None), tuple)}
    words = gettext("attack")
    match move:
        case PlaceUnit():
            words, facts["unit"] = gettext("place %(unit)s: %(to)s"), _kind(move.kind)
        case ShiftUnit():
            words = gettext("shift: %(at)s to %(to)s")
        case SwitchUnits():
            words = gettext("switch: %(at)s with %(to)s")
        case DriveChariot():
            words = gettext("drive the Chariot: %(at)s to %(to)s")
        case PlayFlank():
            words = gettext("Flank: %(at)s to %(to)s")
        case PlayRetreat():
            words = gettext("Retreat: the vanguard to %(to)s")
        case PlayReinforcements():
            words = translated(COMMAND_NAMES[CommandKind.REINFORCEMENTS])
        case PlayNightfall():
            words = translated(COMMAND_NAMES[CommandKind.NIGHTFALL])
        case LineAttack() if move.command is not None:
            words, facts["command"] = gettext("attack with %(command)s"), translated(COMMAND_NAMES[move.command])
        case EndTurn():
            words = gettext("end of the turn")
        case DeployLine() | LayPlan():
            words = gettext("a line is laid")
        case UndoMove():
            words = gettext("took the last move back")
    return words, facts


def hit_words(hit: HitUnit, name: str) -> str:
    """Return what an attack did to a unit of a player, with its sums."""
    return _hit(name, hit.kind.value, hit.at[1], hit.sum, hit.defence, archer=hit.archer, died=hit.died)


def preview_words(hit: PreviewHit, name: str) -> str:
    """Return what an attack would do to a unit, as far as its player can know."""
    space = space_named(hit["at"][1])
    return _hit(name, hit["kind"], space or VANGUARD, hit["sum"], hit["d"], archer=hit["archer"], died=hit["died"])


def _hit(
    name: str, kind: str | None, space: Space, power: int, defence: int | None, *, archer: bool, died: bool | None
) -> str:
    unit = gettext("face down") if kind is None else _kind(UnitKind(kind))
    facts = {"unit": f"{name}, {unit}, {_at(space)}", "sum": power, "d": defence}
    if kind is None:
        words = gettext("%(unit)s: an Archer hits it.") if archer else gettext("%(unit)s: hit with %(sum)s.")
    elif died and archer:
        words = gettext("%(unit)s: killed by an Archer.")
    elif died is None:
        words = gettext("%(unit)s: it depends on what lies face down.")
    elif defence is None:
        words = gettext("%(unit)s: protected from Archers.")
    elif died:
        words = gettext("%(unit)s: hit with %(sum)s, has %(d)s. Killed.")
    else:
        words = gettext("%(unit)s: hit with %(sum)s, has %(d)s. It lives.")
    return words % facts


def _kind(kind: UnitKind) -> str:
    return translated(UNIT_NAMES[kind])


def _at(space: Space) -> str:
    words = words_of(space)
    return words[:1].lower() + words[1:]
