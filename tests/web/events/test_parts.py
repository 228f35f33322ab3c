"""The parts of an official's page that have changed, as its script asks for them."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import Event, StaffLink
from drafts.services.draft.tables import seat_bot
from drafts.services.events.staff import make_link
from tests.factories import fighter, fighting_event, make_event

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, *(f"Fighter {number}" for number in range(12)), table_size=2, started=True)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def parts(client, event, **asked):
    return client.get(f"/events/{event.code}/host/", {"parts": "", **asked})


def rows_of(html):
    return re.findall(r'data-have="([^"]+)"', html)


def test_parts_are_the_panel_without_what_stands_around_it_and_are_not_kept(organizer_client, event):
    page, answer = organizer_client.get(f"/events/{event.code}/host/"), parts(organizer_client, event)
    html = answer.content.decode()
    assert ("<html" in html, html.count('id="host"'), "no-store" in answer["Cache-Control"]) == (False, 1, True)
    assert rows_of(html) == rows_of(page.content.decode())


def test_a_row_that_the_page_has_is_left_out_until_it_changes(organizer_client, event):
    have = rows_of(parts(organizer_client, event).content.decode())
    assert rows_of(parts(organizer_client, event, have=",".join(have)).content.decode()) == []
    seat_bot(table_id=event.draft.tables.get(number=3).id, seat=0, bot=True)
    changed = rows_of(parts(organizer_client, event, have=",".join(have)).content.decode())
    assert [row.partition(".")[0] for row in changed] == ["table-3"]


def test_the_actions_on_the_seats_of_many_tables_come_when_they_are_asked_for(organizer_client, event):
    assert "/remove/" not in parts(organizer_client, event).content.decode()
    opened = parts(organizer_client, event, open="table-2").content.decode()
    own = event.draft.tables.get(number=2).seats.values_list("fighter", flat=True)
    assert set(re.findall(r'/remove/" name="fighter" value="(\d+)"', opened)) == {str(one) for one in own}


def test_parts_are_for_those_alone_who_may_see_the_page(client, event):
    stranger = Client()
    stranger.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    assert (parts(stranger, event).status_code, parts(client, event).status_code) == (404, 302)
    assert client.get(f"/events/{event.code}/judge/", {"parts": ""}).status_code == 404


def test_each_official_gets_the_token_of_their_own_session_in_rows_that_are_drawn_once(organizer, event):
    pages = []
    for _ in range(2):
        client = Client(enforce_csrf_checks=True)
        client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
        html = parts(client, event, open="table-1").content.decode()
        table = html[html.index('id="undo-1"') :] if 'id="undo-1"' in html else html
        pages.append((client, TOKEN.findall(table)[0]))
    assert pages[0][1] != pages[1][1]
    for client, token in pages:
        answer = client.post(f"/events/{event.code}/host/pause/", {"csrfmiddlewaretoken": token})
        assert answer.status_code == 302
    assert client.post(f"/events/{event.code}/host/pause/", {"csrfmiddlewaretoken": pages[0][1]}).status_code == 403


def test_parts_do_not_use_up_the_link_that_the_page_shows_once(organizer_client, event):
    seat = fighter(event, "Fighter 3")
    organizer_client.post(f"/events/{event.code}/host/new-link/", {"fighter": seat.id})
    assert 'id="new-link"' not in parts(organizer_client, event).content.decode()
    assert 'id="new-link"' in organizer_client.get(f"/events/{event.code}/host/").content.decode()


def test_a_judges_parts_are_not_a_visit(event):
    link, judge = make_link(event=event, name="Kim"), Client()
    judge.get(f"/judge/{link.token}/")
    StaffLink.objects.update(used_at=None)
    html = judge.get(f"/events/{event.code}/judge/", {"parts": ""}).content.decode()
    assert ("Table 3" in html, "share-for" in html) == (True, False)
    assert StaffLink.objects.get().used_at is None


@pytest.mark.parametrize("asked", [{"table": "x"}, {"table": "9" * 30}, {"have": "," * 2000}, {"open": "table-99"}])
def test_a_part_of_a_question_that_cannot_be_read_is_passed_over(organizer_client, event, asked):
    assert parts(organizer_client, event, **asked).status_code == 200


@pytest.mark.parametrize("mark", ["\ue000", "\ue000csrf_token\ue000"])
def test_a_text_that_looks_like_a_place_to_be_filled_is_shown_as_it_is(organizer_client, organizer, sample_sets, mark):
    event = fighting_event(organizer, "Aichi", "Kamui")
    event.fighters.filter(nickname="Aichi").update(nickname=f"Ai{mark}chi")
    page = organizer_client.get(f"/events/{event.code}/host/")
    assert (page.status_code, f"Ai{mark}chi" in page.content.decode()) == (200, True)
