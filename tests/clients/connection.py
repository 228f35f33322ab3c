"""The WebSocket client of tests, faults and bench: the one of `websockets`, opened as a browser opens it."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State

OPEN_WITHIN = 20.0
CLOSE_WITHIN = 2.0
LOST = 1006  # the code of a connection that ended without being closed

OnText = Callable[[bytes, float], None]
"""Takes a text, and when it arrived by `time.perf_counter`."""


class Connection(ClientConnection):
    """A WebSocket. Its texts wait for `recv`; where there is an `on_text`, they go there at once and nothing waits."""

    def __init__(self, *arguments: Any, on_text: OnText | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._on_text = on_text
        self._arrived = 0.0

    def data_received(self, data: bytes) -> None:
        self._arrived = time.perf_counter()
        super().data_received(data)

    def process_event(self, event: Any) -> None:
        if self._on_text and isinstance(event, Frame) and event.opcode is Opcode.TEXT:
            self._on_text(bytes(event.data), self._arrived)
        else:
            super().process_event(event)

    def send_now(self, text: bytes) -> None:
        """Send a text without waiting for anything; a connection that is closed sends none."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_text(text)
            self.send_data()

    def break_off(self) -> None:
        """Lose the connection without a word, as bad Wi-Fi does."""
        self.transport.abort()


def open_connection(
    url: str,
    path: str,
    *,
    cookie: str = "",
    origin: str | None = "",
    address: str = "",
    on_text: OnText | None = None,
    open_within: float = OPEN_WITHIN,
    close_within: float = CLOSE_WITHIN,
    **headers: str,
) -> connect:
    """Return what opens a Connection to a path of a site, to be awaited or entered.

    The origin is the site's own, unless another one or None is given. It comes from this `address` of the machine.
    Raises OSError or WebSocketException.
    """
    return connect(
        url.replace("http", "ws", 1) + path,
        origin=url if origin == "" else origin,  # type: ignore[arg-type]  # a NewType of str
        additional_headers=({"Cookie": cookie} if cookie else {}) | headers,
        create_connection=partial(Connection, on_text=on_text),  # type: ignore[arg-type]  # any that makes one will do
        compression=None,
        max_queue=None,
        max_size=None,
        open_timeout=open_within,
        close_timeout=close_within,
        ping_interval=None,
        proxy=None,
        **({"local_addr": (address, 0)} if address else {}),
    )


def code_of(closed: ConnectionClosed) -> int:
    """Return the code that the server closed a connection with."""
    return closed.rcvd.code if closed.rcvd else LOST
