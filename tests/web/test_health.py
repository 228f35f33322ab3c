import json
import urllib.error
import urllib.request

from django.test import override_settings

REDIS_ON_A_CLOSED_PORT = {
    "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": ["redis://127.0.0.1:9"]}}
}


def healthz(url):
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as answer:
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
    assert healthz(server.url) == (200, {"status": "ok"})
    for rest in server.folder.glob("server.sqlite3-*"):
        rest.unlink()
    server.database.write_bytes(b"spilled coffee " * 1000)
    assert healthz(server.url) == (503, {"status": "unavailable", "failing": ["database"]})
