"""The faults of scenarios. To add one, write a function that is given the scenario, and put it into `FAULTS`.

A fault leaves everything as it found it, also when it is cancelled because the drafts are over.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import redis

from tests.faults.scenario import Plan, Scenario
from tests.programs import Program
from tests.stack import Redis

KILLS = 50
EXTENSIONS, UNDOS = 20, 6
KILLS_OF_MANY = 10  # two processes, their proxy and their Redis take their time to start
SQLITE, POSTGRES = "sqlite", "postgres"
DISK_IS_FULL = (r".*disk I/O error", r".*database or disk is full", r".*No space left", r".*database is locked")
REDIS_IS_AWAY = (
    r"redis\.exceptions\.",
    r"ConnectionRefusedError",
    r"ConnectionResetError",
    r"asyncio.*Incomplete",
)
POSTGRES_IS_AWAY = (r".*OperationalError", r".*InterfaceError", r".*AdminShutdown", r".*PoolTimeout")


@dataclass(frozen=True)
class Fault:
    """Something that happens to a site.

    `does` says it in a sentence; `plan` and `habits` are what the scenario needs to be like; `act` is done to it while
    it goes on, None where the clients' habits are the fault. `may_say`: what the server's log may hold because of it,
    as patterns of the last lines of tracebacks.
    """

    name: str
    does: str
    act: Callable[[Scenario], Awaitable[None]] | None = None
    plan: Mapping[str, Any] = field(default_factory=dict)
    habits: Mapping[str, Any] = field(default_factory=dict)
    stacks: Sequence[str] = (SQLITE, POSTGRES)
    may_say: Sequence[str] = ()
    alone: bool = False


def planned(faults: Iterable[Fault], plan: Plan) -> Plan:
    """Return the plan of a scenario with these faults."""
    for fault in faults:
        plan = replace(plan, **fault.plan, habits=replace(plan.habits, **fault.habits))
    return plan


def unexpected(complaints: Iterable[str], faults: Sequence[Fault]) -> list[str]:
    """Return the ends of tracebacks that none of the faults must cause."""
    allowed = [re.compile(pattern) for fault in faults for pattern in fault.may_say]
    return [line for line in complaints if not any(pattern.match(line) for pattern in allowed)]


# One process ---------------------------------------------------------------------------------------------------------


async def kill(scenario: Scenario, times: int | None = None) -> None:
    usual = KILLS_OF_MANY if scenario.site.server.redis else KILLS
    async with aclosing(scenario.moments(times or usual)) as moments:
        async for _ in moments:
            scenario.note("the server was killed and started")
            await in_thread(scenario.site.server.restart)


async def freeze(scenario: Scenario) -> None:
    processes = scenario.site.server.processes
    while True:
        await asyncio.sleep(scenario.rng.uniform(1, 8))
        seconds = scenario.rng.uniform(0.5, 4)
        scenario.note(f"the machine stood still for {seconds:.1f} s")
        await asyncio.gather(*(hold_still(process, seconds) for process in processes))


async def hold_still(program: Program, seconds: float) -> None:
    with suppress(ProcessLookupError):  # another fault has killed it
        program.pause()
        try:
            await asyncio.sleep(seconds)
        finally:
            program.resume()


async def full_disk(scenario: Scenario) -> None:
    site = scenario.site
    async with aclosing(scenario.moments(4)) as moments:
        async for _ in moments:
            seconds = scenario.rng.uniform(1, 4)
            scenario.note(f"the disk was full for {seconds:.1f} s")
            await in_thread(site.fill_disk)
            try:
                await asyncio.sleep(seconds)
            finally:
                site.relieve_disk()


async def clock_jumps(scenario: Scenario) -> None:
    ahead = 0
    async with aclosing(scenario.moments(4)) as moments:
        async for _ in moments:
            jump = scenario.rng.choice((-3600, 3600))
            ahead += jump
            scenario.note(f"the wall clock jumped by {jump} s")
            scenario.site.set_clock(ahead)


async def fidget(scenario: Scenario) -> None:
    left = {"extend": EXTENSIONS, "undo": UNDOS}  # without end, nobody who waits for a deadline would see it
    actions = ("pause", "resume", "extend", "resume", "undo", "resume")
    try:
        while True:
            await asyncio.sleep(scenario.rng.uniform(0.05, 0.5))
            draft, action = scenario.rng.choice(scenario.drafts), scenario.rng.choice(actions)
            if left.get(action) == 0:
                continue
            if action in left:
                left[action] -= 1
            number = scenario.rng.randint(1, scenario.plan.tables)
            where = {"table": number, "confirm": "undo"} if action == "undo" else {}
            scenario.note(f"{action} {where or ''}: {await in_thread(draft.act, action, **where)}")
    finally:
        for draft in scenario.drafts:
            await in_thread(draft.act, "resume")


async def go_silent(scenario: Scenario) -> None:
    while True:
        await asyncio.sleep(scenario.rng.uniform(2, 8))
        if scenario.network:
            scenario.note(f"{scenario.network.go_silent()} lines went silent and stayed open")


async def stop_the_event(scenario: Scenario) -> None:
    await scenario.until_acks(scenario.rng.randrange(scenario.expected_acks // 2))
    for draft in scenario.drafts:
        scenario.note(f"the organizer stopped {draft.code}: {await in_thread(draft.act, 'stop', confirm=draft.code)}")


# Several processes ---------------------------------------------------------------------------------------------------


async def kill_one(scenario: Scenario, times: int = 12) -> None:
    async with aclosing(scenario.moments(times)) as moments:
        async for _ in moments:
            process, seconds = scenario.rng.choice(scenario.site.server.processes), scenario.rng.uniform(0, 3)
            scenario.note(f"one process was killed, and started after {seconds:.1f} s")
            await in_thread(process.kill)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(process.start)


async def stall_one(scenario: Scenario, longest: float = 12) -> None:
    while True:
        await asyncio.sleep(scenario.rng.uniform(0.2, 3))
        process, seconds = scenario.rng.choice(scenario.site.server.processes), scenario.rng.uniform(0.5, longest)
        scenario.note(f"one process stood still for {seconds:.1f} s")
        await hold_still(process, seconds)


async def redis_restarts(scenario: Scenario, times: int = 6) -> None:
    async with aclosing(scenario.moments(times)) as moments:
        async for _ in moments:
            seconds = scenario.rng.uniform(0, 3)
            scenario.note(f"Redis was killed, and started empty after {seconds:.1f} s")
            await in_thread(scenario.site.redis.kill)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(scenario.site.redis.start)


async def redis_loses(scenario: Scenario) -> None:
    server = scenario.site.redis
    while True:
        await asyncio.sleep(scenario.rng.uniform(0.2, 3))
        match scenario.rng.choice(("forget", "hang up", "stand still")):
            case "forget":
                scenario.note("Redis forgot everything")
                await in_thread(server.forget)
            case "hang up":
                scenario.note("Redis hung up on everybody")
                await in_thread(hang_up, server)
            case _:
                seconds = scenario.rng.uniform(0.2, 3)
                scenario.note(f"Redis stood still for {seconds:.1f} s")
                await hold_still(server, seconds)


def hang_up(server: Redis) -> None:
    with redis.Redis.from_url(server.url) as client:
        client.client_kill_filter(_type="normal", skipme=True)


async def postgres_restarts(scenario: Scenario, times: int = 5) -> None:
    async with aclosing(scenario.moments(times)) as moments:
        async for _ in moments:
            crash, seconds = scenario.rng.random() < 0.5, scenario.rng.uniform(0, 2)
            scenario.note(f"PostgreSQL {'crashed' if crash else 'was stopped'}, and came back after {seconds:.1f} s")
            await in_thread(scenario.site.postgres.kill if crash else scenario.site.postgres.stop)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(scenario.site.postgres.start)


async def in_thread(action: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Do something slow, to its end even when the scenario is over before."""
    task = asyncio.create_task(asyncio.to_thread(action, *arguments, **more))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


