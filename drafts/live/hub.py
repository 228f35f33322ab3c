"""All rooms of this process, and the one channel on which it hears what other processes and pages have changed."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, cast
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings

from drafts import protocol
from drafts.live.house import House
from drafts.live.viewer import Viewer
from drafts.live.writer import GroupWriter
from drafts.services.announce import group_of
from drafts.store_lobby import load_lobby

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 30


class Hub:
    """The houses (events) that somebody looks at from this process. Belongs to one event loop."""

    def __init__(self) -> None:
        self._houses: dict[int, House] = {}
        self._writer = GroupWriter()
        self._layer = cast(BaseChannelLayer, get_channel_layer())
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def join(self, viewer: Viewer) -> None:
        """Let somebody in: they are sent the state, and from then on what changes."""
        async with self._opening:
            await self._listen()
            house = self._houses.get(viewer.event)
            if house is None:
                await self._layer.group_add(group_of(viewer.event), self._channel)
                lobby = await database_sync_to_async(load_lobby)(viewer.event)
                house = self._houses[viewer.event] = House(lobby, self._writer, self._tell)
        await house.join(viewer)

    async def leave(self, viewer: Viewer) -> None:
        """Let somebody go."""
        house = self._houses.get(viewer.event)
        if house is not None:
            await house.leave(viewer)

    async def receive(self, viewer: Viewer, message: protocol.Message) -> None:
        """Do what somebody asks."""
        house = self._houses.get(viewer.event)
        if house is not None:
            await house.receive(viewer, message)

    async def _listen(self) -> None:
        if self._listener is None or self._listener.done():
            self._channel = await self._layer.new_channel()
            for event in self._houses:
                await self._layer.group_add(group_of(event), self._channel)
            self._listener = asyncio.create_task(self._hear())
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Now and then throw away what nobody looks at and no clock runs in."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            async with self._opening:
                for event, house in list(self._houses.items()):
                    if house.is_idle:
                        del self._houses[event]
                        house.close()
                        await self._layer.group_discard(group_of(event), self._channel)
                    else:
                        await self._layer.group_add(group_of(event), self._channel)  # memberships expire after a day

    async def _hear(self) -> None:
        while True:
            message = await self._layer.receive(self._channel)
            house = self._houses.get(message["event"])
            if house is None or message.get("from") == self._channel:
                continue
            try:
                await self._pass_on(house, message)
            except Exception:
                logger.exception("a notice about event %s was not heeded", message["event"])

    async def _pass_on(self, house: House, message: dict[str, Any]) -> None:
        match message["type"]:
            case "changed":
                await house.refresh(message["tables"])
            case "started":
                await house.open_tables()
            case "left":
                await house.turn_away(message["fighter"])

    def _tell(self, event: int, tables: Sequence[int]) -> None:
        """Tell other processes, if there are any, which tables have a new version."""
        if settings.REDIS_URL:
            message = {"type": "changed", "event": event, "tables": list(tables), "from": self._channel}
            task = asyncio.create_task(self._layer.group_send(group_of(event), message))
            task.add_done_callback(_log_failure)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception():
        logger.error("other processes could not be told", exc_info=task.exception())
