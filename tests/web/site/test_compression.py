"""Texts go over the line compressed, where the browser takes that, and nothing else is touched."""

import gzip

import pytest

from drafts.models import CardImage
from tests.factories import fighter, make_event, sit_down
from tests.pictures import png, stored

pytestmark = pytest.mark.django_db
TAKES = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def room(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    sit_down(client, fighter(event, "Aichi"))
    return f"/events/{event.code}/"


def test_a_page_comes_compressed_and_says_the_same(client, room):
    answer = client.get(room, headers=TAKES)
    assert (answer["Content-Encoding"], "Accept-Encoding" in answer["Vary"]) == ("gzip", True)
    assert int(answer["Content-Length"]) == len(answer.content)
    assert "Aichi" in gzip.decompress(answer.content).decode()


def test_a_browser_that_takes_nothing_compressed_is_sent_none(client, room):
    answer = client.get(room)
    assert not answer.has_header("Content-Encoding")
    assert "Aichi" in answer.content.decode()


def test_the_length_of_a_page_is_another_each_time(client, room):
    lengths = {len(client.get("/", headers=TAKES).content) for _ in range(8)}
    assert len(lengths) > 1


def test_a_photograph_is_left_as_it_is(client):
    data = png()
    address = CardImage.objects.create(name=stored(data).name, data=data).name
    answer = client.get(f"/cards/{address}", headers=TAKES)
    assert (answer.content, answer.has_header("Content-Encoding")) == (data, False)


def test_a_program_is_told_that_it_has_an_answer_by_the_tag_of_the_compressed_one(client, sample_sets):
    answer = client.get("/api/v1/sets/", headers=TAKES)
    assert (answer["Content-Encoding"], answer["ETag"].startswith('W/"')) == ("gzip", True)
    again = client.get("/api/v1/sets/", headers=TAKES | {"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, "Accept-Encoding" in again["Vary"]) == (304, b"", True)
