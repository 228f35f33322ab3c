"""One seat of a log that is closed to others, by a link of its fighter: nothing but what this fighter saw."""

import re

import pytest
from django.test import Client

from drafts.log.event_log import steps_of
from drafts.models import Event, Seat
from drafts.presenters.log.logs import load_log
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.services.events.nights import go_on
from drafts.views.log.logs import directions_of
from tests.factories import drafted_event, fighter, make_event, sit_down
from tests.paper import paper_event, play_paper_draft

pytestmark = pytest.mark.django_db

SHOWN = re.compile(r'<li class="log-card( is-chosen)?"\s+data-name="[^"]*" data-number="([^"]*)"')
ADDRESS = re.compile(r'<code id="seat-link">http://[^/]+(/seats/[\w-]{43}/)</code>')


@pytest.fixture(scope="module")
def made(module_organizer, module_sets) -> Event:
    return drafted_event(module_organizer, "Aichi", "Kamui", "Misaki")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def aichi(event) -> Client:
    return seated(event, "Aichi")


def seated(event: Event, name: str) -> Client:
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def say(client: Client, event: Event, show: str) -> int:
    return client.post(f"/events/{event.code}/log/own-seat/", {"show": show}).status_code


def page_of(client: Client, event: Event) -> str:
    return client.get(f"/events/{event.code}/log/").content.decode()


def link_of(client: Client, event: Event) -> str:
    say(client, event, "yes")
    return ADDRESS.search(page_of(client, event))[1]


def status(link: str) -> int:
    return Client().get(link).status_code


def test_a_stranger_with_the_link_sees_each_pack_of_this_seat_and_what_was_taken(event, aichi):
    log, seat = load_log(event), Seat.objects.get(fighter=fighter(event, "Aichi")).position
    steps = steps_of(log.tables[0], seat, directions_of(event))
    seen = [(" is-chosen" if held in step.taken else "", held.card.number) for step in steps for held in step.pack]
    assert SHOWN.findall(Client().get(link_of(aichi, event)).content.decode()) == seen


def test_the_link_tells_nothing_else_of_the_event(event, aichi):
    page = Client().get(link_of(aichi, event)).content.decode()
    told = [event.code, event.draft.seed, "Kamui", "Misaki", fighter(event, "Aichi").token]
    assert [each for each in told if each in page] == []


def test_the_link_opens_nothing_else(event, aichi):
    stranger = Client()
    stranger.get(link_of(aichi, event))
    pages = ("", "log.json", "log.csv", "t1.json", "preview.png", "t1-s0.txt", "t1-s0/log.txt")
    assert {stranger.get(f"/events/{event.code}/log/{page}").status_code for page in pages} == {403}


def test_the_link_can_be_taken_back_and_another_one_is_another(event, aichi):
    link = link_of(aichi, event)
    assert link_of(aichi, event) == link
    say(aichi, event, "no")
    assert (status(link), ADDRESS.search(page_of(aichi, event))) == (404, None)
    assert (link_of(aichi, event) != link, status(link)) == (True, 404)


def test_each_fighter_has_a_link_of_their_own(event, aichi):
    kamui = seated(event, "Kamui")
    links = link_of(aichi, event), link_of(kamui, event)
    say(aichi, event, "no")
    assert [status(link) for link in links] == [404, 200]


def test_strangers_and_the_organizer_show_no_seat(event, organizer_client):
    assert (say(Client(), event, "yes"), say(organizer_client, event, "yes")) == (403, 403)
    assert not Seat.objects.exclude(link=None).exists()
    assert "Show your seat to others" not in page_of(organizer_client, event)


def test_nothing_is_shown_before_the_log_is_open_to_the_fighter(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert say(seated(event, "Aichi"), event, "yes") == 403
    assert not Seat.objects.exclude(link=None).exists()


def test_a_log_that_opens_after_the_fights_keeps_its_seats_closed_until_then(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_opens=LogOpens.FOUGHT)
    aichi = seated(event, "Aichi")
    for stage in ("building", "fighting"):
        assert say(aichi, event, "yes") == 403
        go_on(event=event, seen=stage, confirmed=True)
        event.refresh_from_db()
    assert status(link_of(aichi, event)) == 200


def test_the_link_is_closed_as_long_as_fighters_may_not_read_the_log(event, aichi):
    link = link_of(aichi, event)
    for visibility, found in ((LogVisibility.ORGANIZER, 404), (LogVisibility.PUBLIC, 200)):
        Event.objects.filter(id=event.id).update(log_visibility=visibility)
        assert status(link) == found


def test_where_only_the_organizer_reads_the_log_no_seat_can_be_shown(event, aichi):
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.ORGANIZER)
    assert say(aichi, event, "yes") == 403


def test_a_log_that_everybody_reads_needs_no_such_link(event, aichi):
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.PUBLIC)
    assert "Show your seat to others" not in page_of(aichi, event)


def test_where_names_are_hidden_the_link_hides_them_too(event, aichi):
    Event.objects.filter(id=event.id).update(hide_names=True)
    page = Client().get(link_of(aichi, event)).content.decode()
    assert ("Aichi" in page, bool(re.search(r"How <bdi[^>]*>Fighter \d</bdi> drafted", page))) == (False, True)


def test_real_packs_are_shown_once_all_piles_are_entered(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    assert say(seated(event, "Aichi"), event, "yes") == 403


def test_an_address_that_nobody_made_says_so_kindly(db):
    answer = Client().get(f"/seats/{'A' * 43}/")
    assert (answer.status_code, "This link shows nothing now" in answer.content.decode()) == (404, True)


def test_a_word_that_is_no_answer_changes_nothing(event, aichi):
    assert say(aichi, event, "perhaps") == 404
    assert not Seat.objects.exclude(link=None).exists()
