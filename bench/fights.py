"""Fights beside tables that draft: how long until an act is stored, and until the opponent sees it."""

import asyncio
import random
import time
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import Any

from bench.clients import FighterClient
from bench.figures import ACKS, CORES, Line, Summary, percentiles
from bench.load import Plan, check, let_in, rest, spend_night
from bench.servers import Site

FIGHTS_AT_A_TABLE = 2
COUNTS = range(1, 9)  # of one side before it is done
MOST_DAMAGE = 3

FIGHTS = (
    Line("act_rate", "acts in fights a second", "{:,.0f}"),
    Line("act_p50", "act to ack, p50, ms", "{:.1f}", 1000),
    Line("act_p99", "act to ack, p99, ms", "{:.1f}", 1000),
    Line("shown_p50", "act to the opponent's screen, p50, ms", "{:.1f}", 1000),
    Line("shown_p99", "act to the opponent's screen, p99, ms", "{:.1f}", 1000),
    Line("acts", "acts measured", "{:,.0f}"),
    Line("ended", "fights that ended meanwhile", "{:,.0f}"),
    Line("rate", "choices a second beside", "{:,.0f}"),
    *ACKS,
    *CORES,
)


class Side(FighterClient):
    """The phone of one side of a fight. `shown`: each version that its screen has come to, and when."""

    def __init__(self, number: int, made: dict[str, Any], session: str) -> None:
        super().__init__(number, made["path"], session, self._look)
        self.state: dict[str, Any] = {}
        self.shown: list[tuple[int, float]] = []
        self._left = random.choice(COUNTS)

    @property
    def fighter(self) -> int:
        return int(self.state["table"]["seats"][self.state["you"]["seat"]]["fighter"])

    @property
    def opponent(self) -> int:
        return next(side["fighter"] for side in self.state["fight"]["sides"] if side["fighter"] != self.fighter)

    @property
    def has_ended(self) -> bool:
        result = self.state["fight"]["result"]
        return bool(result and result["confirmed"])

    async def play(self, think: float) -> None:
        """Count, agree on a result, and rest."""
        while not self.has_ended:
            await asyncio.sleep(think * random.uniform(0.5, 1.5))
            if not self.is_waiting:
                self._act(time.perf_counter())

    def _act(self, now: float) -> None:
        fight, me = self.state["fight"], self.fighter
        result, named = fight["result"], f'"fight":{fight["fight"]}'
        if result and result["entered_by"] != me and not result["confirmed"]:
            self.ask(f'"type":"confirm",{named}', now)
        elif result is None and self._left:
            self._left -= 1
            damage = next(side["counters"]["damage"] for side in fight["sides"] if side["fighter"] == me)
            by = -1 if damage == MOST_DAMAGE else 1
            self.ask(f'"type":"count",{named},"fighter":{me},"counter":"damage","by":{by}', now)
        elif result is None and fight["sides"][0]["fighter"] == me:
            self.ask(f'"type":"result",{named},"winner":{me},"score":[1,0]', now)

    def _look(self, phone: FighterClient, state: dict[str, Any], now: float) -> None:
        self.state = state
        self.shown.append((state["seq"], now))


async def fight_beside(
    site: Site, night: Sequence[dict[str, Any]], fights: Sequence[dict[str, Any]], plan: Plan
) -> Summary:
    """Let the tables of `fights` fight while those of a night draft, and return what both have seen."""
    sides = [
        Side(number * len(made["sessions"]) + seat, made, session)
        for number, made in enumerate(fights)
        for seat, session in enumerate(made["sessions"])
    ]
    await let_in([(side, site.port) for side in sides])
    await rest(site)
    figures = await spend_night(site, night, plan, beside=partial(_fight, sides, plan))
    check(sides)
    for side in sides:
        side.close()
    return {**figures.summary(), **_waits(sides, figures.seconds)}


async def _fight(sides: Sequence[Side], plan: Plan) -> None:
    playing = [asyncio.create_task(side.play(plan.think)) for side in sides]
    done, pending = await asyncio.wait(playing, timeout=plan.seconds)
    for task in pending:
        task.cancel()
    for task in done:
        task.result()


def _waits(sides: Sequence[Side], seconds: float) -> Summary:
    by_fighter = {side.fighter: side for side in sides}
    acks = [took for side in sides for _, _, took in side.acks]
    shown = [
        seen[place][1] - asked
        for side in sides
        for seq, asked, _ in side.acks
        if (place := bisect_left(seen := by_fighter[side.opponent].shown, (seq, 0.0))) < len(seen)
    ]
    return {
        **percentiles("act", acks),
        **percentiles("shown", shown),
        "acts": len(acks),
        "act_rate": len(acks) / seconds,
        "ended": sum(side.has_ended for side in sides) / 2,
    }
