"""The choice of the avatars of a table that are kept for all of an event (M27), and the moves at it.

A move returns the next value or raises a Refusal. The move that fixes all avatars names those that the server fills in.
"""

from datetime import datetime
from typing import NamedTuple

from drafts.rules.actors import Actor, ActorKind
from drafts.rules.avatars import Avatars, Chosen, choose, filled, fix
from drafts.rules.errors import NotAllowed
from drafts.rules.ids import FighterId
from drafts.rules.night.lines import AVATAR, CHOSEN, FIGHTER, Lines


class AvatarMove(NamedTuple):
    """Choose an avatar, in place of an earlier choice. A move that is stored names the fighter."""

    fighter: FighterId | None = None
    number: str = ""


class FixAvatars(NamedTuple):
    """Fix all avatars, with these for the fighters who have chosen none."""

    chosen: Chosen = ()


Move = AvatarMove | FixAvatars

LINES: Lines[Move] = Lines(
    {"avatar": AvatarMove, "fix_avatars": FixAvatars}, {"fighter": FIGHTER, "number": AVATAR, "chosen": CHOSEN}
)


def completed(avatars: Avatars, by: Actor, move: Move) -> Move:
    """Return a move as it is stored: with its fighter, and with the avatars that the server fills in."""
    if isinstance(move, FixAvatars):
        return FixAvatars(filled(avatars))
    return move._replace(fighter=by.fighter) if move.fighter is None else move


def apply(avatars: Avatars, by: Actor, move: Move, now: datetime) -> Avatars:
    """Return the avatars after a move, the same object where nothing changes. Raises a Refusal."""
    if isinstance(move, FixAvatars):
        if by.kind is ActorKind.FIGHTER:
            raise NotAllowed
        return fix(avatars, move.chosen)
    if by.fighter is None or by.fighter != move.fighter:
        raise NotAllowed
    return choose(avatars, by.fighter, move.number)
