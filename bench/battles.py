"""The cost of battles at human pace (V1-V54), and how fast tables are that draft beside them."""

import asyncio
import random
import time
from typing import Any

from bench.clients import FighterClient
from bench.events import start_battles, start_tables
from bench.figures import Line, Summary, percentiles
from bench.load import Plan, check, let_in, play
from bench.servers import ALL_FROM_ONE_ADDRESS, Events, Measurement, Part, Site
from tests.clients.device import Organizing
from tests.live.battles.playing import has_battle, next_line

TABLES = 64
A_TABLE = 2
"""Battles beside each table that drafts."""

BATTLES = (
    Line("rate", "moves a second", "{:,.1f}"),
    Line("ack_p50", "move to ack, p50, ms", "{:.1f}", 1000),
    Line("ack_p99", "move to ack, p99, ms", "{:.1f}", 1000),
    Line("alone_p50", "choice to ack without battles, p50, ms", "{:.1f}", 1000),
    Line("alone_p99", "… p99, ms", "{:.1f}", 1000),
    Line("beside_p50", "… beside battles, p50, ms", "{:.1f}", 1000),
    Line("beside_p99", "… p99, ms", "{:.1f}", 1000),
    Line("alone_core", "server's core in use without battles", "{:.0%}"),
    Line("core", "… beside battles", "{:.0%}"),
    Line("moves", "moves measured", "{:,.0f}", compares=False),
)


def battles_of(plan: Plan) -> Measurement:
    """Return the measurement of tables that draft, alone and then beside two battles for each of them."""

    async def alone(site: Site, events: Events) -> Summary:
        found = await play(site, events["alone"], plan)
        return {"alone_p50": found["ack_p50"], "alone_p99": found["ack_p99"], "alone_core": found["core"]}

    async def beside(site: Site, events: Events) -> Summary:
        return await _beside(site, events, plan)

    def make(organizer: Organizing) -> Events:
        return {
            "alone": start_tables(organizer, plan.tables),
            "tables": start_tables(organizer, plan.tables),
            "battles": start_battles(organizer, A_TABLE * plan.tables),
        }

    return Measurement(BATTLES, make, [Part(alone, ALL_FROM_ONE_ADDRESS), Part(beside, ALL_FROM_ONE_ADDRESS)])


class BattlePhone(FighterClient):
    """The phone of a fighter who makes each move some time after it is asked for, once `begin` was called."""

    def __init__(self, number: int, path: str, session: str, think: float) -> None:
        super().__init__(number, path, session, self._show)
        self._think = think
        self._plays = False
        self._state: dict[str, Any] = {}

    def begin(self) -> None:
        """Play from now on, until the connection is closed."""
        self._plays = True
        self._plan()

    def _show(self, _: FighterClient, state: dict[str, Any], now: float) -> None:
        if not has_battle(state):
            return
        battle, own = state["battle"], state["you"]["battle"]
        key = (battle["turn"], battle["phase"], battle["replays"], own["seat"] in battle["due"], *own["offers"])
        if key != self.key:
            self.key, self._state = key, state
            if self._plays:
                self._plan()

    def _plan(self) -> None:
        wait = self._think * random.uniform(0.5, 1.5)
        asyncio.get_running_loop().call_later(wait, self._play, self.key)

    def _play(self, key: tuple[object, ...]) -> None:
        battle, own = self._state["battle"], self._state["you"]["battle"]
        if self.is_closed or key != self.key or own["seat"] not in battle["due"]:
            return
        moment = f'"fight":{battle["fight"]},"turn":{battle["turn"]},"phase":"{battle["phase"]}"'
        self.ask(f'"type":"play",{moment},"move":"{next_line(self._state)}"', time.perf_counter())


async def _beside(site: Site, events: Events, plan: Plan) -> Summary:
    """Let all battles be played, and tables draft beside them; return what was measured while these drafted."""
    seats = [(each["path"], session) for each in events["battles"] for session in each["sessions"]]
    phones = [BattlePhone(number, path, session, plan.think) for number, (path, session) in enumerate(seats)]
    await let_in(phones, site.port)
    try:
        for phone in phones:
            phone.begin()
        began = time.perf_counter()
        drafted = await play(site, events["tables"], plan, is_idle=False)
        seconds = time.perf_counter() - began
        check(phones)
    finally:
        for phone in phones:
            phone.close()
    acks = [took for phone in phones for asked, took in phone.acks if asked >= began]
    return {
        **percentiles("ack", acks),
        **{"rate": len(acks) / seconds, "moves": len(acks), "core": drafted["core"]},
        **{"beside_p50": drafted["ack_p50"], "beside_p99": drafted["ack_p99"]},
    }
