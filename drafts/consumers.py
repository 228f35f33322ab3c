"""The sockets of the live tables: parse, call, answer.

These are plain ASGI applications. Channels' consumers start a task and look after database connections for every frame,
which costs more than all that is done here.
"""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Any, Protocol
from urllib.parse import parse_qsl

from django.conf import settings
from django.db import DatabaseError
from django.http import parse_cookie

from drafts import metrics, protocol
from drafts.access.sockets import ViewerFacts, viewer_facts
from drafts.browsers import browser_of
from drafts.limits import MESSAGES, REFUSALS, AddressUsage, Bucket, ClientKind, ConnectionPool, may_open, usage_of
from drafts.live.admissions import Admission, Peer
from drafts.live.hub import Hub, get_hub
from drafts.live.kernel.database import admitting
from drafts.live.kernel.done import DONE
from drafts.live.viewer import Viewer
from drafts.log_context import bind
from drafts.models import ThrottledAction
from drafts.protocol.closes import (
    CLOSED_AFTER_A_FAULT,
    CLOSED_FLOOD,
    CLOSED_FORBIDDEN,
    CLOSED_NO_SUCH_EVENT,
    CLOSED_NOT_TEXT,
    CLOSED_TOO_MANY_TRIES,
    CLOSED_TRY_AGAIN,
)
from drafts.services.throttling import client_key, is_allowed, record_attempt

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

logger = logging.getLogger(__name__)

FRAMES = "pass_left.frames"
"""The extension of the scope by which the server offers its `Frames`. A coroutine for each frame costs several times
what it takes to write one."""

CODE = re.compile("[0-9A-Za-z]{6}")


class Frames(Protocol):
    """The server's end of a socket, where frames are sent and received without a task."""

    def listen(self, hear: Callable[[str], Awaitable[None]] | None) -> None:
        """Let `hear` do what each text says; None: let texts wait in the queue.

        It returns what remains to be awaited, which is received as the `rest` of a message. Nothing more is heard
        before `listen` is called again.
        """

    def send_text(self, text: bytes) -> None:
        """Send a text, encoded in UTF-8, unless the client has gone."""

    def close_with(self, code: int) -> None:
        """Close a socket, or refuse it before it is accepted, unless it is closed."""


