"""An event is taken along and deleted by its organizer, and by nobody else."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import Event
from tests.factories import drafted_event, fighter, make_event, messages_of, sit_down
from tests.paper import enter_any_cards, paper_event, play_paper_draft

pytestmark = pytest.mark.django_db


def test_an_event_is_deleted_by_typing_its_code(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    address = f"/events/{event.code}/delete/"
    answer = organizer_client.post(address, {"confirm": "delete"})
    assert (answer.status_code, event.code in answer.context["fault"], Event.objects.count()) == (422, True, 1)
    answer = organizer_client.post(address, {"confirm": event.code.lower()})
    assert (answer["Location"], len(messages_of(answer)), Event.objects.count()) == ("/events/", 1, 0)
    assert organizer_client.get(address).status_code == 404


@pytest.mark.parametrize("phase", ["opening", "drafting"])
def test_an_event_that_is_drafted_is_kept_and_the_page_says_why(organizer_client, organizer, sample_sets, phase):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    Event.objects.update(phase=phase)
    address = f"/events/{event.code}/delete/"
    for answer, status in (
        (organizer_client.get(address), 200),
        (organizer_client.post(address, {"confirm": event.code}), 409),
    ):
        page = answer.content.decode()
        assert (answer.status_code, "Stop the event first" in page, "Delete it for good" in page) == (
            status,
            True,
            False,
        )
    assert Event.objects.count() == 1


def test_no_other_visitor_takes_an_event_along_or_deletes_it(client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(event, "Aichi"))
    stranger = Client()
    stranger.force_login(User.objects.create_user("bea"))
    for somebody in (client, stranger):
        answers = [
            somebody.get(f"/events/{event.code}/export/"),
            somebody.post(f"/events/{event.code}/delete/", {"confirm": event.code}),
        ]
        assert {answer.status_code for answer in answers} <= {302, 404}
    assert Event.objects.count() == 1


def exported(organizer_client, event):
    answer = organizer_client.get(f"/events/{event.code}/export/")
    return answer.content.decode(), json.loads(answer.content)


def test_a_copy_has_people_settings_and_the_whole_log(organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    _, data = exported(organizer_client, event)
    assert ([one["nickname"] for one in data["fighters"]], data["event"]["code"]) == (["Aichi", "Kamui"], event.code)
    assert (len(data["log"]["tables"][0]["picks"]), data["log"]["event"]["seed"]) == (60, event.draft.seed)
    assert data["night"]["sharing"] == "equal"


def test_a_copy_holds_no_link_and_before_the_end_of_the_draft_nothing_of_the_cards(
    organizer_client, organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    text, data = exported(organizer_client, event)
    tokens = list(event.fighters.values_list("token", flat=True))
    assert [secret for secret in (*tokens, event.draft.seed, "SMP01/") if secret in text] == []
    assert data["log"] is None


def test_a_copy_of_a_paper_draft_is_whole_before_its_piles_are_entered_and_after(
    organizer_client, organizer, sample_sets
):
    event = paper_event(organizer, "Aichi", "Kamui")
    for play in (lambda: None, lambda: play_paper_draft(event)):
        play()
        _, data = exported(organizer_client, event)
        assert ([one["nickname"] for one in data["fighters"]], data["log"]) == (["Aichi", "Kamui"], None)
    enter_any_cards(event)
    _, data = exported(organizer_client, event)
    assert len(data["log"]["tables"][0]["picks"]) == 60
