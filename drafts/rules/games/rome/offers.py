"""The legal moves of a seat, as lines. None depends on what another holds hidden."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product, repeat
from typing import TypedDict

from drafts.rules.games.rome.abilities import (
    SWITCHING_KINDS,
    drive_spaces,
    flank_spaces,
    retreat_spaces,
    switch_partners,
)
from drafts.rules.games.rome.attacks.attack import (
    COMMANDED_KINDS,
    Battlefield,
    attacks_anyway,
    commanded_hits,
    default_attackers,
    opponents,
    reach_of,
    target_of,
)
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.lines import is_closed, placing_spaces, shifts
from drafts.rules.games.rome.moves import ATTACK_COMMANDS, Along, EndTurn, LineAttack, write_along, write_move
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, adjacent, name_of
from drafts.rules.games.rome.state import HAND_LIMIT, Battle, BattlePhase
from drafts.rules.games.rome.turns import can_back


class AttackOptions(TypedDict("AttackOptions", {"with": list[str]})):
    """The words that may be added to `attack`.

    Each value of `at` and `with` (whole chains, of the vanguard), each pair of `commands` and each of `hold` (of these
    several, with commas) is legal by itself. With a commanded Standard, `with_command` has the chains that begin with
    it, by the word that commands it (`surprise=f1`); they may follow a chain of `with` after a comma. No unit attacks
    twice.
    """

    at: list[int]
    commands: dict[str, list[str]]
    with_command: dict[str, list[str]]
    hold: list[str]


def offers(battle: Battle, seat: int) -> list[str]:
    """Return the legal lines of the seat that has the turn, except `attack`, `end`, `deploy`, `plan` and `back`."""
    if seat != battle.seat:
        return []
    if battle.phase is BattlePhase.ACT:
        return [*_placings(battle), *_shifts(battle), *_switches(battle), *_drives(battle), *_commands(battle)]
    if battle.phase is BattlePhase.AFTER:
        return [*_retreats(battle), *(_shifts(battle) if battle.commanded is not None else ())]
    return []


def _placings(battle: Battle) -> Iterator[str]:
    side = battle.sides[battle.seat]
    if side.drawn:
        spaces = [name_of(space) for space in placing_spaces(side.line)]
        for kind in dict.fromkeys(side.drawn):
            yield from (f"place {kind.value} {space}" for space in spaces)


def _shifts(battle: Battle) -> Iterator[str]:
    return (f"shift {name_of(at)} {name_of(to)}" for at, to in shifts(battle.sides[battle.seat].line))


def _switches(battle: Battle) -> Iterator[str]:
    line = battle.sides[battle.seat].line
    for space, unit in line.items():
        if unit.kind in SWITCHING_KINDS and not unit.used:
            yield from (f"switch {name_of(space)} {name_of(to)}" for to in switch_partners(line, space))


def _drives(battle: Battle) -> Iterator[str]:
    line = battle.sides[battle.seat].line
    for space, unit in line.items():
        if (unit.chariot or unit.kind is UnitKind.CHARIOT) and not unit.driven:
            yield from (f"drive {name_of(space)} {name_of(to)}" for to in drive_spaces(line, space))


def _commands(battle: Battle) -> Iterator[str]:
    side = battle.sides[battle.seat]
    if battle.commanded is not None:
        return
    if CommandKind.FLANK in side.hand:
        for space in side.line:
            if space != VANGUARD:
                yield from (f"flank {name_of(space)} {name_of(to)}" for to in flank_spaces(side.line, space))
    yield from (
        command.value for command in (CommandKind.REINFORCEMENTS, CommandKind.NIGHTFALL) if command in side.hand
    )


def _retreats(battle: Battle) -> Iterator[str]:
    side = battle.sides[battle.seat]
    if battle.commanded is None and CommandKind.RETREAT in side.hand:
        yield from (f"retreat {name_of(space)}" for space in retreat_spaces(side.line))


# The attack -----------------------------------------------------------------------------------------------------------


def may_attack(battle: Battle, seat: int) -> bool:
    """Whether a seat may attack now: it has placed what it drew, and its line is closed (V19, V22)."""
    if battle.phase is not BattlePhase.ACT or seat != battle.seat:
        return False
    side = battle.sides[seat]
    return not side.drawn and is_closed(side.line)


def fields_of(battle: Battle, seat: int) -> list[Battlefield]:
    """Return what a seat can attack: one value, or with several opponents one for each that column 0 can name (V52)."""
    ring = ring_of(battle)
    enemies = opponents(ring, seat)
    lines = [side.line for side in battle.sides]
    return [Battlefield(lines, ring, seat, at) for at in (enemies if len(enemies) > 1 else [None])]


def attack_options(battle: Battle, seat: int) -> AttackOptions | None:
    """Return what may be added to `attack`, or None while no attack may be made.

    With several opponents an option of column 0 is there if it is legal with one of them.
    """
    if not may_attack(battle, seat):
        return None
    fields = fields_of(battle, seat)
    anyway = [default_attackers(field) for field in fields]
    commands: dict[str, list[str]] = {}
    with_command: dict[str, list[str]] = {}
    line = battle.sides[seat].line
    for word, target, move in _command_words(battle, fields):
        commands.setdefault(word, []).append(target)
        if move.owner is None and move.target is not None and line[move.target].kind is UnitKind.STANDARD:
            found = _written(chain.from_iterable(map(chains_from, fields, repeat([move.target]), anyway)))
            if found:
                with_command[f"{word}={target}"] = found
    return {
        "at": [field.at for field in fields if field.at is not None],
        "commands": commands,
        "with": _written(chain.from_iterable(map(chains_from, fields, repeat([VANGUARD]), anyway))),
        "with_command": with_command,
        "hold": [name_of(space) for space in holdable(battle, seat)],
    }


def _command_words(battle: Battle, fields: Sequence[Battlefield]) -> Iterator[tuple[str, str, LineAttack]]:
    """Yield each command that may be added, and its target, as they are written."""
    seen = set()
    for field in fields:
        for move in commanded_attacks(battle, field):
            text = write_move(move._replace(at=None)).removeprefix("attack ")
            if text not in seen:
                seen.add(text)
                word, _, target = text.partition("=")
                yield word, target, move


def _written(chains: Iterator[Along]) -> list[str]:
    return list(dict.fromkeys(write_along(along) for along in chains if along))


def holdable(battle: Battle, seat: int) -> list[Space]:
    """Return the Catapults that may be held back, in order (V33)."""
    line = battle.sides[seat].line
    return [space for space in sorted(line) if line[space].kind is UnitKind.CATAPULT and space != VANGUARD]


def chains_from(field: Battlefield, units: Sequence[Space], anyway: Iterable[Space]) -> Iterator[Along]:
    """Yield each way in which units that attack take others along, where they are Standards; the empty one first (V42).

    `anyway` are the units that attack by themselves.
    """
    attacking = {VANGUARD, *anyway, *units}
    yield from _chains(field, [space for space in units if _is_standard(field, space)], attacking)


def _is_standard(field: Battlefield, space: Space) -> bool:
    return field.line[space].kind is UnitKind.STANDARD


def _chains(field: Battlefield, standards: Sequence[Space], attacking: set[Space]) -> Iterator[Along]:
    if not standards:
        yield ()
        return
    first, *rest = standards
    yield from _chains(field, rest, attacking)
    for unit in adjacent(first):
        if (
            unit in field.line
            and unit not in attacking
            and target_of(field, unit, reach_of(field.line[unit])) is not None
        ):
            further = [*rest, unit] if _is_standard(field, unit) else rest
            for along in _chains(field, further, {*attacking, unit}):
                yield ((first, unit), *along)


# All legal lines ------------------------------------------------------------------------------------------------------


def legal(battle: Battle, seat: int) -> Iterator[str]:
    """Yield all legal lines of a seat except `deploy` and `plan`, of which there are millions.

    The order of words and of what stands between commas is that of `moves.write_move`.
    """
    yield from offers(battle, seat)
    if can_back(battle, seat):
        yield "back"
    if may_attack(battle, seat):
        yield from map(write_move, attacks(battle, seat))
    if battle.phase is BattlePhase.AFTER and seat == battle.seat:
        yield from _ends(battle)


def attacks(battle: Battle, seat: int, *, hold: bool = True) -> Iterator[LineAttack]:
    """Yield all legal attacks of a seat that may attack, with `hold` also those that hold Catapults back."""
    catapults = holdable(battle, seat) if hold else []
    holds = [held for count in range(len(catapults) + 1) for held in combinations(catapults, count)]
    for field, held in product(fields_of(battle, seat), holds):
        anyway = default_attackers(field, held)
        for command in (LineAttack(at=field.at, hold=held), *commanded_attacks(battle, field, held)):
            others = [] if command.target is None or command.owner is not None else [command.target]
            for along in chains_from(field, [VANGUARD, *others], anyway):
                yield command._replace(along=along)


def commanded_attacks(battle: Battle, field: Battlefield, held: tuple[Space, ...] = ()) -> Iterator[LineAttack]:
    """Yield the attacks with a command that is in hand, while these Catapults are held, and with no more words."""
    hand = battle.sides[field.seat].hand
    if battle.commanded is None:
        bare = LineAttack(at=field.at, hold=held)
        for command in ATTACK_COMMANDS:
            if command in hand:
                yield from _commanded(field, bare._replace(command=command))


def _commanded(field: Battlefield, move: LineAttack) -> Iterator[LineAttack]:
    if move.command is None:
        return
    for space, unit in field.line.items():
        if unit.kind in COMMANDED_KINDS[move.command] and (
            space in move.hold or not attacks_anyway(field, space, unit)
        ):
            for reach in (1, 2) if move.command is CommandKind.VOLLEY else (1,):
                commanded = move._replace(target=space, reach=reach)
                if commanded_hits(field, commanded):
                    yield commanded
    if move.command is CommandKind.STAMPEDE:
        for enemy in opponents(field.ring, field.seat):
            line = field.lines[enemy]
            for (row, column), unit in line.items():
                if row == FRONT and unit.kind is UnitKind.ELEPHANT and (REAR, column) in line:
                    yield move._replace(owner=enemy, target=(row, column))


def _ends(battle: Battle) -> Iterator[str]:
    side = battle.sides[battle.seat]
    if is_closed(side.line):
        least = max(0, len(side.hand) - HAND_LIMIT)
        sizes = range(least, len(side.hand) + 1)
        discards = {cards for size in sizes for cards in combinations(sorted(side.hand), size)}
        yield from (write_move(EndTurn(cards)) for cards in sorted(discards, key=lambda cards: (len(cards), cards)))
