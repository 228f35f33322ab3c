"""The moves of officials that change the clock of a stage."""

from datetime import datetime
from typing import NamedTuple

from drafts.rules.actors import Actor, ActorKind
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import Clock
from drafts.rules.errors import BadAmount


class Pause(NamedTuple):
    """Stop the clock."""


class Resume(NamedTuple):
    """Let the clock run again."""


class Extend(NamedTuple):
    """Give more time."""

    seconds: float


ClockMove = Pause | Resume | Extend


def from_now(move: ClockMove, clock: Clock, now: datetime) -> ClockMove:
    """Return a move as it is stored: where the time is over, more of it is given from now on, not from its end on."""
    if not isinstance(move, Extend) or move.seconds <= 0 or clock.deadline is None or clock.deadline >= now:
        return move
    return Extend(round(move.seconds + (now - clock.deadline).total_seconds()))


def paused_by(before: ActorKind | None, by: Actor, move: ClockMove) -> ActorKind | None:
    """Return the kind of actor who stopped the clock last, after a move that changed it."""
    return by.kind if isinstance(move, Pause) else before


def moved(clock: Clock, move: ClockMove, now: datetime) -> Clock:
    """Return the clock after a move, the same object where nothing changes. Raises BadAmount for zero or less."""
    match move:
        case Pause():
            after = clocks.stopped(clock, now)
        case Resume():
            after = clocks.resumed(clock, now)
        case Extend() if move.seconds <= 0:
            raise BadAmount
        case Extend():
            after = clocks.extended(clock, move.seconds)
    return clock if after == clock else after
