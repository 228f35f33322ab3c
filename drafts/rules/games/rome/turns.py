"""How a battle begins, and what a move makes of it (V10-V29, V43-V54)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from drafts.rules.errors import FightOver
from drafts.rules.games.rome.abilities import retreat_spaces
from drafts.rules.games.rome.acts import (
    drive_chariot,
    place_unit,
    play_flank,
    play_nightfall,
    play_reinforcements,
    shift_unit,
    switch_units,
    take_back,
)
from drafts.rules.games.rome.attacks.attack import (
    Hit,
    credit_hitters,
    first_hits,
)
from drafts.rules.games.rome.attacks.strikes import attack_hits, field_of, next_out, struck
from drafts.rules.games.rome.cards import CommandKind
from drafts.rules.games.rome.lines import (
    is_closed,
    revealed,
)
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
from drafts.rules.games.rome.plans import check_deployment, check_night, planned_line
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.refusals import (
    BadSpace,
    HandFull,
    LineOpen,
    NotInHand,
    NotNow,
    NotYourMove,
    OneCommand,
)
from drafts.rules.games.rome.spaces import VANGUARD
from drafts.rules.games.rome.state import (
    HAND_LIMIT,
    MOST_PLAYERS,
    PLANNING,
    Battle,
    BattleOptions,
    BattlePhase,
    BattleSide,
)
from drafts.rules.games.rome.steps import (
    all_draw,
    changed_side,
    dealer_of,
    discard_units,
    play_command,
    stock_of,
    with_line,
    with_stock,
    without_commands,
)
from drafts.rules.games.rome.stocks import Dealer, cards_of


def initial(seed: str, fight: int, options: BattleOptions) -> Battle:
    """Return a battle whose units are dealt (V4, V10), in `deploy`. `fight` is the number by which its chance is named.

    Raises ValueError for options that cannot be.
    """
    if not 2 <= options.players <= MOST_PLAYERS or (options.own_decks and options.players != 2) or options.turns < 0:
        raise ValueError(options)
    dealer = Dealer(seed, fight, own_decks=options.own_decks)
    sides = (BattleSide(),) * options.players
    battle = Battle(options, seed, fight, BattlePhase.DEPLOY, sides, dealer.new_stocks(options))
    return all_draw(battle)


def due(battle: Battle) -> tuple[int, ...]:
    """Return the seats that the battle waits for, in order."""
    if battle.phase is BattlePhase.OVER:
        return ()
    if battle.phase in PLANNING:
        return tuple(seat for seat, side in enumerate(battle.sides) if not side.out and side.plan is None)
    return (battle.seat,)


def can_back(battle: Battle, seat: int) -> bool:
    """Whether `back` is legal: an own move of this act can be taken back."""
    return battle.phase is BattlePhase.ACT and seat == battle.seat and battle.before is not None


def apply(battle: Battle, seat: int, line: str) -> Battle:
    """Return the battle after the move of a seat, given as a line.

    Raises one of `refusals`, the first that holds in their order, or FightOver (`fight_over`).
    """
    return play(battle, seat, read_move(line))


def play(battle: Battle, seat: int, move: BattleMove) -> Battle:
    """Return what `apply` does, for a move that was read."""
    _check_not_over(battle)
    _check_turn(battle, seat)
    kind = type(move)
    if kind not in _MOVES[battle.phase]:
        raise NotNow
    command = commanded_by(move)
    if command is not None:
        if battle.commanded is not None:
            raise OneCommand
        if command not in battle.sides[seat].hand:
            raise NotInHand
    return _PLAY[kind](battle, seat, move)


def resign(battle: Battle, seat: int) -> Battle:
    """Return the battle after a seat has resigned: its line is gone, as if destroyed (V29, V53).

    Raises NotYourMove if that line is gone already.
    """
    _check_not_over(battle)
    side = battle.sides[seat]
    if side.out:
        raise NotYourMove
    gone = [card for space in sorted(side.line) for card in cards_of(side.line[space])] + list(side.drawn)
    resigned = side._replace(line={}, drawn=(), plan=None, out=next_out(battle))
    after = replace(discard_units(battle, seat, gone), sides=changed_side(battle.sides, seat, resigned), before=None)
    if not battle.options.end_last or len(ring_of(after)) <= 1:
        return replace(after, phase=BattlePhase.OVER)
    if after.phase in PLANNING:
        return _if_all_are_in(after)
    return _next_turn(after) if seat == after.seat else after


def end_by_ranking(battle: Battle) -> Battle:
    """Return the battle ended as it stands: by the organizer, or when time is up (V54). Its places are V53's."""
    _check_not_over(battle)
    return replace(battle, phase=BattlePhase.OVER, before=None)


