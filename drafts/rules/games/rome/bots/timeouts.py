"""The bot *simple*: it plays what is played when time is up."""

from collections.abc import Callable, Mapping

from drafts.rules.chance import Chance
from drafts.rules.games.rome.attacks.attack import opponents
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.lines import is_closed, placing_spaces, shifts
from drafts.rules.games.rome.moves import (
    BattleMove,
    DeployLine,
    EndTurn,
    LayPlan,
    LineAttack,
    PlaceUnit,
    ShiftUnit,
    write_move,
)
from drafts.rules.games.rome.plans import filled_plan, first_shape, night_shapes, units_in_order
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.state import HAND_LIMIT, Battle, BattlePhase
from drafts.rules.games.rome.turns import apply, due


def timeout_move(battle: Battle, seat: int) -> str:
    """Return the next move of a seat that the battle waits for, where its time is up.

    A plan is shuffled, a line is laid as it stood, drawn units go leftmost, the first shifts close the line, and then
    it attacks its left neighbour with no command; the first cards of a full hand are discarded.
    """
    return write_move(_MOVES[battle.phase](battle, seat))


def timeout_moves(battle: Battle, seat: int) -> list[str]:
    """Return the moves of a seat until its phase is over (all that time demands), each legal after those before."""
    return moves_until_next_phase(battle, seat, timeout_move)


def moves_until_next_phase(battle: Battle, seat: int, choose: Callable[[Battle, int], str]) -> list[str]:
    """Return the moves that `choose` finds for a seat, one by one, until the phase or the turn is another."""
    lines: list[str] = []
    now = battle
    while (now.phase, now.turn) == (battle.phase, battle.turn) and seat in due(now):
        lines.append(choose(now, seat))
        now = apply(now, seat, lines[-1])
    return lines


def left_neighbour(battle: Battle, seat: int) -> int | None:
    """Return the seat that column 0 attacks where the move names none; None where there is one opponent (V52)."""
    enemies = opponents(ring_of(battle), seat)
    return enemies[0] if len(enemies) > 1 else None


def shuffled_plan(battle: Battle, seat: int) -> DeployLine:
    """Return a first line in the order of chance; before it the units lie in the order of their clauses."""
    chance = Chance(battle.seed, "rome", battle.fight, "plan", battle.replays, seat)
    order = {kind: place for place, kind in enumerate(UnitKind)}
    units = chance.shuffled(sorted(battle.sides[seat].drawn, key=order.__getitem__))
    shape = first_shape(rear=battle.options.rear)
    return DeployLine(filled_plan([(kind, False) for kind in units], shape, left_neighbour(battle, seat)))


def line_as_it_stood(battle: Battle, seat: int) -> LayPlan:
    """Return the plan of a Nightfall in which units keep their order: the front from left to right, then the rear."""
    units = units_in_order(battle.sides[seat].line)
    return LayPlan(filled_plan(units, night_shapes(len(units), rear=battle.options.rear)[0]))


def _act(battle: Battle, seat: int) -> BattleMove:
    side = battle.sides[seat]
    if side.drawn:
        return PlaceUnit(side.drawn[0], placing_spaces(side.line)[0])
    if not is_closed(side.line):
        return ShiftUnit(*next(shifts(side.line)))
    return LineAttack(at=left_neighbour(battle, seat))


def _after(battle: Battle, seat: int) -> BattleMove:
    side = battle.sides[seat]
    if not is_closed(side.line):
        return ShiftUnit(*next(shifts(side.line)))
    return EndTurn(side.hand[: max(0, len(side.hand) - HAND_LIMIT)])


_MOVES: Mapping[BattlePhase, Callable[[Battle, int], BattleMove]] = {
    BattlePhase.DEPLOY: shuffled_plan,
    BattlePhase.ACT: _act,
    BattlePhase.NIGHT: line_as_it_stood,
    BattlePhase.AFTER: _after,
}
