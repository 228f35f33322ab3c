"""An attack: which units take part, which they hit, and which of these die (V8, V12, V23-V28, V31-V42, V48-V50)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from drafts.rules.errors import Refusal
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import attack_at, beside, defence_at, is_immune, outermost_of
from drafts.rules.games.rome.moves import LineAttack
from drafts.rules.games.rome.refusals import (
    AlreadyAttacking,
    AlreadyUsed,
    BadSpace,
    ChooseEnemy,
    NoTarget,
    NoUnit,
    OutOfReach,
    WrongUnit,
)
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, adjacent
from drafts.rules.games.rome.state import HitUnit, Unit, UnitLine

SeatSpace = tuple[int, Space]
"""A seat and a space of its line."""
Hit = tuple[SeatSpace, SeatSpace]
"""A unit that hits, and the space in which it hits one."""

JAVELIN_KINDS = frozenset({UnitKind.INFANTRY, UnitKind.CENTURION, UnitKind.PRAETORIAN})
VOLLEY_KINDS = frozenset({UnitKind.ARCHER, UnitKind.SLINGER})


class Battlefield(NamedTuple):
    """The lines of all seats as one of them attacks: `ring` are the seats that stand, clockwise, `seat` attacks.

    `at` is the opponent of column 0; with one opponent it is that one.
    """

    lines: Sequence[UnitLine]
    ring: Sequence[int]
    seat: int
    at: int | None = None

    @property
    def line(self) -> UnitLine:
        """The line of the seat that attacks."""
        return self.lines[self.seat]

    def enemy(self, column: int) -> int:
        """Return the seat that a column faces (V8, V52)."""
        place, count = self.ring.index(self.seat), len(self.ring)
        if column > 0:
            return self.ring[place - 1]
        if column == 0 and count > 2 and self.at in self.ring and self.at is not None:
            return self.at
        return self.ring[(place + 1) % count]


def opponents(ring: Sequence[int], seat: int) -> list[int]:
    """Return the opponents of a seat, clockwise from its left neighbour."""
    place = ring.index(seat)
    return [*ring[place + 1 :], *ring[:place]]


# Attackers and targets ------------------------------------------------------------------------------------------------


def attacks_anyway(field: Battlefield, space: Space, unit: Unit) -> bool:
    """Whether a unit attacks by itself each turn (V23); of a Catapult, unless it is held."""
    if space == VANGUARD:
        return True
    kind = unit.kind
    if kind is UnitKind.CAVALRY:
        row, column = space
        return row == FRONT and (FRONT, -column) not in field.lines[field.enemy(column)]
    return kind is UnitKind.BALLISTA or kind is UnitKind.CATAPULT


def default_attackers(field: Battlefield, hold: Collection[Space] = ()) -> list[Space]:
    """Return the spaces of the units that attack by themselves in a turn (V23, V33)."""
    return [space for space, unit in field.line.items() if attacks_anyway(field, space, unit) and space not in hold]


def first_attackers(line: UnitLine) -> list[Space]:
    """Return the spaces of the units that attack by themselves in V12, where all fronts are full."""
    kinds = UnitKind.BALLISTA, UnitKind.CATAPULT
    return [space for space, unit in line.items() if space[0] == FRONT and (space == VANGUARD or unit.kind in kinds)]


def reached(space: Space, far: int) -> Space | None:
    """Return the enemy's space that lies one or two spaces ahead, or None if that is an own one (V8)."""
    row, column = space
    if row == FRONT:
        return (FRONT if far == 1 else REAR, -column)
    return (FRONT, -column) if far == 2 else None


def reach_of(unit: Unit) -> int:
    """Return how far a unit attacks that no Volley commands: a Catapult two spaces, others one (V24, V33)."""
    return 2 if unit.kind is UnitKind.CATAPULT else 1


def target_of(field: Battlefield, space: Space, far: int) -> SeatSpace | None:
    """Return the taken enemy space that a unit hits so far ahead; Cavalry with none opposite, the flank (V34)."""
    column = space[1]
    enemy = field.enemy(column)
    target = reached(space, far)
    if target is None:
        return None
    line = field.lines[enemy]
    if target in line:
        return enemy, target
    if space[0] == FRONT and far == 1 and field.line[space].kind is UnitKind.CAVALRY:
        outermost = outermost_of(line, -column)
        return None if outermost is None else (enemy, outermost)
    return None


