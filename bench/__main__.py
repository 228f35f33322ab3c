"""A night of many tables measured: the server beside the limit, in turns, each on one core and the load on another."""

import argparse
import asyncio
import json
import os
import tempfile
from pathlib import Path

from bench.figures import Figures, table
from bench.night import Plan, spend_night
from bench.servers import LOAD_CORE, environment, run_python, running
from bench.targets import PLANS, Measured, targets, verdict


def measure(plan: Plan, repeats: int) -> Measured:
    """Return the figures of the server and of the limit, for each repeat."""
    real: list[Figures] = []
    limit: list[Figures] = []
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        env = environment(folder, BENCH_SCRIPT=str(folder / "script.json"))
        each = plan.tables * plan.drafts
        evening = json.loads(run_python("bench.evening", str(each * repeats), str(plan.fighters), env=env))
        Path(env["BENCH_SCRIPT"]).write_text(json.dumps(evening["script"]))
        for repeat in range(repeats):
            night = evening["tables"][repeat * each : (repeat + 1) * each]
            with running("draftsite.asgi:application", env, folder / "server.log") as server:
                real.append(asyncio.run(spend_night(server, night, plan)))
            shown = {"BENCH_SHOWN": str(real[-1].shown_one_by_one(plan.fighters))}
            with running("bench.limit:application", env | shown, folder / "limit.log") as server:
                limit.append(asyncio.run(spend_night(server, night, plan)))
    return real, limit


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--targets", action="store_true", help="measure what is promised, and say whether it is kept")
    parser.add_argument("--tables", type=int, default=32, help="tables that draft at the same time (32)")
    parser.add_argument("--fighters", type=int, default=4, help="fighters at each (4)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds from pack to choice, give or take half (0)")
    parser.add_argument("--drafts", type=int, default=4, help="drafts that each table plays (4)")
    parser.add_argument("--seconds", type=float, default=60.0, help="stop after so many (60)")
    parser.add_argument("--repeats", type=int, default=3, help="measure so often, server and limit in turns (3)")
    options = vars(parser.parse_args())
    promised, repeats = options.pop("targets"), options.pop("repeats")
    os.sched_setaffinity(0, {LOAD_CORE})
    measured = {plan: _show(plan, repeats) for plan in (PLANS if promised else [Plan(**options)])}
    if promised:
        print(verdict(targets(measured)))


def _show(plan: Plan, repeats: int) -> Measured:
    pace = f"{plan.think:g} s to think" if plan.think else "as fast as they can"
    print(f"{plan.tables} tables of {plan.fighters}, {pace}:\n", flush=True)
    real, limit = measure(plan, repeats)
    print(table(real, limit), end="\n\n", flush=True)
    return real, limit


main()
