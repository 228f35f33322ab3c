"""A bad network between the clients and the server: what goes through it comes late, or not at all."""

import asyncio
import random
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65536


class BadNetwork:
    """Passes everything on to a port of this machine, each piece after a delay of so many seconds at most."""

    def __init__(self, port: int, rng: random.Random, *, delay: float) -> None:
        self._port, self._rng, self._delay = port, rng, delay
        self._open: set[asyncio.Task[None]] = set()
        self._silent: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def go_silent(self) -> int:
        """Let nothing through any more on the lines that are open now, and close none of them. Return how many."""
        fresh = self._open - self._silent
        self._silent |= fresh
        return len(fresh)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open.add(task)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            self._open.discard(task)
            return
        pumps = [asyncio.create_task(self._pump(*pair, task)) for pair in ((reader, back), (there, writer))]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            for side in (writer, back):
                side.transport.abort()
            self._open.discard(task)
            self._silent.discard(task)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: "asyncio.Task[None]"
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(CHUNK):
                await asyncio.sleep(self._rng.uniform(0, self._delay))
                if line not in self._silent:
                    writer.write(piece)
                    await writer.drain()