def _hits_by(field: Battlefield, spaces: Iterable[Space]) -> Iterator[Hit]:
    """Yield the hits of units that attack as they do by themselves."""
    for space in spaces:
        target = target_of(field, space, reach_of(field.line[space]))
        if target is not None:
            yield (field.seat, space), target


def commanded_hits(field: Battlefield, move: LineAttack) -> list[Hit]:
    """Return the hits of the unit that a command lets attack."""
    space = move.target
    if space is None:
        return []
    if move.owner is not None:
        behind = (REAR, space[1])
        return [((move.owner, space), (move.owner, behind))] if behind in field.lines[move.owner] else []
    reaches: tuple[int, ...] = (reach_of(field.line[space]),)
    if move.command is CommandKind.STAMPEDE:
        reaches = (1, 2)
    elif move.command is CommandKind.VOLLEY:
        reaches = (move.reach,)
    targets = [target_of(field, space, far) for far in reaches]
    return [((field.seat, space), target) for target in targets if target is not None]


def hits_of(field: Battlefield, move: LineAttack) -> list[Hit]:
    """Return all hits of a legal attack."""
    hits = list(_hits_by(field, [*default_attackers(field, move.hold), *(unit for _, unit in move.along)]))
    return hits + commanded_hits(field, move) if move.command is not None else hits


def first_hits(field: Battlefield, along: Iterable[tuple[Space, Space]]) -> list[Hit]:
    """Return the hits of one seat in V12."""
    return list(_hits_by(field, [*first_attackers(field.line), *(unit for _, unit in along)]))


# Refusals -------------------------------------------------------------------------------------------------------------


def check_units(field: Battlefield, move: LineAttack) -> None:
    """Raise the refusals of an attack that come before the state of the line: `no_unit` to `bad_space`."""
    line = field.line
    _check_there(field, move)
    commanded = _own_commanded(move)
    if not _can_be_commanded(field, move) or not all(_can_hold(line, space) for space in move.hold):
        raise WrongUnit
    check_along_units(line, move.along, {VANGUARD} if commanded is None else {VANGUARD, commanded})


def _check_there(field: Battlefield, move: LineAttack) -> None:
    line = field.line
    named = [space for pair in move.along for space in pair] + list(move.hold)
    if move.owner is not None:
        if move.owner == field.seat or move.owner not in field.ring or move.target not in field.lines[move.owner]:
            raise NoUnit
    elif move.target is not None:
        named.append(move.target)
    if any(space not in line for space in named):
        raise NoUnit


def _can_be_commanded(field: Battlefield, move: LineAttack) -> bool:
    if move.target is None:
        return True
    if move.owner is not None:
        in_front = move.target[0] == FRONT
        return in_front and field.lines[move.owner][move.target].kind is UnitKind.ELEPHANT
    kind = field.line[move.target].kind
    return move.command is None or kind in COMMANDED_KINDS[move.command]


COMMANDED_KINDS: Mapping[CommandKind, Collection[UnitKind]] = {
    CommandKind.JAVELIN: JAVELIN_KINDS,
    CommandKind.STAMPEDE: frozenset({UnitKind.ELEPHANT}),
    CommandKind.SURPRISE: frozenset(UnitKind),
    CommandKind.VOLLEY: VOLLEY_KINDS,
}


def _can_hold(line: UnitLine, space: Space) -> bool:
    return space != VANGUARD and line[space].kind is UnitKind.CATAPULT


def _own_commanded(move: LineAttack) -> Space | None:
    return move.target if move.owner is None else None


def check_along_units(line: UnitLine, along: Iterable[tuple[Space, Space]], attacking: Iterable[Space]) -> None:
    """Raise `wrong_unit`, `already_used` or `bad_space` for what Standards take along (V42); all spaces are taken."""
    attackers, used = set(attacking), set()
    faults: list[Refusal] = []
    for standard, unit in along:
        if line[standard].kind is not UnitKind.STANDARD or standard not in attackers:
            raise WrongUnit
        if standard in used:
            faults.append(AlreadyUsed())
        if unit not in adjacent(standard):
            faults.append(BadSpace())
        attackers.add(unit)
        used.add(standard)
    for kind in (AlreadyUsed, BadSpace):
        if any(isinstance(fault, kind) for fault in faults):
            raise kind


