"""Writes the pictures. `--only draft,log` takes those whose names begin so, `--sizes 390,1280` those widths."""

import argparse
import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

from tests.clients.device import Device, Organizer
from tests.programs import CHROMIUM, ROOT
from tests.screenshots.nights import NIGHTS, Night, names_of
from tests.screenshots.screens import SCREENS, SIZES, THEMES, Screen
from tests.server import Server, build_installation

FOLDER = ROOT / "docs" / "screenshots"
QUALITY = 46
HALVED_FROM = 820
"""Pictures of pages so wide are kept at half their size: all together stay under 4 MB."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--to", type=Path, default=FOLDER)
    asked = parser.parse_args()
    screens = [screen for screen in SCREENS if screen.name.startswith(tuple(asked.only.split(",")))]
    sizes = [size for size in SIZES if not asked.sizes or str(size[0]) in asked.sizes.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(build_installation(Path(folder)), Path(folder), more={"PEOPLE_PER_ADDRESS": "500"})
        server.start()
        try:
            take_pictures(server.url, screens, sizes, asked.to)
        finally:
            server.stop()
    files = list(asked.to.glob("*.webp"))
    print(f"{len(files)} pictures, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB, in {asked.to}")


def take_pictures(url: str, screens: list[Screen], sizes: list[tuple[int, int]], folder: Path) -> None:
    """Play the nights that are needed, and write a picture of each screen in each size and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    organizer = Organizer(url)
    nights = {name: NIGHTS[name](organizer) for name in names_of([screen.night for screen in screens])}
    organizer.get("/events/")  # what was said of the presses is read
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for screen in track(screens, "Pictures"):
            for size in sizes:
                for theme in THEMES:
                    picture = picture_of(browser, url, screen, nights.get(screen.night), size, theme)
                    picture.save(folder / f"{screen.name}-{size[0]}-{theme}.webp", quality=QUALITY, method=6)


def picture_of(
    browser: Browser, url: str, screen: Screen, night: Night | None, size: tuple[int, int], theme: str
) -> Image.Image:
    """Return a page as its device shows it, once it lies still."""
    device = device_of(screen, night)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=url, color_scheme=theme, reduced_motion="reduce"
    )
    if device:
        cookies = [{"name": each.name, "value": each.value or "", "url": url} for each in device.cookies]
        context.add_cookies(cookies)
    page = context.new_page()
    page.goto(screen.path.format(code=night.code if night else ""))
    lie_still(page)
    for selector in screen.press:
        page.locator(selector).first.click()
        lie_still(page)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return picture.reduce(2) if size[0] >= HALVED_FROM else picture


def device_of(screen: Screen, night: Night | None) -> Device | None:
    if night is None or screen.who == "nobody":
        return None
    if screen.who == "fighter":
        return next(iter(night.fighters.values()))
    return night.organizer if screen.who == "organizer" else night.judge


def lie_still(page: Page) -> None:
    """Wait until the page has its state, its pictures and its letters, and nothing moves."""
    page.wait_for_load_state("networkidle")
    page.evaluate("""async () => {
        await document.fonts.ready;
        for (const image of document.images) await image.decode().catch(() => {});
        const moving = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(moving.map((each) => each.finished));
    }""")


if __name__ == "__main__":
    main()
