"""Deadlines, and a server whose time does not run evenly. Passes are cut short, so that nobody waits for long."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from tests.faults.faults import AROUND, Fault, hold_still, in_thread
from tests.faults.scenario import Scenario
from tests.stack import STACK

SHORTLY = 5.0
SHORTLY_BEFORE = (-2.0, -1.0)
STANDSTILL = (
    5.5 if STACK == "postgres" else 3.0
)  # of several processes the first to wake gives time only after a long one
TIMED = {"pace": "brisk", "small_packs": True}


async def cut_short(scenario: Scenario, then: Callable[[Scenario], Awaitable[None]] | None = None) -> None:
    """Let the first pass end shortly, do something meanwhile, and stop the event once the second one has begun."""
    await in_thread(scenario.site.server.cut_short, scenario.drafts[0].code, SHORTLY)
    if then:
        await then(scenario)
    while not all(client.state["table"].get("round") == 2 for client in scenario.clients):
        await asyncio.sleep(0.1)
    scenario.drafts[0].act("stop", confirm=scenario.drafts[0].code)


def fault(act, **habits):
    return Fault("test", "A test's own fault.", act, TIMED, habits)


async def until_left(scenario, seconds):
    """Wait until every fighter's countdown has been cut short, and shows no more than this."""
    fighters = [client for client in scenario.clients if client.role == "fighter"]
    while any((left := client.seconds_left()) is None or left > seconds for client in fighters):
        await asyncio.sleep(0.02)


def jump(seconds):
    async def jump_in_the_pass(scenario):
        await until_left(scenario, SHORTLY - 1)
        scenario.site.set_clock(seconds)

    return partial(cut_short, then=jump_in_the_pass)


def test_a_choice_that_arrives_with_the_deadline_is_chosen_if_it_is_acknowledged_and_automatic_if_not(spend):
    scenario = spend(fault(cut_short, at_deadline=AROUND))
    picks = [pick for pick in scenario.logs[0]["tables"][0]["picks"] if pick["round"] == 1]
    assert len(picks) == 8
    assert {pick["how"] for pick in picks} <= {"chosen", "time"}


def test_a_choice_that_was_sent_in_time_counts_though_the_server_stood_still_meanwhile(spend):
    async def stand_still(scenario):
        await until_left(scenario, 2.2)
        await asyncio.gather(*(hold_still(process, STANDSTILL) for process in scenario.site.server.processes))

    scenario = spend(fault(partial(cut_short, then=stand_still), at_deadline=SHORTLY_BEFORE))
    picks = [pick for pick in scenario.logs[0]["tables"][0]["picks"] if pick["round"] == 1]
    assert {pick["how"] for pick in picks} == {"chosen"}


@pytest.mark.skipif(
    STACK != "sqlite", reason="on PostgreSQL the clock jumps back, with all processes that mind deadlines"
)
def test_a_clock_that_jumps_forward_takes_nobodys_time_away(spend):
    scenario = spend(fault(jump(3600), think=(3.0, 6.0)), false_clock=True)
    picks = [pick for pick in scenario.logs[0]["tables"][0]["picks"] if pick["round"] == 1]
    assert {pick["how"] for pick in picks} == {"chosen"}


def test_a_clock_that_jumps_back_holds_no_table_up(spend):
    scenario = spend(fault(jump(-3600)), false_clock=True, dozing=1)
    assert [pick["how"] for pick in scenario.logs[0]["tables"][0]["picks"] if pick["auto"]] == ["time", "time"]
