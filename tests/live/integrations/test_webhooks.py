"""A server tells webhooks by itself, and what it has not told when it is killed it tells when it is back."""

import json
import re

import pytest

from tests.clients.device import Device, Organizer
from tests.server import Server
from tests.webhooks.receiver import receiving


@pytest.fixture
def server(installation, tmp_path):
    server = Server(installation, tmp_path, {"WEBHOOKS_PRIVATE": "on"})
    server.start()
    yield server
    server.kill()


def test_a_started_and_stopped_draft_is_told_once_each_also_after_the_plug_was_pulled(server):
    organizer = Organizer(server.url)
    organizer.sign_up()
    code = organizer.create()
    for name in ("Aichi", "Kamui"):
        Device(server.url).join(code, name)
    with receiving() as receiver:
        page = f"/events/{code}/host/webhooks/"
        made = organizer.post(page, address=receiver.address, tells=["event.started", "event.finished"])
        secret = re.search(r"whsec_[\w+/]+=*", made.text)[0]
        organizer.act(code, "start")
        started = receiver.wait()
        port = receiver.port
    assert (json.loads(started.body)["type"], started.is_signed_with(secret)) == ("event.started", True)
    organizer.act(code, "stop", confirm=code)  # no receiver listens now
    server.kill()  # perhaps while it tried to send: then it is sent again once that is long enough ago
    long_ago = "taken_until = NULL, next_at = '2020-01-01 00:00:00'"
    server.database.execute(f"UPDATE drafts_delivery SET {long_ago} WHERE delivered_at IS NULL")
    with receiving(port=port) as receiver:
        server.start()
        ended = receiver.wait()
        assert receiver.came.empty()
    assert (json.loads(ended.body)["type"], ended.is_signed_with(secret)) == ("event.finished", True)