# Turns ----------------------------------------------------------------------------------------------------------------


def _check_not_over(battle: Battle) -> None:
    if battle.phase is BattlePhase.OVER:
        raise FightOver


def _check_turn(battle: Battle, seat: int) -> None:
    if battle.phase in PLANNING:
        side = battle.sides[seat]
        if side.out:
            raise NotYourMove
        if side.plan is not None:
            raise NotNow
    elif seat != battle.seat:
        raise NotYourMove


# Plans: the first turn and Nightfall ----------------------------------------------------------------------------------


def _deploy(battle: Battle, seat: int, move: DeployLine) -> Battle:
    side = battle.sides[seat]
    check_deployment(move.plan, side.drawn, ring_of(battle), seat, rear=battle.options.rear)
    return _if_all_are_in(replace(battle, sides=changed_side(battle.sides, seat, side._replace(plan=move.plan))))


def _plan(battle: Battle, seat: int, move: LayPlan) -> Battle:
    side = battle.sides[seat]
    check_night(move.plan, side.line, rear=battle.options.rear)
    return _if_all_are_in(replace(battle, sides=changed_side(battle.sides, seat, side._replace(plan=move.plan))))


def _if_all_are_in(battle: Battle) -> Battle:
    """Return the battle itself, or what follows once all plans are in."""
    if due(battle):
        return battle
    laid = tuple(
        side if side.plan is None else side._replace(line=planned_line(side.plan), plan=None) for side in battle.sides
    )
    if battle.phase is BattlePhase.DEPLOY:
        plans = {seat: battle.sides[seat].plan for seat in ring_of(battle)}
        laid = tuple(side._replace(drawn=()) for side in laid)
        hits = [
            hit
            for seat, plan in plans.items()
            if plan is not None
            for hit in first_hits(field_of(laid, ring_of(battle), seat, plan.at), plan.along)
        ]
        return _first_turn(replace(battle, sides=laid), hits)
    if battle.sides[battle.seat].out:
        return _next_turn(replace(battle, sides=laid))
    line = {space: unit._replace(used=True, driven=True) for space, unit in laid[battle.seat].line.items()}
    return with_line(replace(battle, sides=laid, phase=BattlePhase.ACT), battle.seat, line)


def _first_turn(battle: Battle, hits: Sequence[Hit]) -> Battle:
    """Return the battle after the first attack: the first turn of the seat that V13 names, or V11 again (V14)."""
    battle = struck(battle, hits, credit_hitters)
    if battle.phase is BattlePhase.OVER:
        return battle
    rivals = ring_of(battle)
    sides = battle.sides
    rivals = [seat for seat in rivals if VANGUARD in sides[seat].line] or rivals
    best = max((sides[seat].kills, sides[seat].power) for seat in rivals)
    rivals = [seat for seat in rivals if (sides[seat].kills, sides[seat].power) == best]
    if len(rivals) == 1:
        return _begin_turn(battle, rivals[0])
    taken_up = tuple(
        side
        if side.out
        else side._replace(
            line={},
            drawn=tuple(side.line[space].kind for space in sorted(side.line)),
            kills=0,
            power=0,
            lost=0,
        )
        for side in sides
    )
    return all_draw(replace(battle, sides=taken_up, replays=battle.replays + 1))


