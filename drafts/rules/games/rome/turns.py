"""How a battle begins, and what a move makes of it (V10-V29, V43-V54)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from drafts.rules.errors import FightOver
from drafts.rules.games.rome.attack import (
    Battlefield,
    Credit,
    Hit,
    check_enemy,
    check_reach,
    check_units,
    credit_hitters,
    first_hits,
    hits_of,
    report_of,
    turned_up,
)
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import (
    extent,
    flank_ends,
    is_closed,
    is_shift,
    placing_spaces,
    power_at,
    revealed,
    shifted,
    supported_rear,
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
    AlreadyUsed,
    BadSpace,
    HandFull,
    LineOpen,
    MustPlace,
    NothingToUndo,
    NotInHand,
    NotNow,
    NotYourMove,
    NoUnit,
    OneCommand,
    StaleMoment,
    WrongUnit,
)
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, adjacent
from drafts.rules.games.rome.state import (
    HAND_LIMIT,
    MOST_PLAYERS,
    Battle,
    BattleOptions,
    BattlePhase,
    BattleSide,
    CardStock,
    Unit,
    UnitLine,
)
from drafts.rules.games.rome.stocks import Dealer, cards_of, without

SWITCHING_KINDS = frozenset({UnitKind.CENTURION, UnitKind.CONSUL, UnitKind.PRAETORIAN})


def initial(seed: str, fight: int, options: BattleOptions) -> Battle:
    """Return a battle whose units are dealt (V4, V10), in `deploy`. `fight` is the number by which its chance is named.

    Raises ValueError for options that cannot be.
    """
    if not 2 <= options.players <= MOST_PLAYERS or (options.own_decks and options.players != 2) or options.turns < 0:
        raise ValueError(options)
    dealer = Dealer(seed, fight, own_decks=options.own_decks)
    sides = (BattleSide(),) * options.players
    battle = Battle(options, seed, fight, BattlePhase.DEPLOY, sides, dealer.new_stocks(options))
    return _all_draw(battle)


def due(battle: Battle) -> tuple[int, ...]:
    """Return the seats that the battle waits for, in order."""
    if battle.phase is BattlePhase.OVER:
        return ()
    if battle.phase in _AT_ONCE:
        return tuple(seat for seat, side in enumerate(battle.sides) if not side.out and side.plan is None)
    return (battle.seat,)


def can_back(battle: Battle, seat: int) -> bool:
    """Whether `back` is legal: an own move of this act can be taken back."""
    return battle.phase is BattlePhase.ACT and seat == battle.seat and battle.before is not None


def apply_at(battle: Battle, seat: int, line: str, turn: int, phase: str) -> Battle:
    """Return what `apply` does, for a move that was made for a turn and a phase; `stale` if these are past."""
    move = read_move(line)
    _check_not_over(battle)
    if (turn, phase) != (battle.turn, battle.phase):
        raise StaleMoment
    return play(battle, seat, move)


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
    resigned = side._replace(line={}, drawn=(), plan=None, out=_next_out(battle))
    after = replace(_discard_units(battle, seat, gone), sides=_changed(battle.sides, seat, resigned), before=None)
    if not battle.options.end_last or len(ring_of(after)) <= 1:
        return replace(after, phase=BattlePhase.OVER)
    if after.phase in _AT_ONCE:
        return _if_all_are_in(after)
    return _next_turn(after) if seat == after.seat else after


def end_by_ranking(battle: Battle) -> Battle:
    """Return the battle ended as it stands: by the organizer, or when time is up (V54). Its places are V53's."""
    _check_not_over(battle)
    return replace(battle, phase=BattlePhase.OVER, before=None)


# Who may move ---------------------------------------------------------------------------------------------------------


def _check_not_over(battle: Battle) -> None:
    if battle.phase is BattlePhase.OVER:
        raise FightOver


def _check_turn(battle: Battle, seat: int) -> None:
    if battle.phase in _AT_ONCE:
        side = battle.sides[seat]
        if side.out:
            raise NotYourMove
        if side.plan is not None:
            raise NotNow
    elif seat != battle.seat:
        raise NotYourMove


_AT_ONCE = frozenset({BattlePhase.DEPLOY, BattlePhase.NIGHT})


# Small steps ----------------------------------------------------------------------------------------------------------


