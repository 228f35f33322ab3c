"""How long the statistics of a set take, counted from many picks."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from bench.figures import Measured
from bench.pages import Pages, Visitor
from bench.prepared import Prepared
from bench.servers import SITE, site
from bench.targets import Target
from tests.server import manage

SET, FIGHTERS, CARDS_A_FIGHTER = "SMP01", 4, 30
PICKS = 1_000_000
DAYS = 730
TIMES = 40
MOST_SECONDS = 0.3


def store_drafts(made: Prepared, picks: int) -> int:
    """Let bots draft until so many picks are stored, over two years; return how many drafts that took."""
    drafts = -(-picks // (FIGHTERS * CARDS_A_FIGHTER))
    several = ("--set", SET, "--fighters", str(FIGHTERS), "--tables", str(drafts), "--days", str(DAYS))
    env = made.env | {"DATABASE_URL": made.database.url}
    manage(env, "simulate", *several, "--store", "--made-up")
    return drafts


def pages() -> Pages:
    """Return what is asked of the statistics, by name."""
    year_ago = (datetime.now(UTC) - timedelta(days=365)).date()
    asked = {
        "all drafts": "",
        "a year of them": f"?from={year_ago}",
        "bots too, packs of the server": "?bots=with&packs=digital",
        "by rarity, sorted by wheel": "?by=rarity&sort=wheel_rate",
    }
    return {name: (f"/sets/{SET}/statistics/{query}", "") for name, query in asked.items()}


def measure_statistics(made: Prepared) -> dict[str, Measured]:
    """Open the page of a set's statistics in several ways, with nobody else there."""
    with site(made, SITE) as running:
        visitor = Visitor(running.port, pages())
        asyncio.run(visitor.open_all(TIMES))
    return {page: Measured([summary], []) for page, summary in visitor.summaries().items()}


def target(found: Mapping[str, Measured], database: str) -> Target:
    """Return what is promised of the slowest of these pages."""
    slowest = max(measured.value("page_p50") for measured in found.values())
    return Target(f"statistics, the slowest page on {database}, p50, ms", 1000 * MOST_SECONDS, 1000 * slowest)
