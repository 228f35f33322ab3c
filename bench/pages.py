"""How long pages take, by themselves and while tables draft."""

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from typing import NamedTuple

from bench.figures import Line, Summary, percentiles

PAGE = (
    Line("page_p50", "p50, ms", "{:.1f}", 1000),
    Line("page_p99", "p99, ms", "{:.1f}", 1000),
    Line("size", "KB", "{:.0f}", 1 / 1024),
)

Pages = Mapping[str, Sequence[str]]
"""By its name in the report: a page's address, and the key of the session that opens it."""


class Visit(NamedTuple):
    """A page that was opened."""

    page: str
    seconds: float
    body: bytes


class Visitor:
    """Opens one page after the other over one connection."""

    def __init__(self, port: int, pages: Pages) -> None:
        self._pages = pages
        self._connection = HTTPConnection("127.0.0.1", port)
        self.visits: list[Visit] = []

    async def open_all(self, times: int, *, a_second: float | None = None) -> None:
        """Open each page so many times in turns: at once, or at most so many a second."""
        due = time.perf_counter()
        for page in itertools.chain.from_iterable(itertools.repeat(list(self._pages), times)):
            if a_second:
                due = max(due + 1 / a_second, time.perf_counter())
                await asyncio.sleep(due - time.perf_counter())
            self.visits.append(await asyncio.to_thread(self._visit, page))
        self._connection.close()

    def _visit(self, page: str) -> Visit:
        path, session = self._pages[page]
        began = time.perf_counter()
        self._connection.request("GET", path, headers={"Cookie": f"sessionid={session}"} if session else {})
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
        return Visit(page, time.perf_counter() - began, body)

    def bodies(self) -> dict[str, str]:
        """Return what was shown, by address."""
        return {self._pages[visit.page][0]: visit.body.decode() for visit in self.visits}

    def summaries(self) -> dict[str, Summary]:
        """Return how long each page took. The first time is left out: templates are read then."""
        visits: dict[str, list[Visit]] = defaultdict(list)
        for visit in self.visits:
            visits[visit.page].append(visit)
        return {
            page: {**percentiles("page", [visit.seconds for visit in all_of[1:]]), "size": len(all_of[-1].body)}
            for page, all_of in visits.items()
        }