# After the draft -----------------------------------------------------------------------------------------------------


async def kill_after_draft(scenario: Scenario, times: int = 12) -> None:
    async with aclosing(scenario.moments(times, after_draft=True)) as moments:
        async for _ in moments:
            await kill_once(scenario)


async def shorten_turns(scenario: Scenario) -> None:
    """Let a turn of the sharing last two seconds: the rows say it while the server is away in the fights."""
    while not all(client.state["event"]["phase"] in ("fighting", *ENDS) for client in scenario.clients):
        await asyncio.sleep(0.05)
    await in_thread(scenario.site.server.kill)
    try:
        for draft in scenario.drafts:
            await in_thread(scenario.site.server.shorten_turns, draft.code, SHORT_TURN)
    finally:
        await in_thread(scenario.site.server.start)
    scenario.note(f"the server was killed and started; a turn lasts {SHORT_TURN} s from now on")


# Real packs ----------------------------------------------------------------------------------------------------------


async def kill_with_real_packs(scenario: Scenario, times: int = 8) -> None:
    """Kill it in passes, while piles are entered, and at the moment in which the last of them is checked."""
    passes, piles = scenario.draft_acks // 2, scenario.draft_acks // 2 + scenario.plan.fighters * CARDS_AT_A_TIME
    for first, last in ((1, passes), (passes, piles)):
        for mark in sorted(scenario.rng.sample(range(first, last), times // 2)):
            await scenario.until_acks(mark)
            await asyncio.sleep(scenario.rng.uniform(0, 0.1))
            await kill_once(scenario)
    await scenario.last_check.wait()
    await asyncio.sleep(scenario.rng.uniform(0, CHECKED_WITHIN))
    scenario.note("the last pile was about to be checked:")
    await kill_once(scenario)


async def kill_once(scenario: Scenario) -> None:
    if scenario.site.server.redis is not None and scenario.rng.random() < 0.7:
        process = scenario.rng.choice(scenario.site.server.processes)
        scenario.note("one process was killed and started")
        await in_thread(process.restart)
    else:
        scenario.note("the server was killed and started")
        await in_thread(scenario.site.server.restart)


CARDS_AT_A_TIME, CHECKED_WITHIN = 4, 0.08
ENDS, SHORT_TURN = ("sharing", "finished"), 2
NIGHT = {"night": True, "small_packs": True, "fighters": 4}
REAL_PACKS = {"night": True, "real_packs": True, "fighters": 4}
AROUND = (0.4, 0.6)  # the server acts half a second late
LATE = {"pace": "brisk", "small_packs": True, "fighters": 4, "events": 3}

FAULTS = (
    Fault("kill", f"The server is killed (SIGKILL) {KILLS} times at random moments.", kill, {"fighters": 4}),
    Fault("freeze", "The machine stands still (SIGSTOP) while clocks run out.", freeze, LATE, {"think": (0.0, 16.0)}),
    Fault("drops", "Lines break between a choice and its ack, and right behind the ack.", habits={"drops": 0.4}),
    Fault("leaves", "Everybody's line breaks at every pass.", habits={"leaves": 1.0}),
    Fault("twins", "A seat's two devices choose other cards at the same moment.", None, {"devices": 2}, {"twin": True}),
    Fault("last_moment", "Deadlines and choices arrive together.", None, LATE, {"at_deadline": AROUND}),
    Fault(
        "full_disk", "The disk is full, and is relieved.", full_disk, {"small_disk": True, "fighters": 4},
        stacks=(SQLITE,), may_say=DISK_IS_FULL, alone=True,
    ),
    Fault("deaf", "Displays stop reading and go on asking.", habits={"deaf": True, "think": (0.1, 0.5)}),
    Fault(
        "clock_jumps", "The server's wall clock jumps by an hour.", clock_jumps,
        {"false_clock": True, "pace": "brisk", "fighters": 4, "dozing": 1}, {"think": (0.1, 3.0)}, alone=True,
    ),
    Fault("fidget", "The organizer pauses, extends and takes back all the time.", fidget, {"pace": "relaxed"}),
    Fault("bad_network", "Everything comes late, and lines go silent.", go_silent, {"bad_network": True}),
    Fault(
        "kill_one", "One of two processes is killed.", kill_one, {}, {"think": (0.2, 1.2)}, stacks=(POSTGRES,),
    ),
    Fault(
        "stall_one", "One of two processes stands still, and the other goes on.", stall_one, {"unread": True},
        {"think": (0.2, 1.2)}, stacks=(POSTGRES,),
    ),
    Fault(
        "redis_restarts", "Redis is killed and started again.", redis_restarts, {}, {"think": (0.1, 0.6)},
        stacks=(POSTGRES,), may_say=REDIS_IS_AWAY,
    ),
    Fault(
        "redis_loses", "Redis forgets its messages and groups, hangs up, or stands still.", redis_loses, {},
        {"think": (0.1, 0.6)}, stacks=(POSTGRES,), may_say=REDIS_IS_AWAY,
    ),
    Fault(
        "postgres_restarts", "PostgreSQL is stopped or crashes, and is started again.", postgres_restarts, {},
        {"think": (0.1, 0.6)}, stacks=(POSTGRES,), may_say=POSTGRES_IS_AWAY,
    ),
    Fault("stop", "The organizer stops the event in the middle.", stop_the_event, {"night": False}, alone=True),
    Fault("fights", "Both sides of a fight enter results at the same moment.", None, NIGHT, {"together": True}),
    Fault(
        "night_kill", "The server, or one of its processes, is killed in the fights and in the sharing.",
        kill_after_draft, NIGHT, {"think": (0.1, 0.4)},
    ),
    Fault(
        "night_drops", "In the fights and in the sharing lines break around acks.", None, NIGHT | {"devices": 2},
        {"drops": 0.4, "leaves": 0.5},
    ),
    Fault(
        "real_packs", "Real packs: the server is killed in passes, while piles are entered and as the last is checked.",
        kill_with_real_packs, REAL_PACKS, {"think": (0.05, 0.2)},
    ),
    Fault(
        "real_packs_drops", "Real packs: two devices enter each pile, and lines break around acks and answers.", None,
        REAL_PACKS | {"devices": 2}, {"drops": 0.3, "leaves": 0.3},
    ),
    Fault("naps", "Phones are away when it is their turn to take a card.", shorten_turns, NIGHT, {"naps": 0.3}),
)  # fmt: skip
