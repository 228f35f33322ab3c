import re

import pytest

from drafts.models import CardSet, Event, ThrottledAction
from drafts.services.throttling import LIMITS, record_attempt
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


def test_the_first_page_offers_to_join_to_run_and_to_practise(client):
    page = client.get("/").content.decode()
    assert all(words in page for words in ("Join", "Run a draft", "Try it now"))


def test_the_first_page_plays_with_cards_of_the_sample_set(client, sample_sets):
    page = client.get("/").content.decode()
    assert page.count('class="stage__card') == 5
    assert page.count('data-trigger=""') == 4  # and one of the featured kind
    assert len(set(re.findall(r"kin=([^&]+)", page))) >= 4


def test_without_a_set_the_first_page_has_no_stage(client, db):
    CardSet.objects.all().delete()
    page = client.get("/").content.decode()
    assert ("stage__card" in page, "Try it now" in page) == (False, True)


def test_who_has_no_seat_is_not_sent_back_to_one(client):
    assert "Back to your seat" not in client.get("/").content.decode()


def test_who_has_a_seat_finds_the_way_back(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    sit_down(client, fighter(event, "Aichi"))
    page = client.get("/").content.decode()
    assert ("Back to your seat" in page, f"/events/{event.code}/" in page) == (True, True)


def test_the_way_back_keeps_the_direction_of_names_to_themselves(client, organizer, sample_sets):
    event = make_event(organizer, "דניאל הלוחם", name="سهرة")
    sit_down(client, fighter(event, "דניאל הלוחם"))
    words = '<bdi dir="auto">דניאל הלוחם</bdi> at <bdi dir="auto">سهرة</bdi>'
    assert words in client.get("/").content.decode()


def test_the_way_back_ends_with_the_event(client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(event, "Aichi"))
    event.phase = "finished"
    event.save()
    assert "Back to your seat" not in client.get("/").content.decode()


def test_practice_is_one_click_for_a_newcomer(client, sample_sets):
    answer = client.post("/practice/")
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/")
    assert (event.phase, event.organizer, event.fighters.filter(bot=True).count()) == ("drafting", None, 3)
    assert client.get(answer["Location"]).status_code == 200


def test_M1_practice_of_another_format_has_its_usual_table_and_its_own_cards(client, sample_sets):
    client.post("/practice/", {"format": "magic-draft"})
    event = Event.objects.get()
    assert (event.draft.format, event.fighters.filter(bot=True).count()) == ("magic-draft", 7)
    assert set(event.draft.rounds.values_list("card_set__code", flat=True)) == {"MAG01"}


def test_practice_of_a_format_that_is_not_there_is_refused_kindly(client, sample_sets):
    answer = client.post("/practice/", {"format": "poker"}, follow=True)
    assert (answer.redirect_chain, Event.objects.count()) == ([("/", 302)], 0)
    assert "There is no such format." in answer.content.decode()


def test_practice_without_the_sample_set_says_so(client, db):
    CardSet.objects.all().delete()
    answer = client.post("/practice/", follow=True)
    assert (answer.status_code, answer.redirect_chain) == (200, [("/", 302)])
    assert "The sample set is not loaded" in answer.content.decode()


def test_practice_is_never_started_by_following_a_link(client):
    assert client.get("/practice/").status_code == 405


def test_a_program_cannot_start_practice_drafts_without_end(client, sample_sets):
    for _ in range(LIMITS[ThrottledAction.PRACTICE].most):
        record_attempt(ThrottledAction.PRACTICE, address="127.0.0.1")
    assert (client.post("/practice/").status_code, Event.objects.count()) == (429, 0)
    assert client.post("/practice/", REMOTE_ADDR="192.0.2.7").status_code == 302
