"""What many tests start from: an organizer, the sample sets, a real server, a real browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server import House, Server, build_house

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture
def organizer(db: None) -> User:
    return User.objects.create_user("ann", password="five of each clan")


@pytest.fixture
def organizer_client(organizer: User) -> Client:
    client = Client()
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def sample_sets(db: None) -> None:
    call_command("loadsamples", stdout=StringIO())


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Static files and a database with the sample sets, made once; each server works on a copy."""
    return build_house(tmp_path_factory.mktemp("house"))


@pytest.fixture
def server(house: House, tmp_path: Path) -> Iterator[Server]:
    server = Server(house, tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        say = pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip
        say("no Chromium on the PATH: browser tests need one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_screen(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Make pages, each on a device of its own: `open_screen(390, 844)`. No script of theirs may fail or be blocked."""
    complaints: list[str] = []

    def open_one(width: int, height: int, **device: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, **device)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and complaints.append(line.text))
        return page

    yield open_one
    for context in list(browser.contexts):
        context.close()
    assert complaints == []
