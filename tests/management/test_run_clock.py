"""The clock as a process of its own, over the database of a server."""

import pytest

from tests.clients.device import Device, Organizer
from tests.programs import wait_until
from tests.server import Clock

LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Table
then = timezone.now() - timedelta(hours=1)
Table.objects.update(deadline=then, wakes_at=then)
"""


@pytest.fixture
def clock(server, tmp_path):
    clock = Clock(tmp_path / "clock.log", server.env)
    yield clock
    clock.kill()


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


def test_the_clock_gives_time_back_to_what_ran_out_before_it_ran_and_ends_when_it_is_told_to(forgotten_table, clock):
    clock.launch()
    wait_until(lambda: "minded tables that nobody looks at: 1" in clock.log.read_text(), "no table was minded")
    clock.stop()
    assert clock.process.returncode == 0
