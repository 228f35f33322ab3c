"""The cost of accepting phones: beside strangers and hoarders, after a restart, and into lobbies that fill."""

import asyncio
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from websockets.exceptions import WebSocketException

from bench.clients import FighterClient, SpectatorClient, ignore
from bench.events import join, socket_of, start_tables
from bench.figures import Line, Summary
from bench.load import Table, check, choice_of, phones_of, rest, seat
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Server, Site
from tests.clients.device import Organizing
from tests.clients.raw import HANDSHAKE

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
PATIENCE = 30.0  # seconds after which a phone counts as not let in
AGAIN = 1.0  # seconds until a phone that was refused tries again
LOBBIES = 3
ROUNDS_BEFORE = 3  # of six, until the server is killed
LOOK_AGAIN = 0.01  # seconds

ADMISSION = (
    Line("flood_here", "a flood of strangers: a fighter of its address is let in after, s", "{:.2f}"),
    Line("flood_elsewhere", "… a fighter of another address, s", "{:.2f}"),
    Line("hoard_elsewhere", "connections of one seat: a fighter of another event is let in after, s", "{:.2f}"),
    Line("hoard_kept", "… of which stay open", "{:,.0f}", compares=False),
    Line("revoked_acks", "… acknowledgements to a phone whose link was replaced", "{:.0f}", compares=False),
    Line("revoked_after", "… until that phone's connection is closed, s", "{:.2f}"),
    Line("cold", "server CPU to let a phone in, ms", "{:.1f}", 1000),
    Line("warm", "… whose table is in memory, ms", "{:.1f}", 1000),
    Line("first", "after a restart, to the first phone's state, s", "{:.2f}"),
    Line("all", "… to the last phone's state, s", "{:.2f}"),
    Line("phones", "… phones that came back", "{:,.0f}", compares=False),
    Line("idle", "server CPU for silent phones, s a minute", "{:.2f}", 60),
    Line("messages", "three lobbies that fill: messages", "{:,.0f}"),
    Line("bytes", "… MB", "{:.1f}", 1e-6),
    Line("join", "… server CPU a join, ms", "{:.1f}", 1000),
)


@dataclass(frozen=True)
class Sizes:
    """How much is tried: times in seconds, rates a second, numbers of connections, phones and people."""

    flood_seconds: float = 60.0
    flood_rate: float = 50.0
    hoard: int = 300
    admissions: int = 200
    phones: int = 1000
    silent: int = 1024
    silent_seconds: float = 60.0
    joiners: int = 300
    joining_seconds: float = 60.0

    @property
    def events(self) -> int:
        """How many events with a table of four are needed."""
        return max(self.admissions, self.phones, self.silent) // 4


FULL = Sizes()
QUICK = Sizes(6, 20, hoard=20, admissions=16, phones=16, silent=16, silent_seconds=3, joiners=15, joining_seconds=3)


class _Phone(FighterClient):
    """The phone of a fighter, with its newest state."""

    def __init__(self, made: dict[str, Any], place: int) -> None:
        super().__init__(place, made["path"], made["sessions"][place], self._keep)
        self.state: dict[str, Any] = {}

    def _keep(self, _: FighterClient, state: dict[str, Any], now: float) -> None:
        self.state = state

    def choose(self) -> None:
        self.ask(choice_of(self.state), time.perf_counter())


def admission_of(sizes: Sizes) -> Measurement:
    """Return the measurement of phones that connect."""

    def make(organizer: Organizing) -> Events:
        lobbies = [organizer.create(judge="automatic", table_size=4) for _ in range(LOBBIES)]
        return {"tables": start_tables(organizer, sizes.events), "lobbies": lobbies}

    limited = [Part(partial(run, sizes), {}) for run in (_beside_flood, _beside_hoard)]
    admitted = (_let_in, _come_back, _be_silent, _fill_lobbies)
    return Measurement(
        ADMISSION, make, [*limited, *(Part(partial(run, sizes), ALL_FROM_ONE_ADDRESS) for run in admitted)]
    )


