"""Notices from this process to the others, sent for an event only while another process has viewers of it.

A notice costs as much as a choice. A process announces itself when it gets viewers of an event, and the database is
queried for such processes every few seconds. A process that is discovered too late finds the changes by its own
periodic checks.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping

from channels.layers import BaseChannelLayer
from django.conf import settings

from drafts import metrics
from drafts.live.registry import ConnectionRegistry
from drafts.notices import Listening, Moved, Notice, group_of, packed
from drafts.rules.ids import EventId, TableId, Version
from drafts.services.announce import PATIENCE

LISTENING_SECONDS = 6.0  # three rounds of the poller, and longer than a connection takes to be written down


class Peers:
    """The other processes. `failed` is called when the channel layer does not take a notice.

    `channel` is where this process hears; it is known once the hub has begun.
    """

    def __init__(
        self, layer: BaseChannelLayer, register: ConnectionRegistry, failed: Callable[[Exception], None]
    ) -> None:
        self.channel = ""
        self._layer = layer
        self._register = register
        self._failed = failed
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
            await self._tell(Listening(event, self.channel, asks=True))

    async def note_listener(self, notice: Listening) -> None:
        """Note that another process listens, and answer one that asks."""
        if notice.sender != self.channel:
            self._mark_listening([notice.event])
            if notice.asks:
                await self._tell(Listening(notice.event, self.channel))

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
            notices = [Moved(event, tuple(versions.items()), self.channel) for event, versions in moved.items()]
            await asyncio.gather(*map(self._tell, notices))

    async def _tell(self, notice: Notice) -> None:
        metrics.notices_sent.inc()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._layer.group_send(group_of(notice.event), packed(notice))
        except Exception as fault:  # whatever the layer's backend raises
            self._failed(fault)
