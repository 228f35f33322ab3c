"""The load: many tables of phones that draft, and what they see of the server."""

import asyncio
import gc
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from bench.clients import FighterClient, LoadClient
from bench.figures import Figures
from bench.servers import Site

AT_ONCE = 16
WARM_UP_TABLES = 1

Route = Callable[[int, int], int]
"""The process, counted from 0, that serves a seat of a table."""


def by_event(table: int, seat: int) -> int:
    """Lead all phones of an event to one process, as the shipped proxy does."""
    return table


def spread(table: int, seat: int) -> int:
    """Lead the phones of each table to different processes: the worst that a proxy can do."""
    return table + seat


@dataclass(frozen=True)
class Plan:
    """How a night is played.

    `think` in seconds from pack to choice, give or take half of it; 0 for as fast as they can. `seconds` bounds it,
    after the time that everybody takes to come to their first choice.
    """

    tables: int
    fighters: int = 4
    think: float = 0.0
    drafts: int = 1
    seconds: float = 60.0

    @property
    def warm_up(self) -> float:
        """The seconds in which not everybody chooses yet."""
        return 1.5 * self.think


class Table:
    """The phones of one draft. They choose once `play` was called; `ended` is done when the draft is.

    With `rounds` they choose in so many only, and hold the packs of the next.
    """

    def __init__(self, number: int, made: dict[str, Any], think: float, rounds: int | None = None) -> None:
        sessions = made["sessions"]
        self.number = number
        self.phones = [
            FighterClient(number * len(sessions) + seat, made["path"], session, self._show)
            for seat, session in enumerate(sessions)
        ]
        self.passes: list[tuple[float, float]] = []  # when the last choice was made, how long until all had new packs
        self.ended = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._think, self._rounds = think, rounds
        self._playing = False
        self._held: dict[FighterClient, dict[str, Any]] = {}
        self._acted = self._arrived = self._finished = 0
        self._last_choice: float | None = None

    def play(self) -> None:
        """Let the phones choose, beginning with the packs that they hold."""
        self._playing = True
        for phone, state in self._held.items():
            self._take(phone, state)

    def _show(self, phone: FighterClient, state: dict[str, Any], now: float) -> None:
        table, you, phase = state["table"], state["you"], state["event"]["phase"]
        key = (phase, table["round"], table["pass"])
        if key == phone.key or not (you["pack"] or phase != "drafting"):
            return
        phone.key = key
        if phase == "building" or (self._rounds and table["round"] > self._rounds):
            self._finish()
            return
        self._arrive(phase, now)
        if self._playing:
            self._take(phone, state)
        else:
            self._held[phone] = state

    def _arrive(self, phase: str, now: float) -> None:
        self._arrived += 1
        if self._arrived == len(self.phones):
            self._arrived = 0
            if self._last_choice is not None and phase == "drafting":
                self.passes.append((self._last_choice, now - self._last_choice))

    def _finish(self) -> None:
        self._finished += 1
        if self._finished == len(self.phones):
            self.ended.set_result(None)

    def _take(self, phone: FighterClient, state: dict[str, Any]) -> None:
        if self._think:
            self._loop.call_later(self._think * random.uniform(0.5, 1.5), self._act, phone, state)
        else:
            self._act(phone, state)

    def _act(self, phone: FighterClient, state: dict[str, Any]) -> None:
        now = time.perf_counter()
        if state["event"]["phase"] == "review":
            phone.ask('"type":"ready"', now)
        else:
            table, you = state["table"], state["you"]
            cards = ",".join(str(card["id"]) for card in wanted(you["pack"], you["must_choose"]))
            phone.ask(f'"type":"choose","round":{table["round"]},"pass":{table["pass"]},"cards":[{cards}]', now)
        self._acted += 1
        if self._acted == len(self.phones):
            self._acted, self._last_choice = 0, now


def wanted(pack: list[dict[str, Any]], due: dict[str, int]) -> list[dict[str, Any]]:
    """Return the first cards of a pack that may be chosen, as many as are due."""
    triggers = [card for card in pack if card["card_type"] == "trigger"]
    normals = [card for card in pack if card["card_type"] != "trigger"]
    taken = triggers[: due["trigger"]] + normals[: due["normal"]]
    rest = normals[due["normal"] :] + triggers[due["trigger"] :]
    return taken + rest[: due["any"]]


