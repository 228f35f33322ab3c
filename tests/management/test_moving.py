"""From SQLite to PostgreSQL, with the commands of docs/deploy.md."""

import re
from contextlib import ExitStack

import pytest

from tests.clients.device import Organizer
from tests.clients.views import pass_is, phase_is
from tests.clients.ws_client import WebSocketClient, play_all
from tests.live.conftest import make_night
from tests.management.test_backup import Nothing, facts, logs_of
from tests.server import PREPARED, ROOT, Installation, Server, build_installation_once
from tests.stack import STACK

pytestmark = pytest.mark.skipif(STACK == "sqlite", reason="needs PostgreSQL")

DOCS = ROOT / "docs/deploy.md"


def commands(start):
    """Return the management commands of the docs' block that begins with this one, as lists of words."""
    block = re.search(rf"```\n(?:umask 077\n)?(manage\.py {start}.*?)```", DOCS.read_text(), re.DOTALL)
    lines = [line.split("&&")[0] for line in block[1].replace("\\\n", " ").splitlines()]  # then the file is removed
    return [line.split()[1:] for line in lines]


@pytest.fixture
def small(tmp_path):
    """A server with SQLite, for one store."""
    (tmp_path / "small").mkdir()
    server = Server(build_installation_once(PREPARED or tmp_path), tmp_path / "small")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def large(installation, tmp_path):
    """A server with PostgreSQL, in which there is nothing yet."""
    (tmp_path / "large").mkdir()
    server = Server(Installation(Nothing(installation), installation.static, installation.postgres), tmp_path / "large")
    yield server
    server.kill()


def test_a_site_moves_from_sqlite_to_postgresql_with_a_draft_that_is_paused(small, large, tmp_path):
    with ExitStack() as lines:
        organizer = Organizer(small.url)
        over = make_night(lines, organizer, 2, bots=1, name="Fröhlich <&> 日本")
        play_all(over.phones, phase_is("building"))
        halfway = make_night(lines, organizer, 2, pace="relaxed")
        play_all(halfway.phones, pass_is(2, 2))
        halfway.act("pause")
        for phone in halfway.phones:
            phone.wait_for(lambda state: state["clock"]["paused"])
        before, seen = logs_of(over), [facts(phone) for phone in halfway.phones]
    small.stop()

    file = str(tmp_path / "site.xml")
    for words in commands("dumpdata"):
        small.manage(*(word.replace("site.xml", file) for word in words))
    for words in commands("migrate"):
        large.manage(*(word.replace("site.xml", file) for word in words))
    large.start()

    for device in (organizer, *over.devices, *halfway.devices):
        device.url = large.url
    assert logs_of(over) == before
    with ExitStack() as lines:
        phones = [lines.enter_context(WebSocketClient(device, halfway.code)) for device in halfway.devices]
        assert [facts(phone) for phone in phones] == seen
        halfway.act("resume")
        another = make_night(lines, organizer, 2)
        for table in (phones, another.phones):
            assert [len(state["you"]["pile"]) for state in play_all(table, phase_is("building"))] == [30, 30]
    assert large.manage("verify", halfway.code).startswith("OK")
