"""The prices of the most used pages: processor time of the server, and bytes."""

import asyncio
from http.client import HTTPConnection

from bench.events import join, session_of, start_tables
from bench.figures import Line, Summary
from bench.load import Table, seat
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Site
from tests.clients.device import Organizing

TIMES = 50
NAMES = {
    "landing": "the first page",
    "join": "the page to join",
    "event": "an event's page",
    "table": "the big screen of a table",
    "panel": "the panel, one table",
    "log": "the log of an event",
    "json": "its log.json",
}
PAGES = [
    line
    for key, name in NAMES.items()
    for line in (Line(key, f"{name}, CPU, ms", "{:.1f}", 1000), Line(f"{key}_size", "… KB", "{:.0f}", 1 / 1024))
]


def prices_of_pages(times: int = TIMES) -> Measurement:
    """Return the measurement of pages that are opened so often, one after the other."""

    async def open_pages(site: Site, events: Events) -> Summary:
        await draft(site, events["drafted"])
        found: dict[str, float] = {}
        for key, (path, session) in events["pages"].items():
            await asyncio.to_thread(open_page, site, path, session, 2)  # templates are read the first time
            before = site.cpu_seconds()
            found[f"{key}_size"] = await asyncio.to_thread(open_page, site, path, session, times)
            found[key] = (site.cpu_seconds() - before) / times
        return found

    return Measurement(PAGES, _make, [Part(open_pages, ALL_FROM_ONE_ADDRESS)])


def _make(organizer: Organizing) -> Events:
    drafting, drafted = start_tables(organizer, 2)
    lobby = organizer.create()
    join(organizer.url, lobby, "Fighter 1")
    code, drafted_code = drafting["code"], drafted["code"]
    pages = {
        "landing": ("/", ""),
        "join": (f"/join/{lobby}/", ""),
        "event": (f"/events/{code}/", drafting["sessions"][0]),
        "table": (f"/events/{code}/table/1/", ""),
        "panel": (f"/events/{code}/host/", session_of(organizer)),
        "log": (f"/events/{drafted_code}/log/", ""),
        "json": (f"/events/{drafted_code}/log/log.json", ""),
    }
    return {"drafted": drafted, "pages": pages}


async def draft(site: Site, made: dict[str, object]) -> None:
    """Play a draft to its end."""
    table = Table(0, made, 0)
    await seat(site, [table])
    table.play()
    await table.ended
    for phone in table.phones:
        phone.close()


def open_page(site: Site, path: str, session: str, times: int) -> int:
    """Open a page so often over one connection, and return its size."""
    connection = HTTPConnection("127.0.0.1", site.port)
    for _ in range(times):
        connection.request("GET", path, headers={"Cookie": f"sessionid={session}"} if session else {})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status}")
    connection.close()
    return len(body)