def _changed(sides: Sequence[BattleSide], seat: int, side: BattleSide) -> tuple[BattleSide, ...]:
    return (*sides[:seat], side, *sides[seat + 1 :])


def _stock_of(battle: Battle, seat: int) -> int:
    """Return the place of the decks from which a seat draws (V51)."""
    return seat if battle.options.own_decks else 0


def _with_stock(battle: Battle, seat: int, stock: CardStock) -> tuple[CardStock, ...]:
    place = _stock_of(battle, seat)
    return (*battle.stocks[:place], stock, *battle.stocks[place + 1 :])


def _dealer(battle: Battle) -> Dealer:
    return Dealer(battle.seed, battle.fight, own_decks=battle.options.own_decks)


def _discard_units(battle: Battle, seat: int, cards: Iterable[UnitKind]) -> Battle:
    """Return the battle with cards of a seat on their deck's discard (V28)."""
    stock = battle.stocks[_stock_of(battle, seat)]
    stock = stock._replace(unit_discard=(*stock.unit_discard, *cards))
    return replace(battle, stocks=_with_stock(battle, seat, stock))


def _without_commands(battle: Battle, seat: int, cards: Sequence[CommandKind]) -> Battle:
    """Return the battle with commands of a hand on their deck's discard; `not_in_hand` if they are not all held."""
    side = battle.sides[seat]
    hand = without(side.hand, cards)
    if hand is None:
        raise NotInHand
    stock = battle.stocks[_stock_of(battle, seat)]
    stock = stock._replace(command_discard=(*stock.command_discard, *cards))
    return replace(
        battle,
        sides=_changed(battle.sides, seat, side._replace(hand=hand)),
        stocks=_with_stock(battle, seat, stock),
    )


def _command(battle: Battle, seat: int, command: CommandKind) -> Battle:
    """Return the battle in which a command is played and discarded."""
    return replace(_without_commands(battle, seat, (command,)), commanded=command, before=None)


def _draw_units(battle: Battle, seat: int, count: int) -> Battle:
    side = battle.sides[seat]
    stock = battle.stocks[_stock_of(battle, seat)]
    drawn, stock = _dealer(battle).draw_units(stock, seat, count)
    return replace(
        battle,
        sides=_changed(battle.sides, seat, side._replace(drawn=side.drawn + drawn)),
        stocks=_with_stock(battle, seat, stock),
    )


def _with_line(battle: Battle, seat: int, line: UnitLine) -> Battle:
    """Return the battle with another line of a seat."""
    return replace(battle, sides=_changed(battle.sides, seat, battle.sides[seat]._replace(line=line)))


def _moved(battle: Battle, seat: int, line: UnitLine) -> Battle:
    """Return the battle after a move in a line that can be taken back."""
    sides = _changed(battle.sides, seat, battle.sides[seat]._replace(line=line))
    return replace(battle, sides=sides, before=battle if battle.phase is BattlePhase.ACT else None)


def _unit_at(line: UnitLine, space: Space) -> Unit:
    unit = line.get(space)
    if unit is None:
        raise NoUnit
    return unit


# Plans: the first turn and Nightfall ----------------------------------------------------------------------------------


def _all_draw(battle: Battle) -> Battle:
    """Return the battle in which all have drawn up to the units of the first line, seat 0 first (V2, V10, V14)."""
    full = 10 if battle.options.rear else 5
    for seat in ring_of(battle):
        battle = _draw_units(battle, seat, full - len(battle.sides[seat].drawn))
    return battle


def _deploy(battle: Battle, seat: int, move: DeployLine) -> Battle:
    side = battle.sides[seat]
    check_deployment(move.plan, side.drawn, ring_of(battle), seat, rear=battle.options.rear)
    return _if_all_are_in(replace(battle, sides=_changed(battle.sides, seat, side._replace(plan=move.plan))))


def _plan(battle: Battle, seat: int, move: LayPlan) -> Battle:
    side = battle.sides[seat]
    check_night(move.plan, side.line, rear=battle.options.rear)
    return _if_all_are_in(replace(battle, sides=_changed(battle.sides, seat, side._replace(plan=move.plan))))


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
            for hit in first_hits(_field(laid, ring_of(battle), seat, plan.at), plan.along)
        ]
        return _first_turn(replace(battle, sides=laid), hits)
    if battle.sides[battle.seat].out:
        return _next_turn(replace(battle, sides=laid))
    line = {space: unit._replace(used=True, driven=True) for space, unit in laid[battle.seat].line.items()}
    return _with_line(replace(battle, sides=laid, phase=BattlePhase.ACT), battle.seat, line)


