"""What is done to an evening. To add a fault, write a function that is given the evening, and put it into `FAULTS`.

A fault leaves everything as it found it, also when it is cancelled because the drafts are over.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import redis

from tests.faults.evening import Evening, Plan
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
    """Something that happens to a house.

    `does` says it in a sentence; `plan` and `habits` are what the evening needs to be like; `act` is done to it while
    it goes on, None where the guests' habits are the fault. `may_say`: what the server's log may hold because of it, as
    patterns of the last lines of tracebacks.
    """

    name: str
    does: str
    act: Callable[[Evening], Awaitable[None]] | None = None
    plan: Mapping[str, Any] = field(default_factory=dict)
    habits: Mapping[str, Any] = field(default_factory=dict)
    stacks: Sequence[str] = (SQLITE, POSTGRES)
    may_say: Sequence[str] = ()
    alone: bool = False


def planned(faults: Iterable[Fault], plan: Plan) -> Plan:
    """Return the plan of an evening with these faults."""
    for fault in faults:
        plan = replace(plan, **fault.plan, habits=replace(plan.habits, **fault.habits))
    return plan


def unexpected(complaints: Iterable[str], faults: Sequence[Fault]) -> list[str]:
    """Return the ends of tracebacks that none of the faults must cause."""
    allowed = [re.compile(pattern) for fault in faults for pattern in fault.may_say]
    return [line for line in complaints if not any(pattern.match(line) for pattern in allowed)]


# One process ---------------------------------------------------------------------------------------------------------


async def kill(evening: Evening, times: int | None = None) -> None:
    usual = KILLS_OF_MANY if evening.site.server.redis else KILLS
    async with aclosing(evening.moments(times or usual)) as moments:
        async for _ in moments:
            evening.note("the server was killed and started")
            await in_thread(evening.site.server.restart)


async def freeze(evening: Evening) -> None:
    processes = evening.site.server.processes
    while True:
        await asyncio.sleep(evening.dice.uniform(1, 8))
        seconds = evening.dice.uniform(0.5, 4)
        evening.note(f"the machine stood still for {seconds:.1f} s")
        await asyncio.gather(*(hold_still(process, seconds) for process in processes))


async def hold_still(program: Program, seconds: float) -> None:
    with suppress(ProcessLookupError):  # somebody else has killed it
        program.pause()
        try:
            await asyncio.sleep(seconds)
        finally:
            program.resume()


async def full_disk(evening: Evening) -> None:
    site = evening.site
    async with aclosing(evening.moments(4)) as moments:
        async for _ in moments:
            seconds = evening.dice.uniform(1, 4)
            evening.note(f"the disk was full for {seconds:.1f} s")
            await in_thread(site.fill_disk)
            try:
                await asyncio.sleep(seconds)
            finally:
                site.relieve_disk()


async def clock_jumps(evening: Evening) -> None:
    ahead = 0
    async with aclosing(evening.moments(4)) as moments:
        async for _ in moments:
            jump = evening.dice.choice((-3600, 3600))
            ahead += jump
            evening.note(f"the wall clock jumped by {jump} s")
            evening.site.set_clock(ahead)


async def fidget(evening: Evening) -> None:
    left = {"extend": EXTENSIONS, "undo": UNDOS}  # without end, nobody who waits for a deadline would see it
    deeds = ("pause", "resume", "extend", "resume", "undo", "resume")
    try:
        while True:
            await asyncio.sleep(evening.dice.uniform(0.05, 0.5))
            draft, deed = evening.dice.choice(evening.drafts), evening.dice.choice(deeds)
            if left.get(deed) == 0:
                continue
            if deed in left:
                left[deed] -= 1
            number = evening.dice.randint(1, evening.plan.tables)
            where = {"table": number, "confirm": "undo"} if deed == "undo" else {}
            evening.note(f"{deed} {where or ''}: {await in_thread(draft.act, deed, **where)}")
    finally:
        for draft in evening.drafts:
            await in_thread(draft.act, "resume")


async def go_silent(evening: Evening) -> None:
    while True:
        await asyncio.sleep(evening.dice.uniform(2, 8))
        if evening.network:
            evening.note(f"{evening.network.go_silent()} lines went silent and stayed open")


async def stop_the_event(evening: Evening) -> None:
    await evening.until_acks(evening.dice.randrange(evening.expected_acks // 2))
    for draft in evening.drafts:
        evening.note(f"the organizer stopped {draft.code}: {await in_thread(draft.act, 'stop', confirm=draft.code)}")


# Several processes ---------------------------------------------------------------------------------------------------


async def kill_one(evening: Evening, times: int = 12) -> None:
    async with aclosing(evening.moments(times)) as moments:
        async for _ in moments:
            process, seconds = evening.dice.choice(evening.site.server.processes), evening.dice.uniform(0, 3)
            evening.note(f"one process was killed, and started after {seconds:.1f} s")
            await in_thread(process.kill)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(process.start)


async def stall_one(evening: Evening) -> None:
    while True:
        await asyncio.sleep(evening.dice.uniform(0.2, 3))
        process, seconds = evening.dice.choice(evening.site.server.processes), evening.dice.uniform(0.5, 12)
        evening.note(f"one process stood still for {seconds:.1f} s")
        await hold_still(process, seconds)


async def redis_restarts(evening: Evening, times: int = 6) -> None:
    async with aclosing(evening.moments(times)) as moments:
        async for _ in moments:
            seconds = evening.dice.uniform(0, 3)
            evening.note(f"Redis was killed, and started empty after {seconds:.1f} s")
            await in_thread(evening.site.redis.kill)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(evening.site.redis.start)


async def redis_loses(evening: Evening) -> None:
    server = evening.site.redis
    while True:
        await asyncio.sleep(evening.dice.uniform(0.2, 3))
        match evening.dice.choice(("forget", "hang up", "stand still")):
            case "forget":
                evening.note("Redis forgot everything")
                await in_thread(server.forget)
            case "hang up":
                evening.note("Redis hung up on everybody")
                await in_thread(hang_up, server)
            case _:
                seconds = evening.dice.uniform(0.2, 3)
                evening.note(f"Redis stood still for {seconds:.1f} s")
                await hold_still(server, seconds)


def hang_up(server: Redis) -> None:
    with redis.Redis.from_url(server.url) as client:
        client.client_kill_filter(_type="normal", skipme=True)


async def postgres_restarts(evening: Evening, times: int = 5) -> None:
    async with aclosing(evening.moments(times)) as moments:
        async for _ in moments:
            crash, seconds = evening.dice.random() < 0.5, evening.dice.uniform(0, 2)
            evening.note(f"PostgreSQL {'crashed' if crash else 'was stopped'}, and came back after {seconds:.1f} s")
            await in_thread(evening.site.postgres.kill if crash else evening.site.postgres.stop)
            try:
                await asyncio.sleep(seconds)
            finally:
                await in_thread(evening.site.postgres.start)


async def in_thread(deed: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    """Do something slow, to its end even when the evening is over before."""
    task = asyncio.create_task(asyncio.to_thread(deed, *arguments, **more))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


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
    Fault("stop", "The organizer stops the event in the middle.", stop_the_event, alone=True),
)  # fmt: skip
