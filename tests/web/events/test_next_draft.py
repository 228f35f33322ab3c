"""From one draft of a night to the next: what the organizer presses, and what a device is given there."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from drafts.models import Event, Fighter
from drafts.services.draft.hosting import replace_link
from drafts.services.events.guests import add_guest
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.next_drafts import make_next_draft
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import remove_fighter
from drafts.services.events.staff import make_link, revoke_link
from drafts.sessions import GUEST_SEATS, JUDGES, SEATS
from tests.factories import fighter, fighting_event, let_bots_finish, make_event, messages_of, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    event = make_event(module_organizer, "Aichi", "Kamui")
    add_guest(event=event, nickname="Gus")
    make_link(event=event, name="Kim")
    start_event(event=event)
    finish_event(event=let_bots_finish(event))
    return Event.objects.get(id=event.id)


@pytest.fixture
def event(made_event, db):
    """A night of Aichi, Kamui and Gus, a guest, with a judge; its organizer has closed it."""
    return Event.objects.get(id=made_event.id)


@pytest.fixture
def made(event):
    return make_next_draft(event=event, confirmed=False)


def device_of(event, *names):
    client = Client()
    for name in names:
        sit_down(client, fighter(event, name))
    return client


def go_on(client, event, **fields):
    """Press the button of the page, and return where it leads."""
    return client.post(f"/events/{event.code}/next/", fields).url


def held(client, event):
    """Return the tokens of the own seat, of guests' seats and of a judge that a device holds in an event."""
    session = client.session
    return [session.get(kind, {}).get(event.code) for kind in (SEATS, GUEST_SEATS, JUDGES)]


def test_a_device_that_asks_twice_at_once_has_its_places_by_either_answer(event, made):
    client = device_of(event, "Aichi", "Gus")
    twin = Client()
    twin.cookies.update(client.cookies)
    play = f"/events/{made.code}/"
    assert [go_on(each, event) for each in (client, twin)] == [play, play]
    assert held(client, made) == held(twin, made) != [None, None, None]


# The organizer --------------------------------------------------------------------------------------------------------


def test_one_press_opens_the_next_draft_and_leads_to_its_panel(organizer_client, event):
    answer = organizer_client.post(f"/events/{event.code}/host/next-draft/", HTTP_X_REQUESTED_WITH="fetch")
    made = Event.objects.get(follows=event)
    assert answer.json() == {"done": True, "leads_to": f"/events/{made.code}/host/"}
    answer = organizer_client.post(f"/events/{event.code}/host/next-draft/")
    assert (answer.url, Event.objects.count()) == (f"/events/{made.code}/host/", 2)
    assert f"The next event is open: {made.code}. Everybody has a place there." in messages_of(answer)
    page = organizer_client.get(answer.url).text
    assert "Draft 2 tonight" in page
    assert all(name in page for name in ("Aichi", "Kamui", "Gus"))
    assert f'href="/events/{made.code}/edit/"' in page


