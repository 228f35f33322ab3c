"""The server as units and containers start it."""

import sys
from pathlib import Path

import pytest

from tests.server import Daphne, environment


class Served(Daphne):
    def command(self):
        return [sys.executable, "manage.py", "serve", "--port", str(self.port)]


@pytest.fixture
def served(installation, tmp_path):
    env = environment(database=installation.database.copy(tmp_path).url, static=installation.static, BEHIND_PROXY="on")
    process = Served(tmp_path / "served.log", env)
    yield process
    process.kill()


def test_a_served_process_answers_believes_its_proxy_and_ends_when_it_is_told_to(served):
    served.start()
    assert b"--proxy-headers" in Path(f"/proc/{served.pid}/cmdline").read_bytes().split(b"\0")
    assert served.stop() < 5
