"""The door to the live tables: parse, call, answer."""

import time
from typing import Any, cast
from urllib.parse import parse_qsl

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser

from drafts import protocol
from drafts.access import viewer_facts
from drafts.live.hub import get_hub
from drafts.live.viewer import Viewer

CLOSED_NOT_TEXT = 1003
CLOSED_FORBIDDEN = 4003
CLOSED_NO_SUCH_EVENT = 4404
CLOSED_FLOOD = 4008
FRAMES_PER_SECOND = 60
MOST_FRAMES_AT_ONCE = 120
FRAMES_BEFORE_CLOSING = 240


class Allowance:
    """How many frames somebody may still send: so many at once, and so many more with every second."""

    def __init__(self) -> None:
        self._left = float(MOST_FRAMES_AT_ONCE)
        self._at = time.monotonic()
        self._refused = 0

    def spend(self) -> bool:
        """Take one frame; False when none is left."""
        now = time.monotonic()
        self._left = min(MOST_FRAMES_AT_ONCE, self._left + (now - self._at) * FRAMES_PER_SECOND)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            self._refused = 0
            return True
        self._refused += 1
        return False

    @property
    def is_flood(self) -> bool:
        """Whether frames keep coming although they are refused."""
        return self._refused > FRAMES_BEFORE_CLOSING


class TableConsumer(AsyncWebsocketConsumer):
    """One socket of an event: a fighter, the organizer, or a spectator."""

    channel_layer_alias = "none"  # rooms push to sockets themselves; a channel for each would cost ten times as much
    viewer: Viewer | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler. The usual dispatch closes old database connections; this consumer makes no queries."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        await self.accept()
        query = dict(parse_qsl(self.scope["query_string"].decode("latin-1")))
        code = self.scope["url_route"]["kwargs"]["code"]
        user = cast(AnonymousUser, self.scope["user"])
        facts = await database_sync_to_async(viewer_facts)(self.scope["session"], user, code, query)
        if facts is None:
            await self.close(CLOSED_NO_SUCH_EVENT)
        elif facts.role is None:
            await self.close(CLOSED_FORBIDDEN)
        else:
            self.allowance = Allowance()
            self.viewer = Viewer(facts.role, facts.event, self.send, self.close, facts.fighter, facts.table)
            await get_hub().join(self.viewer)

    async def disconnect(self, code: int) -> None:
        if self.viewer is not None:
            await get_hub().leave(self.viewer)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.viewer is None:
            return
        if not self.allowance.spend():
            await (self.close(CLOSED_FLOOD) if self.allowance.is_flood else self.send(_TOO_FAST))
            return
        if text_data is None:
            await self.close(CLOSED_NOT_TEXT)
            return
        try:
            message = protocol.parse(text_data)
        except protocol.NotJson:
            await self.close(CLOSED_NOT_TEXT)
        except protocol.BadMessage as bad:
            await self.send(protocol.error(bad.request, "bad_message"))
        else:
            await get_hub().receive(self.viewer, message)


_TOO_FAST = protocol.error(None, "rate_limited")


class NowhereConsumer(AsyncWebsocketConsumer):
    """An address that leads nowhere: closed with a code instead of a server error."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(CLOSED_NO_SUCH_EVENT)
