"""A night of many tables measured: the server beside the limit, in turns, each on one core and the load on another."""

import argparse
import os
import sys
from pathlib import Path

from bench.figures import NIGHT, Measured, side_by_side
from bench.house import DATABASES, house
from bench.measures import measure_night
from bench.night import Plan
from bench.plans import FULL, QUICK, Scale
from bench.report import load, measure_all, save
from bench.servers import LOAD_CORE
from bench.targets import PLANS, status, targets, verdict
from bench.telling import write_into
from tests.server import ROOT

DOCUMENT = ROOT / "docs/performance.md"
FOLDER = ROOT / "docs/performance"
RESULTS = FOLDER / "results.json"


def main() -> None:
    options = vars(_parser().parse_args())
    kind = options.pop("kind")
    what = {name: options.pop(name) for name in ("database", "repeats", "quick")}
    os.sched_setaffinity(0, {LOAD_CORE})
    if kind == "report":
        _report(QUICK if what["quick"] else FULL)
    elif kind == "redraw":
        tell(RESULTS, DOCUMENT, FOLDER)
    elif kind == "targets":
        sys.exit(_judge(what["database"], what["repeats"]))
    else:
        _show({"": Plan(**options)}, what["database"], what["repeats"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    kinds = parser.add_mutually_exclusive_group()
    for kind, help_ in (
        ("targets", "measure what is promised, and say whether it is kept; the exit status is 1 when it is not"),
        ("report", f"measure everything, and write {DOCUMENT.relative_to(ROOT)} and its graphs (half an hour)"),
        ("redraw", "write these again without measuring"),
    ):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=help_)
    parser.add_argument("--quick", action="store_true", help="a small report (three minutes)")
    parser.add_argument("--database", choices=DATABASES, default=DATABASES[0], help=f"({DATABASES[0]})")
    parser.add_argument("--tables", type=int, default=32, help="tables that draft at the same time (32)")
    parser.add_argument("--fighters", type=int, default=4, help="fighters at each (4)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds from pack to choice, give or take half (0)")
    parser.add_argument("--drafts", type=int, default=4, help="drafts that each table plays (4)")
    parser.add_argument("--seconds", type=float, default=60.0, help="stop after so many (60)")
    parser.add_argument("--repeats", type=int, default=3, help="measure so often, server and limit in turns (3)")
    return parser


def _report(scale: Scale) -> None:
    results = measure_all(scale, lambda what: print(what, flush=True))
    FOLDER.mkdir(exist_ok=True)
    save(results, RESULTS)
    tell(RESULTS, DOCUMENT, FOLDER)
    print(f"Measured in {results.minutes:g} minutes; see {DOCUMENT.relative_to(ROOT)}.")


def tell(file: Path, document: Path, folder: Path) -> None:
    """Write results into a document, and draw them."""
    from bench.graphs import draw  # takes a second, which nothing else needs

    results = load(file)
    write_into(document, results)
    draw(results, folder)


def _judge(database: str, repeats: int) -> int:
    found = targets(_show(PLANS, database, repeats), database)
    print(verdict(found))
    return status(found)


def _show(plans: dict[str, Plan], database: str, repeats: int) -> dict[str, Measured]:
    nights: dict[str, Measured] = {}
    most = max(plan.tables * plan.drafts for plan in plans.values())
    fighters = next(iter(plans.values())).fighters
    with house(database, tables=most, fighters=fighters) as made:
        for name, plan in plans.items():
            pace = f"{plan.think:g} s to think" if plan.think else "as fast as they can"
            print(f"{plan.tables} tables of {plan.fighters}, {pace}, {database}:\n", flush=True)
            nights[name] = measure_night(made, plan, repeats)
            print(side_by_side(NIGHT, nights[name]), end="\n\n", flush=True)
    return nights


if __name__ == "__main__":
    main()
