"""The load: many tables of phones that draft, and what they see of the server."""

import asyncio
import gc
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.figures import Figures
from bench.phone import Phone
from bench.servers import Server

AT_ONCE = 16
WARM_UP_TABLES = 1


@dataclass(frozen=True)
class Plan:
    """How a night is played: `think` in seconds, 0 for as fast as they can; `seconds` bounds it."""

    tables: int
    fighters: int
    think: float
    drafts: int
    seconds: float


class Table:
    """The phones of one draft. They choose once `play` was called; `ended` is done when the draft is."""

    def __init__(self, number: int, code: str, sessions: Sequence[str], think: float) -> None:
        path = f"/ws/events/{code}/"
        self.phones = [
            Phone(number * len(sessions) + seat, path, session, self._heard) for seat, session in enumerate(sessions)
        ]
        self.passes: list[tuple[float, float]] = []  # when all had the new pack, how long after the last choice
        self.ended = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._think = think
        self._playing = False
        self._held: dict[Phone, dict[str, Any]] = {}
        self._acted = self._arrived = self._finished = 0
        self._last_choice: float | None = None

    def play(self) -> None:
        """Let the phones choose, beginning with the packs that they hold."""
        self._playing = True
        for phone, state in self._held.items():
            self._take(phone, state)

    def _heard(self, phone: Phone, state: dict[str, Any], now: float) -> None:
        table, you, phase = state["table"], state["you"], state["event"]["phase"]
        key = (phase, table["round"], table["pass"])
        if phase == "building":
            self._finish()
        elif key != phone.key and (you["pack"] or phase == "review"):
            phone.key = key
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
                self.passes.append((now, now - self._last_choice))

    def _finish(self) -> None:
        self._finished += 1
        if self._finished == len(self.phones):
            self.ended.set_result(None)

    def _take(self, phone: Phone, state: dict[str, Any]) -> None:
        if self._think:
            self._loop.call_later(self._think * random.uniform(0.5, 1.5), self._act, phone, state)
        else:
            self._act(phone, state)

    def _act(self, phone: Phone, state: dict[str, Any]) -> None:
        now = time.perf_counter()
        if state["event"]["phase"] == "review":
            phone.ask('"type":"ready"', now)
        else:
            table, you = state["table"], state["you"]
            cards = ",".join(str(card["id"]) for card in _wanted(you["pack"], you["must_choose"]))
            phone.ask(f'"type":"choose","round":{table["round"]},"pass":{table["pass"]},"cards":[{cards}]', now)
        self._acted += 1
        if self._acted == len(self.phones):
            self._acted, self._last_choice = 0, now


def _wanted(pack: list[dict[str, Any]], due: dict[str, int]) -> list[dict[str, Any]]:
    triggers = [card for card in pack if card["card_type"] == "trigger"]
    normals = [card for card in pack if card["card_type"] != "trigger"]
    taken = triggers[: due["trigger"]] + normals[: due["normal"]]
    rest = normals[due["normal"] :] + triggers[due["trigger"] :]
    return taken + rest[: due["any"]]


async def spend_night(server: Server, night: Sequence[dict[str, Any]], plan: Plan) -> Figures:
    """Play the drafts of a night, `plan.tables` at any time, and return what was seen until a table had no more."""
    drafts = [Table(number, made["code"], made["sessions"], plan.think) for number, made in enumerate(night)]
    await _connect(server, drafts[:WARM_UP_TABLES])
    before, connections = server.memory(), (len(drafts) - WARM_UP_TABLES) * plan.fighters
    await _connect(server, drafts[WARM_UP_TABLES:])
    memory = (server.memory() - before) / max(1, connections)
    gc.disable()  # a pause of the load's would look like one of the server's
    try:
        return await _measure(server, drafts, plan, memory)
    finally:
        gc.enable()
        for phone in _phones(drafts):
            phone.close()


async def _measure(server: Server, drafts: Sequence[Table], plan: Plan, memory: float) -> Figures:
    phones = _phones(drafts)
    received, small = sum(phone.received for phone in phones), sum(phone.small for phone in phones)
    cpu, own_cpu, began = server.cpu_seconds(), time.process_time(), time.perf_counter()
    lanes = [asyncio.create_task(_play(drafts[lane :: plan.tables], plan)) for lane in range(plan.tables)]
    await asyncio.wait(lanes, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
    ended = time.perf_counter()
    cpu, own_cpu = server.cpu_seconds() - cpu, time.process_time() - own_cpu
    received = sum(phone.received for phone in phones) - received
    small = sum(phone.small for phone in phones) - small
    for lane in lanes:
        lane.cancel()
    faults = [fault for phone in phones for fault in phone.faults]
    if faults:
        raise SystemExit(f"{len(faults)} answers were wrong, the first: {faults[0]}")
    return Figures(
        seconds=ended - began,
        acks=sorted(took for phone in phones for _, took in phone.latencies),
        passes=sorted(took for table in drafts for _, took in table.passes),
        cpu=cpu,
        load_cpu=own_cpu,
        memory=memory,
        messages=received,
        small=small,
    )


async def _play(tables: Sequence[Table], plan: Plan) -> None:
    await asyncio.sleep(random.uniform(0, plan.think))
    for table in tables:
        table.play()
        await table.ended


async def _connect(server: Server, tables: Sequence[Table]) -> None:
    """Connect all phones, a few at a time, and wait until the server has come to rest."""
    loop = asyncio.get_running_loop()
    phones = _phones(tables)
    for start in range(0, len(phones), AT_ONCE):
        some = phones[start : start + AT_ONCE]
        for phone in some:
            await loop.create_connection(lambda phone=phone: phone, "127.0.0.1", server.port)
        await asyncio.gather(*(phone.open for phone in some))
    busy = -1.0
    while busy != (busy := server.cpu_seconds()):
        await asyncio.sleep(0.1)


def _phones(tables: Sequence[Table]) -> list[Phone]:
    return [phone for table in tables for phone in table.phones]
