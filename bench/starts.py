"""How long a process takes to be there, and how long until everybody is back whose server was killed."""

import asyncio
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from bench.clients import FighterClient, ignore
from bench.figures import Line, Summary
from bench.load import Table, check, phones_of, seat
from bench.servers import Server, Site

LOOK_AGAIN_SECONDS = 0.01
ROUNDS_BEFORE = 3  # of six: mid-draft

STARTS = (
    Line("start", "from starting a process to /readyz, s", "{:.2f}"),
    Line("ready", "after a kill: from starting it again to /readyz, s", "{:.2f}"),
    Line("first", "… to the first phone's view, s", "{:.2f}"),
    Line("half", "… to half of all views, s", "{:.2f}"),
    Line("all", "… to all views, s", "{:.2f}"),
    Line("phones", "phones that came back", "{:,.0f}"),
)


def start_up(server: Server) -> float:
    """Stop a server, start it again, and return the seconds until it is ready."""
    server.stop()
    began = time.perf_counter()
    server.launch()
    asyncio.run(_ready(server))
    return time.perf_counter() - began


async def crash(site: Site, night: Sequence[dict[str, Any]]) -> Summary:
    """Play tables to the middle of their draft, kill the server, start it again and let all phones come back."""
    tables = [Table(number, made, 0, ROUNDS_BEFORE) for number, made in enumerate(night)]
    await seat(site, tables)
    for table in tables:
        table.play()
    await asyncio.gather(*(table.ended for table in tables))
    phones = phones_of(tables)
    check(phones)
    server = site.servers[0]
    await asyncio.to_thread(server.kill)
    began = time.perf_counter()
    server.launch()
    seen: list[float] = []

    async def come_back(number: int, path: str, session: str) -> None:
        back.append(await FighterClient(number, path, session, ignore).open_again(server.port))
        seen.append(time.perf_counter() - began)

    back: list[FighterClient] = []
    seats = [(made["path"], session) for made in night for session in made["sessions"]]
    returns = asyncio.gather(*(come_back(number, *place) for number, place in enumerate(seats)))
    await _ready(server)
    ready = time.perf_counter() - began
    await returns
    check(back)
    for phone in back:
        phone.close()
    return {"ready": ready, "first": seen[0], "half": seen[len(seen) // 2], "all": seen[-1], "phones": len(seen)}


async def _ready(server: Server) -> None:
    while not await asyncio.to_thread(_is_ready, server.url):
        assert server.is_running, server.log.read_text()[-3000:]
        await asyncio.sleep(LOOK_AGAIN_SECONDS)


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=10):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
