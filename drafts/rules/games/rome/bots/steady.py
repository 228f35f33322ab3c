"""The bot *steady*: it weighs what an attack kills against what its neighbours could kill.

It knows what a fighter in its seat would: face-down units of others are all alike to it. It plays no Nightfall, since
its worth depends on how all others lay their lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.chance import Chance
from drafts.rules.games.rome.abilities import SWITCHING_KINDS, flank_spaces, retreat_spaces, switch_partners
from drafts.rules.games.rome.attacks.attack import Battlefield, hits_of, opponents, report_of
from drafts.rules.games.rome.attacks.previews import seen_by
from drafts.rules.games.rome.bots.timeouts import left_neighbour, moves_until_next_phase, shuffled_plan, timeout_move
from drafts.rules.games.rome.cards import POWERS, CommandKind, UnitKind
from drafts.rules.games.rome.lines import Step, is_closed, placing_spaces, revealed, shifted, shifts
from drafts.rules.games.rome.moves import DeployLine, EndTurn, LineAttack, write_move
from drafts.rules.games.rome.offers import attacks
from drafts.rules.games.rome.plans import first_shape
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, name_of
from drafts.rules.games.rome.state import HAND_LIMIT, Battle, BattlePhase, Plan, Unit, UnitLine
from drafts.rules.games.rome.stocks import without
from drafts.rules.games.rome.turns import apply


class BotLevel(StrEnum):
    """How well a bot plays."""

    SIMPLE = "simple"
    STEADY = "steady"


WORTH: Mapping[UnitKind, float] = {
    UnitKind.ELEPHANT: 5,
    UnitKind.PRAETORIAN: 4.5,
    UnitKind.CAVALRY: 3.5,
    UnitKind.CENTURION: 3.5,
    UnitKind.CONSUL: 2.5,
    UnitKind.INFANTRY: 2.5,
    UnitKind.CATAPULT: 2.5,
    UnitKind.STANDARD: 2.2,
    UnitKind.CHARIOT: 2.2,
    UnitKind.ARCHER: 2.2,
    UnitKind.BALLISTA: 2.2,
    UnitKind.SLINGER: 1.5,
}
A_KILL, A_THREAT, A_COMMAND = 1.5, 0.45, 1.2
MORE_UNITS = 1.6
"""Reinforcements are played unless a command gains more than this: another unit of one's own, less the command."""
LINES_WEIGHED, LINES_FLANKED = 10, 2
"""The best lines by a bare attack, for which the commands of an attack, or a Flank, are weighed too."""


class Weighed(NamedTuple):
    """Lines of moves and what they are worth; the last one is the attack."""

    worth: float
    moves: tuple[str, ...]


def bot_moves(battle: Battle, seat: int, level: BotLevel) -> list[str]:
    """Return the moves of a bot until the phase or the turn is another, each legal after those before."""
    if level is BotLevel.SIMPLE:
        return moves_until_next_phase(battle, seat, timeout_move)
    match battle.phase:
        case BattlePhase.DEPLOY:
            return [write_move(steady_plan(battle, seat))]
        case BattlePhase.ACT:
            return _act(battle, seat)
        case BattlePhase.AFTER if is_closed(battle.sides[seat].line):
            return _after(battle, seat)
    return moves_until_next_phase(battle, seat, timeout_move)


def hint(battle: Battle, seat: int) -> str:
    """Return the next move that *steady* would make in the place of a seat ("What would you do?")."""
    return bot_moves(battle, seat, BotLevel.STEADY)[0]


# The first line -------------------------------------------------------------------------------------------------------


def steady_plan(battle: Battle, seat: int) -> DeployLine:
    """Return the first line: the strongest in `f0`, Centurions at the ends, a Slinger in `r0`; after V14, shuffled."""
    if battle.replays:
        return shuffled_plan(battle, seat)
    units = sorted(battle.sides[seat].drawn, key=lambda kind: -POWERS[kind])
    shape = first_shape(rear=battle.options.rear)
    laid: dict[Space, UnitKind] = {VANGUARD: units.pop(0)}
    wishes: list[tuple[Space, UnitKind]] = [
        ((FRONT, -2), UnitKind.CENTURION),
        ((FRONT, 2), UnitKind.CENTURION),
        ((REAR, 0), UnitKind.SLINGER),
    ]
    for space, kind in wishes:
        if space in shape and kind in units:
            units.remove(kind)
            laid[space] = kind
    units.sort(key=FIRST_TO_FRONT.index)
    for space in shape:
        if space not in laid:
            laid[space] = units.pop(0)
    plan = Plan(tuple((space, laid[space], False) for space in shape), left_neighbour(battle, seat))
    return DeployLine(plan)


