"""Clients as lean as can be: the load shares one core, and must never be what is measured."""

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable
from typing import Any, Self

import orjson

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LARGEST_SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127
KNOCK_AGAIN_SECONDS = 0.05

Heard = Callable[["Phone", dict[str, Any], float], None]


class Socket(asyncio.Protocol):
    """One WebSocket. `open` is done when the first view has come."""

    def __init__(self, path: str, session: str = "") -> None:
        self.received = self.bytes = 0
        self.faults: list[str] = []
        self.open = asyncio.get_running_loop().create_future()
        self._path, self._session = path, session
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._upgraded = False

    async def connect(self, port: int) -> Self:
        """Connect; what comes is heard from then on. Raises OSError where nobody listens."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        address, port = transport.get_extra_info("peername")
        host = f"{address}:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: sessionid={self._session}\r\n" if self._session else ""
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server hung up"))

    def close(self) -> None:
        if self._transport:
            self._transport.abort()

    def send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((0x80 | opcode, 0x80 | size))
            if size <= LARGEST_SHORT
            else struct.pack("!BBH", 0x80 | opcode, 0x80 | TWO_BYTES, size)
        )
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros leaves the payload as it is

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.bytes += len(data)
        if self._buffer:
            data = self._buffer + data
        start = 0
        if not self._upgraded:
            start = data.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = data
                return
            self._upgraded = True
            if not data.startswith(b"HTTP/1.1 101") and not self.open.done():
                self.open.set_exception(ConnectionError(data[:start].decode("latin-1")))
        self._buffer = data[self._read_frames(data, start, now) :]

    def _read_frames(self, data: bytes, start: int, now: float) -> int:
        """Read the whole frames from `start` on and return where the next one begins. A server masks nothing."""
        end = len(data)
        while end - start >= 2:
            size, body = data[start + 1], start + 2
            if size == TWO_BYTES:
                size, body = int.from_bytes(data[body : body + 2], "big"), body + 2
            elif size == EIGHT_BYTES:
                size, body = int.from_bytes(data[body : body + 8], "big"), body + 8
            if end < body + size:
                break
            self._frame(data[start] & 0x0F, data[body : body + size], now)
            start = body + size
        return start

    def _frame(self, opcode: int, payload: bytes, now: float) -> None:
        if opcode == TEXT:
            self.received += 1
            self.hear(payload, now)
        elif opcode == PING:
            self.send(PONG, payload)
        elif opcode == CLOSE:
            self.faults.append(f"closed with {int.from_bytes(payload[:2], 'big')}")

    def hear(self, payload: bytes, now: float) -> None:
        raise NotImplementedError

    def _opened(self) -> None:
        if not self.open.done():
            self.open.set_result(None)


class Phone(Socket):
    """A fighter's. `heard` gets every `state`; acks are timed here."""

    def __init__(self, number: int, path: str, session: str, heard: Heard) -> None:
        super().__init__(path, session)
        self.number = number
        self.key: tuple[object, ...] = ()
        self.acks: list[tuple[int, float, float]] = []  # the seq, when it was asked, how long it took
        self.small = 0
        self._heard = heard
        self._asked = 0
        self._request = b""
        self._at = 0.0

    def ask(self, rest: str, now: float) -> None:
        """Send a message with an id of its own."""
        self._asked += 1
        request = f"{self.number:018d}{self._asked:018d}"
        self._request, self._at = request.encode(), now
        self.send(TEXT, f'{{"id":"{request}",{rest}}}'.encode())

    def hear(self, payload: bytes, now: float) -> None:
        kind = payload[9:12]
        if kind == b"sea":
            self.small += 1
        elif kind == b"ack":
            if self._request not in payload:
                self.faults.append(payload.decode())
            self.acks.append((seq_of(payload), self._at, now - self._at))
        elif kind == b"sta":
            self._opened()
            self._heard(self, orjson.loads(payload), now)
        else:
            self.faults.append(payload.decode())


class Spectator(Socket):
    """Somebody who only looks. `saw` gets the seq of what came before and of what comes."""

    def __init__(self, path: str, saw: Callable[[int, int, float], None], session: str = "") -> None:
        super().__init__(path, session)
        self._saw = saw
        self._seq = 0

    def hear(self, payload: bytes, now: float) -> None:
        self._opened()
        seq, before = seq_of(payload), self._seq
        if seq > before:
            self._seq = seq
            self._saw(before, seq, now)


def seq_of(payload: bytes) -> int:
    """Return the `seq` of a message without reading all of it."""
    start = payload.find(b'"seq":') + 6
    end = start
    while payload[end] in b"0123456789":
        end += 1
    return int(payload[start:end])


def ignore(phone: Phone, state: dict[str, Any], now: float) -> None:
    """Hear a view and do nothing."""


async def connected(socket_of: Callable[[], Socket], port: int) -> Socket:
    """Knock until somebody opens, as phones do whose server has died, and return the socket that got a view."""
    while True:
        socket = socket_of()
        try:
            await socket.connect(port)
            await socket.open
        except OSError:
            await asyncio.sleep(KNOCK_AGAIN_SECONDS)
        else:
            return socket
