"""The cost of decks that are built at many tables at once (M20), beside that of choices at tables that draft."""

import asyncio
import gc
import random
import time
from collections.abc import Sequence
from typing import Any

from bench.clients import FighterClient
from bench.events import open_pools, start_tables
from bench.figures import Line, Summary, percentiles
from bench.load import Plan, check, counters, let_in, play, rest
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Site
from tests.clients.device import Organizing

TABLES = 64
PACE = 2.0  # seconds from one change of a deck to the next
CARDS, LANDS = 22, 17
A_MOMENT = 0.05  # seconds

BUILDING = (
    Line("rate", "decks a second", "{:,.0f}"),
    Line("ack_p50", "deck to ack, p50, ms", "{:.1f}", 1000),
    Line("ack_p99", "deck to ack, p99, ms", "{:.1f}", 1000),
    Line("cpu", "server CPU a deck, ms", "{:.3f}", 1000),
    Line("choice", "… a choice at as many tables that draft at this pace, ms", "{:.3f}", 1000),
    Line("core", "server's core in use", "{:.0%}"),
    Line("messages", "messages a deck", "{:.2f}"),
    Line("decks", "decks measured", "{:,.0f}", compares=False),
)


def building_of(plan: Plan) -> Measurement:
    """Return the measurement of tables at which everybody changes their deck every `plan.think` seconds."""

    async def build(site: Site, events: Events) -> Summary:
        return await _build(site, events["pools"], plan)

    async def draft(site: Site, events: Events) -> Summary:
        return {"choice": (await play(site, events["tables"], plan))["cpu"]}

    def make(organizer: Organizing) -> Events:
        pools = [open_pools(organizer, 4) for _ in range(plan.tables)]
        return {"pools": pools, "tables": start_tables(organizer, plan.tables)}

    return Measurement(BUILDING, make, [Part(build, ALL_FROM_ONE_ADDRESS), Part(draft, ALL_FROM_ONE_ADDRESS)])


class Builder(FighterClient):
    """The phone of a fighter who puts a card into the deck and takes it out again, once `begin` was called."""

    def __init__(self, number: int, path: str, session: str, think: float) -> None:
        super().__init__(number, path, session, self._show)
        self._think = think
        self._pool: list[int] = []
        self._builds = False

    def begin(self) -> None:
        """Change the deck from now on, until the connection is closed."""
        self._builds = True
        self._plan()

    def _show(self, _: FighterClient, state: dict[str, Any], now: float) -> None:
        version = (state["you"]["deck"]["version"],)
        if version == self.key:
            return
        self.key = version
        self._pool = [card["id"] for card in state["you"]["pile"] if card["type_line"] != "Conspiracy"]
        if self._builds:
            self._plan()

    def _plan(self) -> None:
        wait = self._think * random.uniform(0.5, 1.5)
        asyncio.get_running_loop().call_later(wait, self._change, *self.key)

    def _change(self, version: int) -> None:
        if self.is_closed:
            return
        cards = ",".join(map(str, self._pool[: CARDS + version % 2]))
        self.ask(f'"type":"deck","seen":{version},"main":[{cards}],"basics":{{"Plains":{LANDS}}}', time.perf_counter())


async def _build(site: Site, made: list[dict[str, Any]], plan: Plan) -> Summary:
    """Let all build, and return what was measured in `plan.seconds` once each has changed their deck."""
    seats = [(each["path"], session) for each in made for session in each["sessions"]]
    phones = [Builder(number, path, session, plan.think) for number, (path, session) in enumerate(seats)]
    await let_in(phones, site.port)
    await rest(site)
    gc.disable()  # a pause of the load's would look like one of the server's
    try:
        for phone in phones:
            phone.begin()
        while not all(phone.acks for phone in phones):
            await _a_moment(phones)
        began, before = time.perf_counter(), counters(site, phones)
        while (seconds := time.perf_counter() - began) < plan.seconds or not _acks(phones, began):
            await _a_moment(phones)
        cpu, _, _, received = (now - then for now, then in zip(counters(site, phones), before, strict=True))
    finally:
        gc.enable()
        for phone in phones:
            phone.close()
    acks = _acks(phones, began)
    return {
        **percentiles("ack", acks),
        **{"rate": len(acks) / seconds, "decks": len(acks), "messages": received / len(acks)},
        **{"cpu": cpu / len(acks), "core": cpu / seconds},
    }


def _acks(phones: Sequence[FighterClient], began: float) -> list[float]:
    """Return how long each ack took that was asked for since a moment, in seconds."""
    return [took for phone in phones for asked, took in phone.acks if asked >= began]


async def _a_moment(phones: Sequence[FighterClient]) -> None:
    check(phones)
    await asyncio.sleep(A_MOMENT)
