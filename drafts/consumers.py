"""The door to the live tables: parse, call, answer.

These are plain ASGI applications. Channels' consumers start a task and look after database connections for every frame,
which costs more than all that is done here.
"""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

from autobahn.exception import Disconnected
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async

from drafts import protocol
from drafts.access import ViewerFacts, viewer_facts
from drafts.live.hub import Hub, get_hub
from drafts.live.viewer import Viewer
from drafts.services.doors import may_try_codes, note_wrong_code

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

CLOSED_NOT_TEXT = 1003
CLOSED_FORBIDDEN = 4003
CLOSED_NO_SUCH_EVENT = 4404
CLOSED_FLOOD = 4008
CLOSED_TOO_MANY_TRIES = 4429
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


class TableSocket:
    """One socket of an event: a fighter, the organizer, or a spectator."""

    def __init__(self, hub: Hub, send: Send) -> None:
        self._hub = hub
        self._send = send
        self._allowance = Allowance()
        self._viewer: Viewer | None = None

    async def send(self, text: str) -> None:
        """Send a frame, unless the other side has gone: nobody else's message may be lost for it."""
        with suppress(Disconnected):
            await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        """Hang up."""
        await self._send({"type": "websocket.close", "code": code})

    async def open(self, facts: ViewerFacts | int) -> None:
        """Let somebody in, or close the door with this code."""
        if isinstance(facts, int):
            await self.close(facts)
        elif facts.role is None:
            await self.close(CLOSED_FORBIDDEN)
        else:
            self._viewer = Viewer(facts.role, facts.event, self.send, self.close, facts.fighter, facts.table)
            await self._hub.join(self._viewer)

    async def hear(self, text: str | None) -> None:
        """Do what a frame says; None is one that is not text."""
        if self._viewer is None:
            return
        if not self._allowance.spend():
            await (self.close(CLOSED_FLOOD) if self._allowance.is_flood else self._refuse_for_haste(text))
            return
        if text is None:
            await self.close(CLOSED_NOT_TEXT)
            return
        try:
            message = protocol.parse(text)
        except protocol.NotJson:
            await self.close(CLOSED_NOT_TEXT)
        except protocol.BadMessage as bad:
            await self.send(protocol.error(bad.request, "bad_message"))
        else:
            await self._hub.receive(self._viewer, message)

    async def left(self) -> None:
        """Let somebody go."""
        if self._viewer is not None:
            await self._hub.leave(self._viewer)

    async def _refuse_for_haste(self, text: str | None) -> None:
        await self.send(protocol.error(protocol.request_of(text or ""), "rate_limited"))


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one socket until it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    socket = TableSocket(get_hub(), send)
    try:
        await socket.open(await _facts_of(scope))
        while (message := await receive())["type"] == "websocket.receive":
            await socket.hear(message.get("text"))
    finally:
        await socket.left()


async def nowhere_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an address that leads nowhere: closed with a code instead of a server error."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": CLOSED_NO_SUCH_EVENT})


async def _facts_of(scope: Scope) -> ViewerFacts | int:
    """Ask Channels' middleware whose session it is. It sees only this, since it would slow down all that is sent."""
    known: Scope = {}

    async def note(inner: Any, receive: Any, send: Any) -> None:
        known.update(inner)

    middleware: Any = AuthMiddlewareStack(note)
    await middleware(scope, receive=None, send=None)
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    code = scope["url_route"]["kwargs"]["code"]
    address = (scope.get("client") or [""])[0]
    return await database_sync_to_async(_who)(known["session"], known["user"], code, query, address)


def _who(session: Any, user: Any, code: str, query: dict[str, str], address: str) -> ViewerFacts | int:
    """Return who opens a socket, or the code to close it with.

    Event codes that lead nowhere are counted, and too many shut the door to strangers for a while: a big screen comes
    back by itself then.
    """
    facts = viewer_facts(session, user, code, query)
    if facts is not None and facts.belongs:
        return facts
    if not may_try_codes(address=address):
        return CLOSED_TOO_MANY_TRIES
    if facts is None:
        note_wrong_code(address=address)
        return CLOSED_NO_SUCH_EVENT
    return facts
