"""The session of a browser whose key changes while it asks for more than one page."""

import pytest
from django.conf import settings
from django.test import Client

from drafts import sessions
from drafts.sessions import SessionStore
from tests.factories import make_event

pytestmark = pytest.mark.django_db

COOKIE = settings.SESSION_COOKIE_NAME


def test_a_request_with_the_key_before_does_not_sign_the_browser_out(organizer, organizer_client, sample_sets):
    event = make_event(organizer)
    before = organizer_client.cookies[COOKIE].value
    organizer_client.post(f"/join/{event.code}/", {"nickname": "Ann"})
    assert organizer_client.cookies[COOKIE].value != before
    late = Client()  # a request of the same browser, sent before the answer came
    late.cookies[COOKIE] = before
    answers = [late.get(path) for path in ("/", "/events/", f"/events/{event.code}/")]
    assert [COOKIE in answer.cookies for answer in answers] == [False] * 3
    assert organizer_client.get("/events/").status_code == 200


def test_signing_out_without_a_seat_takes_the_cookie_away(organizer_client):
    answer = organizer_client.post("/accounts/logout/")
    assert answer.cookies[COOKIE].value == ""


def test_a_new_key_comes_with_the_first_seat(organizer, sample_sets):
    browser = Client()
    browser.cookies[COOKIE] = "p" * 32
    event = make_event(organizer)
    browser.post(f"/join/{event.code}/", {"nickname": "Aichi"})
    assert browser.cookies[COOKIE].value != "p" * 32
    assert browser.get(f"/events/{event.code}/").status_code == 200


def test_a_new_session_is_written_without_being_looked_for(django_assert_num_queries):
    session = SessionStore()
    session["name"] = "Aichi"
    with django_assert_num_queries(3):  # the row, in a transaction of its own
        session.save()
    assert SessionStore(session.session_key)["name"] == "Aichi"


def test_a_key_that_is_taken_is_given_to_nobody_else(monkeypatch):
    keys = iter(["a" * 32, "a" * 32, "b" * 32])
    monkeypatch.setattr(sessions, "get_random_string", lambda length, letters: next(keys))
    for name in ("Aichi", "Kamui"):
        session = SessionStore()
        session["name"] = name
        session.save()
    assert [SessionStore(key * 32)["name"] for key in "ab"] == ["Aichi", "Kamui"]
