"""Notices from this process to the others, sent for an event only while another process has viewers of it.

A notice costs as much as a choice. A process announces itself when it gets viewers of an event, and the database is
queried for such processes every few seconds. A process that is discovered too late finds the changes by its own
periodic checks.
"""

import asyncio
import time
from collections.abc import Collection, Mapping

from django.conf import settings

from drafts.live.channel import NoticeChannel
from drafts.live.registry import ConnectionRegistry
from drafts.notices import Listening, Moved
from drafts.rules.ids import EventId, TableId, Version

LISTENING_SECONDS = 6.0  # three rounds of the poller, and longer than a connection takes to be written down


class Peers:
    """The other processes, which hear of this one by its `channel`."""

    def __init__(self, channel: NoticeChannel, register: ConnectionRegistry) -> None:
        self._channel = channel
        self._register = register
        self._listen_until: dict[EventId, float] = {}
        self._moved: dict[EventId, dict[TableId, Version]] = {}
        self._telling: asyncio.Task[None] | None = None

    def has_listeners(self, event: EventId) -> bool:
        """Whether another process seems to have viewers of an event."""
        return self._listen_until.get(event, 0.0) > time.monotonic()

    def publish(self, event: EventId, versions: Mapping[TableId, Version]) -> None:
        """Tell the others, if they listen, which tables (by row id) have a new version."""
        if self.has_listeners(event):
            self._moved.setdefault(event, {}).update(versions)
            if self._telling is None or self._telling.done():
                self._telling = asyncio.create_task(self._tell_all())

    async def announce(self, event: EventId) -> None:
        """Say that this process listens from now on, and ask who else does."""
        if settings.REDIS_URL:
            await self._channel.send(Listening(event, self._channel.name, asks=True))

    async def note_listener(self, notice: Listening) -> None:
        """Note that another process listens, and answer one that asks."""
        if notice.sender != self._channel.name:
            self._mark_listening([notice.event])
            if notice.asks:
                await self._channel.send(Listening(notice.event, self._channel.name))

    async def refresh(self, events: Collection[EventId]) -> None:
        """Ask the database at which of these events other processes have viewers. Raises DatabaseError."""
        self._mark_listening(await self._register.watched_elsewhere(events))

    def _mark_listening(self, events: Collection[EventId]) -> None:
        now = time.monotonic()
        still = {event: until for event, until in self._listen_until.items() if until > now}
        self._listen_until = still | dict.fromkeys(events, now + LISTENING_SECONDS)

    async def _tell_all(self) -> None:
        """Send one notice for each event; what changes meanwhile gathers, and goes with the next."""
        while self._moved:
            moved, self._moved = self._moved, {}
            notices = [Moved(event, tuple(versions.items()), self._channel.name) for event, versions in moved.items()]
            await asyncio.gather(*map(self._channel.send, notices))
