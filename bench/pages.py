"""How long pages take, by themselves and while tables draft."""

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bench.figures import Line, Summary, percentiles

PAGE = (
    Line("page_p50", "p50, ms", "{:.1f}", 1000),
    Line("page_p99", "p99, ms", "{:.1f}", 1000),
    Line("size", "KB", "{:.0f}", 1 / 1024),
    Line("times", "times", "{:,.0f}"),
)

Pages = Mapping[str, Sequence[str]]
"""By its name in the report: a page's address, and the key of the session that opens it."""


class Visit(NamedTuple):
    page: str
    seconds: float
    body: bytes


class Visitor:
    """Opens one page after the other over one connection."""

    def __init__(self, port: int, pages: Pages) -> None:
        self._port, self._pages = port, pages
        self.visits: list[Visit] = []

    async def open_all(self, times: int, *, a_second: float | None = None) -> None:
        """Open each page so many times in turns: at once, or at most so many a second."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        due = time.perf_counter()
        for page in itertools.chain.from_iterable(itertools.repeat(list(self._pages), times)):
            if a_second:
                due = max(due + 1 / a_second, time.perf_counter())
                await asyncio.sleep(due - time.perf_counter())
            began = time.perf_counter()
            body = await self._get(reader, writer, *self._pages[page])
            self.visits.append(Visit(page, time.perf_counter() - began, body))
        writer.close()

    async def _get(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, session: str) -> bytes:
        cookie = f"Cookie: sessionid={session}\r\n" if session else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{cookie}\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.splitlines()
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        body = await reader.readexactly(int(headers["content-length"]))
        if status.split()[1] != "200":
            raise SystemExit(f"{path}: {status}")
        return body

    def bodies(self) -> dict[str, str]:
        """Return what was shown, by address."""
        return {self._pages[visit.page][0]: visit.body.decode() for visit in self.visits}

    def summaries(self) -> dict[str, Summary]:
        """Return how long each page took. The first time is left out: templates are read then."""
        took: dict[str, list[float]] = defaultdict(list)
        sizes: dict[str, int] = {}
        for visit in self.visits:
            took[visit.page].append(visit.seconds)
            sizes[visit.page] = len(visit.body)
        return {
            page: {**percentiles("page", times[1:]), "size": sizes[page], "times": len(times) - 1}
            for page, times in took.items()
        }