def test_a_night_that_goes_on_is_asked_about_first(organizer_client, organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    address = f"/events/{event.code}/host/next-draft/"
    asked = organizer_client.post(address)
    assert (asked.status_code, Event.objects.filter(follows=event).count()) == (409, 0)
    assert 'name="confirm" value="next-draft"' in asked.text
    assert organizer_client.post(address, HTTP_X_REQUESTED_WITH="fetch").json()["confirm"] == "next-draft"
    organizer_client.post(address, {"confirm": "next-draft"})
    assert Event.objects.get(follows=event).fighters.count() == 2


def test_no_other_visitor_opens_a_next_draft(event, made):
    made.delete()
    judge = Client()
    judge.get(f"/judge/{event.staff.get().token}/")
    for client in (Client(), device_of(event, "Aichi"), judge):
        assert client.post(f"/events/{event.code}/host/next-draft/").status_code == 404
    assert Event.objects.count() == 1


def test_the_home_offers_it_and_tells_the_drafts_of_a_series(organizer_client, event):
    offer = f'action="/events/{event.code}/host/next-draft/"'
    assert offer in organizer_client.get("/events/").text
    Event.objects.update(finished_at=timezone.now() - timedelta(days=1))
    assert offer not in organizer_client.get("/events/").text
    made = make_next_draft(event=event, confirmed=False)
    page = organizer_client.get("/events/").text
    assert offer not in page
    assert "Draft 2 tonight" in page
    assert f'href="/events/{event.code}/host/">after {event.code}<' in page
    assert f'href="/events/{made.code}/host/">followed by {made.code}<' in page


def test_its_copy_tells_what_it_follows_and_opens_no_seat(organizer_client, event, made):
    copy = organizer_client.get(f"/events/{made.code}/export/").text
    told = json.loads(copy)
    assert told["event"]["follows"] == event.code
    assert [one["was"] for one in told["fighters"]] == [one.id for one in event.fighters.order_by("id")]
    assert not any(token in copy for token in Fighter.objects.values_list("token", flat=True))


def test_the_first_stays_as_it_was_for_all_who_read_it(organizer_client, event, made, capsys):
    reader = device_of(event, "Aichi")
    for page in ("log/", "log/log.json", "deck/", "standings/"):
        assert reader.get(f"/events/{event.code}/{page}").status_code == 200
    call_command("verify", event.code)
    assert "OK" in capsys.readouterr().out


# Devices that hold a seat ---------------------------------------------------------------------------------------------


def test_a_phone_goes_on_with_all_seats_that_it_holds_and_with_no_other(event, made):
    phone = device_of(event, "Aichi", "Gus")
    page = phone.get(f"/events/{event.code}/").text
    assert f'action="/events/{event.code}/next/"' in page
    assert go_on(phone, event) == f"/events/{made.code}/"
    aichi, gus = fighter(made, "Aichi").token, fighter(made, "Gus").token
    assert held(phone, made) == [aichi, [gus], None]
    assert go_on(phone, event) == f"/events/{made.code}/"
    assert held(phone, made) == [aichi, [gus], None]
    lobby = phone.get(f"/events/{made.code}/").text
    assert 'Hello, <bdi dir="auto">Aichi</bdi>' in lobby
    assert "Draft 2 tonight" in lobby
    assert '<p><b data-settings="fights">Then ' in lobby
    assert held(phone, event)[0] == fighter(event, "Aichi").token


def test_a_guests_phone_goes_on_too(event, made):
    phone = device_of(event, "Gus")
    assert go_on(phone, event) == f"/events/{made.code}/"
    assert held(phone, made) == [None, [fighter(made, "Gus").token], None]


def test_an_organizer_who_plays_for_a_guest_goes_on_playing_for_them(organizer_client, event):
    sit_down(organizer_client, fighter(event, "Gus"))
    panel = organizer_client.post(f"/events/{event.code}/host/next-draft/").url
    made = Event.objects.get(follows=event)
    assert held(organizer_client, made) == [None, [fighter(made, "Gus").token], None]
    assert organizer_client.get(panel).status_code == 200


def test_a_browser_without_a_seat_is_given_none_and_finds_the_page_to_join(organizer_client, event, made):
    gone = device_of(event, "Kamui")
    remove_fighter(event=event, fighter_id=fighter(event, "Kamui").id)
    elsewhere = device_of(make_event(event.organizer, "Aichi"), "Aichi")
    signed_out = organizer_client
    signed_out.logout()
    for client in (Client(), gone, elsewhere, signed_out):
        page = client.get(f"/events/{event.code}/next/")
        assert "A place is kept" not in page.text
        assert go_on(client, event) == f"/join/{made.code}/"
        assert held(client, made) == [None, None, None]
        told = page.text + client.get(f"/join/{made.code}/").text
        assert not any(token in told for token in made.fighters.values_list("token", flat=True))


def test_a_seat_that_has_had_a_new_link_or_was_removed_is_given_to_no_device_of_before(event, made):
    phones = {name: device_of(event, name) for name in ("Aichi", "Kamui")}
    replace_link(event=made, fighter_id=fighter(made, "Aichi").id)
    join_event(event=made, nickname="Misaki")
    start_event(event=made)
    remove_fighter(event=made, fighter_id=fighter(made, "Kamui").id)
    for phone in phones.values():
        assert go_on(phone, event) == f"/join/{made.code}/"
        assert held(phone, made) == [None, None, None]


def test_a_fighter_who_joined_anew_keeps_that_seat(event, made):
    phone = device_of(event, "Aichi")
    sit_down(phone, join_event(event=made, nickname="Aichi 2"))
    go_on(phone, event)
    assert held(phone, made)[0] == fighter(made, "Aichi 2").token


def test_the_first_page_leads_to_the_place_that_is_kept_until_it_is_taken(event, made):
    phone, old, new = device_of(event, "Aichi"), f'href="/events/{event.code}/', f'href="/events/{made.code}/'
    page = phone.get("/").text
    assert (old in page, new in page) == (True, False)
    go_on(phone, event)
    page = phone.get("/").text
    assert page.index(new) < page.index(old)  # the one that is over stays in sight for a day, below


def test_a_fighter_who_scans_the_code_of_the_next_draft_is_offered_their_place(event, made):
    phone = device_of(event, "Aichi")
    page = phone.get(f"/join/{made.code}/").text
    assert f'action="/events/{event.code}/next/"' in page
    assert "Take that place" in page
    start_event(event=made)
    assert "Take that place" in phone.get(f"/join/{made.code}/").text
    assert "Take that place" not in device_of(event, "Kamui").get(f"/join/{event.code}/").text
    assert "Take that place" not in Client().get(f"/join/{made.code}/").text


def test_new_people_join_as_ever_but_not_under_a_name_that_came_along(event, made):
    client = Client()
    assert client.post(f"/join/{made.code}/", {"nickname": "aichi"}).status_code == 200
    assert client.post(f"/join/{made.code}/", {"nickname": "Misaki"}).status_code == 302
    assert made.fighters.count() == 4


def test_a_judge_goes_on_and_who_judges_no_more_does_not(event, made):
    judge, other = Client(), Client()
    for client in (judge, other):
        client.get(f"/judge/{event.staff.get().token}/")
    assert f'action="/events/{event.code}/next/"' in judge.get(f"/events/{event.code}/judge/").text
    assert go_on(judge, event, **{"as": "judge"}) == f"/events/{made.code}/judge/"
    assert held(judge, made) == [None, None, made.staff.get().token]
    assert judge.get(f"/events/{made.code}/judge/").status_code == 200
    assert made.staff.get().opened_at is not None
    revoke_link(event=event, link_id=event.staff.get().id)
    assert go_on(other, event, **{"as": "judge"}) == f"/join/{made.code}/"
    assert held(other, made) == [None, None, None]


def test_a_judge_whose_link_of_the_next_draft_is_revoked_does_not_bring_it_along(event, made):
    judge = Client()
    judge.get(f"/judge/{event.staff.get().token}/")
    revoke_link(event=made, link_id=made.staff.get().id)
    assert go_on(judge, event, **{"as": "judge"}) == f"/join/{made.code}/"
    assert held(judge, made) == [None, None, None]


def test_a_judge_brings_along_the_link_that_follows_theirs_and_no_others(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    links = [make_link(event=event, name="Kim"), make_link(event=event, name="Ren", organizes=True)]
    made = make_next_draft(event=event, confirmed=True)
    for link in links:
        judge = Client()
        judge.get(f"/judge/{link.token}/")
        go_on(judge, event, **{"as": "judge"})
        assert judge.session[JUDGES][made.code] == made.staff.get(name=link.name).token


def test_a_link_that_a_device_holds_in_the_next_draft_is_not_replaced(event, made):
    judge, other = Client(), make_link(event=made, name="Ren", organizes=True)
    judge.get(f"/judge/{event.staff.get().token}/")
    judge.get(f"/judge/{other.token}/")
    go_on(judge, event, **{"as": "judge"})
    assert judge.session[JUDGES][made.code] == other.token


def test_one_who_judges_and_fights_goes_where_they_came_from(event, made):
    client = device_of(event, "Aichi")
    client.get(f"/judge/{event.staff.get().token}/")
    assert go_on(client, event) == f"/events/{made.code}/"
    assert go_on(client, event, **{"as": "judge"}) == f"/events/{made.code}/judge/"


def test_without_a_next_draft_the_way_leads_back(event):
    assert go_on(device_of(event, "Aichi"), event) == f"/events/{event.code}/"
    assert go_on(Client(), event) == f"/join/{event.code}/"


def test_spectators_have_a_link(event, made):
    for page in (f"/join/{event.code}/", f"/events/{event.code}/standings/"):
        assert f'href="/join/{made.code}/"' in Client().get(page).text
    assert f'href="/events/{made.code}/display/"' in Client().get(f"/events/{event.code}/table/1/").text
