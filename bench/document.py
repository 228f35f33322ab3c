"""Results as Markdown, put between the marks of a document: what people wrote around them stays."""

import re
from collections.abc import Mapping
from pathlib import Path

from bench.crowd import CROWD, IDLE
from bench.fights import FIGHTS
from bench.figures import ACKS, CORES, CPU, NIGHT, Line, Measured, columns, rows, side_by_side
from bench.pages import PAGE
from bench.report import Nights, Results
from bench.starts import STARTS
from bench.targets import targets, verdict

GROWTH = (
    Line("rate", "choices a second", "{:,.0f}"),
    *CPU,
    *ACKS,
    *CORES,
)
VISITED = (*ACKS, *CORES)
LARGEST = (*NIGHT, Line("panel", "the panel's view, KB", "{:.0f}", 1 / 1024))
NAMES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def write_into(document: Path, results: Results) -> None:
    """Put the results between the document's marks. Raises KeyError for a mark that names nothing."""
    blocks = blocks_of(results)
    document.write_text(
        re.sub(
            r"(<!-- measured: (\S+) -->\n).*?(<!-- end -->)",
            lambda mark: f"{mark[1]}\n{blocks[mark[2]]}\n\n{mark[3]}",
            document.read_text(),
            flags=re.DOTALL,
        )
    )


def blocks_of(results: Results) -> dict[str, str]:
    """Return what stands between the marks, by their names."""
    return {
        "machine": _machine(results),
        "targets": _targets(results),
        "growth": _sections(results.nights, "fast", "as fast as they can", GROWTH),
        "pace": _sections(results.nights, "pace", _pace(results), NIGHT),
        "brisk": _brisk(results),
        "largest": _largest(results),
        "fights": _fights(results),
        "crowd": _crowd(results),
        "idle": _idle(results),
        "starts": _starts(results),
        "pages": _pages(results),
        "processes": _processes(results),
    }


def _machine(results: Results) -> str:
    how = f"the {results.scale['name']} report, {results.minutes:g} minutes"
    lines = [f"Measured on {results.day} ({how}):", ""]
    return "\n".join(lines + [f"- {name}: {value}" for name, value in results.machine.items()])


def _targets(results: Results) -> str:
    parts = [
        f"{NAMES[database]}:\n\n{verdict(found)}"
        for database, nights in results.nights.items()
        if (found := targets(nights, database))
    ]
    return "\n\n".join(parts) or "Too little was measured to say."


def _pace(results: Results) -> str:
    think = results.scale["think"]
    return f"{think / 2:g} to {think * 1.5:g} s for a choice"


def _sections(nights: Mapping[str, Nights], kind: str, how: str, lines: tuple[Line, ...]) -> str:
    return "\n\n".join(
        f"{NAMES[database]}, tables of 4, {how}:\n\n{columns(lines, _of_kind(found, kind))}"
        for database, found in nights.items()
    )


def _of_kind(nights: Nights, kind: str) -> Nights:
    """Return the nights of a kind under the names of their columns."""
    named = {name.partition("-"): measured for name, measured in nights.items()}
    return {
        f"{tables} {'table' if tables == '1' else 'tables'}": measured
        for (found, _, tables), measured in named.items()
        if found == kind
    }


def _brisk(results: Results) -> str:
    name, measured = next(item for item in results.nights["sqlite"].items() if item[0].startswith("brisk"))
    tables = name.partition("-")[2]
    return f"SQLite, {tables} tables of 4, half a second for a choice:\n\n{side_by_side(NIGHT, measured)}"


def _largest(results: Results) -> str:
    rings = results.scale["rings"]
    how = (
        f"SQLite, one event with {rings} tables of 2, {_pace(results)}, its organizer's control panel closed and open:"
    )
    return f"{how}\n\n{columns(LARGEST, results.largest)}"


def _fights(results: Results) -> str:
    if not results.fights:
        return "Not measured yet."
    scale = results.scale
    how = f"{scale['fights']} fights beside {scale['fights_beside']} tables of 4, {_pace(results)} or an act"
    return f"{how}:\n\n{columns(FIGHTS, {NAMES[name]: measured for name, measured in results.fights.items()})}"


def _crowd(results: Results) -> str:
    think = results.scale["crowd_think"]
    watched = f"one table of 4, {think / 2:g} to {think * 1.5:g} s for a choice"
    return f"SQLite, {results.scale['spectators']:,} spectators of {watched}:\n\n{side_by_side(CROWD, results.crowd)}"


def _idle(results: Results) -> str:
    return f"SQLite, {results.scale['idle_phones']} phones at tables of 4:\n\n{side_by_side(IDLE, results.idle)}"


def _starts(results: Results) -> str:
    found = results.starts
    cells = [["", *(NAMES[database] for database in found), "limit"]]
    for line in STARTS:
        limit = next(iter(found.values())).value(line.key, limit=True)
        cells.append([line.name, *(line.text(one.value(line.key)) for one in found.values()), line.text(limit)])
    return f"{results.scale['tables_back']} tables of 4 in mid-draft when the process is killed:\n\n{rows(cells)}"


def _processes(results: Results) -> str:
    tables = results.scale["split_tables"]
    return "\n\n".join(
        f"{tables} tables of 4, {how}:\n\n{columns(NIGHT, results.processes[name])}"
        for name, how in (("fast", "as fast as they can"), ("pace", _pace(results)))
    )


def _pages(results: Results) -> str:
    busy, rate = results.scale["busy_tables"], results.scale["pages_a_second"]
    when = {"alone": "alone", "beside": f"{busy} tables draft"}
    head = ["ms, p50 / p99", *(f"{NAMES[name]}, {how}" for name in results.pages for how in when.values())]
    some = next(iter(results.pages.values()))
    cells = [[*head, "limit, alone", "KB"]]
    for page, measured in some["alone"].items():
        waits = [_wait(found[key][page]) for found in results.pages.values() for key in when]
        cells.append([page, *waits, _wait(measured, limit=True), PAGE[2].text(measured.value("size"))])
    visited = {NAMES[database]: night for database, night in results.visited.items()}
    return (
        f"Each page {results.scale['page_times']} times, alone one after the other, while {busy} tables draft "
        f"({_pace(results)}) at most {rate:g} a second:\n\n{rows(cells)}\n\n"
        f"What the tables saw of it meanwhile:\n\n{columns(VISITED, visited)}"
    )


def _wait(measured: Measured, *, limit: bool = False) -> str:
    return " / ".join(line.text(measured.value(line.key, limit=limit)) for line in PAGE[:2])
