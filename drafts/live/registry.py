"""The connections of this process, stored so that other processes can read them; and queries for theirs.

Connections are stored in batches and after a short delay, and no client waits for that.
"""

import asyncio
import secrets
import time
from collections.abc import Collection
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from drafts.live.kernel.database import reading
from drafts.live.viewer import Viewer
from drafts.models import Connection
from drafts.queries.draft.presence import connected_elsewhere, marks_of, watched_elsewhere
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId
from drafts.services.site.presence import note_process, record_connections
from drafts.store.table_facts import Marked

BEAT_SECONDS = 3.0
GATHER_SECONDS = 0.2
GATHER_SECONDS_ALONE = 1.0  # no other process waits to read them


class ConnectionRegistry:
    """The connections of one process. Without `REDIS_URL` it is the only one, and nothing is asked of others."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._is_alone = not settings.REDIS_URL
        self._process = 0
        self._beat_at = -BEAT_SECONDS
        self._connections: dict[Viewer, Connection] = {}
        self._opened: dict[Viewer, Connection] = {}
        self._closed: list[int] = []
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[None] | None = None

    def opened(self, viewer: Viewer) -> None:
        """Note that a viewer has come."""
        self._opened[viewer] = Connection(
            event_id=viewer.event, role=viewer.rights.role.value, table=viewer.table, opened_at=timezone.now()
        )
        self._write_soon()

    def closed(self, viewer: Viewer) -> None:
        """Note that a viewer has gone."""
        self._opened.pop(viewer, None)
        connection = self._connections.pop(viewer, None)
        if connection is not None:
            self._closed.append(connection.pk)
            self._write_soon()

    def _write_soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write_shortly())

    async def _write_shortly(self) -> None:
        await asyncio.sleep(GATHER_SECONDS_ALONE if self._is_alone else GATHER_SECONDS)
        with suppress(DatabaseError):  # it is tried again before long
            await self.write()

    async def write(self) -> None:
        """Say that this process lives, when it is time, and write what has changed. Raises DatabaseError."""
        async with self._turn:
            await self._write()

    async def _write(self) -> None:
        if time.monotonic() >= self._beat_at + BEAT_SECONDS:
            await self._beat()
        opened, closed = dict(self._opened), list(self._closed)
        for viewer, connection in opened.items():
            connection.process_id, connection.fighter_id, connection.table = self._process, viewer.fighter, viewer.table
            connection.round_trip = viewer.round_trip
        trips = {
            connection.pk: viewer.round_trip
            for viewer, connection in self._connections.items()
            if viewer.round_trip is not None and viewer.round_trip != connection.round_trip
        }
        if not (opened or closed or trips):
            return
        await reading(record_connections)(opened=list(opened.values()), closed=closed, round_trips=trips)
        self._take_in(opened, closed, trips)

    async def _beat(self) -> None:
        connections = [connection.pk for connection in self._connections.values()]
        process = await reading(note_process)(name=self.name, connections=connections)
        if process != self._process:  # forgotten meanwhile, and all connections with it
            for viewer, connection in self._connections.items():
                connection.pk = None
                self._opened[viewer] = connection
            self._connections.clear()
        self._process, self._beat_at = process, time.monotonic()

    def _take_in(self, opened: dict[Viewer, Connection], closed: list[int], trips: dict[int, int]) -> None:
        del self._closed[: len(closed)]
        for connection in self._connections.values():
            connection.round_trip = trips.get(connection.pk, connection.round_trip)
        for viewer, connection in opened.items():
            if self._opened.pop(viewer, None) is None:
                self._closed.append(connection.pk)  # gone while it was being written
            else:
                self._connections[viewer] = connection

    async def connected_elsewhere(self, fighters: Collection[FighterId]) -> set[FighterId]:
        """Return those of the fighters who are connected to another process. Raises DatabaseError."""
        if self._is_alone or not fighters:
            return set()
        return await reading(connected_elsewhere)(fighters, self.name)

    async def watched_elsewhere(self, events: Collection[EventId]) -> set[EventId]:
        """Return those of the events that have viewers in another process. Raises DatabaseError."""
        if self._is_alone or not events:
            return set()
        return await reading(watched_elsewhere)(events, self.name)

    async def marks_of(self, table: TableId) -> dict[SeatNumber, Marked]:
        """Return what seats have marked by way of any process; nothing where there is but one. Raises DatabaseError."""
        return {} if self._is_alone else await reading(marks_of)(table)
