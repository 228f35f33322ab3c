"""The channel on which this process hears what other processes and pages have changed."""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import cast

import msgspec
from channels.layers import BaseChannelLayer, get_channel_layer

from drafts import metrics
from drafts.notices import AnyNotice, Notice, group_of, packed, unpacked
from drafts.rules.ids import EventId
from drafts.services.announce import PATIENCE

logger = logging.getLogger(__name__)

DEAF_SECONDS = 1.0


class NoticeChannel:
    """One channel of the layer, in the groups of the events that `events` returns. A layer that is away loses notices.

    `name` is empty until the channel is open.
    """

    def __init__(self, events: Callable[[], Collection[EventId]]) -> None:
        self.name = ""
        self._events = events
        self._layer = cast(BaseChannelLayer, get_channel_layer())
        self._is_deaf = False

    async def open(self) -> None:
        """Take a name in the layer."""
        self.name = await self._layer.new_channel()

    async def tune_in(self, events: Collection[EventId]) -> None:
        """Subscribe to notices of events; once a channel layer that was away is back, the process subscribes again."""
        try:
            async with asyncio.timeout(PATIENCE):
                for event in events:
                    await self._layer.group_add(group_of(event), self.name)
        except Exception as fault:  # whatever the layer's backend raises
            self._failed(fault)
        else:
            self._is_deaf = False

    async def tune_out(self, event: EventId) -> None:
        """Listen to an event no longer."""
        with suppress(Exception):  # a membership that is left over expires
            await self._layer.group_discard(group_of(event), self.name)

    async def receive(self) -> AnyNotice:
        """Return the next notice that can be read."""
        while True:
            try:
                message = await self._layer.receive(self.name)
            except Exception as fault:  # whatever the layer's backend raises
                self._failed(fault)
                await asyncio.sleep(DEAF_SECONDS)
                await self.tune_in(self._events())
                continue
            metrics.notices_heard.inc()
            try:
                return unpacked(message)
            except msgspec.ValidationError as invalid:  # a process of a newer version may say more
                logger.warning("a notice could not be read: %s: %s", message, invalid)

    async def send(self, notice: Notice) -> None:
        """Send a notice to all processes that have subscribed to its event."""
        metrics.notices_sent.inc()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._layer.group_send(group_of(notice.event), packed(notice))
        except Exception as fault:  # whatever the layer's backend raises
            self._failed(fault)

    def _failed(self, fault: Exception) -> None:
        if not self._is_deaf:
            logger.warning("the channel layer does not answer; changes elsewhere show some seconds late: %r", fault)
        self._is_deaf = True
