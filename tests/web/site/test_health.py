import json
import urllib.error
import urllib.request
from threading import Event

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from drafts.live.hub import get_hub
from drafts.live.kernel.writer import Outcome
from drafts.live.shutdown import shutting_down
from drafts.queries.site import health

REDIS_ON_A_CLOSED_PORT = {
    "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": ["redis://127.0.0.1:9"]}}
}


def asked(url, what="healthz"):
    try:
        with urllib.request.urlopen(f"{url}/{what}", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def test_a_well_server_says_so(client, transactional_db):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_the_answer_is_never_kept(client, transactional_db):
    assert "no-store" in client.get("/healthz")["Cache-Control"]


def test_a_silent_channel_layer_is_named(client, transactional_db):
    with override_settings(CHANNEL_LAYERS=REDIS_ON_A_CLOSED_PORT):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "unavailable", "failing": ["channel_layer"]})


def test_a_broken_database_is_named(server):
    assert asked(server.url) == (200, {"status": "ok"})
    server.database.spoil()
    assert asked(server.url) == (503, {"status": "unavailable", "failing": ["database"]})


# Ready ----------------------------------------------------------------------------------------------------------


def test_a_server_that_can_take_phones_says_so(client, transactional_db):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


def test_a_server_without_its_channel_layer_is_not_ready(client, transactional_db):
    with override_settings(CHANNEL_LAYERS=REDIS_ON_A_CLOSED_PORT):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["failing"]) == (503, ["channel_layer"])


def test_a_server_whose_database_is_of_another_version_is_alive_and_not_ready(client, transactional_db, monkeypatch):
    monkeypatch.setattr(health, "_migrated", Event())
    applied = MigrationRecorder.Migration.objects.filter(app="drafts").order_by("-name")
    newest = applied.values("app", "name", "applied").first()
    applied.filter(name=newest["name"]).delete()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").json()["failing"] == ["migrations"]
    MigrationRecorder.Migration.objects.create(**newest)
    assert client.get("/readyz").status_code == 200


def test_a_server_that_ends_is_sent_nobody_any_more(client, transactional_db):
    shutting_down.set()
    try:
        assert client.get("/readyz").json() == {"status": "unavailable", "failing": ["closing"]}
        assert client.get("/healthz").status_code == 200
    finally:
        shutting_down.clear()


async def test_a_server_that_could_not_store_a_choice_is_not_ready(async_client, transactional_db):
    writer = get_hub()._writer
    writer._count([Outcome([None], {}, [[]])])
    assert (await async_client.get("/readyz")).json()["failing"] == ["writer"]
    writer._count([Outcome([True], {}, [[]])])
    assert (await async_client.get("/readyz")).status_code == 200


def test_a_broken_database_is_named_once(server):
    assert asked(server.processes[0].url, "readyz") == (200, {"status": "ok"})
    server.database.spoil()
    assert asked(server.processes[0].url, "readyz") == (503, {"status": "unavailable", "failing": ["database"]})


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_program_that_asks_from_behind_the_proxy_is_not_sent_to_https(client, transactional_db, settings, path):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/").status_code == 301
    assert client.get(path).status_code != 301
