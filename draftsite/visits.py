"""Connections and requests, on Daphne's: what is taken in before any page is asked.

Daphne reads a request to its end, however long that is and takes, before it asks anybody what to do with it.
"""

# mypy: disable-error-code="no-untyped-call"
# Twisted is typed in parts.

import resource
import socket
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import daphne.http_protocol
import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet import reactor
from twisted.internet.protocol import Protocol, connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure

from drafts import limits
from drafts.services.doors import household

CLOCK: Any = reactor
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BARE = {
    b"Content-Type": b"text/plain; charset=utf-8",
    b"Content-Security-Policy": b"default-src 'none'; frame-ancestors 'none'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
    b"Cache-Control": b"no-store",
}


class PageRequest(WebRequest):  # type: ignore[misc] # Daphne carries no types
    """A request for a page, or for a WebSocket."""

    def __init__(self, channel: Any, queued: Any) -> None:
        # Twisted would read forms before Django does, on the thread that all tables share.
        super().__init__(channel, queued, parsePOSTFormSubmission=False)
        self._size = 0
        self._is_refused = False

    def gotLength(self, length: int | None) -> None:
        """Refuse a body that says itself that it is too large; the length of one that comes in chunks is None."""
        super().gotLength(length)
        if length is not None and length > limits.LARGEST_BODY:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """Take a part of the body, unless it grows too large."""
        self._size += len(data)
        if self._size > limits.LARGEST_BODY:
            self._refuse()
        if not self._is_refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Serve what has arrived."""
        if not self._is_refused:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        """Ask the site. What only a proxy may say is not believed when somebody else says it."""
        self.channel.transport.arrived()
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")  # would move every address of the site
        if self.server.proxy_forwarded_address_header:
            self._believe_the_nearest_proxy(self.server.proxy_forwarded_address_header.encode())
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: object) -> None:
        """Answer what never came as far as the site."""
        head = {"type": "http.response.start", "status": status, "headers": list(BARE.items())}
        self.handle_reply(head)
        self.handle_reply({"type": "http.response.body", "body": b"%d %s\n" % (status, status_text)})

    def _refuse(self) -> None:
        if not self._is_refused:
            self._is_refused = True
            self.requestHeaders.removeHeader(b"Expect")  # nobody shall go on
            self.channel.transport.write(TOO_LARGE)
            self.channel.loseConnection()

    def _believe_the_nearest_proxy(self, header: bytes) -> None:
        """Leave only the last address of the list: the nearest proxy wrote that, and whoever asked wrote the others."""
        said: list[bytes] = self.requestHeaders.getRawHeaders(header, [])
        nearest = b",".join(said).rpartition(b",")[2].strip().decode("ascii", "replace")
        try:
            self.requestHeaders.setRawHeaders(header, [str(ip_address(nearest)).encode()])
        except ValueError:
            self.requestHeaders.removeHeader(header)


class Visit(ProtocolWrapper):
    """One connection, from its first byte on."""

    factory: "Visits"
    transport: Any
    _deadline: Any = None

    def dataReceived(self, data: bytes) -> None:
        """Take in a part of a request. All of it has to arrive in time, however slowly somebody drips."""
        if self._deadline is None:
            self._deadline = CLOCK.callLater(limits.LONGEST_ARRIVAL, self.abortConnection)
        super().dataReceived(data)

    def arrived(self) -> None:
        """Note that a request is there."""
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None

    def hand_over_to(self, line: Protocol) -> Any:
        """Let a WebSocket hear from now on what comes in; return the transport that it may write to."""
        self.dataReceived = line.dataReceived  # type: ignore[method-assign] # past us: there are many frames
        with suppress(AttributeError, OSError):  # a UNIX socket needs none of it
            self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.KERNEL_BUFFER)
        return self.transport

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Forget everything."""
        self.arrived()
        self.__dict__.pop("dataReceived", None)
        super().connectionLost(reason)


class Visits(WrappingFactory[Visit]):
    """All connections, and how many each household has; behind a proxy all come from the proxy, which has to count."""

    protocol = Visit

    def __init__(self, server: Any) -> None:
        super().__init__(HTTPFactory(server))
        self._is_behind_proxy = bool(server.proxy_forwarded_address_header)
        self._open: Counter[str] = Counter()

    def buildProtocol(self, addr: Any) -> Any:
        """Open a connection, or none: it is closed without a word then."""
        if self._open[household_of(addr)] >= limits.MOST_CONNECTIONS and not self._is_behind_proxy:
            return None
        return super().buildProtocol(addr)

    def registerProtocol(self, p: Visit) -> None:
        """Count a connection."""
        super().registerProtocol(p)
        self._open[household_of(p.getPeer())] += 1

    def unregisterProtocol(self, p: Visit) -> None:
        """Count a connection no longer."""
        super().unregisterProtocol(p)
        who = household_of(p.getPeer())
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]


def household_of(address: Any) -> str:
    """Return what a peer's address is counted as."""
    return household(getattr(address, "host", "") or "")


def bound_what_comes_in() -> None:
    """Let Daphne serve every connection as a `Visit` and every request as a `PageRequest`, as many as the system lets.

    One address cannot take all connections that the operating system allows then.
    """
    daphne.http_protocol.WebRequest = PageRequest
    daphne.server.HTTPFactory = Visits
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
