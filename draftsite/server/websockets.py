"""The server's end of a WebSocket, a subclass of Daphne's: limits on input and unread output, and close codes.

Daphne buffers input until the application reads it, and output until the client reads it. A client that sends without
end, or never reads, would fill the memory.

Nearly all frames are small, whole texts. These are read and written here directly; everything else is left to Autobahn
and Twisted, which takes several times as long.
"""

import logging
import struct
import time
from collections.abc import Awaitable, Callable
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor, tcp

from drafts import limits, metrics
from drafts.consumers import FRAMES
from drafts.limits import Bucket
from drafts.live.kernel.done import DONE
from drafts.live.kernel.turn import at_end_of_turn
from drafts.protocol.closes import CLOSED_FLOOD, CLOSED_NOT_TEXT

logger = logging.getLogger(__name__)

FREE_CODES = range(3000, 5000)
CLOSED_NOT_UTF8 = 1007
CLOSED_UNREAD = 1006  # a client sees this when the connection is dropped
LOOK_SECONDS = 4.0
CLOSES_WITHIN = 5.0  # seconds that a client has to answer a close frame
WHOLE_TEXT = 0x81
PONG = 0x8A
MASKED = 0x80
LONGEST_IN_ONE_BYTE, LONGEST_IN_TWO_BYTES = 125, 65535
IN_TWO_BYTES = 126

CLOCK: Any = reactor

