"""The organizer's view of an event: its lobby or all of its tables, and its history. Judges see a part of it."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

from django.db import DatabaseError

from drafts import protocol
from drafts.live.context import EventContext
from drafts.live.draft.table_room import TableRoom
from drafts.live.kernel.database import reading
from drafts.live.viewer import Viewer
from drafts.presenters.log.entries import ENTRIES_SHOWN, newest_entries
from drafts.protocol.activities import ACTIVITIES
from drafts.store.table_facts import LiveTable

logger = logging.getLogger(__name__)

Told = dict[int, tuple[object, ...]]
"""Values that change with the log entries of the panel, by table number; under 0 of the stages after the draft."""


class OrganizerView:
    """The organizer's view over the rooms of an event, by table number. Each version of it is sent once."""

    def __init__(self, event: EventContext, rooms: Mapping[int, TableRoom]) -> None:
        self._event = event
        self._rooms = rooms
        self._is_due = False
        self._holds = 0
        self._tables = protocol.HostTables()
        self._entries_are_old = True
        self._reading = asyncio.Lock()
        self._told: Told = {}

    @property
    def seq(self) -> int:
        """The sum of the versions of all tables and of the stages after the draft."""
        return sum(room.live.version for room in self._rooms.values()) + self._event.night.seq

    def expect_entries(self) -> None:
        """Note that something may have happened that no room knows of: it is read before anything is shown."""
        self._entries_are_old = True

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Show nothing of the tables meanwhile, and all of it afterwards: as `Audience.waiting`."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self.show_soon()

    def show_soon(self) -> None:
        """Show all tables to the officials, once for all that changes in this turn of the loop."""
        if not self._is_due and self._event.viewers.officials:
            self._is_due = True
            self._event.spawn(self._show())

    async def show_to(self, viewer: Viewer) -> None:
        """Show all tables to an official who lacks this version of them."""
        await self._read_entries()
        room, seq = self._room_of(viewer), self.seq
        if room is None or seq <= viewer.shown or self._holds:
            return  # also where it was shown while the entries were read
        viewer.shown = seq
        lives = [self._rooms[number].live for number in sorted(self._rooms)]
        states = protocol.TableStates(room.live, datetime.now(UTC), self._event.night)
        see = states.for_host if viewer.rights.organizes else states.for_judge
        viewer.send(see(self._tables, lives, seq))

    async def show_lobby_to(self, viewer: Viewer, lobby: Callable[[], protocol.LobbyStates]) -> None:
        """Show the lobby to an official who lacks this version of it. `lobby` is asked once the entries are read."""
        await self._read_entries()
        states, version = lobby(), lobby().lobby.version
        if version > viewer.shown:
            viewer.shown = viewer.whole = version
            see = states.for_host(self._tables.entries) if viewer.rights.organizes else states.for_judge()
            viewer.send(see)

    async def _show(self) -> None:
        await asyncio.sleep(0)
        self._is_due = False
        for viewer in self._event.viewers.officials:
            await self.show_to(viewer)

    def _room_of(self, viewer: Viewer) -> TableRoom | None:
        room = self._rooms.get(viewer.table)
        return room if room is not None and viewer in room else None

    async def _read_entries(self) -> None:
        """Read the newest entries where there may be others since. A reading under way is waited for."""
        async with self._reading:
            while self._entries_are_old or self._told != self._tells():  # again where more happened meanwhile
                self._told, self._entries_are_old = self._tells(), False
                try:
                    entries = await reading(newest_entries)(self._event.id, ENTRIES_SHOWN)
                except DatabaseError as fault:
                    logger.warning("what happened could not be read: %r", fault)
                    self._entries_are_old = True  # until then the organizer sees what is known
                    return
                self._tables.entries = protocol.entries_part(entries)

    def _tells(self) -> Told:
        stages = tuple(ACTIVITIES[live.stage].told(live) for live in self._event.night.lives)
        return {0: stages, **{number: _told(room.live) for number, room in self._rooms.items()}}


def _told(live: LiveTable) -> tuple[object, ...]:
    """Return the facts of a table whose changes are in its log entries."""
    return live.calls, live.timed.table.called, *((seat.bot, seat.by_time) for seat in live.timed.seats)
