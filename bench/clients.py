"""The clients of the load: the WebSocket client of the tests, which counts and times each message as it arrives."""

import asyncio
from collections.abc import Callable
from typing import Any, Self

import orjson
from websockets.exceptions import WebSocketException

from tests.clients.connection import Connection, open_connection

RETRY_SECONDS = 0.05

TakeState = Callable[["FighterClient", dict[str, Any], float], None]


class LoadClient:
    """One WebSocket of the load. `faults` are the answers that are wrong."""

    def __init__(self, path: str, session: str = "") -> None:
        self.received = self.bytes = 0
        self.faults: list[str] = []
        self._path, self._session = path, session
        self._shown = asyncio.get_running_loop().create_future()
        self._connection: Connection | None = None

    async def open(self, port: int, address: str = "") -> Self:
        """Connect, from an address of this machine, and wait for the first view.

        Raises OSError or WebSocketException where there is none.
        """
        cookie = f"sessionid={self._session}" if self._session else ""
        self._connection = connection = await open_connection(
            f"http://127.0.0.1:{port}", self._path, cookie=cookie, address=address, on_text=self._take
        )
        lost = asyncio.ensure_future(connection.wait_closed())
        await asyncio.wait([self._shown, lost], return_when=asyncio.FIRST_COMPLETED)
        if not self._shown.done():
            raise ConnectionError(f"closed with {connection.close_code} before the first view")
        lost.cancel()
        return self

    async def open_again(self, port: int) -> Self:
        """Open it as soon as the server accepts it, as phones do after their server was killed."""
        while True:
            try:
                return await self.open(port)
            except (OSError, WebSocketException):
                await asyncio.sleep(RETRY_SECONDS)

    def close(self) -> None:
        if self._connection:
            self._connection.break_off()

    def send(self, text: str) -> None:
        assert self._connection is not None
        self._connection.send_now(text.encode())

    def _take(self, text: bytes, now: float) -> None:
        self.received += 1
        self.bytes += len(text)
        self.take(text, now)

    def take(self, text: bytes, now: float) -> None:
        raise NotImplementedError

    def note_shown(self) -> None:
        """Note that a view has come."""
        if not self._shown.done():
            self._shown.set_result(None)

    @property
    def is_closed(self) -> bool:
        """Whether the server has closed a connection that was open."""
        return self._connection is not None and self._connection.close_code is not None

    async def wait_closed(self) -> None:
        """Wait until the server has closed the connection that was opened."""
        assert self._connection is not None
        await self._connection.wait_closed()


class FighterClient(LoadClient):
    """The connection of a fighter. `take_state` gets every `state`; acks are timed here."""

    def __init__(self, number: int, path: str, session: str, take_state: TakeState) -> None:
        super().__init__(path, session)
        self.number = number
        self.key: tuple[object, ...] = ()
        self.acks: list[tuple[float, float]] = []  # the time of the question, and of the wait for its answer
        self._take_state = take_state
        self._asked = 0
        self._request = b""
        self._at = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether something that it asked has no ack yet."""
        return len(self.acks) < self._asked

    def ask(self, rest: str, now: float) -> None:
        """Send a message with an id of its own."""
        self._asked += 1
        request = f"{self.number:018d}{self._asked:018d}"
        self._request, self._at = request.encode(), now
        self.send(f'{{"id":"{request}",{rest}}}')

    def take(self, text: bytes, now: float) -> None:
        kind = text[9:12]
        if kind == b"ack":
            if self._request not in text:
                self.faults.append(text.decode())
            self.acks.append((self._at, now - self._at))
        elif kind == b"sta":
            self.note_shown()
            self._take_state(self, orjson.loads(text), now)
        elif kind != b"sea":
            self.faults.append(text.decode())


class SpectatorClient(LoadClient):
    """The connection of a spectator, of an official or of a fighter in the lobby: its messages are only counted."""

    def take(self, text: bytes, now: float) -> None:
        self.note_shown()


def ignore(client: FighterClient, state: dict[str, Any], now: float) -> None:
    """Take a state and do nothing."""
