"""The WebSocket client for tests that have no event loop: one loop in a thread of its own serves all connections."""

import asyncio
import threading
from collections.abc import Awaitable, Coroutine
from functools import cache
from typing import Any, Self, TypeVar

from tests.clients.connection import Connection, open_connection
from tests.clients.device import Device

T = TypeVar("T")


class SyncConnection:
    """A Connection whose methods block. Leaving its block closes it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def recv(self, patience: float | None = None) -> str | bytes:
        """Return the next message. Raises TimeoutError, or ConnectionClosed."""
        return in_loop(asyncio.wait_for(self._connection.recv(), patience))

    def send(self, message: str | bytes) -> None:
        """Send a message. Raises ConnectionClosed."""
        in_loop(self._connection.send(message))

    def close(self) -> None:
        in_loop(self._connection.close())


def open_socket(device: Device, path: str, *, origin: str | None = "", **headers: str) -> SyncConnection:
    """Open a WebSocket as a device's browser does: with its cookies and the page's origin."""
    sent = {"Cookie": device.cookie_header} | headers
    return SyncConnection(in_loop(_opened(open_connection(device.url, path, origin=origin, **sent))))


async def _opened(opening: Awaitable[Any]) -> Any:
    return await opening


def in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work that is done in the loop of all connections.

    Nothing that is called while garbage is collected may do this: that can happen in the loop's own thread.
    """
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="websocket clients", daemon=True).start()
    return loop