FIRST_TO_FRONT = [
    *(UnitKind.BALLISTA, UnitKind.PRAETORIAN, UnitKind.CAVALRY, UnitKind.ELEPHANT, UnitKind.INFANTRY),
    *(UnitKind.CHARIOT, UnitKind.STANDARD, UnitKind.CENTURION, UnitKind.CONSUL, UnitKind.ARCHER),
    *(UnitKind.CATAPULT, UnitKind.SLINGER),
]


# A turn ---------------------------------------------------------------------------------------------------------------


class _Known:
    """The knowledge of a seat in its turn, and the worth of attacks by that."""

    def __init__(self, battle: Battle, seat: int) -> None:
        lines = seen_by(battle, seat)
        sides = tuple(side._replace(line=line) for side, line in zip(battle.sides, lines, strict=True))
        self.battle = replace(battle, sides=sides, before=None)
        self.seat = seat
        self.lines = lines
        self.ring = ring_of(battle)
        self.enemies = opponents(self.ring, seat)
        self._threats: dict[tuple[int, tuple[tuple[int, Space], ...]], float] = {}

    def attacks(self, line: UnitLine, *, commands: bool) -> Iterator[LineAttack]:
        """Yield the legal attacks of a closed line; no Catapult is held."""
        own = self.battle.sides[self.seat]
        own = own._replace(line=line, drawn=(), hand=own.hand if commands else ())
        sides = (*self.battle.sides[: self.seat], own, *self.battle.sides[self.seat + 1 :])
        return attacks(replace(self.battle, sides=sides), self.seat, hold=False)

    def worth(self, line: UnitLine, move: LineAttack) -> float:
        """Return what is killed, less what neighbours could kill then, less a command."""
        lines = list(self.lines)
        lines[self.seat] = line
        report = report_of(lines, hits_of(Battlefield(lines, self.ring, self.seat, move.at), move))
        killed = tuple(hit.at for hit in report if hit.died)
        gain = sum(WORTH[lines[seat][space].kind] + A_KILL for seat, space in killed)
        return gain - A_THREAT * self._threat(lines, killed) - (A_COMMAND if move.command else 0)

    def danger(self, line: UnitLine) -> float:
        """Return what neighbours could kill of a line of the seat, as `worth` counts it."""
        lines = list(self.lines)
        lines[self.seat] = line
        return A_THREAT * self._threat(lines, ())

    def _threat(self, lines: list[UnitLine], killed: tuple[tuple[int, Space], ...]) -> float:
        """Return the worth of the units that opponents could kill in bare attacks, once some of theirs are gone."""
        key = id(lines[self.seat]), killed
        if key not in self._threats:
            if killed:
                lines = [
                    {space: unit for space, unit in line.items() if (seat, space) not in killed}
                    for seat, line in enumerate(lines)
                ]
            self._threats[key] = sum(self._threat_of(lines, enemy) for enemy in self.enemies)
        return self._threats[key]

    def _threat_of(self, lines: list[UnitLine], enemy: int) -> float:
        ring = [seat for seat in self.ring if lines[seat]]
        if enemy not in ring:
            return 0
        report = report_of(lines, hits_of(Battlefield(lines, ring, enemy, self.seat), LineAttack()))
        return sum(WORTH[hit.kind] + A_KILL for hit in report if hit.died and hit.at[0] == self.seat)


def _act(battle: Battle, seat: int) -> list[str]:
    best = _best(battle, seat)
    if CommandKind.REINFORCEMENTS not in battle.sides[seat].hand or battle.commanded is not None:
        return list(best.moves)
    bare = _best(battle, seat, commands=False)
    if best.worth > bare.worth + MORE_UNITS:
        return list(best.moves)
    reinforced = apply(battle, seat, "reinforcements")
    return ["reinforcements", *_best(reinforced, seat, commands=False).moves]


def _best(battle: Battle, seat: int, *, commands: bool = True) -> Weighed:
    """Return the best moves up to the attack: where units go, one switch or none, a way to close, how to attack."""
    known = _Known(battle, seat)
    bare = LineAttack(at=left_neighbour(battle, seat))
    lines = _closed_lines(battle, seat)
    lines.sort(key=lambda found: -known.worth(found[1], bare))
    best = [
        Weighed(known.worth(line, move), (*moves, write_move(move)))
        for moves, line in lines[:LINES_WEIGHED]
        for move in known.attacks(line, commands=commands and battle.commanded is None)
    ]
    if commands and battle.commanded is None and CommandKind.FLANK in battle.sides[seat].hand:
        flanked = [found for way in lines[:LINES_FLANKED] for found in _flanked(way)]  # `known` goes by their ids
        best += [Weighed(known.worth(line, bare) - A_COMMAND, (*moves, write_move(bare))) for moves, line in flanked]
    most = max(found.worth for found in best)
    chance = Chance(battle.seed, "rome", battle.fight, "bot", battle.turn, seat)
    return chance.choice([found for found in best if found.worth > most - 1e-9])


