"""Scenarios with faults, one after the other, until the time is over or something is found.

    python -m tests.faults --minutes 60 --seed 1 --stack both

Each scenario prints its seed, what was done to it and what was seen. The first finding ends it all with status 1; then
the server's log, its database, the drafts' logs and all that every client sent and saw are kept, and the command that
plays the same scenario again is printed. Nothing is opened but ports of this machine.
"""

import argparse
import asyncio
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.faults.faults import FAULTS, POSTGRES, SQLITE, Fault, planned, unexpected
from tests.faults.scenario import Plan, Scenario
from tests.faults.site import Missing, Site
from tests.server import Installation, build_installation
from tests.stack import Postgres

MOST_AT_ONCE = 3
LONGEST_EVENING = 900.0


class Outing(NamedTuple):
    """The description of one scenario."""

    seed: int
    stack: str
    faults: Sequence[Fault]

    @property
    def command(self) -> str:
        names = "+".join(fault.name for fault in self.faults)
        return f"python -m tests.faults --minutes 0 --seed {self.seed} --stack {self.stack} --faults {names}"


def main() -> int:
    options = read_options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a signal to end this ends what it started
    stacks = [SQLITE, POSTGRES] if options.stack == "both" else [options.stack]
    end = time.monotonic() + options.minutes * 60
    folder = Path(tempfile.mkdtemp(prefix="pass-left-faults-"))
    seen: Counter[str] = Counter()
    with ExitStack() as opened:
        installations = {stack: open_installation(opened, folder, stack) for stack in stacks}
        for number in count():
            outing = plan_outing(options, stacks, number)
            place = folder / f"scenario-{number}"
            if not asyncio.run(spend(outing, installations[outing.stack], place, seen)):
                print(f"kept: {place}\nagain: {outing.command}")
                return 1
            shutil.rmtree(place)
            if time.monotonic() >= end:
                break
    shutil.rmtree(folder)
    print(f"{number + 1} scenarios without a finding: " + ", ".join(f"{what} {seen[what]}" for what in sorted(seen)))
    return 0


def read_options() -> argparse.Namespace:
    names = "\n".join(f"  {fault.name:18} {fault.does}" for fault in FAULTS)
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        epilog=f"faults:\n{names}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--minutes", type=float, default=5.0, help="begin no new scenario after so long; 0: one scenario"
    )
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="that of the first scenario")
    parser.add_argument("--stack", choices=[SQLITE, POSTGRES, "both"], default=SQLITE)
    parser.add_argument(
        "--faults", type=read_parties, default=[], help="only these, in turn; with + between them: together"
    )
    return parser.parse_args()


def read_parties(text: str) -> list[list[Fault]]:
    known = {fault.name: fault for fault in FAULTS}
    try:
        return [[known[name] for name in party.split("+") if name] for party in text.split(",")]
    except KeyError as unknown:
        raise argparse.ArgumentTypeError(f"there is no fault {unknown}: {', '.join(known)}") from unknown


def plan_outing(options: argparse.Namespace, stacks: Sequence[str], number: int) -> Outing:
    """Return the scenario of that number: stacks and faults take turns, and some other faults may come along."""
    seed, stack = options.seed + number, stacks[number % len(stacks)]
    turn = number // len(stacks)
    if options.faults:
        parties = [party for party in options.faults if all(stack in fault.stacks for fault in party)]
        return Outing(seed, stack, parties[turn % len(parties)])
    possible = [fault for fault in FAULTS if stack in fault.stacks]
    first = possible[(options.seed + turn) % len(possible)]
    rng = random.Random(seed)
    others = [fault for fault in possible if not fault.alone and fault is not first]
    more = [] if first.alone else rng.sample(others, rng.randrange(MOST_AT_ONCE))
    return Outing(seed, stack, [*more, first])


def open_installation(opened: ExitStack, folder: Path, stack: str) -> Installation:
    place = folder / stack
    place.mkdir()
    if stack == SQLITE:
        return build_installation(place)
    postgres = Postgres()
    opened.callback(postgres.remove)
    postgres.start()
    return build_installation(place, postgres)


async def spend(outing: Outing, installation: Installation, place: Path, seen: Counter[str]) -> bool:
    """Play one scenario and say how it was. Returns whether nothing was found."""
    plan = planned(outing.faults, Plan(night=True))
    place.mkdir()
    print(f"\nseed {outing.seed}, {outing.stack}: {', '.join(fault.name for fault in outing.faults)}", flush=True)
    try:
        site = Site(installation, place, small_disk=plan.small_disk, false_clock=plan.false_clock)
    except Missing as missing:
        print(f"  left out: {missing}")
        return True
    scenario = Scenario(site, plan, outing.seed, [fault.act for fault in outing.faults if fault.act])
    try:
        found = await play(scenario)
    finally:
        site.close()
    found += [f"the server's log: {line}" for line in unexpected(site.complaints(), outing.faults)]
    report(scenario, found, seen)
    if found:
        scenario.keep(place / "frames")
    return not found


async def play(scenario: Scenario) -> list[str]:
    try:
        await asyncio.to_thread(scenario.site.server.start)
        async with asyncio.timeout(LONGEST_EVENING):
            return await scenario.spend() or await scenario.reread()
    except Exception:  # any error is a finding: about the server, or about this harness
        return [traceback.format_exc()]


def report(scenario: Scenario, found: Sequence[str], seen: Counter[str]) -> None:
    for note in scenario.notes:
        print(f"  {note.at:6.1f} s, after {note.acks:3} acks: {note.what}")
    requests = [asked for client in scenario.clients for asked in client.recording.requests()]
    picks = [pick for log in scenario.logs for table in log["tables"] for pick in table["picks"]]
    counted = Counter(
        acks=sum(asked.ack is not None for asked in requests),
        refusals=sum(asked.ack is None for asked in requests),
        reconnects=sum(max(0, client.reconnects) for client in scenario.clients),
        automatic=sum(pick["how"] == "time" for pick in picks),
        picks=len(picks),
        acts=sum(len(night.acts) for night in scenario.nights),
        faults=len(scenario.notes),
        tables=sum(len(log["tables"]) for log in scenario.logs),
    )
    seen.update(counted)
    print("  seen: " + ", ".join(f"{what} {number}" for what, number in counted.items()))
    for one in found:
        print(f"  FOUND: {one}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
