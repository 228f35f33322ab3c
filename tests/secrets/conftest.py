"""One server, on which each scenario is played once; it writes its log as JSON, and all that it can say."""

from collections.abc import Iterator

import pytest

from tests.secrets import scenarios
from tests.secrets.scenarios import Outcome
from tests.server import Installation, Server


@pytest.fixture(scope="session")
def site(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(installation, tmp_path_factory.mktemp("secrets"), {"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"})
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def one_table(site: Server) -> Outcome:
    return scenarios.one_table(site.url)


@pytest.fixture(scope="session")
def two_tables(site: Server) -> Outcome:
    return scenarios.two_tables(site.url)


@pytest.fixture(scope="session")
def stopped(site: Server) -> Outcome:
    return scenarios.stopped(site)


@pytest.fixture(scope="session")
def night(site: Server) -> Outcome:
    return scenarios.night(site.url)


@pytest.fixture(scope="session")
def match(site: Server) -> Outcome:
    return scenarios.match(site.url)


@pytest.fixture(scope="session")
def with_real_packs(site: Server) -> Outcome:
    return scenarios.with_real_packs(site.url)


@pytest.fixture(scope="session")
def practice(site: Server) -> Outcome:
    return scenarios.practice(site.url)
