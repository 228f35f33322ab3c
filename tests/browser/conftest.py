"""A night in the store: one server for all tests that leave it running, and devices that people bring."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from tests.browser.devices import MOTION, SIZE, Devices
from tests.browser.page_actions import ORGANIZER, PASSWORD, Organizer, Phone
from tests.server import Installation, Server

expect.set_options(timeout=15_000)


@dataclass
class Night:
    """Devices and the people at them, all at one server.

    `motion` is what the devices wish, "reduce" where a test is not marked: what moves is drawn by the processor here.
    """

    devices: Devices
    server: Server
    keys: dict[str, StorageState]  # the storage of a signed-in tablet, by the server's address
    motion: str
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def screen(
        self,
        width: int,
        height: int,
        *,
        reduced_motion: str | None = None,
        color_scheme: str | None = None,
        **device: object,
    ) -> Page:
        """Open a page on a device of its own. No script of it may fail or be blocked."""
        context = self.devices.open(**device)
        self.contexts.append(context)
        page = context.new_page()
        size, motion = {"width": width, "height": height}, reduced_motion or self.motion
        if size != SIZE:
            page.set_viewport_size(size)
        if motion != MOTION or color_scheme:
            page.emulate_media(reduced_motion=motion, color_scheme=color_scheme)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error.stack}"))
        page.on("console", lambda line: "Content Security" in line.text and self.complaints.append(line.text))
        return page

    def organizer(self, **device: object) -> Organizer:
        """An organizer at a tablet, signed in: by the form for the first time, later as the same tablet remembers."""
        key = self.keys.get(self.server.url)
        organizer = Organizer(self.screen(1280, 800, storage_state=key, **device))
        if key is None:
            organizer.sign_in()
            self.keys[self.server.url] = organizer.page.context.storage_state()
        return organizer

    def phone(self, name: str, width: int = 390, height: int = 844, **device: object) -> Phone:
        return Phone(self.screen(width, height, **device), name, touch=bool(device.get("has_touch")))

    def display(self, code: str, page: str = "table/1/", **device: object) -> Page:
        """Open a big screen, on which little moves: a machine that runs tests has nothing that draws for it."""
        screen = self.screen(1920, 1080, **{"reduced_motion": "reduce"} | device)
        screen.goto(f"/events/{code}/{page}")
        return screen


def with_organizer(server: Server) -> Server:
    server.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    server.manage("createsuperuser", "--no-input", f"--username={ORGANIZER}", "--email=ann@drafts.example")
    return server


@pytest.fixture(scope="session")
def store(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an organizer's account, for all tests that leave it running."""
    server = with_organizer(Server(installation, tmp_path_factory.mktemp("store")))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def devices(browser: Browser, store: Server) -> Iterator[Devices]:
    devices = Devices(browser, store.url)
    yield devices
    devices.close()


@pytest.fixture(scope="session")
def keys() -> dict[str, StorageState]:
    return {}


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> str:
    return "reduce" if request.node.get_closest_marker("motion") is None else "no-preference"


@pytest.fixture
def night(devices: Devices, store: Server, keys: dict[str, StorageState], motion: str) -> Iterator[Night]:
    yield from _night(Night(devices, store, keys, motion))


@pytest.fixture
def night_of_its_own(browser: Browser, server: Server, motion: str) -> Iterator[Night]:
    """A night whose server may be killed."""
    devices = Devices(browser, server.url)
    yield from _night(Night(devices, with_organizer(server), {}, motion))
    devices.close()


def _night(night: Night) -> Iterator[Night]:
    yield night
    for context in night.contexts:
        night.devices.put_away(context)
    assert night.complaints == []