Way = tuple[tuple[str, ...], UnitLine]
"""Lines of moves, and the line to which they lead."""


def _closed_lines(battle: Battle, seat: int) -> list[Way]:
    """Return closed lines that a seat can reach in its turn, each once, with the moves that lead there."""
    side = battle.sides[seat]
    placed: list[Way] = [((), side.line)]
    for kind in side.drawn:
        placed = [way for before in placed for way in _placings(before, kind)]
    found: dict[frozenset[tuple[Space, Unit]], Way] = {}
    for way in placed:
        for switched in (way, *(_switchings(way) if len(side.drawn) <= 1 else ())):
            for moves, line in _closings(switched):
                found.setdefault(frozenset(line.items()), (moves, line))
    return list(found.values())


def _placings(way: Way, kind: UnitKind) -> Iterator[Way]:
    moves, line = way
    for space in placing_spaces(line):
        yield (*moves, f"place {kind} {name_of(space)}"), {**line, space: Unit(kind, up=True)}


def _switchings(way: Way) -> Iterator[Way]:
    moves, line = way
    for space, unit in line.items():
        if unit.kind in SWITCHING_KINDS and not unit.used:
            for other in switch_partners(line, space):
                swapped = {space: revealed(line[other]), other: unit._replace(up=True, used=True)}
                yield (*moves, f"switch {name_of(space)} {name_of(other)}"), {**line, **swapped}


def _closings(way: Way) -> Iterator[Way]:
    """Yield three ways to close a line: the first shift again and again, the last one, or from the rear first."""
    if is_closed(way[1]):
        yield way
        return
    for preferred in (_first, _last, _forward):
        moves, line = way
        while not is_closed(line):
            at, to = preferred(list(shifts(line)))
            moves, line = (*moves, f"shift {name_of(at)} {name_of(to)}"), shifted(line, at, to)
        yield moves, line


def _flanked(way: Way) -> Iterator[Way]:
    """Yield the lines to which a Flank and shifts lead from a closed line (V43)."""
    moves, line = way
    for space, unit in line.items():
        if space != VANGUARD:
            left = {other: each for other, each in line.items() if other != space}
            for to in flank_spaces(line, space):
                played = (*moves, f"flank {name_of(space)} {name_of(to)}")
                yield from _closings((played, {**left, to: revealed(unit)}))


def _first(steps: Sequence[Step]) -> Step:
    return steps[0]


def _last(steps: Sequence[Step]) -> Step:
    return steps[-1]


def _forward(steps: Sequence[Step]) -> Step:
    return next((step for step in steps if step[0][0] != step[1][0]), steps[0])


# After the attack -----------------------------------------------------------------------------------------------------

KEPT_LONGEST = [
    *(CommandKind.VOLLEY, CommandKind.SURPRISE, CommandKind.STAMPEDE, CommandKind.JAVELIN),
    *(CommandKind.REINFORCEMENTS, CommandKind.NIGHTFALL, CommandKind.FLANK, CommandKind.RETREAT),
]


def _after(battle: Battle, seat: int) -> list[str]:
    """Return the end of a turn, after the Retreat that saves most, if it saves more than a command is worth (V47)."""
    line = battle.sides[seat].line
    if CommandKind.RETREAT in battle.sides[seat].hand and battle.commanded is None and VANGUARD in line:
        known = _Known(battle, seat)
        left = {space: unit for space, unit in line.items() if space != VANGUARD}
        ways = [
            way
            for to in retreat_spaces(line)
            for way in _closings(((f"retreat {name_of(to)}",), {**left, to: revealed(line[VANGUARD])}))
        ]
        stay = known.danger(line)
        moves, safest = min(ways, key=lambda way: known.danger(way[1]))
        if stay - known.danger(safest) > A_COMMAND:
            hand = without(battle.sides[seat].hand, [CommandKind.RETREAT]) or ()
            return [*moves, _end(hand)]
    return [_end(battle.sides[seat].hand)]


def _end(hand: Sequence[CommandKind]) -> str:
    """Return the end of a turn: of a full hand the commands that it plays least are discarded."""
    hand = sorted(hand, key=KEPT_LONGEST.index)
    return write_move(EndTurn(tuple(hand[HAND_LIMIT:])))
