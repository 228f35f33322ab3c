"""A night in the store: one server for all tests that leave it running, and devices that people bring."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import ORGANIZER, PASSWORD, Organizer, Phone
from tests.server import House, Server

expect.set_options(timeout=15_000)


@dataclass
class Night:
    """Devices and the people at them, all at one server."""

    browser: Browser
    server: Server
    complaints: list[str] = field(default_factory=list)

    def screen(self, width: int, height: int, **device: object) -> Page:
        """Open a page on a device of its own. No script of it may fail or be blocked."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.server.url, **device
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and self.complaints.append(line.text))
        return page

    def organizer(self, **device: object) -> Organizer:
        organizer = Organizer(self.screen(1280, 800, **device))
        organizer.sign_in()
        return organizer

    def phone(self, name: str, width: int = 390, height: int = 844, **device: object) -> Phone:
        return Phone(self.screen(width, height, **device), name, touch=bool(device.get("has_touch")))

    def display(self, code: str, **device: object) -> Page:
        page = self.screen(1920, 1080, **device)
        page.goto(f"/events/{code}/table/1/")
        return page


def with_organizer(server: Server) -> Server:
    server.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    server.manage("createsuperuser", "--no-input", f"--username={ORGANIZER}", "--email=ann@drafts.example")
    return server


@pytest.fixture(scope="session")
def store(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an organizer's account, for all tests that leave it running."""
    server = with_organizer(Server(house, tmp_path_factory.mktemp("store")))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def night(browser: Browser, store: Server) -> Iterator[Night]:
    yield from _night(browser, store)


@pytest.fixture
def night_of_its_own(browser: Browser, server: Server) -> Iterator[Night]:
    """A night whose server may be killed."""
    yield from _night(browser, with_organizer(server))


def _night(browser: Browser, server: Server) -> Iterator[Night]:
    night = Night(browser, server)
    yield night
    for context in list(browser.contexts):
        context.close()
    assert night.complaints == []
