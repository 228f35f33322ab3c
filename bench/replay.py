"""How long a replay takes on a slow device: until its first step is seen, and from a key to the next one."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import run

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.figures import Line, Measured, Summary, percentiles
from bench.servers import CORES
from bench.targets import Target
from tests.databases import Database
from tests.programs import CHROMIUM, ROOT
from tests.server import Daphne, build_installation, environment, manage

DRAFTS = {"nine, Vanguard": ("SMP02", 9), "eight, Magic": ("MAG01", 8)}
SCREENS = {"phone": (390, 844), "desktop": (1280, 800)}
VIEWS = {"seat": "a seat", "pack": "a pack", "table": "the table"}
SLOWER = 4
STEPS = 14
MOST_SECONDS, MOST_OF_A_STEP = 1.0, 0.05

REPLAY = (
    Line("paint", "first step seen, ms", "{:.0f}", 1000),
    Line("page", "the page, KB", "{:.0f}", 1 / 1024),
    *(
        line
        for view, words in VIEWS.items()
        for line in (
            Line(f"{view}_p50", f"key to step, {words}, p50, ms", "{:.1f}", 1000),
            Line(f"{view}_p99", f"key to step, {words}, slowest, ms", "{:.1f}", 1000),
            Line(f"{view}_work", f"processor time of a step, {words}, ms", "{:.1f}", 1000),
        )
    ),
)

WATCH = """
new MutationObserver((_, watch) => {
    if (!document.querySelector(".replay .replay-card")) return;
    watch.disconnect();
    const { port1, port2 } = new MessageChannel(); // a timer would wait for what the page does next
    port2.onmessage = () => (window.seenAt = performance.now());
    requestAnimationFrame(() => port1.postMessage(null));
}).observe(document, { childList: true, subtree: true });
"""
STEP = """async (key) => {
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const took = performance.now() - began;
    await new Promise((done) => setTimeout(done, 400)); // what stands beside it is drawn after it
    return took / 1000;
}"""
SIZE = "performance.getEntriesByType('navigation')[0].decodedBodySize"


def measure_replay(repeats: int, beside: Path | None) -> dict[str, Measured]:
    """Open the replays of two large drafts, and step through them.

    `beside`: another checkout with the same migrations, which is measured in turns with this one, as the limit is.
    """
    os.sched_setaffinity(0, CORES)  # a browser has more to do than a load
    with tempfile.TemporaryDirectory(prefix="bench-") as name, chromium() as browser, ExitStack() as ending:
        folder = Path(name)
        database, codes = _drafted(folder)
        folders = [ROOT, beside] if beside else [ROOT]
        sites = [ending.enter_context(site(each, database, folder / str(place))) for place, each in enumerate(folders)]
        return {
            f"{draft}, {screen}": _in_turns(browser, [f"{site}/events/{code}/log/" for site in sites], size, repeats)
            for draft, code in codes.items()
            for screen, size in SCREENS.items()
        }


def targets_of(found: Mapping[str, Measured]) -> list[Target]:
    """Return what is promised of the slowest of them."""
    paint = max(measured.value("paint") for measured in found.values())
    step = max(measured.value(f"{view}_p50") for measured in found.values() for view in VIEWS)
    return [
        Target(f"first step of a replay seen, processor {SLOWER} times slower, ms", 1000 * MOST_SECONDS, 1000 * paint),
        Target("from key to step, the slowest view, p50, ms", 1000 * MOST_OF_A_STEP, 1000 * step),
    ]


def _drafted(folder: Path) -> tuple[Database, dict[str, str]]:
    """Let bots draft; return the database, and the codes of the events, whose logs are open to everybody."""
    installation = build_installation(folder)
    database = installation.database
    env = environment(database=database.url, static=installation.static)
    for card_set, fighters in DRAFTS.values():
        several = ("--set", card_set, "--fighters", str(fighters), "--tables", "1")
        manage(env, "simulate", *several, "--store", "--made-up")
    database.execute("UPDATE drafts_event SET log_visibility = 'public'")
    codes = database.rows("SELECT d.table_size, e.code FROM drafts_draft d JOIN drafts_event e ON e.id = d.event_id")
    return database, {name: dict(codes)[fighters] for name, (_, fighters) in DRAFTS.items()}


class _Checkout(Daphne):
    """The server of a checkout, this one or another."""

    is_site = False

    def __init__(self, folder: Path, log: Path, env: dict[str, str]) -> None:
        super().__init__(log, env)
        self._folder = folder


@contextmanager
def site(checkout: Path, database: Database, folder: Path) -> Iterator[str]:
    """Run a checkout on a copy of the database until the block ends; its address."""
    folder.mkdir()
    env = environment(database=database.copy(folder).url, static=folder / "static")
    run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"], cwd=checkout, env=env, check=True
    )
    server = _Checkout(checkout, folder / "log", env)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser of this machine until the block ends."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        raise SystemExit("This is measured in a Chromium, and there is none on the PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def _in_turns(browser: Browser, addresses: Sequence[str], size: tuple[int, int], repeats: int) -> Measured:
    turns = [[_measured(browser, address, size) for address in addresses] for _ in range(repeats)]
    return Measured([turn[0] for turn in turns], [turn[1] for turn in turns if len(turn) > 1])


def _measured(browser: Browser, address: str, size: tuple[int, int]) -> Summary:
    """Open a replay as one does who was never there, and step through it in each view."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    told = context.new_cdp_session(page)
    told.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    told.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(WATCH)
    page.goto(f"{address}#r1p1s1", wait_until="networkidle")  # nothing is asked of the page before
    found: dict[str, float] = {"paint": page.evaluate("window.seenAt") / 1000, "page": page.evaluate(SIZE)}
    for view in VIEWS:
        page.click(f"[data-go={view}]")
        found.update(_steps(page, told, view))
    context.close()
    return found


def _steps(page: Page, told: CDPSession, view: str) -> Summary:
    page.keyboard.press("Home")
    page.wait_for_timeout(500)
    before = _work(told)
    took = [page.evaluate(STEP, "ArrowRight") for _ in range(STEPS)]
    return {**percentiles(view, took), f"{view}_work": (_work(told) - before) / STEPS}


def _work(told: CDPSession) -> float:
    """Return how much processor time the page's thread has used: the same on a busy machine."""
    metrics = {each["name"]: each["value"] for each in told.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])
