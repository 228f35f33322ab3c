"""The server as units and containers start it."""

import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.server import Daphne, environment


class Served(Daphne):
    def command(self):
        return [sys.executable, "manage.py", "serve", "--port", str(self.port)]


@pytest.fixture
def database(installation, tmp_path):
    return installation.database.copy(tmp_path)


@pytest.fixture
def served(installation, database, tmp_path):
    env = environment(database=database.url, static=installation.static, BEHIND_PROXY="on")
    process = Served(tmp_path / "served.log", env)
    yield process
    process.kill()


def test_a_served_process_answers_believes_its_proxy_and_ends_when_it_is_told_to(served, database):
    served.start()
    request = Request(f"{served.url}/join/ZZZZZZ/", headers={"X-Forwarded-For": "198.51.100.7"})
    with pytest.raises(HTTPError, match="404"):
        urlopen(request)
    assert database.rows("SELECT address FROM drafts_attempt") == [("198.51.100.7",)]
    assert served.stop() < 5
