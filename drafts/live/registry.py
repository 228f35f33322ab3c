"""Who is connected to this process, written down for the others; and what it asks of theirs.

Lines are written a moment late and in batches: nobody waits for them.
"""

import asyncio
import secrets
import time
from collections.abc import Collection
from contextlib import suppress

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from drafts.live.viewer import Viewer
from drafts.models import Line
from drafts.rules.cards import CardId
from drafts.selectors.presence import connected_elsewhere, marks_of
from drafts.services.presence import note_process, record_lines

BEAT_SECONDS = 3.0
GATHER_SECONDS = 0.2


class ConnectionRegistry:
    """The lines of one process. Without `REDIS_URL` it is the only one, and nothing is asked of others."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._is_alone = not settings.REDIS_URL
        self._process = 0
        self._beat_at = -BEAT_SECONDS
        self._lines: dict[Viewer, Line] = {}
        self._opened: dict[Viewer, Line] = {}
        self._closed: list[int] = []
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[None] | None = None

    def opened(self, viewer: Viewer) -> None:
        """Note that somebody has come."""
        self._opened[viewer] = Line(
            event_id=viewer.event, role=viewer.role.value, table=viewer.table, opened_at=timezone.now()
        )
        self._write_soon()

    def closed(self, viewer: Viewer) -> None:
        """Note that somebody has gone."""
        self._opened.pop(viewer, None)
        line = self._lines.pop(viewer, None)
        if line is not None:
            self._closed.append(line.pk)
            self._write_soon()

    def _write_soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write_shortly())

    async def _write_shortly(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
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
        for viewer, line in opened.items():
            line.process_id, line.fighter_id, line.table = self._process, viewer.fighter, viewer.table
            line.round_trip = viewer.round_trip
        trips = {
            line.pk: viewer.round_trip
            for viewer, line in self._lines.items()
            if viewer.round_trip is not None and viewer.round_trip != line.round_trip
        }
        if not (opened or closed or trips):
            return
        await database_sync_to_async(record_lines)(opened=list(opened.values()), closed=closed, round_trips=trips)
        self._take_in(opened, closed, trips)

    async def _beat(self) -> None:
        lines = [line.pk for line in self._lines.values()]
        process = await database_sync_to_async(note_process)(name=self.name, lines=lines)
        if process != self._process:  # forgotten meanwhile, and all lines with it
            for viewer, line in self._lines.items():
                line.pk = None
                self._opened[viewer] = line
            self._lines.clear()
        self._process, self._beat_at = process, time.monotonic()

    def _take_in(self, opened: dict[Viewer, Line], closed: list[int], trips: dict[int, int]) -> None:
        del self._closed[: len(closed)]
        for line in self._lines.values():
            line.round_trip = trips.get(line.pk, line.round_trip)
        for viewer, line in opened.items():
            if self._opened.pop(viewer, None) is None:
                self._closed.append(line.pk)  # gone while it was being written
            else:
                self._lines[viewer] = line

    async def connected_elsewhere(self, fighters: Collection[int]) -> set[int]:
        """Return those of the fighters who are connected to another process. Raises DatabaseError."""
        if self._is_alone or not fighters:
            return set()
        return await database_sync_to_async(connected_elsewhere)(fighters, self.name)

    async def marks_of(self, table: int) -> dict[int, tuple[CardId, ...]]:
        """Return what seats have marked by way of any process; nothing where there is but one. Raises DatabaseError."""
        return {} if self._is_alone else await database_sync_to_async(marks_of)(table)
