"""The clock as a process of its own, over the database of a server."""

import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

from tests.clients.device import Device, Organizer
from tests.programs import PATIENCE, ROOT

LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Table
then = timezone.now() - timedelta(hours=1)
Table.objects.update(deadline=then, wakes_at=then)
"""


@contextmanager
def running_clock(server):
    program = [sys.executable, "manage.py", "run_clock"]
    clock = subprocess.Popen(program, cwd=ROOT, env=server.env, stdout=subprocess.PIPE, text=True)
    watchdog = threading.Timer(PATIENCE, clock.kill)
    watchdog.start()
    try:
        yield clock
    finally:
        watchdog.cancel()
        clock.kill()
        clock.wait()


@pytest.fixture
def forgotten_table(server):
    """A timed draft whose phones and server have gone."""
    organizer = Organizer(server.url)
    code = organizer.create(pace="brisk")
    for name in ("Aichi", "Kamui"):
        Device(server.url).join(code, name)
    organizer.act(code, "start")
    server.stop()
    server.manage("shell", "-c", LONG_AGO)


def test_the_clock_gives_time_back_to_what_ran_out_before_it_ran_and_ends_when_it_is_told_to(server, forgotten_table):
    with running_clock(server) as clock:
        assert any("minded tables that nobody looks at: 1" in line for line in clock.stdout)
        clock.terminate()
        assert clock.wait(PATIENCE) == 0
