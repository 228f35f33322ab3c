"""Clients unlike any browser: they write bytes to a server as they like, and read or do not."""

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from tests.clients.device import Device

PATIENCE = 60.0
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookies}\r\n\r\n"
)


@contextmanager
def connection(port: int, *, small_window: bool = False) -> Iterator[socket.socket]:
    """Open a connection; with a small window, little fits between the server and a client that does not read."""
    with socket.socket() as line:
        if small_window:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # held together, messages would come as a flood
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", port))
        yield line


def say(line: socket.socket, data: bytes) -> bool:
    """Send bytes; False when the other side has hung up."""
    try:
        line.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True


def hear_all(line: socket.socket) -> bytes:
    """Return all bytes until the other side hangs up."""
    heard = b""
    try:
        while part := line.recv(65536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


def ask(port: int, request: bytes) -> bytes:
    """Send a request as it is, and return all that is answered; it asks for the connection to be closed behind it."""
    with connection(port) as line:
        say(line, request)
        return hear_all(line)


def upgrade(line: socket.socket, device: Device, path: str) -> bytes:
    """Turn a connection into a WebSocket, and return what was heard until its first frame began."""
    port = line.getpeername()[1]
    line.sendall(HANDSHAKE.format(path=path, port=port, cookies=device.cookie_header).encode())
    heard = b""
    while b"\r\n\r\n" not in heard:
        part = line.recv(1)  # no more: the rest stays where it is
        assert part, heard
        heard += part
    return heard


def frame(payload: bytes, opcode: int = 1, *, final: bool = True) -> bytes:
    """Return a client's frame; a mask of zeros leaves the payload as it is."""
    return bytes([(0x80 if final else 0) | opcode]) + length_of(len(payload)) + b"\0\0\0\0" + payload


def length_of(size: int) -> bytes:
    """Return how a client's frame says its length."""
    if size < 126:
        return bytes([0x80 | size])
    return struct.pack("!BH", 0x80 | 126, size) if size < 65536 else struct.pack("!BQ", 0x80 | 127, size)


def close_code(heard: bytes) -> int | None:
    """Return the code of the close frame that ends what was heard, if there is one."""
    at = heard.rfind(b"\x88")
    return struct.unpack("!H", heard[at + 2 : at + 4])[0] if at >= 0 else None
