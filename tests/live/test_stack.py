"""The stack around several processes: the proxy that we ship, PostgreSQL, and each process by itself."""

import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from drafts.models import Attempt, ThrottledAction
from drafts.services.throttling import LIMITS
from tests.clients.device import Device, Organizer
from tests.clients.sync import open_socket
from tests.clients.views import pass_is, phase_is
from tests.clients.ws_client import play_all
from tests.live.conftest import make_night
from tests.programs import wait_until
from tests.server import Server
from tests.stack import STACK

pytestmark = pytest.mark.skipif(STACK != "postgres", reason="one process on SQLite has nothing around it")


@pytest.fixture
def night(server):
    with ExitStack() as lines:
        yield make_night(lines, Organizer(server.url), 2, pace="relaxed")


def answer(url, body=None, **headers):
    """Return the status and the headers of an answer."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as answered:
            return answered.status, answered.headers
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers


def stubborn(night):
    return [night.open(phone.device, stubborn=True) for phone in night.phones]


def test_a_draft_goes_on_over_a_restart_of_postgresql(private_installation, tmp_path):
    server = Server(private_installation, tmp_path)
    with ExitStack() as lines:
        lines.callback(server.kill)
        server.start()
        one, two = stubborn(make_night(lines, Organizer(server.url), 2, pace="relaxed"))
        assert one.choose()["type"] == "ack"
        server.installation.postgres.restart()
        assert two.choose()["type"] == "ack"
        assert one.wait_for(pass_is(1, 2))["you"]["pack"] != []


@pytest.mark.parametrize("victim", [0, 1])
def test_either_process_serves_everybody_while_the_other_is_dead(night, server, victim):
    phones = stubborn(night)
    server.processes[victim].kill()
    assert night.organizer.get(f"/events/{night.code}/host/").status == 200
    ends = play_all(phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30, 30]
    server.processes[victim].start()
    assert night.organizer.get(f"/events/{night.code}/host/").status == 200


def test_when_all_processes_are_back_every_line_opens_at_once(night, server):
    for process in server.processes:
        process.kill()
    for phone in night.phones * 2:
        with pytest.raises(InvalidStatus):
            open_socket(phone.device, phone.path).__enter__()
    for process in server.processes:
        process.start()
    assert all(night.open(phone.device).state for phone in night.phones * 2)


def test_where_somebody_comes_from_is_what_the_proxy_sees_and_not_what_they_write(server, night):
    guesses = 5
    for number in range(guesses):
        answer(f"{server.url}/join/222222/", **{"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": "for=192.0.2.1"})
    server.database.execute(
        f"INSERT INTO {Attempt._meta.db_table} (action, address, browser, at) SELECT '{ThrottledAction.CODE}',"
        f" '127.0.0.1', '', now() FROM generate_series(1, {LIMITS[ThrottledAction.CODE].most - guesses})"
    )
    assert answer(f"{server.url}/join/222222/", **{"X-Forwarded-For": "192.0.2.99"})[0] == 429
    with open_socket(Device(server.url), "/ws/events/222222/", **{"X-Forwarded-For": "192.0.2.98"}) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(20)
        assert closed.value.rcvd.code == 4429


def test_no_client_tells_the_server_that_it_came_by_https(shared_server):
    address = f"{shared_server.url}/accounts/login/"
    status, headers = answer(address, **{"X-Forwarded-Proto": "https", "Daphne-Root-Path": "/elsewhere"})
    assert (status, headers["Strict-Transport-Security"]) == (200, None)


def test_every_request_has_one_name_in_the_log_of_the_proxy_and_in_that_of_the_server(shared_server):
    _, headers = answer(f"{shared_server.url}/accounts/login/", **{"X-Request-ID": "one-of-my-own"})
    name = headers["X-Request-ID"]
    assert name != "one-of-my-own"
    for log, said in ((shared_server.proxy.access_log, name), (shared_server.log, f"request_id={name}")):
        wait_until(lambda log=log, said=said: said in log.read_text(), f"{log.name} does not name the request")


def test_the_link_of_a_seat_is_in_no_log(server, night):
    token = "x" * 43
    assert answer(f"{server.url}/rejoin/{token}/", Referer=f"{server.url}/rejoin/{token}/")[0] == 404
    assert answer(f"{server.url}/accounts/login/?next=/rejoin/{token}/", Referer=f"/rejoin/{token}/")[0] == 200
    for process in server.processes:
        process.kill()
    assert answer(f"{server.url}/rejoin/{token}/")[0] == 502
    logs = [server.proxy.access_log, server.proxy.log, server.log]
    assert "/rejoin/***" in server.proxy.access_log.read_text()
    assert [log.name for log in logs if token in log.read_text()] == []


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"x" * (4 * 1024 * 1024 + 1), {}, 413),
        (None, {"Cookie": "x" * 9000}, 400),
        (None, {f"X-{number}": "x" * 7000 for number in range(8)}, 400),
    ],
)
def test_the_proxy_passes_on_nothing_that_is_too_large(shared_server, body, headers, status):
    assert answer(f"{shared_server.url}/join/", body, **headers)[0] == status


def test_an_address_that_is_too_long_is_refused(shared_server):
    assert answer(f"{shared_server.url}/{'x' * 9000}")[0] == 414
