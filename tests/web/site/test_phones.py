"""The parts of pages for phones besides the draft: the icon for the home screen, and how they stay awake."""

import pathlib
import struct

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.factories import fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_of_the_size_that_they_have(client):
    answer = client.get("/manifest.webmanifest")
    manifest = answer.json()
    assert (answer["Content-Type"], manifest["start_url"]) == ("application/manifest+json", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with pathlib.Path(finders.find(icon["src"].removeprefix("/static/"))).open("rb") as file:
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", file.read(24)[16:]))
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_without_https_phones_and_the_organizer_read_that_the_screen_goes_off(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi")
    phone = Client()
    sit_down(phone, fighter(event, "Aichi"))

    def told(**how):
        pages = (
            Client().get(f"/join/{event.code}/", **how),
            phone.get(f"/events/{event.code}/", **how),
            organizer_client.get(f"/events/{event.code}/host/", **how),
        )
        return ["auto-lock to 5 minutes" in page.content.decode() for page in pages]

    assert told() == [True] * 3
    assert told(secure=True) == [False] * 3
