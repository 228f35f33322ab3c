"""The load: the phones of many tables, which draft at full speed or at human pace, and what they measure."""

import asyncio
import gc
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.clients import FighterClient, LoadClient
from bench.events import start_tables
from bench.figures import Line, Summary, percentiles
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Site
from tests.clients.device import Organizing

AT_ONCE = 16
WARM_UP_TABLES = 1

LOAD = (
    Line("rate", "choices a second", "{:,.0f}"),
    Line("ack_p50", "choice to ack, p50, ms", "{:.1f}", 1000),
    Line("ack_p99", "choice to ack, p99, ms", "{:.1f}", 1000),
    Line("pass_p50", "last choice to new packs, p50, ms", "{:.1f}", 1000),
    Line("pass_p99", "last choice to new packs, p99, ms", "{:.1f}", 1000),
    Line("cpu", "server CPU a choice, ms", "{:.3f}", 1000),
    Line("database", "database CPU a choice, ms", "{:.3f}", 1000),
    Line("core", "server's core in use", "{:.0%}"),
    Line("load", "load's core in use by the load", "{:.0%}", compares=False),
    Line("memory", "memory a connection, KB", "{:.0f}", 1 / 1024),
    Line("messages", "messages a choice", "{:.2f}"),
    Line("choices", "choices measured", "{:,.0f}", compares=False),
)


@dataclass(frozen=True)
class Plan:
    """So many tables at a time, and how they draft.

    `think` is the time from pack to choice in seconds, give or take half of it; 0 is full speed, at which each table
    is followed by others. After `seconds` the measurement ends.
    """

    tables: int
    think: float = 0.0
    seconds: float = 60.0

    @property
    def drafts(self) -> int:
        """How many drafts follow one another at each table."""
        return 1 if self.think else max(1, min(32, 128 // self.tables))

    @property
    def warm_up(self) -> float:
        """The seconds in which some have not come to their first choice yet."""
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
        phone.ask('"type":"ready"' if state["event"]["phase"] == "review" else choice_of(state), now)
        self._acted += 1
        if self._acted == len(self.phones):
            self._acted, self._last_choice = 0, now


def choice_of(state: dict[str, Any]) -> str:
    """Return the choice of the first cards that a fighter may take in this state, as a message without its id."""
    table, you = state["table"], state["you"]
    cards = ",".join(str(card["id"]) for card in _wanted(you["pack"], you["must_choose"]))
    return f'"type":"choose","round":{table["round"]},"pass":{table["pass"]},"cards":[{cards}]'


def _wanted(pack: list[dict[str, Any]], due: dict[str, int]) -> list[dict[str, Any]]:
    """Return the first cards of a pack that may be chosen, as many as are due."""
    triggers = [card for card in pack if card["card_type"] == "trigger"]
    normals = [card for card in pack if card["card_type"] != "trigger"]
    taken = triggers[: due["trigger"]] + normals[: due["normal"]]
    rest = normals[due["normal"] :] + triggers[due["trigger"] :]
    return taken + rest[: due["any"]]


def load_of(plan: Plan) -> Measurement:
    """Return the measurement of tables that draft."""

    async def draft(site: Site, events: Events) -> Summary:
        return await play(site, events["tables"], plan)

    def make(organizer: Organizing) -> Events:
        return {"tables": start_tables(organizer, plan.tables * plan.drafts)}

    return Measurement(LOAD, make, [Part(draft, ALL_FROM_ONE_ADDRESS)])


async def play(site: Site, made: Sequence[dict[str, Any]], plan: Plan, *, is_idle: bool = True) -> Summary:
    """Play these drafts, `plan.tables` at any time, and return what was measured until a table had no more.

    `is_idle`: the server has nothing else to do, so that it is waited for.
    """
    tables = [Table(number, each, plan.think) for number, each in enumerate(made)]
    await seat(site, tables[:WARM_UP_TABLES], is_idle=is_idle)
    before, connections = site.memory(), len(phones_of(tables[WARM_UP_TABLES:]))
    await seat(site, tables[WARM_UP_TABLES:], is_idle=is_idle)
    memory = (site.memory() - before) / max(1, connections)
    gc.disable()  # a pause of the load's would look like one of the server's
    try:
        return {**await _measure(site, tables, plan), "memory": memory}
    finally:
        gc.enable()
        for phone in phones_of(tables):
            phone.close()


async def _measure(site: Site, tables: Sequence[Table], plan: Plan) -> Summary:
    phones = phones_of(tables)
    lanes = [asyncio.create_task(_play(tables[lane :: plan.tables], plan)) for lane in range(plan.tables)]
    await asyncio.sleep(plan.warm_up)  # by then all are where they would be in mid-draft
    began, before = time.perf_counter(), counters(site, phones)
    done, _ = await asyncio.wait(lanes, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
    seconds = time.perf_counter() - began
    cpu, database, own, received = (now - then for now, then in zip(counters(site, phones), before, strict=True))
    for lane in lanes:
        lane.cancel()
    for lane in done:
        lane.result()
    check(phones)
    acks = [took for phone in phones for asked, took in phone.acks if asked >= began]
    if not acks:
        raise SystemExit(f"there was no choice in {seconds:.0f} seconds: let it last longer")
    return {
        **percentiles("ack", acks),
        **percentiles("pass", [took for table in tables for chosen, took in table.passes if chosen >= began]),
        **{"rate": len(acks) / seconds, "choices": len(acks), "messages": received / len(acks)},
        **{"cpu": cpu / len(acks), "database": database / len(acks)},
        **{"core": cpu / seconds, "load": own / seconds, "seconds": seconds},
    }


def counters(site: Site, phones: Sequence[FighterClient]) -> tuple[float, ...]:
    """Return the processor time of the server, of its database and of the load, and the messages received."""
    received = sum(phone.received for phone in phones)
    return site.cpu_seconds(), site.database_seconds(), time.process_time(), received


async def _play(tables: Sequence[Table], plan: Plan) -> None:
    await asyncio.sleep(random.uniform(0, plan.think))
    for table in tables:
        table.play()
        await table.ended


async def seat(site: Site, tables: Sequence[Table], *, is_idle: bool = True) -> None:
    """Connect the phones of these tables, and wait until the server is idle, if it can be."""
    await let_in(phones_of(tables), site.port)
    if is_idle:
        await rest(site)


async def let_in(clients: Sequence[LoadClient], port: int) -> None:
    """Connect clients, a few at a time."""
    for start in range(0, len(clients), AT_ONCE):
        await asyncio.gather(*(client.open(port) for client in clients[start : start + AT_ONCE]))


async def rest(site: Site) -> None:
    """Wait until the server is idle."""
    busy = -1.0
    while busy != (busy := site.cpu_seconds()):
        await asyncio.sleep(0.1)


def check(clients: Sequence[LoadClient]) -> None:
    """End the program where the server has closed a connection, or given a wrong answer."""
    faults = [fault for client in clients for fault in client.faults]
    if faults:
        raise SystemExit(f"{len(faults)} answers were wrong, the first: {faults[0]}")
    if closed := sum(client.is_closed for client in clients):
        raise SystemExit(f"the server closed {closed} connections")


def phones_of(tables: Sequence[Table]) -> list[FighterClient]:
    return [phone for table in tables for phone in table.phones]
