import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from drafts.models import CardSet, Event, Store, ThrottledAction
from drafts.presenters.site.first_page import events_to_name
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
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


@pytest.fixture
def open_house(organizer, sample_sets):
    """An event that its organizer lets be named, with two people and a bot in its lobby."""
    return make_event(organizer, "Aichi", "Kamui", bots=1, name="Lantern night", on_first_page=True)


def named(client):
    """Return the code of each event that the first page leads into."""
    return re.findall(r'href="/join/(\w{6})/"', client.get("/").content.decode())


def test_the_first_page_names_an_event_that_may_be_named_and_leads_in(client, open_house):
    page = client.get("/").content.decode()
    assert all(words in page for words in ("Lantern night", "Vanguard", "2 are in", "Open now"))
    assert named(client) == [open_house.code]
    assert [name for name in ("Aichi", "Kamui", "Brass Finch") if name in page] == []
    joined = client.post(f"/join/{open_house.code}/", {"nickname": "Misaki"})
    assert (joined.status_code, named(client)) == (302, [])  # whose own seat is there goes back to it instead


def test_of_an_event_whose_organizer_says_nothing_the_first_page_says_nothing(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", name="Lantern night")
    page = client.get("/").content.decode()
    assert [words for words in (event.code, "Lantern night") if words in page] == []


def test_an_event_is_named_only_while_people_may_join(client, organizer, open_house):
    listed = "\n\n".join(["SMP01/001"] * 12)
    two = {"packs": "uploaded", "pack_list": listed, "card_sets": [], "on_first_page": True}
    full = make_event(organizer, "Ren", name="For two", **two)
    assert named(client) == [open_house.code, full.code]
    join_event(event=full, nickname="Asaka")
    assert named(client) == [open_house.code]
    start_event(event=open_house)
    assert named(client) == []
    assert "Lantern night" not in client.get("/").content.decode()


def test_an_event_is_named_with_its_day_in_its_stores_time_and_forgotten_in_the_end(client, organizer, open_house):
    Store.objects.create(owner=organizer, name="The Lantern", time_zone="Asia/Tokyo")
    begins = datetime(2040, 5, 1, 10, tzinfo=UTC)
    Event.objects.update(starts_at=begins)
    page = client.get("/").content.decode()
    assert ("Tuesday, 1 May, 19:00" in page, "The Lantern" in page) == (True, True)
    assert [one.is_today for one in events_to_name(begins - timedelta(hours=12))] == [True]
    assert [one.is_today for one in events_to_name(begins - timedelta(hours=24))] == [False]
    assert [len(events_to_name(begins + timedelta(days=days))) for days in (6, 8)] == [1, 0]


def test_a_wrong_code_keeps_the_rest_of_the_first_page(client, open_house):
    page = client.post("/join/", {"code": "ZZZZZZ"}).content.decode()
    assert [words in page for words in ("We can’t find that code", "Lantern night", "stage__card")] == [True] * 3


def test_a_browser_that_tried_too_many_codes_is_not_let_in_by_the_first_page_either(client, open_house):
    for _ in range(LIMITS[ThrottledAction.CODE].most_of_browser):
        client.post("/join/", {"code": "ZZZZZZ"})
    assert client.get(f"/join/{open_house.code}/").status_code == 429


def test_a_visitor_who_has_no_seat_is_not_sent_back_to_one(client):
    assert "Back to your seat" not in client.get("/").content.decode()


def test_a_visitor_who_has_a_seat_finds_the_way_back(client, organizer, sample_sets):
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


def practise(client, request, **fields):
    return client.post("/practice/", {"request": request, **fields})["Location"]


def practice_request(client):
    return re.search(r'name="request" value="([^"]+)"', client.get("/").content.decode())[1]


def test_an_impatient_thumb_that_taps_twice_gets_one_practice(client, sample_sets):
    request = practice_request(client)
    assert len({practise(client, request) for _ in "12"}) == 1
    assert (Event.objects.count(), practice_request(client) != request) == (1, True)
    assert practise(client, request, format="magic-draft") != practise(client, request)


def test_a_practice_that_is_over_is_not_returned_to_by_the_tap_that_made_it(client, sample_sets):
    request = practice_request(client)
    first = practise(client, request)
    Event.objects.update(phase="finished")
    assert practise(client, request) != first


def test_a_request_that_no_first_page_named_leads_nobody_to_anothers_practice(client, sample_sets):
    assert len({practise(Client(), request) for request in ("x", "x", "", "x:y")}) == 4


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


@pytest.mark.parametrize("slug", ["magic-draft", "magic-sealed", "magic-own"])
def test_M27_a_practice_with_an_avatar_is_one_tap_from_the_first_page(client, sample_sets, slug):
    page = client.get("/").content.decode()
    assert re.search(rf'name="format" value="{slug}" data-avatars', page)
    assert re.search(r'name="avatars" value="choose"', page)
    assert client.post("/practice/", {"format": slug, "avatars": "choose"}).status_code == 302
    event = Event.objects.get()
    assert (event.draft.format, event.night.avatars) == (slug, "choose")


def test_a_practice_of_a_game_without_avatars_passes_over_that_they_were_asked_for(client, sample_sets):
    assert 'value="vanguard" data-avatars' not in client.get("/").content.decode()
    client.post("/practice/", {"format": "vanguard", "avatars": "choose"})
    assert Event.objects.get().night.avatars == "off"


def test_M26_without_a_loaded_avatar_the_first_page_offers_none(client, sample_sets):
    CardSet.objects.filter(code="MAV01").update(partial=True)
    assert 'name="avatars"' not in client.get("/").content.decode()