# Turns ----------------------------------------------------------------------------------------------------------------


def _next_turn(battle: Battle) -> Battle:
    """Return the battle at the start of the next turn, or over where it lasts no longer (V15, V54)."""
    if battle.options.turns and battle.turn >= battle.options.turns:
        return end_by_ranking(battle)
    count = len(battle.sides)
    clockwise = ((battle.seat + step) % count for step in range(1, count + 1))
    return _begin_turn(battle, next(seat for seat in clockwise if not battle.sides[seat].out))


def _begin_turn(battle: Battle, seat: int) -> Battle:
    """Return the battle with the next turn begun by a seat: it has drawn (V16), no ability is used (V20)."""
    side = battle.sides[seat]
    dealer, stock = dealer_of(battle), battle.stocks[stock_of(battle, seat)]
    drawn, stock = dealer.draw_units(stock, seat, 1)
    commands: tuple[CommandKind, ...] = ()
    if battle.options.commands:
        commands, stock = dealer.draw_command(stock, seat)
    line = {
        space: unit._replace(used=False, driven=False) if unit.used or unit.driven else unit
        for space, unit in side.line.items()
    }
    side = side._replace(line=line, drawn=side.drawn + drawn, hand=side.hand + commands)
    return replace(
        battle,
        phase=BattlePhase.ACT,
        turn=battle.turn + 1,
        seat=seat,
        sides=changed_side(battle.sides, seat, side),
        stocks=with_stock(battle, seat, stock),
        commanded=None,
        before=None,
    )


# The attack, and after it ---------------------------------------------------------------------------------------------


def _attack(battle: Battle, seat: int, move: LineAttack) -> Battle:
    hits = attack_hits(battle, seat, move)
    if move.command is not None:
        battle = play_command(battle, seat, move.command)
    battle = struck(replace(battle, before=None), hits, lambda _: (seat,))
    if battle.phase is BattlePhase.OVER:
        return battle
    if battle.commanded is None and battle.sides[seat].hand:
        return replace(battle, phase=BattlePhase.AFTER)
    return _next_turn(battle)


def _retreat(battle: Battle, seat: int, move: PlayRetreat) -> Battle:
    line = dict(battle.sides[seat].line)
    if move.to not in retreat_spaces(line):
        raise BadSpace
    line[move.to] = revealed(line.pop(VANGUARD))
    return with_line(play_command(battle, seat, CommandKind.RETREAT), seat, line)


def _end(battle: Battle, seat: int, move: EndTurn) -> Battle:
    after = without_commands(battle, seat, move.discard)
    if not is_closed(after.sides[seat].line):
        raise LineOpen
    if len(after.sides[seat].hand) > HAND_LIMIT:
        raise HandFull
    return _next_turn(after)


_PLAY: Mapping[type, Callable[[Battle, int, Any], Battle]] = {
    DeployLine: _deploy,
    PlaceUnit: place_unit,
    ShiftUnit: shift_unit,
    SwitchUnits: switch_units,
    DriveChariot: drive_chariot,
    PlayFlank: play_flank,
    PlayReinforcements: play_reinforcements,
    PlayNightfall: play_nightfall,
    LayPlan: _plan,
    LineAttack: _attack,
    PlayRetreat: _retreat,
    EndTurn: _end,
    UndoMove: take_back,
}
_IN_ACT = frozenset(
    {
        *(PlaceUnit, ShiftUnit, SwitchUnits, DriveChariot, PlayFlank, PlayReinforcements, PlayNightfall),
        *(LineAttack, UndoMove),
    }
)
_MOVES: Mapping[BattlePhase, frozenset[type]] = {
    BattlePhase.DEPLOY: frozenset({DeployLine}),
    BattlePhase.ACT: _IN_ACT,
    BattlePhase.NIGHT: frozenset({LayPlan}),
    BattlePhase.AFTER: frozenset({PlayRetreat, ShiftUnit, EndTurn}),
}