async def _beside_flood(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Let a stranger open and drop connections, and fighters connect meanwhile; return their longest waits."""
    flood = asyncio.create_task(_flood(running.port, events["tables"][0]["path"], sizes))
    waits: dict[str, list[float]] = {HERE: [], ELSEWHERE: []}
    await asyncio.sleep(sizes.flood_seconds / 3)  # by then a queue has grown where there is one
    while not flood.done():
        entering = [_seconds_to_enter(running, events["tables"][0], place, each) for place, each in enumerate(waits)]
        for seen, seconds in zip(waits.values(), await asyncio.gather(*entering), strict=True):
            seen.append(seconds)
        await asyncio.sleep(AGAIN)
    await flood
    return {"flood_here": max(waits[HERE]), "flood_elsewhere": max(waits[ELSEWHERE])}


async def _flood(port: int, path: str, sizes: Sizes) -> None:
    """Ask for so many connections a second without a cookie, and drop each at once."""
    upgrade = HANDSHAKE.format(path=path, port=port, cookies="none").encode()
    began = time.perf_counter()
    for number in range(int(sizes.flood_rate * sizes.flood_seconds)):
        await asyncio.sleep(max(0.0, began + number / sizes.flood_rate - time.perf_counter()))
        with suppress(OSError):
            _, writer = await asyncio.open_connection(HERE, port)
            writer.write(upgrade)
            writer.close()


async def _seconds_to_enter(running: Site, made: dict[str, Any], place: int, address: str) -> float:
    """Return how long a phone tries until it has its state."""
    began = time.perf_counter()
    phone = _Phone(made, place)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while not phone.state:
                try:
                    await phone.open(running.port, address)
                except (OSError, WebSocketException):
                    await asyncio.sleep(AGAIN)
    phone.close()
    return time.perf_counter() - began


async def _beside_hoard(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Open many connections of one seat, let a fighter of another event come, and replace the link of a third."""
    hoarded, other = events["tables"][:2]
    revoked = await _Phone(hoarded, 1).open(running.port, HERE)
    many = [_Phone(hoarded, 0) for _ in range(sizes.hoard)]
    opening = [asyncio.create_task(phone.open(running.port, HERE)) for phone in many]
    waits = [await _seconds_to_enter(running, other, place, ELSEWHERE) for place in range(3)]
    organizer = Organizing(running.url)
    for cookie in events["organizer"]:
        organizer.cookies.set_cookie(cookie)
    table, place = revoked.state["table"], revoked.state["you"]["seat"]
    fighter = table["seats"][place]["fighter"]
    answer = await asyncio.to_thread(organizer.fetch, f"/events/{hoarded['code']}/host/new-link/", fighter=fighter)
    assert answer.status == 200, answer.text
    began = time.perf_counter()
    closing = asyncio.create_task(revoked.wait_closed())
    await asyncio.wait([closing], timeout=0.5)  # the time of a tap
    revoked.choose()
    await asyncio.wait([closing], timeout=PATIENCE)
    after = time.perf_counter() - began
    await asyncio.wait(opening, timeout=PATIENCE)
    kept = sum(bool(phone.state) and not phone.is_closed for phone in many)
    for task in (closing, *opening):
        task.cancel()
    await asyncio.gather(closing, *opening, return_exceptions=True)
    for phone in (revoked, *many):
        phone.close()
    told = {"revoked_acks": len(revoked.acks), "revoked_after": after}
    return {"hoard_elsewhere": max(waits), "hoard_kept": kept, **told}


async def _let_in(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Open a connection for each seat of some tables, and then a second one beside it."""
    await rest(running)
    spent, opened = [running.cpu_seconds()], []
    for _ in ("cold", "warm"):
        tables = [Table(number, made, 0) for number, made in enumerate(events["tables"][: sizes.admissions // 4])]
        await seat(running, tables)
        spent.append(running.cpu_seconds())
        opened += phones_of(tables)
    for phone in opened:
        phone.close()
    begin, cold, warm = spent
    return {"cold": (cold - begin) / sizes.admissions, "warm": (warm - cold) / sizes.admissions}


async def _come_back(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Play tables to the middle of their draft, kill the server, start it again and let all phones come back."""
    night = events["tables"][: sizes.phones // 4]
    tables = [Table(number, made, 0, ROUNDS_BEFORE) for number, made in enumerate(night)]
    await seat(running, tables)
    for table in tables:
        table.play()
    await asyncio.gather(*(table.ended for table in tables))
    check(phones_of(tables))
    await asyncio.to_thread(running.server.kill)
    began = time.perf_counter()
    running.server.launch()
    phones = [FighterClient(0, made["path"], session, ignore) for made in night for session in made["sessions"]]
    seen = []
    await _ready(running.server)
    for opening in asyncio.as_completed([phone.open_again(running.port) for phone in phones]):
        await opening
        seen.append(time.perf_counter() - began)
    check(phones)
    for phone in phones:
        phone.close()
    return {"first": seen[0], "all": seen[-1], "phones": len(seen)}


async def _ready(server: Server) -> None:
    while not await asyncio.to_thread(_is_ready, server.url):
        assert server.is_running, server.log.read_text()[-3000:]
        await asyncio.sleep(LOOK_AGAIN)


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=10):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


async def _be_silent(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Connect phones of which none chooses."""
    tables = [Table(number, made, 0) for number, made in enumerate(events["tables"][: sizes.silent // 4])]
    await seat(running, tables)
    cpu, began = running.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(sizes.silent_seconds)  # this is what is measured
    core = (running.cpu_seconds() - cpu) / (time.perf_counter() - began)
    check(phones_of(tables))
    for phone in phones_of(tables):
        phone.close()
    return {"idle": core}


async def _fill_lobbies(sizes: Sizes, running: Site, events: Events) -> Summary:
    """Let people join lobbies in turns, at the same distance from one another; each then looks at theirs."""
    await rest(running)
    phones, cpu, began = [], running.cpu_seconds(), time.perf_counter()
    for number in range(sizes.joiners):
        await asyncio.sleep(max(0.0, began + number * sizes.joining_seconds / sizes.joiners - time.perf_counter()))
        code = events["lobbies"][number % LOBBIES]
        session = await asyncio.to_thread(join, running.url, code, f"Fighter {number + 1}")
        phones.append(await SpectatorClient(socket_of(code), session).open(running.port))
    await asyncio.sleep(2 * AGAIN)  # gathered changes are sent once a second
    await rest(running)
    cpu = running.cpu_seconds() - cpu
    for phone in phones:
        phone.close()
    heard = {"messages": sum(phone.received for phone in phones), "bytes": sum(phone.bytes for phone in phones)}
    return {**heard, "join": cpu / sizes.joiners}
