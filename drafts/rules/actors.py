"""The author of something that is done in an event."""

from enum import StrEnum
from typing import NamedTuple

from drafts.rules.ids import FighterId, SeatNumber, StaffId


class ActorKind(StrEnum):
    """The kind of an actor. The values are stored and published: none is renamed."""

    SERVER = ""
    ORGANIZER = "organizer"
    JUDGE = "judge"
    FIGHTER = "fighter"


class Actor(NamedTuple):
    """The organizer, a judge, a fighter, or the server, which acts when time is up and for bots.

    `number` is the row id of a fighter, and at a table the number of their seat; of a judge it is the row id of the
    link, where that is known.
    """

    kind: ActorKind
    number: int | None = None

    @property
    def is_official(self) -> bool:
        """Whether the actor is an official: the organizer or a judge, who act without a seat."""
        return self.kind in (ActorKind.ORGANIZER, ActorKind.JUDGE)

    @property
    def fighter(self) -> FighterId | None:
        """The row id of the fighter, where the actor is one."""
        return None if self.kind is not ActorKind.FIGHTER or self.number is None else FighterId(self.number)

    @property
    def seat(self) -> SeatNumber | None:
        """The seat of the fighter, in the acts of a table."""
        return None if self.kind is not ActorKind.FIGHTER or self.number is None else SeatNumber(self.number)

    @property
    def staff(self) -> StaffId | None:
        """The row id of a judge's link."""
        return None if self.kind is not ActorKind.JUDGE or self.number is None else StaffId(self.number)


SERVER = Actor(ActorKind.SERVER)
ORGANIZER = Actor(ActorKind.ORGANIZER)


def judge_by(staff: StaffId | None) -> Actor:
    """Return the judge who holds the staff link of this row id, or a judge whose link is not known."""
    return Actor(ActorKind.JUDGE, staff)


def fighter_by(fighter: int) -> Actor:
    """Return the fighter of this row id."""
    return Actor(ActorKind.FIGHTER, fighter)


def seat_by(seat: int) -> Actor:
    """Return the fighter of this seat, for the acts of a table."""
    return Actor(ActorKind.FIGHTER, seat)
