"""A client that is connected: what it is to the event, and how to reach it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from drafts.rules.ids import EventId, FighterId, SeatNumber, StaffId
from drafts.rules.night.rights import Rights

Send = Callable[[bytes], None]
Close = Callable[[int], None]


class Right(NamedTuple):
    """The source of a viewer's rights: a `fighter`'s seat, a `judge`'s link, or the account of the `organizer`."""

    kind: str
    id: int = 0


@dataclass(eq=False, slots=True)
class Viewer:
    """One socket. `rights` are those with which it was opened: an organizer who looks at the big screen only watches.

    `table` is the number of the table to show; a fighter's is found once they are seated. `battle` is the fight that a
    spectator has asked for, 0 for none. `token` is what a fighter holds their seat with, `session` the key of the
    session in which an organizer signed in, `staff` the link of a judge. `shown` is the newest `seq` that was sent,
    `whole` that of the lobby that was last sent whole. `round_trip` in milliseconds, as the device measured it.
    `heard_at` is when it last sent anything, by `time.monotonic`; `pings` whether it does so even when there is
    nothing to say. `beside` is a fighter who is here with it: they play for a guest on their own device, and their own
    page is closed meanwhile. `belongs`: they are one of the event's people, even where they only watch. `asked_at` is
    the number of the last revocation that was known when the database was asked for the rights (`EventViewers`).
    """

    rights: Rights
    event: EventId
    send: Send
    close: Close
    fighter: FighterId | None = None
    token: str = field(default="", repr=False)
    session: str = field(default="", repr=False)
    table: int = 1
    staff: StaffId | None = None
    seat: SeatNumber | None = None
    shown: int = 0
    whole: int = 0
    round_trip: int | None = None
    heard_at: float = field(default_factory=time.monotonic)
    pings: bool = False
    beside: FighterId | None = None
    belongs: bool = False
    asked_at: int = -1
    battle: int = 0
    has_ended: bool = False
    _doubts: int = 0
    _settled: "asyncio.Future[None] | None" = None

    @property
    def right(self) -> Right | None:
        """The source of the viewer's rights, None for a spectator."""
        if self.fighter is not None:
            return Right("fighter", self.fighter)
        if self.staff is not None:
            return Right("judge", self.staff)
        return Right("organizer") if self.rights.organizes else None

    @property
    def is_in_doubt(self) -> bool:
        """Whether the right may have ended."""
        return self._settled is not None

    def doubt(self) -> None:
        """Act on nothing that comes from here until each doubt is settled: the right may have ended."""
        self._doubts += 1
        self._settled = self._settled or asyncio.get_running_loop().create_future()

    def trust(self) -> None:
        """Settle one doubt: the right holds."""
        self._doubts = max(0, self._doubts - 1)
        if not self._doubts:
            self._settle()

    def end(self) -> None:
        """Take the right away: what still comes from here is a stranger's."""
        self.has_ended = True
        self.fighter = self.seat = self.staff = None
        self.rights = Rights()
        self._settle()

    async def settled(self) -> None:
        """Wait while it is in doubt whether the right holds."""
        while self._settled is not None:
            await asyncio.wait([self._settled])  # a wait that is cancelled leaves the future to the others

    def _settle(self) -> None:
        if self._settled is not None:
            self._settled.set_result(None)
        self._settled, self._doubts = None, 0

    def silence(self) -> float:
        """Return for how many seconds a device that pings has sent nothing; 0 for one that never pings."""
        return time.monotonic() - self.heard_at if self.pings else 0.0
