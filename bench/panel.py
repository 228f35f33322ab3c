"""The cost of officials viewing the panel of an event with many tables: its page, and the parts that it fetches."""

import asyncio
import re
import time
from http.client import HTTPConnection
from typing import Any

from bench.clients import SpectatorClient
from bench.figures import Line, Measured, Summary
from bench.load import Plan, let_in, spend_night
from bench.pages import Visitor
from bench.prepared import Prepared
from bench.servers import SITE, Site, site

RINGS = 64
OFFICIALS = 2
EVERY = 0.5  # seconds: as static/js/components/parts.js
PAGES = 15

PANEL = (
    Line("minute", "processor time a minute, s", "{:.2f}"),
    Line("asked", "parts fetched a minute", "{:.0f}"),
    Line("part", "KB of each", "{:.1f}", 1 / 1024),
    Line("page_p50", "the page, p50, ms", "{:.1f}", 1000),
    Line("size", "the page, KB", "{:.0f}", 1 / 1024),
)

_HAVE = re.compile(rb'data-have="([^".]+)\.([0-9a-f]+)"')


def measure_panel(made: Prepared, seconds: float, think: float, repeats: int) -> dict[str, Measured]:
    """Let all tables of an event draft: without officials, with their sockets alone, and with the parts they fetch."""
    ways = {"nobody looks": (0, False), "sockets alone": (OFFICIALS, False), "sockets and parts": (OFFICIALS, True)}
    plan = Plan(tables=len(made.events["rings"]), think=think, seconds=seconds)
    runs: dict[str, list[Summary]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, (officials, fetches) in ways.items():
            runs[name].append(_measure(made, plan, officials, fetches=fetches))
    return {name: Measured(summaries, []) for name, summaries in runs.items()}


def _measure(made: Prepared, plan: Plan, officials: int, *, fetches: bool) -> Summary:
    async def draft(running: Site) -> Summary:
        host = made.events["panel"]
        looking = [Official(running.port, host, fetches=fetches) for _ in range(officials)]
        await let_in([(official.socket, running.port) for official in looking])
        figures = await spend_night(running, made.events["rings"], plan, beside=_beside(looking))
        parts = [size for official in looking for size in official.parts]
        return {
            "minute": 60 * figures.cpu / figures.seconds,
            "asked": 60 * len(parts) / figures.seconds,
            "part": sum(parts) / max(1, len(parts)),
        }

    with site(made, SITE) as running:
        found = asyncio.run(draft(running))
        page = made.events["panel"]
        address = {"panel": [page["path"].partition("?")[0].removeprefix("/ws") + "host/", page["session"]]}
        visitor = Visitor(running.port, address)
        asyncio.run(visitor.open_all(PAGES))
        return {**found, **visitor.summaries()["panel"]}


def _beside(looking: list["Official"]) -> Any:
    async def look() -> None:
        await asyncio.gather(*(official.look() for official in looking), asyncio.sleep(3600))

    return look


class Official:
    """An official at the panel: fetches the parts that have changed once the socket has told of a change."""

    def __init__(self, port: int, host: dict[str, str], *, fetches: bool) -> None:
        self.socket = SpectatorClient(host["path"], lambda *_: None, host["session"])
        self.parts: list[int] = []
        self._path = host["path"].partition("?")[0].removeprefix("/ws") + "host/"
        self._session = host["session"]
        self._connection = HTTPConnection("127.0.0.1", port)
        self._fetches = fetches
        self._have: dict[bytes, bytes] = {}
        self._still = ""

    async def look(self) -> None:
        """Fetch parts, at most one each half second, as long as there is something new."""
        seen = -1
        while self._fetches:
            began = time.perf_counter()
            if self.socket.received != seen:
                seen = self.socket.received
                await asyncio.to_thread(self._fetch)
            await asyncio.sleep(max(0.0, began + EVERY - time.perf_counter()))

    def _fetch(self) -> None:
        have = b",".join(b"%s.%s" % row for row in self._have.items()).decode()
        cookie = {"Cookie": f"sessionid={self._session}"}
        self._connection.request("GET", f"{self._path}?parts=&table=1&still={self._still}&have={have}", headers=cookie)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{self._path}: {answer.status}")
        self.parts.append(len(body))
        self._have |= dict(_HAVE.findall(body))
        self._still = "entries"  # nothing that happens here is told among what happened
