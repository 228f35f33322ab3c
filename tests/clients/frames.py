"""A client's socket without a server."""

from collections.abc import Awaitable, Callable
from typing import Any


class FramesTo:
    """The server's end of a socket (`consumers.Frames`), which tells what is sent as server messages.

    All that comes in waits in the queue of the socket.
    """

    def __init__(self, tell: Callable[[dict[str, Any]], object]) -> None:
        self._tell = tell

    def send_text(self, text: bytes) -> None:
        self._tell({"type": "websocket.send", "text": text.decode()})

    def listen(self, hear: Callable[[str], Awaitable[None]] | None) -> None:
        pass

    def close_with(self, code: int) -> None:
        self._tell({"type": "websocket.close", "code": code})
