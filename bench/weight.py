"""The bytes and files that a browser with an empty cache transfers until it shows a first pack."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser

from bench.figures import Line, Measured, Summary
from bench.replay import SCREENS, chromium
from bench.targets import Target
from tests.browser.page_weight import KINDS, Weight, weigh_first_visit
from tests.server import Server, build_installation

MOST = 200_000
PACK = "[data-part=pack] button"

WEIGHT = (
    Line("total", "in all", "{:.1f}", 1 / 1000),
    *(
        line
        for kind in KINDS
        for line in (
            Line(kind, f"{kind.lower()}s", "{:.1f}", 1 / 1000),
            Line(f"{kind}_files", f"{kind.lower()}s, files", "{:.0f}"),
        )
    ),
)


def measure_weight() -> dict[str, Measured]:
    """Open the room of a practice draft on each screen."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name, chromium() as browser:
        server = Server(build_installation(Path(name)), Path(name))
        server.start()
        try:
            weights = {screen: _weighed(browser, server.url, size) for screen, size in SCREENS.items()}
        finally:
            server.stop()
    return {screen: Measured([_figures(weight)], []) for screen, weight in weights.items()}


def targets_of(found: Mapping[str, Measured]) -> list[Target]:
    """Return what is promised of the heaviest of them."""
    heaviest = max(measured.value("total") for measured in found.values())
    return [Target("first visit of the draft room, KB", MOST / 1000, heaviest / 1000)]


def _weighed(browser: Browser, url: str, size: tuple[int, int]) -> Weight:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(url)
    page.locator("form[action='/practice/'] button").first.click()
    page.locator(PACK).first.wait_for()
    weight = weigh_first_visit(page, PACK)
    context.close()
    return weight


def _figures(weight: Weight) -> Summary:
    files = {f"{kind}_files": float(weight.files[kind]) for kind in KINDS}
    return {"total": float(weight.total), **{kind: float(weight.size[kind]) for kind in KINDS}, **files}
