"""nginx with the configuration that we ship: a stranger's body fills no disk, and an address has its share."""

import re
from contextlib import ExitStack
from pathlib import Path
from select import select

import pytest

from drafts import limits
from tests.clients.device import Organizer
from tests.clients.raw import connection, hear_all, say
from tests.process_facts import unlinked_files_of
from tests.programs import wait_until
from tests.stack import SHIPPED_PROXY, STACK

pytestmark = pytest.mark.skipif(STACK != "postgres", reason="one process on SQLite has nothing around it")

MIB = 1024 * 1024
SHIPPED = SHIPPED_PROXY.read_text()


def head(path, length, cookies=""):
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", f"Cookie: {cookies}"]
    return "\r\n".join([*lines, "Content-Type: application/octet-stream", "Connection: close", "", ""]).encode()


def status_of(answer):
    return int(answer.split(b" ", 2)[1])


def send_until_answered(line, size):
    """Send a body until something is answered, and return how many bytes went and the status."""
    part, sent = bytes(64 * 1024), 0
    while sent < size and not select([line], [], [], 0)[0] and say(line, part[: size - sent]):
        sent += len(part[: size - sent])
    return sent, status_of(hear_all(line))


def bytes_kept(server):
    """Return how much of bodies lies on the disk: named files in nginx's folder, and those that no folder names."""
    pid = server.proxy.process.pid
    workers = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    named = sum(file.stat().st_size for file in server.proxy.bodies.rglob("*") if file.is_file())
    return named + sum(map(unlinked_files_of, workers))


def test_a_strangers_upload_is_refused_before_it_has_come_and_is_kept_nowhere(server):
    size = 41 * MIB
    with ExitStack() as lines:
        for _ in range(4):
            line = lines.enter_context(connection(server.port))
            say(line, head("/sets/upload/", size))
            sent, status = send_until_answered(line, size - 100)  # a server that waits for all of it waits for ever
            assert (status, sent < size - 100) == (413, True)
            assert bytes_kept(server) == 0


def test_an_upload_that_never_ends_is_kept_by_no_proxy(server):
    with ExitStack() as lines:
        held = [lines.enter_context(connection(server.port)) for _ in range(4)]
        for line in held:
            say(line, head("/sets/upload/", 3 * MIB) + bytes(2 * MIB))
        wait_until(lambda: sum(unlinked_files_of(p.process.pid) for p in server.processes) > 0, "nothing arrived")
        assert bytes_kept(server) == 0
        fifth = lines.enter_context(connection(server.port))
        say(fifth, head("/sets/upload/", 3 * MIB))
        assert status_of(hear_all(fifth)) == 429
        other = lines.enter_context(connection(server.port))
        say(other, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert status_of(hear_all(other)) == 200


def test_an_organizers_upload_goes_through(server):
    organizer = Organizer(server.url)
    organizer.get("/sets/upload/")
    answer = organizer.send_files("/sets/upload/", cards=bytes(6 * MIB))
    assert (answer.status, "set_code" in answer.text) == (200, True)


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        ("/join/", 128 * 1024 + 1, 413),
        ("/join/", 100 * 1024, 403),  # without the token of a form
        ("/events/new/", 4 * MIB + 1, 413),
        ("/events/new/", 3 * MIB, 403),
        ("/events/AAAAAA/edit/", 3 * MIB, 403),
        ("/store/", 3 * MIB, 403),
        ("/sets/upload/", 65 * MIB + 1, 413),
    ],
)
def test_a_body_is_as_large_as_the_forms_of_its_page_are(server, path, length, status):
    with connection(server.port) as line:
        say(line, head(path, length))
        assert send_until_answered(line, length)[1] == status


def test_an_address_may_open_as_many_connections_as_a_process_without_a_proxy_allows_it():
    shares = re.findall(r"limit_conn addresses (\d+);", SHIPPED)
    assert {*map(int, shares)} == {limits.MOST_CONNECTIONS}
    assert len(shares) == 1 + len(re.findall(r"limit_conn (?!addresses|_)\w+ \d+;", SHIPPED))


def test_no_address_can_fill_the_place_for_bodies_alone():
    """The bodies sent to pages with small forms, and to those with large ones, together."""
    small, large = 1200 * 128 * 1024, 16 * 4 * MIB
    assert "client_max_body_size 128k;" in SHIPPED
    assert re.findall(r"client_max_body_size (4m);[^}]*limit_conn large_forms (16);", SHIPPED) == [("4m", "16")]
    assert small + large < 256 * MIB
