"""Changes of a battle that moves are made of: cards drawn and discarded, lines changed (V10, V16, V21, V28)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import shift_steps
from drafts.rules.games.rome.moves import (
    BattleMove,
    DriveChariot,
    PlaceUnit,
    PlayFlank,
    ShiftUnit,
    SwitchUnits,
)
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.refusals import NotInHand, NoUnit
from drafts.rules.games.rome.spaces import Space
from drafts.rules.games.rome.state import Battle, BattlePhase, BattleSide, CardStock, Unit, UnitLine
from drafts.rules.games.rome.stocks import Dealer, without


def changed_side(sides: Sequence[BattleSide], seat: int, side: BattleSide) -> tuple[BattleSide, ...]:
    """Return the sides with another one at a seat."""
    return (*sides[:seat], side, *sides[seat + 1 :])


def stock_of(battle: Battle, seat: int) -> int:
    """Return the place of the decks from which a seat draws (V51)."""
    return seat if battle.options.own_decks else 0


def with_stock(battle: Battle, seat: int, stock: CardStock) -> tuple[CardStock, ...]:
    """Return the stocks with other decks for a seat."""
    place = stock_of(battle, seat)
    return (*battle.stocks[:place], stock, *battle.stocks[place + 1 :])


def dealer_of(battle: Battle) -> Dealer:
    """Return the dealer that shuffles the decks of a battle by its seed."""
    return Dealer(battle.seed, battle.fight, own_decks=battle.options.own_decks)


def discard_units(battle: Battle, seat: int, cards: Iterable[UnitKind]) -> Battle:
    """Return the battle with cards of a seat on their deck's discard (V28)."""
    stock = battle.stocks[stock_of(battle, seat)]
    stock = stock._replace(unit_discard=(*stock.unit_discard, *cards))
    return replace(battle, stocks=with_stock(battle, seat, stock))


def without_commands(battle: Battle, seat: int, cards: Sequence[CommandKind]) -> Battle:
    """Return the battle with commands of a hand on their deck's discard; `not_in_hand` if they are not all held."""
    side = battle.sides[seat]
    hand = without(side.hand, cards)
    if hand is None:
        raise NotInHand
    stock = battle.stocks[stock_of(battle, seat)]
    stock = stock._replace(command_discard=(*stock.command_discard, *cards))
    return replace(
        battle,
        sides=changed_side(battle.sides, seat, side._replace(hand=hand)),
        stocks=with_stock(battle, seat, stock),
    )


def moved_steps(move: BattleMove, after: UnitLine) -> list[tuple[Space | None, Space]]:
    """Return from where to where a move has brought units, given its player's line after it; None for a new one."""
    match move:
        case PlaceUnit():
            return [(None, move.to)]
        case ShiftUnit():
            return [*shift_steps(after, move.at, move.to)]
        case SwitchUnits():
            return [(move.at, move.to), (move.to, move.at)]
        case DriveChariot() | PlayFlank():
            return [(move.at, move.to)]
    return []


def play_command(battle: Battle, seat: int, command: CommandKind) -> Battle:
    """Return the battle in which a command is played and discarded."""
    return replace(without_commands(battle, seat, (command,)), commanded=command, before=None)


def draw_units(battle: Battle, seat: int, count: int) -> Battle:
    """Return the battle after a seat has drawn so many units."""
    side = battle.sides[seat]
    stock = battle.stocks[stock_of(battle, seat)]
    drawn, stock = dealer_of(battle).draw_units(stock, seat, count)
    return replace(
        battle,
        sides=changed_side(battle.sides, seat, side._replace(drawn=side.drawn + drawn)),
        stocks=with_stock(battle, seat, stock),
    )


def with_line(battle: Battle, seat: int, line: UnitLine) -> Battle:
    """Return the battle with another line of a seat."""
    return replace(battle, sides=changed_side(battle.sides, seat, battle.sides[seat]._replace(line=line)))


def moved(battle: Battle, seat: int, line: UnitLine) -> Battle:
    """Return the battle after a move in a line that can be taken back."""
    sides = changed_side(battle.sides, seat, battle.sides[seat]._replace(line=line))
    return replace(battle, sides=sides, before=battle if battle.phase is BattlePhase.ACT else None)


def unit_at(line: UnitLine, space: Space) -> Unit:
    """Return the unit in a space; `no_unit` if there is none."""
    unit = line.get(space)
    if unit is None:
        raise NoUnit
    return unit


def all_draw(battle: Battle) -> Battle:
    """Return the battle in which all have drawn up to the units of the first line, seat 0 first (V2, V10, V14)."""
    full = 10 if battle.options.rear else 5
    for seat in ring_of(battle):
        battle = draw_units(battle, seat, full - len(battle.sides[seat].drawn))
    return battle
