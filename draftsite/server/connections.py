"""Limits on connections and request bodies, enforced before Django sees the request.

Daphne reads a whole request, however long it is and takes, before it calls the application.
"""

# mypy: disable-error-code="no-untyped-call"
# Twisted is only partly typed.

import socket
from collections import Counter
from contextlib import suppress
from functools import cache
from ipaddress import ip_address
from typing import Any

import daphne.http_protocol
import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from django.http import parse_cookie
from django.template.loader import render_to_string
from twisted.internet import reactor
from twisted.internet.protocol import Protocol, connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure

from drafts import limits
from drafts.services.throttling import client_key
from drafts.uploads import may_upload
from draftsite.server.open_files import most_connections

CLOCK: Any = reactor
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
MEGABYTE = 1024 * 1024
MOST_DISCARDED = limits.LARGEST_UPLOAD + limits.LARGEST_BODY
"""How many bytes of a body may still arrive after it was refused."""
BARE = {
    b"Content-Type": b"text/plain; charset=utf-8",
    b"Content-Security-Policy": b"default-src 'none'; frame-ancestors 'none'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
    b"Cache-Control": b"no-store",
}
OF_PAGES = {
    b"Content-Type": b"text/html; charset=utf-8",
    b"Content-Security-Policy": b"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

_uploads: "set[LimitedRequest]" = set()
"""Large bodies that organizers send: those that are still arriving or not answered yet."""


class LimitedRequest(WebRequest):  # type: ignore[misc] # Daphne carries no types
    """A request for a page, or for a WebSocket."""

    channel: Any

    def __init__(self, channel: Any, queued: Any) -> None:
        # Twisted would parse forms before Django does, on the thread that all tables share.
        super().__init__(channel, queued, parsePOSTFormSubmission=False)
        self._size = 0
        self._is_refused = False

    def gotLength(self, length: int | None) -> None:
        """Refuse a body whose declared length is too large; the length of a chunked one is None."""
        super().gotLength(length)
        if length is not None:
            self._judge(length)

    def handleContentChunk(self, data: bytes) -> None:
        """Receive a part of the body, unless it grows too large."""
        self._size += len(data)
        self._judge(self._size)
        if not self._is_refused:
            super().handleContentChunk(data)
        elif self._size > MOST_DISCARDED:
            self.channel.transport.abortConnection()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Serve a complete request."""
        if self._is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        """Call the site. Headers that only a proxy may set are ignored from other clients."""
        self.channel.transport.arrived()
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")  # would move every address of the site
        if self.server.proxy_forwarded_address_header:
            self._believe_the_nearest_proxy(self.server.proxy_forwarded_address_header.encode())
        done = super().process()
        if self.transport is None:  # a WebSocket has the connection now
            self.channel = None  # which refers to this request: both would have to be garbage-collected
        return done

    def basic_error(self, status: int, status_text: bytes, body: object) -> None:
        """Answer a request that did not reach the site."""
        head = {"type": "http.response.start", "status": status, "headers": list(BARE.items())}
        self.handle_reply(head)
        self.handle_reply({"type": "http.response.body", "body": b"%d %s\n" % (status, status_text)})

    def finish(self) -> None:
        """Note that the request is answered."""
        _uploads.discard(self)
        super().finish()

    def connectionLost(self, reason: Failure) -> None:
        """Note that the client has gone."""
        _uploads.discard(self)
        super().connectionLost(reason)

    def _judge(self, size: int) -> None:
        """Refuse a body of this size if it is too large, for an organizer's upload or for any other request."""
        if size <= limits.LARGEST_BODY or self._is_refused:
            return
        if self not in _uploads and self._may_upload():
            if len(_uploads) >= limits.UPLOADS_AT_ONCE:
                self._refuse(BUSY)
                return
            _uploads.add(self)
            self.channel.transport.wait_longer(limits.LONGEST_UPLOAD)
        if self not in _uploads:
            self._refuse(too_large(is_upload=False))
        elif size > limits.LARGEST_UPLOAD:
            self._refuse(too_large(is_upload=True))

    def _may_upload(self) -> bool:
        cookies = b"; ".join(self.requestHeaders.getRawHeaders(b"Cookie", []))
        return may_upload(parse_cookie(cookies.decode("latin-1")))

    def _refuse(self, answer: bytes) -> None:
        """Answer at once. The rest of the request is discarded: closing now would lose the answer."""
        if not self._is_refused:
            self._is_refused = True
            self.requestHeaders.removeHeader(b"Expect")  # so that the client does not continue
            self.channel.transport.write(answer)
            self.channel.transport.loseWriteConnection()

    def _believe_the_nearest_proxy(self, header: bytes) -> None:
        """Keep only the last address of the list: the nearest proxy wrote it, the others may be forged."""
        said: list[bytes] = self.requestHeaders.getRawHeaders(header, [])
        nearest = b",".join(said).rpartition(b",")[2].strip().decode("ascii", "replace")
        try:
            self.requestHeaders.setRawHeaders(header, [str(ip_address(nearest)).encode()])
        except ValueError:
            self.requestHeaders.removeHeader(header)


class LimitedConnection(ProtocolWrapper):
    """One TCP connection. A request must arrive completely within `limits.LONGEST_ARRIVAL`."""

    factory: "LimitedFactory"
    transport: Any
    _deadline: Any = None

    def dataReceived(self, data: bytes) -> None:
        """Receive a part of a request, and start the time limit for the whole of it."""
        if self._deadline is None:
            self._deadline = CLOCK.callLater(limits.LONGEST_ARRIVAL, self.abortConnection)
        super().dataReceived(data)

    def wait_longer(self, seconds: float) -> None:
        """Give the request that is arriving more time, from now on."""
        self.arrived()
        self._deadline = CLOCK.callLater(seconds, self.abortConnection)

    def arrived(self) -> None:
        """Stop the time limit: the request is complete."""
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None

    def hand_over_to(self, socket_protocol: Protocol) -> Any:
        """Pass all further input to a WebSocket protocol; return the transport that it writes to."""
        self.dataReceived = socket_protocol.dataReceived  # type: ignore[method-assign] # fast, for many frames
        with suppress(AttributeError, OSError):  # a UNIX socket does not need it
            self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.KERNEL_BUFFER)
        return self.transport

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop the time limit and the hand-over."""
        self.arrived()
        self.__dict__.pop("dataReceived", None)
        super().connectionLost(reason)


class LimitedFactory(WrappingFactory[LimitedConnection]):
    """Counts open connections by client address. Behind a proxy all are from the proxy, which limits them itself."""

    protocol = LimitedConnection

    def __init__(self, server: Any) -> None:
        super().__init__(HTTPFactory(server))
        self._is_behind_proxy = bool(server.proxy_forwarded_address_header)
        self._open: Counter[str] = Counter()
        self._most = most_connections()

    def buildProtocol(self, addr: Any) -> Any:
        """Build a protocol; return None, which closes the connection, when the address or the process has too many."""
        if len(self.protocols) >= self._most:
            return None
        if self._open[client_key_of(addr)] >= limits.MOST_CONNECTIONS and not self._is_behind_proxy:
            return None
        return super().buildProtocol(addr)

    def registerProtocol(self, p: LimitedConnection) -> None:
        """Count a new connection."""
        super().registerProtocol(p)
        self._open[client_key_of(p.getPeer())] += 1

    def unregisterProtocol(self, p: LimitedConnection) -> None:
        """Stop counting a closed connection."""
        super().unregisterProtocol(p)
        who = client_key_of(p.getPeer())
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]


@cache
def too_large(*, is_upload: bool) -> bytes:
    """Return the response to a body that is too large: a page with the limits."""
    sizes = {"list_size": limits.LARGEST_LIST // MEGABYTE, "zip_size": limits.LARGEST_ZIP // MEGABYTE}
    page = render_to_string("413.html", {"is_upload": is_upload, **sizes}).encode()
    headers = BARE | OF_PAGES | {b"Content-Length": b"%d" % len(page), b"Connection": b"close"}
    lines = [b"HTTP/1.1 413 Content Too Large", *(b"%b: %b" % header for header in headers.items())]
    return b"\r\n".join([*lines, b"", page])


def client_key_of(address: Any) -> str:
    """Return the client key of a peer's address."""
    return client_key(getattr(address, "host", "") or "")


def install_limits() -> None:
    """Make Daphne use `LimitedFactory` and `LimitedRequest`."""
    daphne.http_protocol.WebRequest = LimitedRequest
    daphne.server.HTTPFactory = LimitedFactory
