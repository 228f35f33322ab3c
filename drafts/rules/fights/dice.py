"""The dice that say who chooses play or draw (M22)."""

from collections.abc import Sequence

from drafts.rules.chance import Chance
from drafts.rules.ids import FighterId

FACES = 20

Throw = tuple[tuple[FighterId, int], ...]
"""A die for each side that throws, named by its first fighter."""


def throws(sides: Sequence[FighterId], chance: Chance) -> tuple[Throw, ...]:
    """Return the throws of these sides, in their order: those with the same highest face throw again."""
    thrown: list[Throw] = []
    left = list(sides)
    while len(left) > 1:
        thrown.append(tuple((side, 1 + chance.below(FACES)) for side in left))
        left = list(highest(thrown[-1]))
    return tuple(thrown)


def highest(throw: Throw) -> tuple[FighterId, ...]:
    """Return the sides with the highest face of a throw."""
    best = max(face for _, face in throw)
    return tuple(side for side, face in throw if face == best)