class TableSocket:
    """One socket of an event: a fighter, the organizer, a judge, or a spectator."""

    def __init__(self, hub: Hub, frames: Frames, usage: AddressUsage) -> None:
        self._hub = hub
        self._frames = frames
        self.send = frames.send_text
        self._usage = usage
        self._pool: ConnectionPool | None = None
        self._messages = Bucket(MESSAGES)
        self._refusals = Bucket(REFUSALS)
        self._viewer: Viewer | None = None

    @property
    def log_level(self) -> int:
        """The level for what is logged of this socket: anyone can fill a log with strangers' sockets."""
        return logging.INFO if self._viewer is not None and self._viewer.belongs else logging.DEBUG

    def close(self, code: int) -> None:
        """Close the socket."""
        metrics.count_close(code)
        self._frames.close_with(code)

    async def open(self, facts: ViewerFacts | int, asked_at: int) -> None:
        """Let a client in, or close the socket with this code. `asked_at` says when its rights were asked for."""
        if isinstance(facts, int):
            self.close(facts)
        elif facts.rights is None:
            self.close(CLOSED_FORBIDDEN)
        elif not self._enter(self._usage.pool(belongs=facts.belongs)):
            self.close(CLOSED_TOO_MANY_TRIES)
        else:
            self._viewer = Viewer(
                facts.rights,
                facts.event,
                self.send,
                self.close,
                facts.fighter,
                facts.token,
                facts.session,
                facts.table,
                facts.staff,
            )
            self._viewer.beside, self._viewer.belongs = facts.beside, facts.belongs
            self._viewer.asked_at, self._viewer.battle = asked_at, facts.battle
            role = facts.rights.role.value
            logger.log(self.log_level, "connected: %s", role, extra={"role": role})
            await self._hub.join(self._viewer, facts.stored)

    def hear(self, text: str | None) -> Awaitable[None]:
        """Do what a frame says, and return what remains to be awaited of it; None is a frame that is not text."""
        if self._viewer is None or self._pool is None:
            return DONE
        if not (self._messages.spend() and self._pool.messages.spend()):
            self._refuse_for_haste(text)
            return DONE
        if text is None:
            self.close(CLOSED_NOT_TEXT)
            return DONE
        try:
            message = protocol.parse(text)
        except protocol.NotJson:
            self.close(CLOSED_NOT_TEXT)
        except protocol.BadMessage as bad:
            self.send(protocol.error(bad.request, "bad_message"))
        else:
            return self._hub.receive(self._viewer, message)
        return DONE

    def left(self) -> None:
        """Let the viewer go."""
        if self._pool is not None:
            self._pool.leave()
        if self._viewer is not None:
            self._hub.leave(self._viewer)

    def _enter(self, pool: ConnectionPool) -> bool:
        if not pool.enter():
            return False
        self._pool = pool
        return True

    def _refuse_for_haste(self, text: str | None) -> None:
        if self._refusals.spend():
            self.send(protocol.error(protocol.request_of(text or ""), "rate_limited"))
        else:
            self.close(CLOSED_FLOOD)


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one socket until it is closed."""
    await receive()
    hub, peer, frames = get_hub(), _peer_in(scope), scope["extensions"][FRAMES]
    usage = usage_of(peer.address)
    if not (may_open(peer.name) and usage.openings(peer.kind).spend()):
        await send({"type": "websocket.close"})  # before it is accepted, which is refused as HTTP does, and costs least
        return
    socket = TableSocket(hub, frames, usage)
    bind(event=_code_in(scope), socket=secrets.token_hex(4))
    try:
        admission, first = await _admit(socket, peer, scope, receive, send)
        if admission is Admission.GRANTED:
            await _hear(socket, first, receive, frames)
    except Exception:  # here it is still known whose socket it is
        logger.exception("a socket failed")
        socket.close(CLOSED_AFTER_A_FAULT)
    finally:
        socket.left()


async def _admit(
    socket: TableSocket, peer: Peer, scope: Scope, receive: Receive, send: Send
) -> tuple[Admission, dict[str, Any] | None]:
    """Let a client in when it is its turn, unless it is gone, and return the first message, if one has come meanwhile.

    The task that receives ends with this: it would cost each connection two kilobytes.
    """
    hub, heard = get_hub(), asyncio.ensure_future(receive())
    try:
        async with hub.admissions.turn(peer, heard) as admission:
            if admission is Admission.GRANTED:
                await send({"type": "websocket.accept"})
                await _let_in(socket, scope, hub)
                scope["headers"].clear()  # they would cost each connection more than a kilobyte
            elif admission is Admission.REFUSED:
                await send({"type": "websocket.close"})
        return admission, heard.result() if heard.done() else None
    finally:
        heard.cancel()


async def _hear(socket: TableSocket, message: dict[str, Any] | None, receive: Receive, frames: Frames) -> None:
    """Do what a client says until it is gone; the first message may have been received already.

    Where nothing is waited for, the server calls `TableSocket.hear` as a frame comes, and only what remains of it is
    awaited here. Frames that come meanwhile wait in the queue.
    """
    context = copy_context()

    def hear(text: str) -> Awaitable[None]:
        return context.run(socket.hear, text)

    began = time.monotonic()
    if message is None:
        frames.listen(hear)
        message = await receive()
    while message["type"] == "websocket.receive":
        frames.listen(None)
        await (message.get("rest") or socket.hear(message.get("text")))
        frames.listen(hear)
        message = await receive()
    facts = {"code": message.get("code"), "seconds": round(time.monotonic() - began, 1)}
    logger.log(socket.log_level, "closed with %s after %.1f s", *facts.values(), extra=facts)


def _peer_in(scope: Scope) -> Peer:
    """Return the client of a connection by what signed cookies say. The database is not asked."""
    address, browser = client_key(_address_in(scope)), browser_of(_cookies_in(scope))
    if browser is None:
        return Peer(address)
    code = scope["url_route"]["kwargs"]["code"].upper()
    known = ClientKind.VISITOR if code in browser.events else ClientKind.STRANGER
    return Peer(address, browser.peer_in(code), ClientKind.MEMBER if browser.is_member_of(code) else known)


def _cookies_in(scope: Scope) -> dict[str, str]:
    return parse_cookie("; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"))


def _code_in(scope: Scope) -> str:
    """Return the event's code for the log, where strangers write nothing of their own."""
    code = scope["url_route"]["kwargs"]["code"]
    return code.upper() if CODE.fullmatch(code) else "-"


async def _let_in(socket: TableSocket, scope: Scope, hub: Hub) -> None:
    asked_at = hub.revocations
    try:
        await socket.open(await admitting(_who)(scope), asked_at)
    except DatabaseError as fault:
        logger.warning("the database did not say who opens a socket: %r", fault)
        socket.close(CLOSED_TRY_AGAIN)


async def nowhere_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an address that leads nowhere: closed with a code instead of a server error."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": CLOSED_NO_SUCH_EVENT})


def _address_in(scope: Scope) -> str:
    return str((scope.get("client") or [""])[0])


def _who(scope: Scope) -> ViewerFacts | int:
    """Return the viewer that opens a socket, or the code to close it with.

    Event codes that lead nowhere are counted. Too many turn a browser away, or an address, until they are long enough
    ago; but not from an event that the browser has opened before.
    """
    code = scope["url_route"]["kwargs"]["code"]
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    cookies, address = _cookies_in(scope), _address_in(scope)
    facts, browser = viewer_facts(cookies.get(settings.SESSION_COOKIE_NAME, ""), code, query), browser_of(cookies)
    if facts is not None and (facts.belongs or (browser is not None and code.upper() in browser.events)):
        return facts
    name = browser.name if browser else ""
    if not is_allowed(ThrottledAction.CODE, address=address, browser=name):
        return CLOSED_TOO_MANY_TRIES
    if facts is None:
        record_attempt(ThrottledAction.CODE, address=address, browser=name)
        return CLOSED_NO_SUCH_EVENT
    return facts
