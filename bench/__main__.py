"""Measure the server, by itself or in turns with that of another checkout; one core is the server's, one the load's."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from bench.admission import FULL, QUICK, admission_of
from bench.battles import TABLES as BATTLE_TABLES
from bench.battles import battles_of
from bench.building import PACE, building_of
from bench.building import TABLES as BUILDING_TABLES
from bench.calls import calls_of_choices
from bench.figures import table
from bench.load import Plan, load_of
from bench.pages import prices_of_pages
from bench.panel import TABLES, panel_of
from bench.servers import CORES, DATABASES, LOAD_CORE, Measurement, measure
from bench.weight import weight_of_room

HUMAN_PACE = 10.0  # from 5 to 15 seconds for a choice


def main() -> None:
    options = _parser().parse_args()
    os.sched_setaffinity(0, CORES if options.kind == "weight" else {LOAD_CORE})  # a browser does more than a load
    measurement = _measurement(options)
    print(table(measurement.lines, measure(measurement, options.repeats, options.beside, options.database)))


def _measurement(options: argparse.Namespace) -> Measurement:
    def plan(tables: int, think: float = 0.0) -> Plan:
        return Plan(options.tables or tables, options.think or think, options.seconds)

    kinds: dict[str, Callable[[], Measurement]] = {
        "admission": lambda: admission_of(QUICK if options.quick else FULL),
        "panel": lambda: panel_of(plan(TABLES, HUMAN_PACE)),
        "building": lambda: building_of(plan(BUILDING_TABLES, PACE)),
        "battles": lambda: battles_of(plan(BATTLE_TABLES, HUMAN_PACE)),
        "pages": prices_of_pages,
        "weight": weight_of_room,
        "calls": calls_of_choices,
    }
    return kinds.get(options.kind, lambda: load_of(plan(32)))()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    kinds = parser.add_mutually_exclusive_group()
    for kind, help_ in (
        ("admission", "measure how phones are accepted (ten minutes), and not the load of tables that draft"),
        ("panel", "… the panel of 64 tables that draft"),
        ("building", "… 64 tables at which decks are built"),
        ("battles", "… 64 tables that draft beside 128 battles"),
        ("pages", "… the prices of the most used pages"),
        ("weight", "… the weight of a first visit of the draft room, in Chromium"),
        ("calls", "… the Python calls of a choice"),
    ):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=help_)
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="in turns with another checkout")
    parser.add_argument("--database", choices=DATABASES, default=DATABASES[0], help=f"({DATABASES[0]})")
    parser.add_argument("--tables", type=int, help="tables that draft at the same time (32; of the panel 64)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds from pack to choice, give or take half (0)")
    parser.add_argument("--seconds", type=float, default=60.0, help="measure tables that draft for so long (60)")
    parser.add_argument("--quick", action="store_true", help="let few phones come, to see that it works")
    parser.add_argument("--repeats", type=int, default=3, help="measure so often (3)")
    return parser


if __name__ == "__main__":
    main()