async def spend_night(
    site: Site,
    night: Sequence[dict[str, Any]],
    plan: Plan,
    route: Route = by_event,
    beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> Figures:
    """Play the drafts of a night, `plan.tables` at any time, and return what was seen until a table had no more.

    What is to be done `beside` begins with the first draft; the night ends with it.
    """
    drafts = [Table(number, made, plan.think) for number, made in enumerate(night)]
    await seat(site, drafts[:WARM_UP_TABLES], route)
    before, connections = site.memory(), sum(len(table.phones) for table in drafts[WARM_UP_TABLES:])
    await seat(site, drafts[WARM_UP_TABLES:], route)
    memory = (site.memory() - before) / max(1, connections)
    gc.disable()  # a pause of the load's would look like one of the server's
    try:
        return await _measure(site, drafts, plan, memory, beside)
    finally:
        gc.enable()
        for phone in phones_of(drafts):
            phone.close()


async def _measure(
    site: Site,
    drafts: Sequence[Table],
    plan: Plan,
    memory: float,
    beside: Callable[[], Coroutine[Any, Any, None]] | None,
) -> Figures:
    phones = phones_of(drafts)
    lanes = start_lanes(drafts, plan)
    await asyncio.sleep(plan.warm_up)  # by then all are where they would be in mid-draft
    received, small = sum(phone.received for phone in phones), sum(phone.small for phone in phones)
    cpu, helpers, own_cpu = site.cpu_seconds(), site.helpers_seconds(), time.process_time()
    began = time.perf_counter()
    work = [*lanes, asyncio.create_task(beside())] if beside else lanes
    done, _ = await asyncio.wait(work, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
    ended = time.perf_counter()
    cpu, helpers, own_cpu = site.cpu_seconds() - cpu, site.helpers_seconds() - helpers, time.process_time() - own_cpu
    received = sum(phone.received for phone in phones) - received
    small = sum(phone.small for phone in phones) - small
    for task in work:
        task.cancel()
    for task in done:
        task.result()
    check(phones)
    return Figures(
        seconds=ended - began,
        acks=[took for phone in phones for _, asked, took in phone.acks if asked >= began],
        passes=[took for table in drafts for chosen, took in table.passes if chosen >= began],
        cpu=cpu,
        helpers_cpu=helpers,
        load_cpu=own_cpu,
        memory=memory,
        messages=received,
        small=small,
    )


def start_lanes(drafts: Sequence[Table], plan: Plan) -> list["asyncio.Task[None]"]:
    """Begin to play: each lane one draft after the other."""
    return [asyncio.create_task(_play(drafts[lane :: plan.tables], plan)) for lane in range(plan.tables)]


async def _play(tables: Sequence[Table], plan: Plan) -> None:
    await asyncio.sleep(random.uniform(0, plan.think))
    for table in tables:
        table.play()
        await table.ended


async def seat(site: Site, tables: Sequence[Table], route: Route = by_event) -> None:
    """Connect the phones of these tables, and wait until the server has come to rest."""
    ports = [server.port for server in site.servers]
    placed = [
        (phone, ports[route(table.number, place) % len(ports)])
        for table in tables
        for place, phone in enumerate(table.phones)
    ]
    await let_in(placed)
    await rest(site)


async def let_in(clients: Sequence[tuple[LoadClient, int]]) -> None:
    """Connect clients to ports, a few at a time."""
    for start in range(0, len(clients), AT_ONCE):
        await asyncio.gather(*(client.open(port) for client, port in clients[start : start + AT_ONCE]))


async def rest(site: Site) -> None:
    """Wait until nothing is left to do."""
    busy = -1.0
    while busy != (busy := site.cpu_seconds()):
        await asyncio.sleep(0.1)


def check(clients: Sequence[LoadClient]) -> None:
    """Stop everything when the server has closed a connection, or answered something that it should not have."""
    faults = [fault for client in clients for fault in client.faults]
    if faults:
        raise SystemExit(f"{len(faults)} answers were wrong, the first: {faults[0]}")
    if closed := sum(client.is_closed for client in clients):
        raise SystemExit(f"the server closed {closed} connections")


def phones_of(tables: Sequence[Table]) -> list[FighterClient]:
    return [phone for table in tables for phone in table.phones]
