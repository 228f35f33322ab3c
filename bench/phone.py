"""A fighter's phone, as lean as can be: the load shares one core, and must never be what is measured."""

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable
from typing import Any

import orjson

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LARGEST_SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127

Heard = Callable[["Phone", dict[str, Any], float], None]


class Phone(asyncio.Protocol):
    """One WebSocket. `heard` gets every `state`; acks are timed here."""

    def __init__(self, number: int, path: str, session: str, heard: Heard) -> None:
        self.number = number
        self.key: tuple[object, ...] = ()
        self.latencies: list[tuple[float, float]] = []  # when the ack came, how long it took
        self.small = self.received = self.bytes = 0
        self.faults: list[str] = []
        self.open = asyncio.get_running_loop().create_future()
        self._path, self._session, self._heard = path, session, heard
        self._buffer = b""
        self._upgraded = False
        self._asked = 0
        self._request = b""
        self._at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        address, port = transport.get_extra_info("peername")
        host = f"{address}:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Cookie: sessionid={self._session}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server hung up"))

    def close(self) -> None:
        self._transport.abort()

    def ask(self, rest: str, now: float) -> None:
        """Send a message with an id of its own."""
        self._asked += 1
        request = f"{self.number:018d}{self._asked:018d}"
        self._request, self._at = request.encode(), now
        self._send(TEXT, f'{{"id":"{request}",{rest}}}'.encode())

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((0x80 | opcode, 0x80 | size))
            if size <= LARGEST_SHORT
            else struct.pack("!BBH", 0x80 | opcode, 0x80 | TWO_BYTES, size)
        )
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
            if not data.startswith(b"HTTP/1.1 101"):
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
            self._hear(data[start] & 0x0F, data[body : body + size], now)
            start = body + size
        return start

    def _hear(self, opcode: int, payload: bytes, now: float) -> None:
        if opcode != TEXT:
            if opcode == PING:
                self._send(PONG, payload)
            return
        self.received += 1
        kind = payload[9:12]
        if kind == b"sea":
            self.small += 1
        elif kind == b"ack":
            if self._request not in payload:
                self.faults.append(payload.decode())
            self.latencies.append((now, now - self._at))
        elif kind == b"sta":
            if not self.open.done():
                self.open.set_result(None)
            self._heard(self, orjson.loads(payload), now)
        else:
            self.faults.append(payload.decode())
