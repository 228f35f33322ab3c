"""Names for numbers, so that a table is never taken for a fighter. At run time they are plain integers.

A number is named once, where a row is read or a request comes in.
"""

from collections.abc import Iterable, Iterator
from typing import NewType, TypeVar

ItemT = TypeVar("ItemT")

EventId = NewType("EventId", int)
"""The row of an event."""

TableId = NewType("TableId", int)
"""The row of a table. People know a table by its number in the draft, from 1."""

SeatId = NewType("SeatId", int)
"""The row of a seat."""

FighterId = NewType("FighterId", int)
"""The row of a fighter."""

StageId = NewType("StageId", int)
"""The row of a stage of a night that has a history of its own."""

CallId = NewType("CallId", int)
"""The row of a call for a judge; 0 while it is on its way to the database."""

StaffId = NewType("StaffId", int)
"""The row of a judge's link."""

SeatNumber = NewType("SeatNumber", int)
"""The place of a seat at its table: from 0, clockwise."""

Version = NewType("Version", int)
"""How often a table or a lobby has changed. A table goes on from the version that its lobby had."""


def numbered(seats: Iterable[ItemT]) -> Iterator[tuple[SeatNumber, ItemT]]:
    """Yield the items of a table's seats, given in order, each with the number of its seat."""
    return enumerate(seats)  # type: ignore[return-value] # mypy sees plain int; `cast` would cost a call each time
