"""Writes the pictures: of all screens in two widths, dark, and of the best ones in all widths, dark and light.

`--only draft,log` takes those whose names begin so, `--sizes 390,1280` those widths, `--sizes all` every one; with
`--sizes` both themes are taken, or `--themes light`. `--axe` lets axe look at each page, and says what it finds.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.progress import track

from tests.browser.accessibility import violations
from tests.clients.device import Device, Organizer
from tests.programs import CHROMIUM, ROOT
from tests.screenshots.nights import Night
from tests.screenshots.played import NIGHTS
from tests.screenshots.screens import CHOOSE, Screen
from tests.screenshots.shots import Shot, shots_of
from tests.server import Server, build_installation

FOLDER = ROOT / "docs" / "screenshots"
QUALITY = 42
HALVED_FROM = 820
"""Pictures of pages so wide are kept at half their size, but for the best ones on a desk."""
WHOLE = (1280, "dark")
LARGEST = 4_000_000
"""So many bytes all pictures of a usual run may have together."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--themes", default="")
    parser.add_argument("--to", type=Path, default=FOLDER)
    parser.add_argument("--axe", action="store_true")
    asked = parser.parse_args()
    shots = list(shots_of(asked.only.split(","), asked.sizes, asked.themes))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(build_installation(Path(folder)), Path(folder), more={"PEOPLE_PER_ADDRESS": "500"})
        server.start()
        try:
            faults = take_pictures(server.url, shots, asked.to, with_axe=asked.axe)
        finally:
            server.stop()
    files = list(asked.to.glob("*.webp"))
    size = sum(file.stat().st_size for file in files)
    print(f"{len(files)} pictures, {size / 1e6:.1f} MB, in {asked.to}")
    is_too_large = asked.to == FOLDER and size > LARGEST
    if is_too_large:
        print(f"That is more than {LARGEST / 1e6:.0f} MB: take fewer, or delete some.")
    return int(is_too_large or bool(faults))


def take_pictures(url: str, shots: list[Shot], folder: Path, *, with_axe: bool) -> int:
    """Write the pictures, playing each night when it is first needed; print what axe finds, and return how much."""
    folder.mkdir(parents=True, exist_ok=True)
    night_of, faults = played_by(Organizer(url)), 0
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for screen, size, theme in track(shots, "Pictures"):
            name = f"{screen.name}-{size[0]}-{theme}"
            context = context_of(browser, url, screen, night_of(screen.night), size, theme)
            page = open_page(context, screen, night_of(screen.night))
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
            is_whole = size[0] < HALVED_FROM or (screen.best and (size[0], theme) == WHOLE)
            (picture if is_whole else picture.reduce(2)).save(folder / f"{name}.webp", quality=QUALITY, method=6)
            for fault in axe_faults(page) if with_axe else []:
                faults += 1
                print(f"{name}: {fault}", flush=True)
            context.close()
    return faults


def played_by(organizer: Organizer) -> Callable[[str], Night | None]:
    """Return what gives a night by its name, played once."""
    played: dict[str, Night | None] = {"": None}

    def night_of(name: str) -> Night | None:
        if name not in played:
            played[name] = NIGHTS[name](organizer)
            organizer.get("/events/")  # the messages about the presses are read
        return played[name]

    return night_of


def context_of(
    browser: Browser, url: str, screen: Screen, night: Night | None, size: tuple[int, int], theme: str
) -> BrowserContext:
    """Return a browser with the cookies of a device of that size."""
    device = device_of(screen, night)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=url, color_scheme=theme, reduced_motion="reduce"
    )
    if device:
        cookies = [{"name": each.name, "value": each.value or "", "url": url} for each in device.cookies]
        context.add_cookies(cookies)
    return context


def open_page(context: BrowserContext, screen: Screen, night: Night | None) -> Page:
    """Return the page as its device shows it, once it lies still."""
    page = context.new_page()
    page.goto(screen.path.format(code=night.code if night else ""))
    lie_still(page)
    if (champion := page.locator("#champion[open] [data-part=champion-close]")).count():
        champion.click()  # of nights whose winner is the one who looks
    if screen.mishap == "line":
        context.set_offline(True)
        page.wait_for_selector("[data-part=line].is-bad, [data-part=line][data-line=offline]", state="attached")
    elif screen.mishap == "cookies":
        context.clear_cookies()
    for selector in screen.press:
        if selector == CHOOSE:
            choose(page)
        else:
            page.locator(selector).first.click()
        lie_still(page)
    return page


def choose(page: Page) -> None:
    """Choose a card, unless the fighter has chosen one on the device before; a new pack is deaf for half a second."""
    while not page.locator(".pack__card[aria-pressed=true]").count():
        page.locator(CHOOSE).first.click()


def axe_faults(page: Page) -> list[str]:
    """Return what axe finds wrong with a page."""
    found = violations(page)
    return [f"{fault['id']}: {' '.join(node['html'].split())[:200]}" for fault in found for node in fault["nodes"]]


def device_of(screen: Screen, night: Night | None) -> Device | None:
    if night is None or screen.who == "nobody":
        return None
    if screen.who == "fighter":
        return next(iter(night.fighters.values()))
    return night.organizer if screen.who == "organizer" else night.judge


IS_CONNECTED = """() => ![...document.querySelectorAll("[data-part=line]")]
    .some((line) => line.checkVisibility() && /connecting/i.test(line.textContent))"""


def lie_still(page: Page) -> None:
    """Wait until the page has its state, its pictures and its letters, and nothing moves."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(IS_CONNECTED)
    page.evaluate("""async () => {
        await document.fonts.ready;
        for (const image of document.images) if (image.checkVisibility()) await image.decode().catch(() => {});
        const moving = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(moving.map((each) => each.finished));
    }""")


if __name__ == "__main__":
    sys.exit(main())
