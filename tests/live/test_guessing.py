"""Codes, passwords and tokens are not found by trying, at whichever process somebody tries."""

from itertools import cycle

import pytest

from drafts.models import ThrottledAction
from drafts.services.throttling import LIMITS
from tests.clients.device import Device, Organizer
from tests.server import Server

WRONG_PASSWORDS_FOR_ONE_NAME = 6
PEOPLE = 6


@pytest.fixture(scope="module")
def server(installation, tmp_path_factory):
    more = {"BEHIND_PROXY": "off", "PEOPLE_PER_ADDRESS": str(PEOPLE)}
    server = Server(installation, tmp_path_factory.mktemp("guessing"), more=more, size=2)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def processes(server):
    """Two processes with one database, each reached by itself. Nothing of other tests is counted."""
    server.database.execute("DELETE FROM drafts_attempt")
    return server.processes


def test_wrong_codes_are_counted_over_all_processes(processes):
    code = Organizer(processes[0].url).create()
    tries = zip(range(10 * PEOPLE), cycle(processes))
    answers = [Device(process.url).get(f"/join/AAAA{number + 22}/").status for number, process in tries]
    assert answers == [404] * 10 * PEOPLE
    for process in processes:
        assert Device(process.url).get(f"/join/{code}/").status == 429
        assert Device(process.url).post("/join/", code=code).status == 429


def test_wrong_codes_of_one_browser_are_counted_over_all_processes(processes):
    code = Organizer(processes[0].url).create()
    bored = Device(processes[0].url)
    answers = []
    for number, process in zip(range(LIMITS[ThrottledAction.CODE].most_of_browser), cycle(processes)):
        bored.url = process.url
        answers.append(bored.get(f"/join/AAAA{number + 22}/").status)
    assert answers == [404] * len(answers)
    for process in processes:
        bored.url = process.url
        assert (bored.get(f"/join/{code}/").status, Device(process.url).get(f"/join/{code}/").status) == (429, 200)


def test_wrong_passwords_are_counted_over_all_processes(processes):
    organizer = Organizer(processes[0].url)
    devices = cycle([Device(process.url) for process in processes])
    form = {"username": organizer.name, "password": "wrong"}
    tries = [next(devices).post("/accounts/login/", **form).status for _ in range(WRONG_PASSWORDS_FOR_ONE_NAME)]
    assert tries == [200] * (WRONG_PASSWORDS_FOR_ONE_NAME - 1) + [429]
    right = form | {"password": organizer.password}
    assert [Device(process.url).post("/accounts/login/", **right).status for process in processes] == [429, 429]


def test_wrong_passwords_under_many_names_are_counted_over_all_processes(processes):
    organizer = Organizer(processes[0].url)
    devices = cycle([Device(process.url) for process in processes])
    for number in range(LIMITS[ThrottledAction.PASSWORD].most - 1):  # one was the sign-up
        form = {"username": f"organizer-{number}", "password": ""}
        assert next(devices).post("/accounts/login/", **form).status == 200
    right = {"username": organizer.name, "password": organizer.password}
    assert [Device(process.url).post("/accounts/login/", **right).status for process in processes] == [429, 429]


def test_a_seat_is_not_found_by_trying_links(processes):
    organizer, device = Organizer(processes[0].url), Device(processes[0].url)
    code = organizer.create()
    device.join(code, "Aichi")
    guesses = [code * 7, "Aichi" * 8, "1" * 43, "_" * 43, "A" * 20]
    assert [Device(processes[1].url).get(f"/rejoin/{guess}/").status for guess in guesses] == [404] * len(guesses)