_to_flush: "list[SocketProtocol]" = []
"""The sockets that have frames to send at the end of this turn of the loop."""


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc] # Daphne carries no types
    """One WebSocket. As the transport's producer it learns when the client reads more slowly than the server writes."""

    # Options of the class override those of Daphne's command line.
    maxFramePayloadSize = limits.LARGEST_MESSAGE
    maxMessagePayloadSize = limits.LARGEST_MESSAGE
    autoPingTimeoutCall: Any
    autoPingPending: Any

    def __init__(self) -> None:
        super().__init__()
        self._listener: Callable[[str], Awaitable[None]] | None = None
        self._frames = Bucket(limits.FRAMES)
        self._stalled_at: float | None = None
        self._unread = 0
        self._hung_up_at: float | None = None
        self._outgoing: list[bytes] = []

    def makeConnection(self, connection: Any) -> None:
        """Take over from the HTTP connection that was upgraded."""
        self._connection = connection
        transport = connection.hand_over_to(self)
        transport.bufferSize = limits.READ_AT_ONCE
        transport.unregisterProducer()
        transport.registerProducer(self, True)
        self._is_plain = isinstance(transport, tcp.Connection) and not transport.TLS
        super().makeConnection(transport)

    # Incoming frames --------------------------------------------------------------------------------------------

    def dataReceived(self, data: bytes) -> None:
        """Read a single frame that is a whole message of text, or the answer to a ping of the server.

        Everything else is left to Autobahn, and while a ping waits for its answer also texts: any frame shows that the
        client is there.
        """
        is_between = self.state == self.STATE_OPEN and not self.data and not self.inside_message
        is_whole = is_between and self.current_frame is None
        if is_whole and self.autoPingTimeoutCall and pong_in(data) == self.autoPingPending and self._frames.spend():
            self.autoPingTimeoutCall.cancel()
            self.autoPingTimeoutCall = self.autoPingPending = self.autoPingPendingSent = None
            return
        text = text_in(data) if is_whole and not self.autoPingTimeoutCall else None
        if text is None:
            super().dataReceived(data)
        elif self._frames.spend():
            self.onMessage(text, False)
        else:
            self._hang_up(CLOSED_FLOOD)

    def onFrameBegin(self) -> None:
        """Count every frame: pings, pongs and unfinished messages cost time as well."""
        if self._frames.spend():
            super().onFrameBegin()
        else:
            self._hang_up(CLOSED_FLOOD)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Pass a text directly to the listener of the application, or else queue the message (`consumers.Frames`).

        The connection is closed if too many wait.
        """
        if self.state != self.STATE_OPEN:
            return  # it is being closed
        waiting = self.application_queue.qsize()
        if waiting >= limits.MOST_WAITING:
            self._hang_up(CLOSED_FLOOD)
        elif self._listener is None or waiting or isBinary:
            super().onMessage(payload, isBinary)
        else:
            self.last_ping = time.time()
            self._hear(self._listener, payload.decode())

    def listen(self, hear: Callable[[str], Awaitable[None]] | None) -> None:
        """Set the function that is called with each text, None for no function (`consumers.Frames`)."""
        self._listener = hear

    def _hear(self, listener: Callable[[str], Awaitable[None]], text: str) -> None:
        try:
            rest = listener(text)
        except Exception as fault:
            rest = _failing(fault)
        if rest is not DONE:
            self._listener = None
            self.application_queue.put_nowait({"type": "websocket.receive", "rest": rest})

    # Outgoing frames --------------------------------------------------------------------------------------------

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Send a text frame at the end of this turn of the loop, together with all others.

        Autobahn applies the limit for incoming messages to outgoing ones, and an organizer's view of many tables is
        longer. It also checks for every frame how to mask, compress and split it, which this server never does.
        """
        if binary or self.state != self.STATE_OPEN or self.send_queue:
            super().serverSend(content, binary)
        else:
            self.send_text(content.encode())

    def send_text(self, text: bytes) -> None:
        """Send a text, encoded in UTF-8, unless the client has gone."""
        if self.state != self.STATE_OPEN:
            return
        if self.send_queue:
            super().serverSend(text.decode())
        elif self._stalled_at is not None and self._unread > limits.MOST_UNREAD:
            self._cut("does not read what it is sent")
        else:
            frame = frame_of(text)
            self._unread += len(frame)
            if not self._outgoing:
                if not _to_flush:
                    at_end_of_turn(_flush_all)
                _to_flush.append(self)
            self._outgoing.append(frame)

    def close_with(self, code: int) -> None:
        """Close a connection, or refuse it before it is accepted, unless it is closed already."""
        if self.state != self.STATE_CLOSED:
            self.handle_reply({"type": "websocket.close", "code": code})

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Send the data of Autobahn (pings, pongs and close frames) after all earlier frames."""
        if self.state == self.STATE_OPEN and not (sync or chopsize or self.send_queue):
            self._outgoing.append(data)
            self.flush()
        else:
            self.flush()
            super().sendData(data, sync, chopsize)

    def flush(self) -> None:
        """Pass the frames of this turn to the operating system; the rest that it does not accept is left to Twisted.

        Twisted alone would wait for the next turn, and need two more system calls.
        """
        data, transport = b"".join(self._outgoing), self.transport
        self._outgoing.clear()
        is_idle = self._is_plain and transport.connected and not (transport.dataBuffer or transport._tempDataBuffer)
        if data and is_idle and not transport.disconnecting:
            try:  # noqa: SIM105 - `suppress` makes three calls for each frame
                data = data[transport.getHandle().send(data) :]
            except OSError:
                pass  # it accepts nothing now, or the connection is lost, which Twisted notices by itself
        if data:
            transport.write(data)

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
        """Drop a connection whose client has read nothing for too long. The server calls this every few seconds."""
        is_well = self.state == self.STATE_OPEN and self._hung_up_at is None and self._stalled_at is None
        if is_well and time.time() - self.last_ping <= self.server.ping_interval:
            return  # the client has sent something lately, as nearly all have: nothing to do
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

        Autobahn reserves codes below 3000 (`sendClose` raises), though RFC 6455 lets a server send these.
        """
        if code is None or code == 1000 or code in FREE_CODES:
            super().serverClose(code)
        elif self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=code, reasonUtf8=None, isReply=False)

    def _fail_connection(self, code: int, reason: str) -> None:
        """Close with a code when a frame is too large (1009), not UTF-8 (1003) or breaks RFC 6455 (1002).

        Autobahn itself would reset the connection, and the device would not learn why.
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


def frame_of(payload: bytes) -> bytes:
    """Return a text, encoded in UTF-8, as one WebSocket frame of a server (RFC 6455, 5.2)."""
    size = len(payload)
    if size <= LONGEST_IN_ONE_BYTE:
        return bytes((WHOLE_TEXT, size)) + payload
    if size <= LONGEST_IN_TWO_BYTES:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def text_in(data: bytes) -> bytes | None:
    """Return the text of a masked frame if the data is one whole frame of a whole message, else None."""
    if len(data) < 7 or data[0] != WHOLE_TEXT or data[1] <= MASKED:
        return None
    size, start = data[1] - MASKED, 2
    if size >= IN_TWO_BYTES:
        size, start = int.from_bytes(data[2:4]), 4
        if data[1] != MASKED + IN_TWO_BYTES or not LONGEST_IN_ONE_BYTE < size <= limits.LARGEST_MESSAGE:
            return None
    if len(data) != start + 4 + size:
        return None
    text = unmasked(data[start + 4 :], data[start : start + 4])
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text


def pong_in(data: bytes) -> bytes | None:
    """Return the payload of a masked pong if the data is one whole frame of it, else None."""
    if len(data) < 6 or data[0] != PONG or len(data) != 6 + data[1] - MASKED:
        return None
    return unmasked(data[6:], data[2:6])


def unmasked(data: bytes, mask: bytes) -> bytes:
    """Return unmasked data of a client (RFC 6455, 5.3), by whole numbers: byte by byte takes ten times as long."""
    size = len(data)
    return (int.from_bytes(data) ^ int.from_bytes((mask * (size // 4 + 1))[:size])).to_bytes(size)


def _flush_all() -> None:
    sockets = list(_to_flush)
    _to_flush.clear()
    for socket in sockets:
        try:
            socket.flush()
        except Exception:  # the others have frames to send as well
            logger.exception("frames could not be sent")


class SocketServer(Server):  # type: ignore[misc] # Daphne carries no types
    """Daphne, with the protocol of each WebSocket in its scope."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._looked_at: dict[str, float] = {}

    def application_checker(self) -> None:
        """Look for ended applications less often than Daphne, which checks all connections every second."""
        if self._is_due("application_checker"):
            super().application_checker()
        else:
            CLOCK.callLater(1, self.application_checker)

    def timeout_checker(self) -> None:
        """Look for connections to ping or to close less often than Daphne, which checks all every two seconds."""
        if self._is_due("timeout_checker"):
            super().timeout_checker()
        else:
            CLOCK.callLater(1, self.timeout_checker)

    def _is_due(self, look: str) -> bool:
        now = time.monotonic()
        if now - self._looked_at.get(look, -LOOK_SECONDS) < LOOK_SECONDS:
            return False
        self._looked_at[look] = now
        return True

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Call the application for a connection."""
        if isinstance(protocol, SocketProtocol):
            scope["extensions"] = {FRAMES: protocol}
            protocol.http_headers.clear()  # the scope has them; they would cost each connection more than a kilobyte
        return super().create_application(protocol, scope)


def install_socket_protocol() -> None:
    """Make Daphne serve every WebSocket with a `SocketProtocol`."""
    WebSocketFactory.protocol = SocketProtocol
    CommandLineInterface.server_class = SocketServer


def disable_debug_texts() -> None:
    """Disable texts that Autobahn makes for its log even if that is off.

    Colouring takes a fifth of the time of a frame in Daphne, a table of options a third of the time to open a
    connection.
    """
    for module, texts in (
        (autobahn.websocket.protocol, ("hltype", "hlval", "pformat")),
        (autobahn.twisted.websocket, ("hltype", "hlval")),
    ):
        for text in texts:
            setattr(module, text, _plain)


async def _failing(fault: Exception) -> None:
    raise fault


def _throw_away(data: bytes) -> None:
    pass


def _plain(value: object) -> object:
    return value
