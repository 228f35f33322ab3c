"""How far an upload is, asked of a real server while it works, at whichever process."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients.device import Organizer
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.stack import STACK, Proxy

CARDS = 4000


def card_list() -> bytes:
    rows = (f"LONG,LONG/{n},Unit {n},Normal Unit,1,,,,7000,5000,1,,C" for n in range(CARDS))
    return "\n".join([",".join(COLUMNS), *rows]).encode()


@pytest.fixture
def site(server, tmp_path):
    """The address of the site; of two processes, behind the proxy exactly as it is shipped."""
    if STACK != "postgres":
        yield server.url
        return
    (tmp_path / "shipped").mkdir()
    proxy = Proxy(tmp_path / "shipped/proxy.log", [process.port for process in server.processes], as_shipped=True)
    proxy.start()
    yield f"http://127.0.0.1:{proxy.port}"
    proxy.stop()


def test_each_look_at_an_upload_that_is_worked_on_finds_it(site):
    organizer = Organizer(site)
    assert organizer.get("/sets/upload/").status == 200
    with ThreadPoolExecutor(1) as thread:
        sent = thread.submit(organizer.send_files, "/sets/upload/?", cards=card_list(), upload=b"")
        looks = []
        while not sent.done():
            looks.append(json.loads(organizer.get("/sets/upload/progress/?upload=").text))
    assert (sent.result().status, sent.result().location) == (302, "/sets/LONG/")
    found = [bool(look) for look in looks]
    assert found.count(True) > 3
    first, last = found.index(True), len(found) - found[::-1].index(True)
    assert all(found[first:last])
    assert {look["total"] for look in looks if look} <= {CARDS, CARDS + 1}
