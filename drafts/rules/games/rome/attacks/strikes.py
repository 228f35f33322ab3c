"""Attacks in a battle: who hits whom, and the battle after it (V9, V23-V29)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from drafts.rules.games.rome.attacks.attack import (
    Battlefield,
    Credit,
    Hit,
    check_enemy,
    check_reach,
    check_units,
    hits_of,
    report_of,
    turned_up,
)
from drafts.rules.games.rome.lines import is_closed, power_at, revealed
from drafts.rules.games.rome.moves import LineAttack
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.refusals import LineOpen, MustPlace
from drafts.rules.games.rome.spaces import Space
from drafts.rules.games.rome.state import Battle, BattlePhase, BattleSide, Unit
from drafts.rules.games.rome.steps import discard_units
from drafts.rules.games.rome.stocks import cards_of


def field_of(sides: Sequence[BattleSide], ring: Sequence[int], seat: int, at: int | None) -> Battlefield:
    """Return the lines as a seat attacks, with its opponent of column 0."""
    return Battlefield([side.line for side in sides], ring, seat, at)


def attack_hits(battle: Battle, seat: int, move: LineAttack) -> list[Hit]:
    """Return the hits of an attack; raises the refusals from `no_unit` to `no_target`."""
    side = battle.sides[seat]
    field = field_of(battle.sides, ring_of(battle), seat, move.at)
    check_units(field, move)
    if side.drawn:
        raise MustPlace
    if not is_closed(side.line):
        raise LineOpen
    check_enemy(field)
    check_reach(field, move)
    return hits_of(field, move)


def next_out(battle: Battle) -> int:
    """Return the number of the next moment at which lines are destroyed."""
    return 1 + max(side.out for side in battle.sides)


def struck(battle: Battle, hits: Iterable[Hit], credit: Credit) -> Battle:
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
            battle = discard_units(battle, seat, cards_of(after[seat].pop(space)))
            sides[seat] = sides[seat]._replace(lost=sides[seat].lost + 1)
            killed = power_at(lines[seat], space)
            for killer in credit(hit):
                side = sides[killer]
                sides[killer] = side._replace(kills=side.kills + 1, power=side.power + killed)
    out = next_out(battle)
    sides = [
        side._replace(line=line, out=side.out or (0 if line else out)) for side, line in zip(sides, after, strict=True)
    ]
    battle = replace(battle, sides=tuple(sides), report=report)
    standing = len(ring_of(battle))
    gone = any(side.out == out for side in sides)
    is_over = gone and (standing <= 1 or not battle.options.end_last)
    return replace(battle, phase=BattlePhase.OVER) if is_over else battle
