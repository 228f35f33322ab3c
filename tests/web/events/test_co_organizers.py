import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from drafts.access.sockets import viewer_facts
from drafts.models import Event, StaffLink
from drafts.queries.events.staff import standing_links
from drafts.rules.night.rights import Rights
from drafts.services.events.next_drafts import make_next_draft
from drafts.services.events.staff import make_link, revoke_link
from drafts.sessions import JUDGES
from tests.factories import drafted_event, fighter, make_event
from tests.web.shown import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made_event, db):
    return Event.objects.get(id=made_event.id)


@pytest.fixture
def link(event):
    return make_link(event=event, name="Ren", organizes=True)


@pytest.fixture
def co_organizer(link):
    client = Client()
    client.get(f"/judge/{link.token}/")
    return client


def test_the_organizer_makes_a_link_that_opens_the_panel(organizer_client, event):
    organizer_client.post(f"/events/{event.code}/host/staff/", {"name": "Ren", "role": "organizer"})
    link = StaffLink.objects.get()
    answer = Client().get(f"/judge/{link.token}/")
    assert (link.organizes, answer["Location"]) == (True, f"/events/{event.code}/host/")
    assert "Co-organizer" in organizer_client.get(f"/events/{event.code}/host/staff/").content.decode()


@pytest.mark.parametrize("page", ["host/", "edit/", "host/connections/", "sheets/"])
def test_a_co_organizer_reads_the_pages_of_the_panel_without_an_account(event, co_organizer, page):
    assert co_organizer.get(f"/events/{event.code}/{page}").status_code == 200


def test_the_panel_leads_to_a_list_of_events_only_where_there_is_an_account(event, co_organizer, organizer_client):
    address = f"/events/{event.code}/host/"
    pages = [one_line(client.get(address).content.decode()) for client in (co_organizer, organizer_client)]
    above = '<p class="page-head__above"><a href="/events/">'
    assert [above in page for page in pages] == [False, True]


@pytest.mark.parametrize("page", ["delete/", "export/", "host/staff/", "host/webhooks/"])
def test_deletion_links_and_webhooks_stay_with_the_owner(event, co_organizer, organizer_client, page):
    address = f"/events/{event.code}/{page}"
    assert [co_organizer.get(address).status_code, organizer_client.get(address).status_code] == [302, 200]
    assert address not in co_organizer.get(f"/events/{event.code}/host/").content.decode()


def test_a_co_organizer_makes_and_revokes_no_links_and_deletes_nothing(event, co_organizer, link):
    staff = f"/events/{event.code}/host/staff/"
    answers = [
        co_organizer.post(staff, {"name": "Kim"}),
        co_organizer.post(staff, {"revoke": link.id}),
        co_organizer.post(f"/events/{event.code}/delete/", {"confirm": event.code}),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 302]
    assert (StaffLink.objects.filter(revoked_at=None).count(), Event.objects.count()) == (1, 1)


def test_a_signed_in_co_organizer_of_another_account_deletes_nothing_either(event, co_organizer, django_user_model):
    co_organizer.force_login(django_user_model.objects.create_user("ren"), "django.contrib.auth.backends.ModelBackend")
    assert co_organizer.get(f"/events/{event.code}/host/").status_code == 200
    assert co_organizer.post(f"/events/{event.code}/delete/", {"confirm": event.code}).status_code == 404


def test_a_co_organizer_runs_the_draft(event, co_organizer):
    answer = co_organizer.post(f"/events/{event.code}/host/start/")
    event.refresh_from_db()
    assert (answer["Location"], event.phase) == (f"/events/{event.code}/host/", "drafting")
    co_organizer.post(f"/events/{event.code}/host/remove/", {"fighter": fighter(event, "Aichi").id})
    assert event.removals.count() == 1


def test_a_revoked_link_opens_nothing_any_more(event, co_organizer, link):
    revoke_link(event=event, link_id=link.id)
    assert co_organizer.get(f"/events/{event.code}/host/").status_code == 302
    assert co_organizer.post(f"/events/{event.code}/host/start/").status_code == 404
    assert standing_links([link.id]) == set()


def test_a_judges_link_opens_no_panel(event):
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    assert judge.get(f"/events/{event.code}/host/")["Location"].startswith("/accounts/login/")
    assert judge.post(f"/events/{event.code}/host/start/").status_code == 404


def test_a_link_of_another_event_opens_no_panel(organizer, event, co_organizer):
    other = make_event(organizer, "Misaki")
    assert co_organizer.get(f"/events/{other.code}/host/").status_code == 302
    assert co_organizer.post(f"/events/{other.code}/host/start/").status_code == 404


def test_a_socket_as_the_host_is_a_co_organizers_by_the_link_and_as_a_judge_it_is_not(event, link):
    judge, session = make_link(event=event, name="Kim"), SessionStore()

    def opened(held, claim):
        session[JUDGES] = {event.code: held.token}
        session.save()
        facts = viewer_facts(session.session_key, event.code, {"as": claim})
        return facts.rights, facts.staff, facts.session

    assert opened(link, "host") == (Rights(organizes=True), link.id, "")
    assert opened(link, "judge") == (None, None, "")
    assert opened(judge, "host") == (None, None, "")
    assert opened(judge, "judge") == (Rights(judges=True), judge.id, "")


def test_co_organizers_come_along_into_the_next_draft(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    client = Client()
    client.get(f"/judge/{make_link(event=event, name='Ren', organizes=True).token}/")
    made = make_next_draft(event=event, confirmed=True)
    answer = client.post(f"/events/{event.code}/next/")
    assert answer["Location"] == f"/events/{made.code}/host/"
    assert client.get(answer["Location"]).status_code == 200
