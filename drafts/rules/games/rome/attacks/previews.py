"""The outcome of an attack as far as its player can know it: face-down units of others may be anything (V9)."""

from typing import TypedDict

from drafts.rules.games.rome.attacks.attack import report_of
from drafts.rules.games.rome.attacks.strikes import attack_hits
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.lines import beside
from drafts.rules.games.rome.moves import LineAttack, read_move
from drafts.rules.games.rome.refusals import NoSuchMove
from drafts.rules.games.rome.spaces import Space, adjacent, name_of
from drafts.rules.games.rome.state import Battle, HitUnit, Unit, UnitLine

UNKNOWN = Unit(UnitKind.STANDARD, up=False)
"""The stand-in for a face-down unit: Standards change no sum, and two is the commonest power."""


class PreviewHit(TypedDict):
    """A unit that an attack would hit.

    `kind` is None where it is face down; `sum` and `d` count what is seen; `died` is None where it depends on
    what is not.
    """

    at: tuple[int, str]
    kind: str | None
    by: list[tuple[int, str]]
    sum: int
    d: int | None
    archer: bool
    died: bool | None


def seen_by(battle: Battle, seat: int) -> list[UnitLine]:
    """Return all lines as a player knows them: what others have face down is `UNKNOWN`."""
    return [
        side.line if owner == seat else {space: unit if unit.up else UNKNOWN for space, unit in side.line.items()}
        for owner, side in enumerate(battle.sides)
    ]


def preview(battle: Battle, seat: int, line: str) -> list[PreviewHit]:
    """Return what an attack (`attack volley=r1:2`) would hit, by seat and space; refused as the attack itself is."""
    move = read_move(line)
    if not isinstance(move, LineAttack):
        raise NoSuchMove
    hits = attack_hits(battle, seat, move)
    lines = seen_by(battle, seat)
    return [_previewed(lines, seat, hit) for hit in report_of(lines, hits)]


def _previewed(lines: list[UnitLine], seat: int, hit: HitUnit) -> PreviewHit:
    owner, space = hit.at
    hidden = lines[owner][space] is UNKNOWN
    return {
        "at": (owner, name_of(space)),
        "kind": None if hidden else hit.kind.value,
        "by": [(other, name_of(place)) for other, place in hit.by],
        "sum": hit.sum,
        "d": None if hidden else hit.defence,
        "archer": hit.archer,
        "died": None if hidden else _dies(lines, seat, hit),
    }


def _dies(lines: list[UnitLine], seat: int, hit: HitUnit) -> bool | None:
    """Return whether a unit that is seen would die, None where face-down units beside it or its attackers decide."""
    owner, space = hit.at
    line = lines[owner]
    unseen = _unseen_beside(line, space)
    most_against = sum(_unseen_beside(lines[other], place) for other, place in hit.by if other != seat)
    defence = hit.defence
    perhaps = hit.archer
    surely = hit.archer and (line[space].mounted or not unseen)
    if defence is not None:
        most = defence + (unseen > 0 and not beside(line, space, UnitKind.CONSUL))
        surely = surely or hit.sum >= most
        perhaps = perhaps or hit.sum + most_against >= defence
    return True if surely else None if perhaps else False


def _unseen_beside(line: UnitLine, space: Space) -> int:
    return sum(line.get(other) is UNKNOWN for other in adjacent(space))
