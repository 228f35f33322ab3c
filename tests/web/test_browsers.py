"""The signed cookie says of a browser which events it has opened, and in which it takes part."""

import pytest
from django.core import signing
from django.test import Client

from drafts.browsers import COOKIE, SALT, browser_of
from drafts.models import Event
from drafts.services.events.lobby import renew_token
from drafts.services.events.staff import make_link
from tests.factories import fighter, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def known(client):
    return browser_of({COOKIE: client.cookies[COOKIE].value})


def is_member(client, event):
    return known(client).is_member_of(event.code)


@pytest.mark.parametrize("page", ["/join/{}/", "/events/{}/table/1/", "/events/{}/display/"])
def test_a_visitor_who_opens_a_public_page_is_no_member(client, event, page):
    assert client.get(page.format(event.code)).status_code == 200
    assert (is_member(client, event), event.code in known(client).events) == (False, True)


def test_a_visitor_who_joins_is_a_member_as_soon_as_their_page_is_there(client, event):
    joined = client.post(f"/join/{event.code}/", {"nickname": "Misaki"})
    assert client.get(joined["Location"]).status_code == 200
    assert is_member(client, event)


def test_an_organizer_and_a_judge_are_members_where_they_officiate(client, organizer_client, organizer, event):
    link = make_link(event=event, name="Ren")
    assert client.get(f"/judge/{link.token}/").status_code in (200, 302)
    client.get(f"/events/{event.code}/judge/")
    assert organizer_client.get(f"/events/{event.code}/host/").status_code == 200
    assert (is_member(client, event), is_member(organizer_client, event)) == (True, True)
    other = make_event(organizer)
    for one in (client, organizer_client):
        one.get(f"/join/{other.code}/")
    assert (is_member(client, other), is_member(organizer_client, other)) == (False, True)


def sit_down(client, event, name):
    client.get(f"/rejoin/{fighter(event, name).token}/")
    client.get(f"/events/{event.code}/")
    return client


def test_all_devices_of_a_seat_are_counted_as_one_and_no_others(event):
    one, two, other = (sit_down(Client(), event, name) for name in ("Aichi", "Aichi", "Kamui"))
    names = [known(client).peer_in(event.code) for client in (one, two, other)]
    assert (names[0] == names[1], names[0] == names[2]) == (True, False)
    renew_token(fighter=fighter(event, "Aichi"))
    assert known(sit_down(Client(), event, "Aichi")).peer_in(event.code) != names[0]


def test_the_cookie_is_no_use_to_take_a_seat(event):
    client = sit_down(Client(), event, "Aichi")
    assert fighter(event, "Aichi").token not in str(signing.loads(client.cookies[COOKIE].value, salt=SALT))


def test_a_browser_of_an_earlier_version_counts_as_a_member_until_a_page_has_looked(client, event):
    client.cookies[COOKIE] = signing.dumps(["a-name", event.code], salt=SALT)
    assert (is_member(client, event), known(client).name) == (True, "a-name")
    client.get(f"/events/{event.code}/table/1/")
    assert (is_member(client, event), known(client).name, known(client).is_old) == (False, "a-name", False)


@pytest.mark.parametrize("content", [5, "text", [], [5], {"a": 1}, [["a"], {}], ["a", 5]])
def test_a_cookie_of_another_shape_is_none_or_names_nothing(content):
    browser = browser_of({COOKIE: signing.dumps(content, salt=SALT)})
    assert browser is None or not browser.is_member_of("K7QF3M")
