from datetime import UTC, datetime

import pytest
from django.test import Client

from drafts.models import Store
from drafts.rules.night.stages import Stage
from tests.factories import fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    made = make_event(organizer, "Aichi")
    made.starts_at = datetime(2026, 11, 6, 18, 0, tzinfo=UTC)
    made.save(update_fields=["starts_at"])
    return made


def test_the_file_has_the_start_the_store_and_the_way_in(client, event, organizer):
    Store.objects.create(owner=organizer, name="Corner, the store")
    answer = client.get(f"/events/{event.code}/event.ics")
    text = answer.content.decode().replace("\r\n ", "")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8; method=PUBLISH"
    assert answer["Content-Disposition"] == f'attachment; filename="pass-left-{event.code}.ics"'
    assert "\r\nDTSTART:20261106T180000Z\r\n" in text
    assert "\r\nSUMMARY:Friday draft\r\nLOCATION:Corner\\, the store\r\n" in text
    assert f"\r\nURL:http://testserver/join/{event.code}/\r\n" in text


def test_the_join_page_and_the_lobby_lead_to_it(client, event):
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    link = f'href="/events/{event.code}/event.ics"'
    pages = [client.get(f"/join/{event.code}/"), seated.get(f"/events/{event.code}/")]
    assert [link in page.content.decode() for page in pages] == [True, True]


def test_an_event_without_a_time_or_that_has_begun_has_none(client, event):
    event.phase = Stage.DRAFTING
    event.save(update_fields=["phase"])
    began = client.get(f"/events/{event.code}/event.ics").status_code
    event.phase, event.starts_at = Stage.LOBBY, None
    event.save(update_fields=["phase", "starts_at"])
    assert (began, client.get(f"/events/{event.code}/event.ics").status_code) == (404, 404)
    assert "event.ics" not in client.get(f"/join/{event.code}/").content.decode()