def _first_turn(battle: Battle, hits: Sequence[Hit]) -> Battle:
    """Return the battle after the first attack: the first turn of the seat that V13 names, or V11 again (V14)."""
    battle = _struck(battle, hits, credit_hitters)
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
    return _all_draw(replace(battle, sides=taken_up, replays=battle.replays + 1))


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
    dealer, stock = _dealer(battle), battle.stocks[_stock_of(battle, seat)]
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
        sides=_changed(battle.sides, seat, side),
        stocks=_with_stock(battle, seat, stock),
        commanded=None,
        before=None,
    )


def _place(battle: Battle, seat: int, move: PlaceUnit) -> Battle:
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
    return replace(battle, sides=_changed(battle.sides, seat, side), before=battle)


def _shift(battle: Battle, seat: int, move: ShiftUnit) -> Battle:
    if battle.phase is BattlePhase.AFTER and battle.commanded is None:
        raise NotNow
    line = battle.sides[seat].line
    _unit_at(line, move.at)
    if not is_shift(line, move.at, move.to):
        raise BadSpace
    return _moved(battle, seat, shifted(line, move.at, move.to))


def switch_partners(line: UnitLine, space: Space) -> list[Space]:
    """Return the spaces with which the unit in a space may switch (V35, V37, V40); its kind is one that may."""
    partners = [other for other in adjacent(space) if other in line]
    if line[space].kind is UnitKind.PRAETORIAN:
        partners += [other for other, unit in line.items() if unit.kind is UnitKind.CONSUL and other not in partners]
    return partners


def _switch(battle: Battle, seat: int, move: SwitchUnits) -> Battle:
    line = battle.sides[seat].line
    unit = _unit_at(line, move.at)
    if unit.kind not in SWITCHING_KINDS:
        raise WrongUnit
    if unit.used:
        raise AlreadyUsed
    if move.to not in switch_partners(line, move.at):
        raise BadSpace
    swapped = {move.at: revealed(line[move.to]), move.to: unit._replace(up=True, used=True)}
    return _moved(battle, seat, {**line, **swapped})


def drive_spaces(line: UnitLine, space: Space) -> list[Space]:
    """Return where the Chariot in a space, standing or mounted, may drive (V36)."""
    unmounted = [other for other, unit in line.items() if not unit.mounted and other != space]
    if not line[space].chariot:
        return unmounted
    return unmounted + placing_spaces(line) + supported_rear(line)


def _drive(battle: Battle, seat: int, move: DriveChariot) -> Battle:
    line = dict(battle.sides[seat].line)
    unit = _unit_at(line, move.at)
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
    return _moved(battle, seat, line)


def flank_spaces(line: UnitLine, space: Space) -> list[Space]:
    """Return where a Flank takes the unit in a space, not `f0`: the end of the opposite flank, of `r0` either (V43)."""
    left, right = flank_ends({other: unit for other, unit in line.items() if other != space})
    if space[1] == 0:
        return [left, right]
    return [right if space[1] < 0 else left]


def _flank(battle: Battle, seat: int, move: PlayFlank) -> Battle:
    line = dict(battle.sides[seat].line)
    _unit_at(line, move.at)
    if move.at == VANGUARD:
        raise WrongUnit
    if move.to not in flank_spaces(line, move.at):
        raise BadSpace
    line[move.to] = revealed(line.pop(move.at))
    commanded = _with_line(_command(battle, seat, CommandKind.FLANK), seat, line)
    return replace(commanded, before=battle)


def _reinforcements(battle: Battle, seat: int, _: PlayReinforcements) -> Battle:
    return _draw_units(_command(battle, seat, CommandKind.REINFORCEMENTS), seat, 1)


def _nightfall(battle: Battle, seat: int, _: PlayNightfall) -> Battle:
    return replace(_command(battle, seat, CommandKind.NIGHTFALL), phase=BattlePhase.NIGHT)


def _back(battle: Battle, seat: int, _: UndoMove) -> Battle:
    if battle.before is None:
        raise NothingToUndo
    return battle.before


