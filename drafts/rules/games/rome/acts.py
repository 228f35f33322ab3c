"""The moves of a turn before its attack, in a player's own line and hand (V17-V22, V35-V37, V40, V43, V45, V46)."""

from dataclasses import replace

from drafts.rules.games.rome.abilities import SWITCHING_KINDS, drive_spaces, flank_spaces, switch_partners
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import extent, is_shift, revealed, shifted
from drafts.rules.games.rome.moves import (
    DriveChariot,
    PlaceUnit,
    PlayFlank,
    PlayNightfall,
    PlayReinforcements,
    ShiftUnit,
    SwitchUnits,
    UndoMove,
)
from drafts.rules.games.rome.refusals import AlreadyUsed, BadSpace, NothingToUndo, NotInHand, NotNow, WrongUnit
from drafts.rules.games.rome.spaces import FRONT, VANGUARD
from drafts.rules.games.rome.state import Battle, BattlePhase, Unit
from drafts.rules.games.rome.steps import changed_side, draw_units, moved, play_command, unit_at, with_line


def place_unit(battle: Battle, seat: int, move: PlaceUnit) -> Battle:
    """Return the battle with a drawn unit in the line (V17). Raises `not_in_hand` or `bad_space`."""
    side = battle.sides[seat]
    if move.kind not in side.drawn:
        raise NotInHand
    low, high = extent(side.line)
    if move.to[0] != FRONT or move.to in side.line or not low - 1 <= move.to[1] <= high + 1:
        raise BadSpace
    place = side.drawn.index(move.kind)
    side = side._replace(
        line={**side.line, move.to: Unit(move.kind, up=True)}, drawn=side.drawn[:place] + side.drawn[place + 1 :]
    )
    return replace(battle, sides=changed_side(battle.sides, seat, side), before=battle)


def shift_unit(battle: Battle, seat: int, move: ShiftUnit) -> Battle:
    """Return the battle with the line shifted (V18).

    Raises `not_allowed` after an attack without a Retreat (V47), `no_unit`, or `bad_space`.
    """
    if battle.phase is BattlePhase.AFTER and battle.commanded is None:
        raise NotNow
    line = battle.sides[seat].line
    unit_at(line, move.at)
    if not is_shift(line, move.at, move.to):
        raise BadSpace
    return moved(battle, seat, shifted(line, move.at, move.to))


def switch_units(battle: Battle, seat: int, move: SwitchUnits) -> Battle:
    """Return the battle with two units switched, both face up (V35, V37, V40).

    Raises `no_unit`, `wrong_unit`, `already_used`, or `bad_space`.
    """
    line = battle.sides[seat].line
    unit = unit_at(line, move.at)
    if unit.kind not in SWITCHING_KINDS:
        raise WrongUnit
    if unit.used:
        raise AlreadyUsed
    if move.to not in switch_partners(line, move.at):
        raise BadSpace
    swapped = {move.at: revealed(line[move.to]), move.to: unit._replace(up=True, used=True)}
    return moved(battle, seat, {**line, **swapped})


def drive_chariot(battle: Battle, seat: int, move: DriveChariot) -> Battle:
    """Return the battle with a Chariot on another unit, or standing in a vacant space (V36).

    Raises `no_unit`, `wrong_unit`, `already_used`, or `bad_space`.
    """
    line = dict(battle.sides[seat].line)
    unit = unit_at(line, move.at)
    if not unit.chariot and unit.kind is not UnitKind.CHARIOT:
        raise WrongUnit
    if unit.driven:
        raise AlreadyUsed
    if move.to not in drive_spaces(line, move.at):
        raise BadSpace
    if unit.chariot:
        line[move.at] = unit._replace(up=True, chariot=False)
    else:
        del line[move.at]
    if (rider := line.get(move.to)) is not None:
        line[move.to] = rider._replace(up=True, chariot=True, driven=True)
    else:
        line[move.to] = Unit(UnitKind.CHARIOT, up=True, driven=True)
    return moved(battle, seat, line)


def play_flank(battle: Battle, seat: int, move: PlayFlank) -> Battle:
    """Return the battle with a unit at the end of the other flank, and the Flank played (V43).

    Raises `no_unit`, `wrong_unit` for the vanguard, or `bad_space`.
    """
    line = dict(battle.sides[seat].line)
    unit_at(line, move.at)
    if move.at == VANGUARD:
        raise WrongUnit
    if move.to not in flank_spaces(line, move.at):
        raise BadSpace
    line[move.to] = revealed(line.pop(move.at))
    commanded = with_line(play_command(battle, seat, CommandKind.FLANK), seat, line)
    return replace(commanded, before=battle)


def play_reinforcements(battle: Battle, seat: int, _: PlayReinforcements) -> Battle:
    """Return the battle with one more unit drawn, and the Reinforcements played (V46)."""
    return draw_units(play_command(battle, seat, CommandKind.REINFORCEMENTS), seat, 1)


def play_nightfall(battle: Battle, seat: int, _: PlayNightfall) -> Battle:
    """Return the battle in the phase in which all lay their lines anew, with the Nightfall played (V45)."""
    return replace(play_command(battle, seat, CommandKind.NIGHTFALL), phase=BattlePhase.NIGHT)


def take_back(battle: Battle, seat: int, _: UndoMove) -> Battle:
    """Return the position before the last move of this act. Raises `nothing_to_undo`."""
    if battle.before is None:
        raise NothingToUndo
    return battle.before
