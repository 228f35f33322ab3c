"""The cost of officials viewing the panel of an event with many tables: its page, and the parts that it fetches."""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from http.client import HTTPConnection
from typing import Any

from bench.clients import SpectatorClient
from bench.events import session_of, socket_of, start_large_event
from bench.figures import Line, Summary
from bench.load import Plan, let_in, play
from bench.pages import TIMES, open_page
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Site
from tests.clients.device import Organizing

TABLES = 64
OFFICIALS = 2
EVERY = 0.5  # seconds: as static/js/events/panel/parts.js
WAYS = {"alone": (0, False), "sockets": (OFFICIALS, False), "parts": (OFFICIALS, True)}

PANEL = (
    Line("alone", "processor time a minute, panel not open, s", "{:.2f}"),
    Line("sockets", "… with the sockets of two officials", "{:.2f}"),
    Line("parts", "… with the parts that they fetch too", "{:.2f}"),
    Line("asked", "parts fetched a minute", "{:.0f}"),
    Line("part", "KB of each", "{:.1f}", 1 / 1024),
    Line("page", "the page, CPU, ms", "{:.1f}", 1000),
    Line("size", "the page, KB", "{:.0f}", 1 / 1024),
)

_HAVE = re.compile(rb'data-have="([^".]+)\.([0-9a-f]+)"')


def panel_of(plan: Plan, times: int = TIMES) -> Measurement:
    """Return the measurement of an event whose tables all draft, without officials and with them.

    The page is opened so often, one time after the other.
    """

    def make(organizer: Organizing) -> Events:
        tables = start_large_event(organizer, plan.tables)
        return {"tables": tables, "code": tables[0]["code"], "session": session_of(organizer)}

    async def open_panel(site: Site, events: Events) -> Summary:
        path, session = f"/events/{events['code']}/host/", events["session"]
        await asyncio.to_thread(open_page, site, path, session, 2)
        before = site.cpu_seconds()
        size = await asyncio.to_thread(open_page, site, path, session, times)
        return {"page": (site.cpu_seconds() - before) / times, "size": size}

    parts = [Part(_drafting(plan, key, *way), ALL_FROM_ONE_ADDRESS) for key, way in WAYS.items()]
    return Measurement(PANEL, make, [*parts, Part(open_panel, ALL_FROM_ONE_ADDRESS)])


def _drafting(
    plan: Plan, key: str, officials: int, fetches: bool
) -> Callable[[Site, Events], Coroutine[Any, Any, Summary]]:
    async def draft(site: Site, events: Events) -> Summary:
        looking = [Official(site.port, events, fetches=fetches) for _ in range(officials)]
        await let_in([official.socket for official in looking], site.port)
        fetching = [asyncio.create_task(official.look()) for official in looking]
        figures = await play(site, events["tables"], plan)
        began = time.perf_counter() - figures["seconds"]
        for task in fetching:
            task.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)
        found = {key: 60 * figures["core"]}
        if fetches:
            parts = [size for official in looking for moment, size in official.parts if moment >= began]
            found |= {"asked": 60 * len(parts) / figures["seconds"], "part": sum(parts) / max(1, len(parts))}
        return found

    return draft


class Official:
    """An official at the panel: fetches the parts that have changed once the socket has told of a change."""

    def __init__(self, port: int, events: Events, *, fetches: bool) -> None:
        self.socket = SpectatorClient(f"{socket_of(events['code'])}?as=host", events["session"])
        self.parts: list[tuple[float, int]] = []  # the moment of each, and its size
        self._path = f"/events/{events['code']}/host/"
        self._cookie = {"Cookie": f"sessionid={events['session']}"}
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
        query = f"parts=&table=1&still={self._still}&have={have}"
        self._connection.request("GET", f"{self._path}?{query}", headers=self._cookie)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{self._path}: {answer.status}")
        self.parts.append((time.perf_counter(), len(body)))
        self._have |= dict(_HAVE.findall(body))
        self._still = "entries"  # the list of events does not change while tables draft
