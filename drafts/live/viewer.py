"""Somebody who is connected: what they are to the event, and how to reach them."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from drafts.rules.ids import EventId, FighterId, SeatNumber, StaffId
from drafts.rules.night.rights import Rights

Send = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Viewer:
    """One socket. `rights` are those with which it was opened: an organizer who looks at the big screen only watches.

    `table` is the number of the table to show; a fighter's is found once they are seated. `token` is what a fighter
    holds their seat with, `session` the key of the session in which an organizer signed in, `staff` the link of a
    judge. `shown` is the newest `seq` that was sent, `whole` that of the
    lobby that was last sent whole. `round_trip` in milliseconds, as the device measured it.
    `heard_at` is when it last sent anything, by the event loop's clock; `pings` whether it does so even when there is
    nothing to say. `beside` is a fighter who is here with it: they play for a guest on their own device, and their own
    page is closed meanwhile. `belongs`: they are one of the event's people, even where they only watch.
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

    def silence(self) -> float:
        """Return for how many seconds a device that pings has sent nothing; 0 for one that never pings."""
        return time.monotonic() - self.heard_at if self.pings else 0.0
