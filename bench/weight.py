"""The bytes and files that a browser with an empty cache transfers until it shows a first pack."""

import asyncio
import shutil

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Line, Summary
from bench.servers import Events, Measurement, Part, Site
from tests.browser.page_weight import KINDS, weigh_first_visit
from tests.programs import CHROMIUM

SCREENS = {"phone": (390, 844), "desktop": (1280, 800)}
PACK = "[data-part=pack] button"

WEIGHT = [
    line
    for screen in SCREENS
    for line in (
        Line(screen, f"{screen}: in all, KB", "{:.1f}", 1 / 1000),
        *(Line(f"{screen}_{kind}", f"… {kind.lower()}s", "{:.1f}", 1 / 1000) for kind in KINDS),
        Line(f"{screen}_files", "… files", "{:.0f}"),
    )
]


def weight_of_room() -> Measurement:
    """Return the measurement of a first visit of the room of a practice draft, on each screen."""
    return Measurement(WEIGHT, lambda organizer: {}, [Part(_weigh, {})])


async def _weigh(site: Site, events: Events) -> Summary:
    return await asyncio.to_thread(_weigh_all, site.url)


def _weigh_all(url: str) -> Summary:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        raise SystemExit("This is measured in a Chromium, and there is none on the PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        found: dict[str, float] = {}
        for screen, size in SCREENS.items():
            found |= {f"{screen}{key}": value for key, value in _weighed(browser, url, size).items()}
        browser.close()
    return found


def _weighed(browser: Browser, url: str, size: tuple[int, int]) -> Summary:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(url)
    page.locator("form[action='/practice/'] button").first.click()
    page.locator(PACK).first.wait_for()
    weight = weigh_first_visit(page, PACK)
    context.close()
    by_kind = {f"_{kind}": float(weight.size[kind]) for kind in KINDS}
    return {"": float(weight.total), **by_kind, "_files": float(weight.files.total())}
