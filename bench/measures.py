"""The measurements. Each uses copies of one database and measures the server and the limit in turns."""

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import partial

from bench.clients import SpectatorClient
from bench.crowd import draw_crowd, lie_idle
from bench.fights import FIGHTS_AT_A_TABLE, fight_beside
from bench.figures import Figures, Measured, Summary
from bench.load import Plan, Route, by_event, let_in, spend_night, spread
from bench.pages import Visitor
from bench.prepared import Prepared
from bench.servers import LIMIT, SITE, Site, site
from bench.starts import crash, start_up


def measure_night(made: Prepared, plan: Plan, repeats: int, *, processes: int = 1) -> Measured:
    """Let tables draft."""
    return Measured(*zip(*(_night_and_limit(made, plan, processes) for _ in range(repeats)), strict=True))


def _night_and_limit(made: Prepared, plan: Plan, processes: int) -> tuple[Summary, Summary]:
    figures = play_night(made, SITE, plan, processes=processes)
    shown = str(figures.shown_one_by_one(plan.fighters))
    return figures.summary(), play_night(made, LIMIT, plan, processes=processes, BENCH_SHOWN=shown).summary()


def play_night(
    made: Prepared, app: str, plan: Plan, *, processes: int = 1, route: Route = by_event, **more: str
) -> Figures:
    """Let tables draft on an application."""
    night = made.events["tables"][: plan.tables * plan.drafts]
    with site(made, app, processes=processes, **more) as running:
        return asyncio.run(spend_night(running, night, plan, route))


def measure_processes(made: Prepared, plan: Plan, repeats: int) -> dict[str, Measured]:
    """Let one process and two serve the same night; where phones are spread over both, the limit knows no table."""
    apart = [play_night(made, SITE, plan, processes=2, route=spread).summary() for _ in range(repeats)]
    return {
        "one process": measure_night(made, plan, repeats),
        "two, each event in one": measure_night(made, plan, repeats, processes=2),
        "two, each table in both": Measured(apart, []),
    }


def measure_largest(made: Prepared, plan: Plan, repeats: int) -> dict[str, Measured]:
    """Let all tables of one event draft, without and with its organizer looking at the control panel."""
    closed, limit, opened = [], [], []
    for _ in range(repeats):
        alone, shown = _largest(made, SITE, plan)
        closed.append(alone)
        limit.append(_largest(made, LIMIT, plan, BENCH_SCRIPT=str(made.ring_script), BENCH_SHOWN=str(shown))[0])
        opened.append(_largest(made, SITE, plan, panel=True)[0])
    return {"panel closed": Measured(closed, limit), "panel open": Measured(opened, [])}


def _largest(made: Prepared, app: str, plan: Plan, *, panel: bool = False, **more: str) -> tuple[Summary, float]:
    """Return the summary, and the share of choices that were shown one by one."""
    night = made.events["rings"][: plan.tables]

    async def draft(running: Site) -> tuple[Figures, float]:
        host = made.events["panel"]
        organizer = SpectatorClient(host["path"], lambda *_: None, host["session"])
        if panel:
            await let_in([(organizer, running.port)])
        figures = await spend_night(running, night, plan)
        organizer.close()
        return figures, organizer.bytes / max(1, organizer.received)

    with site(made, app, **more) as running:
        figures, view = asyncio.run(draft(running))
    return {**figures.summary(), "panel": view}, figures.shown_one_by_one(plan.fighters)


def measure_fights(made: Prepared, fights: int, plan: Plan) -> Measured:
    """Let tables fight while others draft; the limit knows no fights."""
    night = made.events["tables"][: plan.tables * plan.drafts]
    fighting = made.events["fights"][: -(-fights // FIGHTS_AT_A_TABLE)]
    with site(made, SITE) as running:
        return Measured([asyncio.run(fight_beside(running, night, fighting, plan))], [])


def measure_crowd(made: Prepared, size: int, plan: Plan, repeats: int) -> Measured:
    """Let a crowd watch one table."""
    table = made.events["tables"][0]
    return _in_turns(made, repeats, lambda running: asyncio.run(draw_crowd(running, table, size, plan)))


def measure_idle(made: Prepared, phones: int, seconds: float) -> Measured:
    """Let phones lie there."""
    night = made.events["tables"]
    return _in_turns(made, 1, lambda running: asyncio.run(lie_idle(running, night, phones, seconds)))


def measure_starts(made: Prepared, tables: int, repeats: int) -> Measured:
    """Start a process, and kill one in mid-draft."""
    night = made.events["tables"][:tables]

    def start_and_crash(running: Site) -> Summary:
        return {"start": start_up(running.servers[0]), **asyncio.run(crash(running, night))}

    return _in_turns(made, repeats, start_and_crash)


def _in_turns(made: Prepared, repeats: int, measure: Callable[[Site], Summary]) -> Measured:
    found: Mapping[str, list[Summary]] = {SITE: [], LIMIT: []}
    for _ in range(repeats):
        for app, summaries in found.items():
            with site(made, app) as running:
                summaries.append(measure(running))
    return Measured(found[SITE], found[LIMIT])


def measure_pages(
    made: Prepared, times: int, a_second: float, plan: Plan
) -> tuple[dict[str, Measured], dict[str, Measured], Measured]:
    """Open pages with nobody else there, then while tables draft; return both, and what the tables saw of it.

    The limit shows what the server showed.
    """
    pages, night = made.events["pages"], made.events["tables"][: plan.tables]
    quiet, busy, nights = [], [], []
    shown = made.folder / "pages.json"
    for app in (SITE, LIMIT):
        with site(made, app, BENCH_PAGES=str(shown)) as running:
            visitor = Visitor(running.port, pages)
            asyncio.run(visitor.open_all(times))
            quiet.append(visitor.summaries())
        if app == SITE:
            shown.write_text(json.dumps(visitor.bodies()))
        with site(made, app, BENCH_PAGES=str(shown)) as running:
            visitor = Visitor(running.port, pages)
            open_all = partial(visitor.open_all, times, a_second=a_second)
            figures = asyncio.run(spend_night(running, night, plan, beside=open_all))
            nights.append(figures.summary())
            busy.append(visitor.summaries())
    return _by_page(quiet), _by_page(busy), Measured(nights[:1], nights[1:])


def _by_page(found: list[dict[str, Summary]]) -> dict[str, Measured]:
    server, limit = found
    return {page: Measured([summary], [limit[page]]) for page, summary in server.items()}
