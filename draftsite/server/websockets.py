"""The server's end of a WebSocket, a subclass of Daphne's: limits on input and unread output, and close codes.

Daphne buffers input until the application reads it, and output until the client reads it. A client that sends without
end, or never reads, would fill the memory.
"""

import logging
import struct
import time
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from drafts import limits, metrics
from drafts.consumers import CLOSED_FLOOD, CLOSED_NOT_TEXT
from drafts.limits import Bucket

logger = logging.getLogger(__name__)

FREE_CODES = range(3000, 5000)
CLOSED_NOT_UTF8 = 1007
CLOSED_UNREAD = 1006  # what a client sees when the connection is dropped
CLOSES_WITHIN = 5.0  # seconds that a client has to answer a close frame
WHOLE_TEXT = 0x81
LONGEST_IN_ONE_BYTE, LONGEST_IN_TWO_BYTES = 125, 65535


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc] # Daphne carries no types
    """One WebSocket. As the transport's producer it learns when the client reads more slowly than the server writes."""

    # Options of the class come before those of Daphne's command line.
    maxFramePayloadSize = limits.LARGEST_MESSAGE
    maxMessagePayloadSize = limits.LARGEST_MESSAGE

    def __init__(self) -> None:
        super().__init__()
        self._frames = Bucket(limits.FRAMES)
        self._stalled_at: float | None = None
        self._unread = 0
        self._hung_up_at: float | None = None

    def makeConnection(self, connection: Any) -> None:
        """Take over from the HTTP connection that was upgraded."""
        self._connection = connection
        transport = connection.hand_over_to(self)
        transport.bufferSize = limits.READ_AT_ONCE
        transport.unregisterProducer()
        transport.registerProducer(self, True)
        super().makeConnection(transport)

    # What comes in ----------------------------------------------------------------------------------------------

    def onFrameBegin(self) -> None:
        """Count every frame: pings, pongs and unfinished messages cost time as well."""
        if self._frames.spend():
            super().onFrameBegin()
        else:
            self._hang_up(CLOSED_FLOOD)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Queue a message for the application; close the connection when too many wait."""
        if self.application_queue.qsize() < limits.MOST_WAITING:
            super().onMessage(payload, isBinary)
        else:
            self._hang_up(CLOSED_FLOOD)

    # What goes out ----------------------------------------------------------------------------------------------

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Write a text frame directly to the transport.

        Autobahn holds what is sent to the limit for what comes in, and an organizer's view of many tables is longer. It
        also asks of every frame how to mask, compress and cut it, which a server like this one never does.
        """
        if binary or self.state != self.STATE_OPEN or self.send_queue:
            super().serverSend(content, binary)
        elif self._stalled_at is not None and self._unread > limits.MOST_UNREAD:
            self._cut("does not read what it is sent")
        else:
            frame = frame_of(content)
            self._unread += len(frame)
            self.transport.write(frame)

    def pauseProducing(self) -> None:
        """Note that the client does not keep up."""
        if self._stalled_at is None:
            self._stalled_at = time.monotonic()
            self._unread = 0

    def resumeProducing(self) -> None:
        """Note that the client has read everything."""
        self._stalled_at = None

    def stopProducing(self) -> None:
        """Do nothing: the connection is lost already."""

    def check_timeouts(self) -> None:
        """Drop a connection whose client has read nothing for too long. Daphne calls this every two seconds."""
        now = time.monotonic()
        if self._hung_up_at is not None and now - self._hung_up_at > CLOSES_WITHIN:
            self.transport.abortConnection()
        elif self._stalled_at is not None and now - self._stalled_at > limits.LONGEST_STALL:
            self._cut("has read nothing for too long")
        else:
            super().check_timeouts()

    # The end ----------------------------------------------------------------------------------------------------

    def serverClose(self, code: int | None = None) -> None:
        """Close with any code, 1003 and 1009 among them, as the protocol promises.

        Autobahn keeps the codes below 3000 to itself (`sendClose` raises), though RFC 6455 lets a server send these.
        """
        if code is None or code == 1000 or code in FREE_CODES:
            super().serverClose(code)
        elif self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=code, reasonUtf8=None, isReply=False)

    def _fail_connection(self, code: int, reason: str) -> None:
        """Close with a code when a frame is too large (1009), not UTF-8 (1003) or breaks RFC 6455 (1002).

        Autobahn resets the connection by itself, and the device would never learn why.
        """
        if self.state == self.STATE_OPEN:
            self._hang_up(CLOSED_NOT_TEXT if code == CLOSED_NOT_UTF8 else code)
        else:
            super()._fail_connection(code, reason)

    def _hang_up(self, code: int) -> None:
        """Close, and discard further input: if it were left unread, the close code would be lost."""
        if self.state == self.STATE_OPEN:
            metrics.count_close(code)
            self._hung_up_at = time.monotonic()
            self.sendCloseFrame(code=code, reasonUtf8=None, isReply=False)
            self.state: int = self.STATE_CLOSED
            self._connection.dataReceived = _throw_away
            self.transport.loseWriteConnection()

    def _cut(self, why: str) -> None:
        if self.state != self.STATE_CLOSED:
            metrics.count_close(CLOSED_UNREAD)
            logger.info("a line is cut whose device %s", why)
            self.dropConnection(abort=True)


def frame_of(text: str) -> bytes:
    """Return a text as one WebSocket frame of a server (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size <= LONGEST_IN_ONE_BYTE:
        return bytes((WHOLE_TEXT, size)) + payload
    if size <= LONGEST_IN_TWO_BYTES:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def install_socket_protocol() -> None:
    """Make Daphne serve every WebSocket with a `SocketProtocol`."""
    WebSocketFactory.protocol = SocketProtocol


def disable_debug_colours() -> None:
    """Disable Autobahn's debug colouring, which runs twice per frame even when the log is off.

    It takes a fifth of what Daphne spends on a frame.
    """
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for paint in ("hltype", "hlval"):
            setattr(module, paint, _plain)


def _throw_away(data: bytes) -> None:
    pass


def _plain(value: object) -> object:
    return value
