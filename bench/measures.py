"""What is measured: each on copies of one house, the server and the limit in turns."""

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import partial

from bench.crowd import draw_crowd, lie_idle
from bench.figures import Figures, Measured, Summary
from bench.house import House
from bench.night import Plan, Route, by_event, let_in, spend_night, spread
from bench.pages import Visitor
from bench.phone import Spectator
from bench.servers import LIMIT, SITE, Site, site
from bench.starts import crash, start_up


def measure_night(house: House, plan: Plan, repeats: int, *, processes: int = 1) -> Measured:
    """Let tables draft."""
    return Measured(*zip(*(_night_and_limit(house, plan, processes) for _ in range(repeats)), strict=True))


def _night_and_limit(house: House, plan: Plan, processes: int) -> tuple[Summary, Summary]:
    figures = _night(house, SITE, plan, processes=processes)
    shown = str(figures.shown_one_by_one(plan.fighters))
    return figures.summary(), _night(house, LIMIT, plan, processes=processes, BENCH_SHOWN=shown).summary()


def _night(house: House, app: str, plan: Plan, *, processes: int = 1, route: Route = by_event, **more: str) -> Figures:
    night = house.evening["tables"][: plan.tables * plan.drafts]
    with site(house, app, processes=processes, **more) as running:
        return asyncio.run(spend_night(running, night, plan, route))


def measure_processes(house: House, plan: Plan, repeats: int) -> dict[str, Measured]:
    """Let one process and two serve the same night; where phones are spread over both, the limit knows no table."""
    apart = [_night(house, SITE, plan, processes=2, route=spread).summary() for _ in range(repeats)]
    return {
        "one process": measure_night(house, plan, repeats),
        "two, each event in one": measure_night(house, plan, repeats, processes=2),
        "two, each table in both": Measured(apart, []),
    }


def measure_largest(house: House, plan: Plan, repeats: int) -> dict[str, Measured]:
    """Let all tables of one event draft, without and with its organizer looking at the control panel."""
    closed, limit, opened = [], [], []
    for _ in range(repeats):
        alone, shown = _largest(house, SITE, plan)
        closed.append(alone)
        limit.append(_largest(house, LIMIT, plan, BENCH_SCRIPT=str(house.ring_script), BENCH_SHOWN=str(shown))[0])
        opened.append(_largest(house, SITE, plan, panel=True)[0])
    return {"panel closed": Measured(closed, limit), "panel open": Measured(opened, [])}


def _largest(house: House, app: str, plan: Plan, *, panel: bool = False, **more: str) -> tuple[Summary, float]:
    """Return the summary, and the share of choices that were shown one by one."""
    night = house.evening["rings"][: plan.tables]

    async def evening(running: Site) -> tuple[Figures, float]:
        host = house.evening["panel"]
        organizer = Spectator(host["path"], lambda *_: None, host["session"])
        if panel:
            await let_in([(organizer, running.port)])
        figures = await spend_night(running, night, plan)
        organizer.close()
        return figures, organizer.bytes / max(1, organizer.received)

    with site(house, app, **more) as running:
        figures, view = asyncio.run(evening(running))
    return {**figures.summary(), "panel": view}, figures.shown_one_by_one(plan.fighters)


def measure_crowd(house: House, size: int, plan: Plan, repeats: int) -> Measured:
    """Let a crowd watch one table."""
    made = house.evening["tables"][0]
    return _in_turns(house, repeats, lambda running: asyncio.run(draw_crowd(running, made, size, plan)))


def measure_idle(house: House, phones: int, seconds: float) -> Measured:
    """Let phones lie there."""
    night = house.evening["tables"]
    return _in_turns(house, 1, lambda running: asyncio.run(lie_idle(running, night, phones, seconds)))


def measure_starts(house: House, tables: int, repeats: int) -> Measured:
    """Start a process, and kill one in mid-draft."""
    night = house.evening["tables"][:tables]

    def start_and_crash(running: Site) -> Summary:
        return {"start": start_up(running.servers[0]), **asyncio.run(crash(running, night))}

    return _in_turns(house, repeats, start_and_crash)


def _in_turns(house: House, repeats: int, measure: Callable[[Site], Summary]) -> Measured:
    found: Mapping[str, list[Summary]] = {SITE: [], LIMIT: []}
    for _ in range(repeats):
        for app, summaries in found.items():
            with site(house, app) as running:
                summaries.append(measure(running))
    return Measured(found[SITE], found[LIMIT])


def measure_pages(
    house: House, times: int, a_second: float, plan: Plan
) -> tuple[dict[str, Measured], dict[str, Measured], Measured]:
    """Open pages with nobody else there, then while tables draft; return both, and what the tables saw of it.

    The limit shows what the server showed.
    """
    pages, night = house.evening["pages"], house.evening["tables"][: plan.tables]
    quiet, busy, nights = [], [], []
    shown = house.folder / "pages.json"
    for app in (SITE, LIMIT):
        with site(house, app, BENCH_PAGES=str(shown)) as running:
            visitor = Visitor(running.port, pages)
            asyncio.run(visitor.open_all(times))
            quiet.append(visitor.summaries())
        if app == SITE:
            shown.write_text(json.dumps(visitor.bodies()))
        with site(house, app, BENCH_PAGES=str(shown)) as running:
            visitor = Visitor(running.port, pages)
            open_all = partial(visitor.open_all, times, a_second=a_second)
            figures = asyncio.run(spend_night(running, night, plan, beside=open_all))
            nights.append(figures.summary())
            busy.append(visitor.summaries())
    return _by_page(quiet), _by_page(busy), Measured(nights[:1], nights[1:])


def _by_page(found: list[dict[str, Summary]]) -> dict[str, Measured]:
    server, limit = found
    return {page: Measured([summary], [limit[page]]) for page, summary in server.items()}
