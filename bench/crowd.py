"""Many spectators of one table, and phones that only lie there."""

import asyncio
import gc
import time
from typing import Any

from bench.clients import SpectatorClient
from bench.figures import ACKS, CORES, Line, Summary, percentiles
from bench.load import Plan, Table, check, let_in, phones_of, rest, seat, start_lanes
from bench.servers import Site

CROWD = (
    Line("last_p50", "choice to the last spectator's message, p50, ms", "{:.0f}", 1000),
    Line("last_p99", "choice to the last spectator's message, p99, ms", "{:.0f}", 1000),
    *ACKS,
    Line("rate", "messages a second", "{:,.0f}"),
    Line("message", "server CPU a message, µs", "{:.0f}", 1e6),
    *CORES,
    Line("memory", "memory a spectator, KB", "{:.1f}", 1 / 1024),
    Line("choices", "choices measured", "{:,.0f}", compares=False),
)
IDLE = (
    Line("memory", "memory a phone, KB", "{:.1f}", 1 / 1024),
    Line("core", "server's core in use", "{:.1%}"),
    Line("whole", "memory of the process, MB", "{:.0f}", 1 / 1024**2),
)


class Crowd:
    """Spectators, and when the last of them had seen each version of the table."""

    def __init__(self, path: str, size: int) -> None:
        self.spectators = [SpectatorClient(path, self._saw) for _ in range(size)]
        self.seen: dict[int, float] = {}
        self._have_seen: dict[int, int] = {}

    def _saw(self, before: int, seq: int, now: float) -> None:
        for version in range(before + 1, seq + 1):
            self._have_seen[version] = self._have_seen.get(version, 0) + 1
            if self._have_seen[version] == len(self.spectators):
                self.seen[version] = now


async def draw_crowd(site: Site, made: dict[str, Any], size: int, plan: Plan) -> Summary:
    """Let a crowd watch one table draft."""
    table = Table(0, made, plan.think)
    await seat(site, [table])
    before = site.memory()
    crowd = Crowd(f"{made['path']}?table=1", size)
    await let_in([(spectator, site.port) for spectator in crowd.spectators])
    await rest(site)
    memory = (site.memory() - before) / size
    received = _received(crowd)
    gc.disable()
    cpu, own_cpu, began = site.cpu_seconds(), time.process_time(), time.perf_counter()
    lanes = start_lanes([table], plan)
    await asyncio.wait(lanes, timeout=plan.seconds)
    seconds = time.perf_counter() - began
    cpu, own_cpu = site.cpu_seconds() - cpu, time.process_time() - own_cpu
    gc.enable()
    for lane in lanes:
        lane.cancel()
    received = _received(crowd) - received
    clients = [*table.phones, *crowd.spectators]
    check(clients)
    for client in clients:
        client.close()
    acks = [ack for phone in table.phones for ack in phone.acks]
    return {
        **percentiles("last", [crowd.seen[seq] - asked for seq, asked, _ in acks if seq in crowd.seen]),
        **percentiles("ack", [took for _, _, took in acks]),
        "rate": received / seconds,
        "message": cpu / received,
        "core": cpu / seconds,
        "load": own_cpu / seconds,
        "memory": memory,
        "choices": len(acks),
    }


async def lie_idle(site: Site, night: list[dict[str, Any]], phones: int, seconds: float) -> Summary:
    """Connect so many phones, at tables where nobody chooses."""
    tables = [Table(number, made, 0) for number, made in enumerate(night)]
    whole = sum(len(table.phones) for table in tables)
    assert whole >= phones, f"{whole} seats for {phones} phones"
    warm, others = tables[:1], tables[1 : 1 + -(-phones // len(tables[0].phones))]
    await seat(site, warm)
    before = site.memory()
    await seat(site, others)
    memory = (site.memory() - before) / len(phones_of(others))
    cpu, began = site.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(seconds)  # this is what is measured
    core = (site.cpu_seconds() - cpu) / (time.perf_counter() - began)
    held = site.memory()
    phones = phones_of([*warm, *others])
    check(phones)
    for phone in phones:
        phone.close()
    return {"memory": memory, "core": core, "whole": held}


def _received(crowd: Crowd) -> int:
    return sum(spectator.received for spectator in crowd.spectators)