def check_enemy(field: Battlefield) -> None:
    """Raise `choose_enemy` unless column 0 has one opponent (V52)."""
    enemies = opponents(field.ring, field.seat)
    if (field.at is None and len(enemies) > 1) or (field.at is not None and field.at not in enemies):
        raise ChooseEnemy


def check_reach(field: Battlefield, move: LineAttack) -> None:
    """Raise `already_attacking`, `out_of_reach` or `no_target` for the units that are commanded or taken along."""
    line = field.line
    commanded = _own_commanded(move)
    named = [unit for _, unit in move.along]
    check_once(default_attackers(field, move.hold), named if commanded is None else [commanded, *named])
    if any(reached(space, reach_of(line[space])) is None for space in named):
        raise OutOfReach
    if commanded is not None and commanded[0] == REAR and not _reaches_from_rear(line[commanded], move):
        raise OutOfReach
    if any(target_of(field, space, reach_of(line[space])) is None for space in named):
        raise NoTarget
    if move.command is not None and not commanded_hits(field, move):
        raise NoTarget


def check_once(attacking: Iterable[Space], named: Iterable[Space]) -> None:
    """Raise `already_attacking` if a named unit attacks anyway or is named twice (V27)."""
    seen = set(attacking)
    for space in named:
        if space in seen:
            raise AlreadyAttacking
        seen.add(space)


def _reaches_from_rear(unit: Unit, move: LineAttack) -> bool:
    if move.command is CommandKind.VOLLEY:
        return move.reach == 2
    return move.command is CommandKind.STAMPEDE or reach_of(unit) == 2


# Results --------------------------------------------------------------------------------------------------------------


def report_of(lines: Sequence[UnitLine], hits: Iterable[Hit]) -> tuple[HitUnit, ...]:
    """Return what hits do to each unit that is hit, all at once, by seat and space (V26)."""
    by_target: dict[SeatSpace, list[SeatSpace]] = {}
    for by, target in hits:
        by_target.setdefault(target, []).append(by)
    return tuple(_hit_unit(lines, target, by_target[target]) for target in sorted(by_target))


def _hit_unit(lines: Sequence[UnitLine], target: SeatSpace, by: list[SeatSpace]) -> HitUnit:
    seat, space = target
    line = lines[seat]
    others = [hit for hit in by if lines[hit[0]][hit[1]].kind is not UnitKind.ARCHER]
    total = sum(attack_at(lines[other], place) for other, place in others)
    defence = defence_at(line, space) if others else None
    archer = len(others) < len(by) and not is_immune(line, space)
    died = archer or (defence is not None and total >= defence)
    return HitUnit(target, line[space].kind, tuple(sorted(by)), total, defence, archer, died)


def turned_up(lines: Sequence[UnitLine], report: Iterable[HitUnit]) -> set[SeatSpace]:
    """Return the units that an attack turns up (V9): those that hit or are hit, or whose +1 or protection counts.

    Slingers beside units that hit and are no Archers; Consuls beside a unit that others than Archers hit; Infantry
    beside a unit that an Archer hit and that is none itself.
    """
    up: set[SeatSpace] = set()
    for hit in report:
        seat, space = hit.at
        up.add(hit.at)
        archers = False
        for by in hit.by:
            up.add(by)
            if lines[by[0]][by[1]].kind is UnitKind.ARCHER:
                archers = True
            else:
                up.update((by[0], place) for place in beside(lines[by[0]], by[1], UnitKind.SLINGER))
        if hit.defence is not None:
            up.update((seat, place) for place in beside(lines[seat], space, UnitKind.CONSUL))
        if archers and hit.kind is not UnitKind.INFANTRY:
            up.update((seat, place) for place in beside(lines[seat], space, UnitKind.INFANTRY))
    return up


Credit = Callable[[HitUnit], Iterable[int]]
"""The seats for which a kill counts (V13, V48)."""


def credit_hitters(hit: HitUnit) -> set[int]:
    """Return the seats of all that hit: in V12 a kill counts for each of them."""
    return {seat for seat, _ in hit.by}
