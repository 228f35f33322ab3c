"""The log of a sealed night on its page and in its files: pools, and no rounds and passes."""

import re

import pytest

from drafts.services.events.nights import finish_event, go_on
from tests.factories import sealed_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    made = sealed_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", table_size=2, started=True)
    go_on(event=made, seen="opening", confirmed=False)
    finish_event(event=made)
    made.refresh_from_db()
    return made


def page_of(client, event, query=""):
    answer = client.get(f"/events/{event.code}/log/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_the_packs_of_a_seat_and_no_passes(client, event):
    page = page_of(client, event, "?table=1&seat=1")
    assert 'id="p1"' in page
    packs = event.draft.tables.get(number=1).packs.filter(opened_by=1)
    numbers = [*packs.values_list("cards__card__number", flat=True)]
    assert sorted(re.findall(r'data-number="([^"]+)"', page)) == sorted(numbers)
    assert [word for word in ("passed left", "passed right", "Step by step", "draft viewers") if word in page] == []


def test_each_table_has_addresses_of_its_own(client, event):
    assert 'id="t2p0"' in page_of(client, event, "?table=2")
    assert client.get(f"/events/{event.code}/log/?table=3").status_code == 404
    assert client.get(f"/events/{event.code}/log/?table=1&seat=2").status_code == 404


def test_a_seat_as_text_is_its_packs_and_there_is_none_for_draft_viewers(client, event):
    text = client.get(f"/events/{event.code}/log/t1-s0.txt").content.decode()
    assert [line for line in text.splitlines() if line.startswith("Pack")] == ["Pack 1 (MAG01)", "Pack 2 (MAG01)"]
    assert text.count("MAG01/") == 28
    assert client.get(f"/events/{event.code}/log/t1-s0/log.txt").status_code == 404


def test_every_other_file_is_there_and_statistics_are_not(client, event):
    for name in ("log.json", "log.csv", "t1.json", "figures.json", "preview.png"):
        assert client.get(f"/events/{event.code}/log/{name}").status_code == 200, name
    assert client.get(f"/events/{event.code}/statistics/").status_code == 404
    replay = client.get(f"/events/{event.code}/log/t1.json").json()
    assert (replay["steps"], replay["round_count"], len(replay["packs"])) == ([], 0, 4)


def test_the_pool_is_the_deck_of_its_fighter(client, event):
    fighter = event.fighters.get(nickname="Ren")
    page = client.get(f"/events/{event.code}/deck/?fighter={fighter.id}").content.decode()
    assert "28" in page
