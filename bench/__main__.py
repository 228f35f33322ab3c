"""A night of many tables measured: the server beside the limit, in turns, each on one core and the load on another."""

import argparse
import os
import sys
from pathlib import Path

from bench.admission import ADMISSION, measure_admission
from bench.admission import FULL as ALL_PHONES
from bench.admission import QUICK as FEW_PHONES
from bench.document import write_into
from bench.fights import FIGHTS
from bench.figures import NIGHT, Measured, columns, side_by_side
from bench.load import Plan
from bench.measures import measure_fights, measure_night
from bench.motion import MOTION, measure_empty_page, measure_motion
from bench.motion import targets_of as targets_of_motion
from bench.pages import PAGE
from bench.panel import PANEL, RINGS, measure_panel
from bench.plans import FULL, HUMAN_PACE, QUICK, Scale, at_pace
from bench.prepared import DATABASES, prepare
from bench.replay import REPLAY, measure_replay, targets_of
from bench.report import load, measure_all, save
from bench.servers import LOAD_CORE
from bench.statistics import PICKS, measure_statistics, store_drafts, target
from bench.targets import PLANS, status, targets, verdict
from bench.versions import measure_beside
from bench.weight import WEIGHT, measure_weight
from bench.weight import targets_of as targets_of_weight
from tests.programs import ROOT

DOCUMENT = ROOT / "docs/performance.md"
BOTH = ("this checkout", "the other")
RESULTS, GRAPH = (ROOT / f"docs/performance/{name}" for name in ("results.json", "growth.svg"))


def main() -> None:
    options = _parser().parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    if options.kind == "report":
        _report(QUICK if options.quick else FULL)
    elif options.kind == "redraw":
        tell()
    elif options.statistics:
        sys.exit(_count(options.picks))
    elif options.replay:
        sys.exit(_replay(options.repeats, options.beside))
    elif options.motion:
        sys.exit(_move(options.repeats, options.beside))
    elif options.weight:
        sys.exit(_weigh())
    elif options.admission:
        _admit(options)
    elif options.panel:
        _look(options)
    elif options.fights:
        _fight(options)
    elif options.beside:
        plan = Plan(options.tables, think=options.think, drafts=4)
        print(side_by_side(NIGHT, measure_beside(plan, options.repeats, options.beside), BOTH))
    elif options.kind == "targets":
        sys.exit(_judge(options.database, options.repeats))
    else:
        _show({"": Plan(options.tables, think=options.think, drafts=4)}, options.database, options.repeats)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    kinds = parser.add_mutually_exclusive_group()
    for kind, help_ in (
        ("targets", "measure what is promised, and say whether it is kept; the exit status is 1 when it is not"),
        ("report", f"measure everything, and write {DOCUMENT.relative_to(ROOT)} and its graph (half an hour)"),
        ("redraw", "write these again without measuring"),
    ):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=help_)
    parser.add_argument("--quick", action="store_true", help="a small report, or a small crowd to be let in")
    parser.add_argument("--database", choices=DATABASES, default=DATABASES[0], help=f"({DATABASES[0]})")
    parser.add_argument("--tables", type=int, default=32, help="tables that draft at the same time (32)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds from pack to choice, give or take half (0)")
    parser.add_argument("--fights", type=int, default=0, help="let so many fights go on beside the tables (0)")
    parser.add_argument("--statistics", action="store_true", help="measure the statistics of a set, on both databases")
    parser.add_argument("--picks", type=int, default=PICKS, help=f"from so many picks ({PICKS:,})")
    parser.add_argument("--replay", action="store_true", help="measure the replay of a draft, in a browser")
    parser.add_argument("--motion", action="store_true", help="measure how the draft room moves, in a browser")
    parser.add_argument("--weight", action="store_true", help="weigh the first visit of the draft room")
    parser.add_argument("--panel", action="store_true", help=f"measure the panel of {RINGS} tables that draft")
    parser.add_argument("--admission", action="store_true", help="measure how phones are let in (ten minutes each)")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="in turns with that of another checkout")
    parser.add_argument("--seconds", type=float, default=35.0, help="measure fights or the panel for so long (35)")
    parser.add_argument("--repeats", type=int, default=3, help="measure so often, server and limit in turns (3)")
    return parser


