"""Python calls of the server for each choice: one figure that hardly depends on the machine or on what else it does.

A draft is played in a server that counts (`bench/counted_server.py`), one choice after the other, each once all that
follows from the last one has arrived.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from bench.clients import FighterClient
from bench.events import start_tables
from bench.figures import Line, Summary
from bench.load import check, choice_of, let_in, rest
from bench.servers import Events, Measurement, Part, Server, Site
from tests.clients.device import Organizing
from tests.programs import ROOT

CALLS = (
    Line("calls", "Python calls a choice", "{:,.0f}"),
    Line("choices", "choices measured", "{:,.0f}", compares=False),
)
LOOK_AGAIN = 0.001  # seconds


class CountingServer(Server):
    """A server that counts its calls, in the file that `BENCH_CALLS` names."""

    program = (str(ROOT / "bench/counted_server.py"),)

    def environment(self) -> dict[str, str]:
        return super().environment() | {"BENCH_CALLS": str(_file_of(self))}


def _file_of(server: Server) -> Path:
    """Return the file in which a server counts its calls."""
    return server.log.with_name(f"calls-{server.port}")


def calls_of_choices() -> Measurement:
    """Return the measurement of one draft of one table."""

    def make(organizer: Organizing) -> Events:
        return {"tables": start_tables(organizer, 1)}

    return Measurement(CALLS, make, [Part(_draft, {}, CountingServer)])


async def _draft(site: Site, events: Events) -> Summary:
    made, states = events["tables"][0], dict[FighterClient, dict[str, Any]]()

    def keep(phone: FighterClient, state: dict[str, Any], now: float) -> None:
        states[phone] = state

    phones = [FighterClient(seat, made["path"], session, keep) for seat, session in enumerate(made["sessions"])]
    await let_in(phones, site.port)
    await rest(site)
    before = _calls(site)
    while (phase := states[phones[0]]["event"]["phase"]) != "building":
        for phone in phones:
            received = [each.received for each in phones]
            phone.ask('"type":"ready"' if phase == "review" else choice_of(states[phone]), 0.0)
            while phone.is_waiting or any(each.received == count for each, count in zip(phones, received, strict=True)):
                await asyncio.sleep(LOOK_AGAIN)
    calls = _calls(site)
    choices = sum(len(phone.acks) for phone in phones)
    check(phones)
    for phone in phones:
        phone.close()
    return {"calls": (calls - before) / choices, "choices": choices}


def _calls(site: Site) -> int:
    """Return the number of calls until now."""
    return int.from_bytes(_file_of(site.server).read_bytes(), sys.byteorder)
