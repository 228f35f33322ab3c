"""The pull list: which cards of its boxes a store hands to the fighters after a digital draft."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from drafts.models import Draft, Event, PackSource
from drafts.services.events.staff import make_link
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def test_it_has_all_cards_together_by_number_with_the_names_of_those_who_get_them(organizer_client, event):
    answer = organizer_client.get(f"/events/{event.code}/pull-list/")
    cards, sheets = answer.context["cards"], answer.context["sheets"]
    numbers = [pulled.card.number for pulled in cards]
    keys = [[int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", number)] for number in numbers]
    assert sum(len(pulled.copies) for pulled in cards) == sum(sheet.size for sheet in sheets) == 60
    assert len(set(numbers)) == len(numbers)
    assert keys == sorted(keys)
    assert {name for pulled in cards for name, _ in pulled.fighters} == {"Aichi", "Kamui"}
    assert all(sum(count for _, count in pulled.fighters) == len(pulled.copies) for pulled in cards)
    shared = next(pulled for pulled in cards if len(pulled.copies) > 1)
    page = answer.content.decode()
    assert page.count('deck-line__box"') == 2 * 60
    lines = len(cards) + sum(len(lines) for sheet in sheets for _, lines in sheet.groups)
    assert page.count('deck-line__tick"') == lines
    assert escape(shared.card.name) in page


def test_the_panel_leads_to_it_and_there_is_none_of_packs_that_lie_on_the_table(organizer_client, event):
    link = f"/events/{event.code}/pull-list/"
    assert link in organizer_client.get(f"/events/{event.code}/host/").content.decode()
    Draft.objects.update(pack_source=PackSource.UPLOADED)
    assert organizer_client.get(link).status_code == 404


def test_no_one_else_reads_it_and_officials_not_before_all_have_drafted(organizer_client, organizer, event):
    aichi = Client()
    sit_down(aichi, fighter(event, "Aichi"))
    assert [client.get(f"/events/{event.code}/pull-list/").status_code for client in (aichi, Client())] == [404, 404]
    under_way = make_event(organizer, "Aichi", "Kamui", started=True)
    assert organizer_client.get(f"/events/{under_way.code}/pull-list/").status_code == 403


def test_where_the_log_opens_after_the_fights_no_official_sees_the_cards_before(organizer_client, event):
    Event.objects.filter(id=event.id).update(log_opens="fought")
    link = f"/events/{event.code}/pull-list/"
    assert organizer_client.get(link).status_code == 403
    assert link not in organizer_client.get(f"/events/{event.code}/host/").content.decode()


@pytest.mark.parametrize(("visibility", "status"), [("public", 200), ("fighters", 403), ("organizer", 403)])
def test_a_judge_hands_the_cards_out_where_the_log_is_open_to_them(event, visibility, status):
    Event.objects.filter(id=event.id).update(log_visibility=visibility)
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Misaki').token}/")
    assert judge.get(f"/events/{event.code}/pull-list/").status_code == status
