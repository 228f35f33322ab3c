"""One server, on which each story is told once; it writes its log as JSON, and all that it can say."""

from collections.abc import Iterator

import pytest

from tests.secrets import stories
from tests.secrets.stories import Told
from tests.server import House, Server


@pytest.fixture(scope="session")
def site(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(house, tmp_path_factory.mktemp("secrets"), {"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"})
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def one_table(site: Server) -> Told:
    return stories.one_table(site.url)


@pytest.fixture(scope="session")
def two_tables(site: Server) -> Told:
    return stories.two_tables(site.url)


@pytest.fixture(scope="session")
def practice(site: Server) -> Told:
    return stories.practice(site.url)