def _report(scale: Scale) -> None:
    results = measure_all(scale, lambda what: print(what, flush=True))
    save(results, RESULTS)
    tell()
    print(f"Measured in {results.minutes:g} minutes; see {DOCUMENT.relative_to(ROOT)}.")


def tell() -> None:
    """Write the results into the document, and draw them."""
    from bench.graphs import draw  # takes a second, which nothing else needs

    results = load(RESULTS)
    write_into(DOCUMENT, results)
    draw(results, GRAPH)


def _judge(database: str, repeats: int) -> int:
    found = targets(_show(PLANS, database, repeats), database)
    print(verdict(found))
    return status(found)


def _admit(options: argparse.Namespace) -> None:
    measured = measure_admission(FEW_PHONES if options.quick else ALL_PHONES, options.repeats, options.beside)
    print(side_by_side(ADMISSION, measured, BOTH) if options.beside else columns(ADMISSION, {BOTH[0]: measured}))


def _fight(options: argparse.Namespace) -> None:
    think = options.think or HUMAN_PACE
    plan = at_pace(options.tables, options.seconds, think)
    with prepare(options.database, tables=plan.tables, fighters=4, fights=options.fights) as made:
        measured = measure_fights(made, options.fights, plan)
    print(f"{options.fights} fights beside {plan.tables} tables of four, {think:g} s to think, {options.database}:\n")
    print(columns(FIGHTS, {options.database: measured}))


def _look(options: argparse.Namespace) -> None:
    think = options.think or HUMAN_PACE
    with prepare(options.database, tables=1, fighters=4, rings=RINGS) as made:
        measured = measure_panel(made, options.seconds, think, options.repeats)
    print(f"The panel of {RINGS} tables of two, {think:g} s to think, {options.database}:\n")
    print(columns(PANEL, measured))


def _count(picks: int) -> int:
    """Measure statistics on both databases, and return the exit status."""
    found = []
    for database in DATABASES:
        with prepare(database, tables=1, fighters=4) as made:
            drafts = store_drafts(made, picks)
            print(f"{picks:,} picks in {drafts:,} drafts, {database}:\n", flush=True)
            measured = measure_statistics(made)
        print(columns(PAGE, measured), end="\n\n", flush=True)
        found.append(target(measured, database))
    print(verdict(found))
    return status(found)


def _replay(repeats: int, beside: Path | None) -> int:
    """Measure the replay, and return the exit status."""
    measured = measure_replay(repeats, beside)
    print(
        "The replay of a draft in Chromium, its processor made four times slower"
        + (" (ratio to the other checkout)" if beside else "")
        + ":\n"
    )
    print(columns(REPLAY, measured), end="\n\n")
    found = targets_of(measured)
    print(verdict(found))
    return status(found)


def _move(repeats: int, beside: Path | None) -> int:
    """Measure how the draft room moves, and return the exit status."""
    empty = measure_empty_page()
    print(f"Three boxes that move on an empty page: a wait of {1000 * empty['frame']:.0f} ms for a frame at most.\n")
    measured = measure_motion(repeats, beside)
    print(
        "The draft room in Chromium, its processor made four times slower"
        + (" (ratio to the other checkout)" if beside else "")
        + ":\n"
    )
    print(columns(MOTION, measured), end="\n\n")
    found = targets_of_motion(measured)
    print(verdict(found))
    return status(found)


def _weigh() -> int:
    """Weigh the draft room, and return the exit status."""
    measured = measure_weight()
    print("The draft room with a first pack, to one who was never here, headers and all, in KB:\n")
    print(columns(WEIGHT, measured), end="\n\n")
    found = targets_of_weight(measured)
    print(verdict(found))
    return status(found)


def _show(plans: dict[str, Plan], database: str, repeats: int) -> dict[str, Measured]:
    nights: dict[str, Measured] = {}
    most = max(plan.tables * plan.drafts for plan in plans.values())
    with prepare(database, tables=most, fighters=4) as made:
        for name, plan in plans.items():
            pace = f"{plan.think:g} s to think" if plan.think else "as fast as they can"
            print(f"{plan.tables} tables of four, {pace}, {database}:\n", flush=True)
            nights[name] = measure_night(made, plan, repeats)
            print(side_by_side(NIGHT, nights[name]), end="\n\n", flush=True)
    return nights


if __name__ == "__main__":
    main()
