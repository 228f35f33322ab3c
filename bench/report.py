"""Everything measured, one after the other, and kept as JSON so that it can be told again without measuring."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench import measures
from bench.figures import Measured
from bench.load import Plan
from bench.machine import machine
from bench.plans import BRISK_PACE, Scale, at_pace, fast
from bench.prepared import DATABASES, Prepared, prepare

Say = Callable[[str], None]
Nights = dict[str, Measured]


@dataclass
class Results:
    """The results of a report. Nights and pages are keyed by database, then by name."""

    day: str
    scale: dict[str, Any]
    machine: dict[str, str]
    minutes: float = 0.0
    nights: dict[str, Nights] = field(default_factory=dict)
    processes: dict[str, Nights] = field(default_factory=dict)
    largest: Nights = field(default_factory=dict)
    crowd: Measured = field(default_factory=lambda: Measured([], []))
    idle: Measured = field(default_factory=lambda: Measured([], []))
    starts: dict[str, Measured] = field(default_factory=dict)
    pages: dict[str, dict[str, Nights]] = field(default_factory=dict)
    visited: Nights = field(default_factory=dict)
    fights: Nights = field(default_factory=dict)


def measure_all(scale: Scale, say: Say) -> Results:
    """Measure everything."""
    began = time.monotonic()
    found = Results(f"{datetime.now(UTC):%Y-%m-%d}", asdict(scale), machine())
    for database in DATABASES:
        say(f"{database}: making events")
        with prepare(database, tables=scale.most_tables, fighters=4, rings=scale.rings, fights=scale.fights) as made:
            _measure_on(made, database, scale, say, found)
    found.minutes = round((time.monotonic() - began) / 60, 1)
    return found


def _measure_on(made: Prepared, database: str, scale: Scale, say: Say, found: Results) -> None:
    first = database == DATABASES[0]
    found.nights[database] = nights = {}
    for name, plan, repeats in plans_of(scale, all_of_them=first):
        say(f"{database}: {name}")
        nights[name] = measures.measure_night(made, plan, repeats)
    say(f"{database}: fights")
    beside_fights = at_pace(scale.fights_beside, scale.seconds, scale.think)
    found.fights[database] = measures.measure_fights(made, scale.fights, beside_fights)
    say(f"{database}: starting and crashing")
    found.starts[database] = measures.measure_starts(made, scale.tables_back, scale.starts)
    say(f"{database}: pages")
    busy = at_pace(scale.busy_tables, 600, scale.think)
    alone, beside, night = measures.measure_pages(made, scale.page_times, scale.pages_a_second, busy)
    found.pages[database] = {"alone": alone, "beside": beside}
    found.visited[database] = night
    if first:
        _measure_crowds(made, scale, say, found)
    else:
        _measure_processes(made, scale, say, found)


def plans_of(scale: Scale, *, all_of_them: bool) -> list[tuple[str, Plan, int]]:
    """Return the nights of a database by name, and how often each is measured."""
    plans = [
        (f"fast-{tables}", fast(tables), scale.repeats) for tables in (scale.fast if all_of_them else scale.few_fast)
    ]
    if all_of_them:
        plans.append((f"brisk-{scale.brisk}", at_pace(scale.brisk, 60, min(BRISK_PACE, scale.think)), scale.repeats))
    return plans + [(f"pace-{tables}", at_pace(tables, scale.seconds, scale.think), 1) for tables in scale.paced]


def _measure_crowds(made: Prepared, scale: Scale, say: Say, found: Results) -> None:
    say("the largest event")
    plan = Plan(scale.rings, fighters=2, think=scale.think, seconds=scale.seconds)
    found.largest = measures.measure_largest(made, plan, 1)
    say(f"{scale.spectators} spectators")
    watched = at_pace(1, scale.seconds, scale.crowd_think)
    found.crowd = measures.measure_crowd(made, scale.spectators, watched, 1)
    say(f"{scale.idle_phones} idle phones")
    found.idle = measures.measure_idle(made, scale.idle_phones, scale.idle_seconds)


def _measure_processes(made: Prepared, scale: Scale, say: Say, found: Results) -> None:
    tables = scale.split_tables
    for name, plan in (("fast", fast(tables)), ("pace", at_pace(tables, scale.seconds, scale.think))):
        say(f"one process and two, {name}")
        found.processes[name] = measures.measure_processes(made, plan, 1)


# To a file and back ---------------------------------------------------------------------------------------------------


def save(results: Results, file: Path) -> None:
    """Write results as JSON, numbers to six digits."""
    file.write_text(json.dumps(_rounded(asdict(results)), indent=1) + "\n")


def load(file: Path) -> Results:
    """Read what `save` wrote."""
    return Results(**{name: _revived(value) for name, value in json.loads(file.read_text()).items()})


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _revived(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value.keys() == {"server", "limit"}:
        return Measured(**value)
    return {key: _revived(one) for key, one in value.items()}