# The attack, and after it ---------------------------------------------------------------------------------------------


def _field(sides: Sequence[BattleSide], ring: Sequence[int], seat: int, at: int | None) -> Battlefield:
    return Battlefield([side.line for side in sides], ring, seat, at)


def attack_hits(battle: Battle, seat: int, move: LineAttack) -> list[Hit]:
    """Return the hits of an attack; raises the refusals from `no_unit` to `no_target`."""
    side = battle.sides[seat]
    field = _field(battle.sides, ring_of(battle), seat, move.at)
    check_units(field, move)
    if side.drawn:
        raise MustPlace
    if not is_closed(side.line):
        raise LineOpen
    check_enemy(field)
    check_reach(field, move)
    return hits_of(field, move)


def _attack(battle: Battle, seat: int, move: LineAttack) -> Battle:
    hits = attack_hits(battle, seat, move)
    if move.command is not None:
        battle = _command(battle, seat, move.command)
    battle = _struck(replace(battle, before=None), hits, lambda _: (seat,))
    if battle.phase is BattlePhase.OVER:
        return battle
    if battle.commanded is None and battle.sides[seat].hand:
        return replace(battle, phase=BattlePhase.AFTER)
    return _next_turn(battle)


def _next_out(battle: Battle) -> int:
    return 1 + max(side.out for side in battle.sides)


def _struck(battle: Battle, hits: Iterable[Hit], credit: Credit) -> Battle:
    """Return the battle after hits: the dead are discarded, kills count, what counted is turned up (V9, V26-V29)."""
    lines = [side.line for side in battle.sides]
    report = report_of(lines, hits)
    after: list[dict[Space, Unit]] = [dict(line) for line in lines]
    for seat, space in turned_up(lines, report):
        after[seat][space] = revealed(after[seat][space])
    sides = list(battle.sides)
    for hit in report:
        if hit.died:
            seat, space = hit.at
            battle = _discard_units(battle, seat, cards_of(after[seat].pop(space)))
            sides[seat] = sides[seat]._replace(lost=sides[seat].lost + 1)
            killed = power_at(lines[seat], space)
            for killer in credit(hit):
                side = sides[killer]
                sides[killer] = side._replace(kills=side.kills + 1, power=side.power + killed)
    out = _next_out(battle)
    sides = [
        side._replace(line=line, out=side.out or (0 if line else out)) for side, line in zip(sides, after, strict=True)
    ]
    battle = replace(battle, sides=tuple(sides), report=report)
    standing = len(ring_of(battle))
    gone = any(side.out == out for side in sides)
    is_over = gone and (standing <= 1 or not battle.options.end_last)
    return replace(battle, phase=BattlePhase.OVER) if is_over else battle


def retreat_spaces(line: UnitLine) -> list[Space]:
    """Return where a Retreat takes the vanguard: a flank's end or a vacant rear space (V47)."""
    left = {space: unit for space, unit in line.items() if space != VANGUARD}
    rear = supported_rear(left)
    if (REAR, 0) not in left:
        rear.append((REAR, 0))
    return [*flank_ends(left), *sorted(rear)]


def _retreat(battle: Battle, seat: int, move: PlayRetreat) -> Battle:
    line = dict(battle.sides[seat].line)
    if move.to not in retreat_spaces(line):
        raise BadSpace
    line[move.to] = revealed(line.pop(VANGUARD))
    return _with_line(_command(battle, seat, CommandKind.RETREAT), seat, line)


def _end(battle: Battle, seat: int, move: EndTurn) -> Battle:
    after = _without_commands(battle, seat, move.discard)
    if not is_closed(after.sides[seat].line):
        raise LineOpen
    if len(after.sides[seat].hand) > HAND_LIMIT:
        raise HandFull
    return _next_turn(after)


_PLAY: Mapping[type, Callable[[Battle, int, Any], Battle]] = {
    DeployLine: _deploy,
    PlaceUnit: _place,
    ShiftUnit: _shift,
    SwitchUnits: _switch,
    DriveChariot: _drive,
    PlayFlank: _flank,
    PlayReinforcements: _reinforcements,
    PlayNightfall: _nightfall,
    LayPlan: _plan,
    LineAttack: _attack,
    PlayRetreat: _retreat,
    EndTurn: _end,
    UndoMove: _back,
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
