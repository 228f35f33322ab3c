"""The server's end of a WebSocket, on Daphne's: how it is closed, how it writes, and what it takes from one device.

Daphne keeps all that comes in until somebody hears it, and all that goes out until the device reads it. A device that
sends without end, or never reads, would fill the memory.
"""

import logging
import struct
import time
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from drafts import limits, metrics
from drafts.consumers import CLOSED_FLOOD
from drafts.limits import Bucket

logger = logging.getLogger(__name__)

FREE_CODES = range(3000, 5000)
CLOSED_UNREAD = 1006  # what a device sees when the line is cut
CLOSES_WITHIN = 5.0  # seconds for a device to go when it was told to
WHOLE_TEXT = 0x81
LONGEST_IN_ONE_BYTE, LONGEST_IN_TWO_BYTES = 125, 65535


class TableLine(WebSocketProtocol):  # type: ignore[misc] # Daphne carries no types
    """One line to a device. The transport tells it when the device reads more slowly than is written."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = Bucket(limits.FRAMES)
        self._stalled_at: float | None = None
        self._unread = 0
        self._hung_up_at: float | None = None

    def makeConnection(self, visit: Any) -> None:
        """Take over from the HTTP connection that this line began as."""
        self._visit = visit
        line = visit.hand_over_to(self)
        line.bufferSize = limits.READ_AT_ONCE
        line.unregisterProducer()
        line.registerProducer(self, True)
        super().makeConnection(line)

    # What comes in ----------------------------------------------------------------------------------------------

    def onFrameBegin(self) -> None:
        """Count every frame: a ping, a pong and a message without end cost time as well."""
        if self._frames.spend():
            super().onFrameBegin()
        else:
            self._hang_up(CLOSED_FLOOD)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Let a message wait until it is heard, unless too many do."""
        if self.application_queue.qsize() < limits.MOST_WAITING:
            super().onMessage(payload, isBinary)
        else:
            self._hang_up(CLOSED_FLOOD)

    # What goes out ----------------------------------------------------------------------------------------------

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Write a text frame to the line as it is.

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
        """Note that the device does not keep up."""
        if self._stalled_at is None:
            self._stalled_at = time.monotonic()
            self._unread = 0

    def resumeProducing(self) -> None:
        """Note that the device has taken everything."""
        self._stalled_at = None

    def stopProducing(self) -> None:
        """Nothing is left to do: the line is lost."""

    def check_timeouts(self) -> None:
        """Cut a line whose device has stood still for too long; Daphne asks every two seconds."""
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

    def _hang_up(self, code: int) -> None:
        """Close, and hear no more. What still comes is thrown away: if it were left unread, the code would be lost."""
        if self.state == self.STATE_OPEN:
            metrics.count_close(code)
            self._hung_up_at = time.monotonic()
            self.sendCloseFrame(code=code, reasonUtf8=None, isReply=False)
            self.state: int = self.STATE_CLOSED
            self._visit.dataReceived = _throw_away
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


def use_table_lines() -> None:
    """Let Daphne serve every WebSocket with a `TableLine`."""
    WebSocketFactory.protocol = TableLine


def spare_unread_colours() -> None:
    """Leave the lines of Autobahn's debug log plain: it paints two for every frame, whether anybody reads them or not.

    That is a fifth of what Daphne spends on a frame.
    """
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for paint in ("hltype", "hlval"):
            setattr(module, paint, _plain)


def _throw_away(data: bytes) -> None:
    pass


def _plain(value: object) -> object:
    return value
