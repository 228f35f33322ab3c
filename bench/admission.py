"""How phones are let in: beside strangers and hoarders, after a restart, and into lobbies that fill."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from bench.clients import FighterClient, SpectatorClient
from bench.crowd import lie_idle
from bench.figures import Line, Measured, Summary
from bench.load import Table, phones_of, rest, seat, wanted
from bench.prepared import Prepared
from bench.servers import SITE, Site, site
from bench.starts import crash
from bench.versions import ALL_FROM_ONE_ADDRESS, join, versions
from tests.clients.device import Organizing
from tests.clients.raw import HANDSHAKE

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
PATIENCE = 30.0  # seconds after which a phone counts as not let in
AGAIN = 1.0  # seconds until a phone that was refused tries again
LOBBIES = 3

Events = dict[str, Any]

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
        return max(self.admissions, self.phones, self.silent + 4) // 4


FULL = Sizes()
QUICK = Sizes(6, 20, hoard=20, admissions=16, phones=16, silent=16, silent_seconds=3, joiners=15, joining_seconds=3)


class _Phone(FighterClient):
    """A fighter's phone that remembers its newest state."""

    def __init__(self, made: dict[str, Any], place: int) -> None:
        super().__init__(place, made["path"], made["sessions"][place], self._keep)
        self.state: dict[str, Any] = {}

    def _keep(self, _: FighterClient, state: dict[str, Any], now: float) -> None:
        self.state = state

    def choose(self) -> None:
        table, you = self.state["table"], self.state["you"]
        cards = ",".join(str(card["id"]) for card in wanted(you["pack"], you["must_choose"]))
        place = f'"round":{table["round"]},"pass":{table["pass"]}'
        self.ask(f'"type":"choose",{place},"cards":[{cards}]', time.perf_counter())


def measure_admission(sizes: Sizes, repeats: int, beside: Path | None) -> Measured:
    """Measure this checkout and, in turns with it, another one."""
    with versions(beside, sizes.events, LOBBIES) as made:
        runs = [_in_turns(made, sizes) for _ in range(repeats)]
        return Measured(*([run[place] for run in runs if place < len(run)] for place in range(2)))


def _in_turns(versions: Sequence[Prepared], sizes: Sizes) -> Sequence[Summary]:
    """Measure each thing with each version, on a server of its own."""
    found: list[dict[str, float]] = [{} for _ in versions]
    for part in (_beside_flood, _beside_hoard, _let_in, _come_back, _be_silent, _fill_lobbies):
        settings = {} if part in (_beside_flood, _beside_hoard) else ALL_FROM_ONE_ADDRESS
        for place, made in enumerate(versions):
            with site(made, SITE, processes=1, **settings) as running:
                found[place] |= asyncio.run(part(running, made.events, sizes))
    return found


async def _beside_flood(running: Site, events: Events, sizes: Sizes) -> Summary:
    """Let a stranger open and drop connections, and fighters come meanwhile: the longest that each waited."""
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
    """Return how long a phone takes to have its state, as it tries again and again."""
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


async def _beside_hoard(running: Site, events: Events, sizes: Sizes) -> Summary:
    """Open many connections of one seat, let a fighter of another event come, and replace the link of a third."""
    hoarded, other = events["tables"][:2]
    revoked = await _Phone(hoarded, 1).open(running.port, HERE)
    many = [_Phone(hoarded, 0) for _ in range(sizes.hoard)]
    opening = [asyncio.create_task(phone.open(running.port, HERE)) for phone in many]
    waits = [await _seconds_to_enter(running, other, place, ELSEWHERE) for place in range(3)]
    organizer = Organizing(f"http://{HERE}:{running.port}")
    for cookie in events["organizer"]:
        organizer.cookies.set_cookie(cookie)
    table, place = revoked.state["table"], revoked.state["you"]["seat"]
    fighter = table["seats"][place]["fighter"]
    answer = await asyncio.to_thread(organizer.fetch, f"/events/{hoarded['code']}/host/new-link/", fighter=fighter)
    assert answer.status == 200, answer.text
    began = time.perf_counter()
    closing = asyncio.create_task(revoked.wait_closed())
    await asyncio.wait([closing], timeout=0.5)  # as long as a thumb takes
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


async def _let_in(running: Site, events: Events, sizes: Sizes) -> Summary:
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


async def _come_back(running: Site, events: Events, sizes: Sizes) -> Summary:
    return await crash(running, events["tables"][: sizes.phones // 4])


async def _be_silent(running: Site, events: Events, sizes: Sizes) -> Summary:
    return {"idle": (await lie_idle(running, events["tables"], sizes.silent, sizes.silent_seconds))["core"]}


async def _fill_lobbies(running: Site, events: Events, sizes: Sizes) -> Summary:
    """Let people join lobbies in turns, at the same distance from one another; each then looks at theirs."""
    await rest(running)
    phones, cpu, began = [], running.cpu_seconds(), time.perf_counter()
    for number in range(sizes.joiners):
        await asyncio.sleep(max(0.0, began + number * sizes.joining_seconds / sizes.joiners - time.perf_counter()))
        code = events["lobbies"][number % LOBBIES]
        joined = await asyncio.to_thread(join, f"http://{HERE}:{running.port}", code, f"Fighter {number + 1}")
        phones.append(await SpectatorClient(joined[0], lambda *_: None, joined[1]).open(running.port))
    await asyncio.sleep(2 * AGAIN)  # what is gathered is sent once a second
    await rest(running)
    cpu = running.cpu_seconds() - cpu
    for phone in phones:
        phone.close()
    heard = {"messages": sum(phone.received for phone in phones), "bytes": sum(phone.bytes for phone in phones)}
    return {**heard, "join": cpu / sizes.joiners}
