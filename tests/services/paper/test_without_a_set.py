"""Real packs of a set that is not loaded: drafted by their number of cards, the set named afterwards."""

import pytest

from drafts.models import CardSet, Draft, Event, Pack, PackCard
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.services.paper.piles import name_set, why_closed
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.tables import load_table
from tests.paper import open_packs, paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(organizer_client, sample_sets):
    fields = {"name": "Friday", "packs": "paper", "card_set": ""}
    return lambda **more: organizer_client.post("/events/new/", fields | more)


@pytest.fixture
def event(organizer, sample_sets):
    return paper_event(organizer, "Ann", "Bea")


def drafted():
    event = Event.objects.get()
    for name in ("Ann", "Bea"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    open_packs(event)
    return event


def test_packs_of_no_set_have_the_cards_that_were_said_and_the_first_pass_of_the_format(post, organizer_client):
    assert post(pack_cards="5").status_code == 302
    event = drafted()
    assert PackCard.objects.filter(card=None).count() == 6 * 2 * 5
    table = load_table(event.draft.tables.get().id).timed.table
    assert (table.quotas[0].total, {pack.set_code for of_round in table.packs for pack in of_round}) == (2, {""})


@pytest.mark.parametrize(("cards", "field"), [("", "card_set"), ("1", "pack_cards"), ("61", "pack_cards")])
def test_a_number_of_cards_must_be_said_where_there_is_no_set(post, cards, field):
    answer = post(pack_cards=cards)
    assert list(answer.context["form"].errors) == [field]


def test_digital_packs_need_a_set_whatever_is_said_of_their_cards(post):
    assert list(post(packs="generated", pack_cards="5").context["form"].errors) == ["card_set"]


def test_a_set_that_is_chosen_says_how_many_cards_a_pack_has(post):
    post(card_set="SMP01", pack_cards="9")
    assert Draft.objects.get().pack_cards == 0


def test_the_set_is_named_after_the_draft_and_then_piles_are_entered(post, organizer_client, client):
    post(pack_cards="5", fights="off", sharing="keep")
    event = drafted()
    assert organizer_client.get(f"/events/{event.code}/piles/").status_code == 403
    play_paper_draft(event)
    event.refresh_from_db()
    assert "not named yet" in why_closed(event, None)
    page = organizer_client.get(f"/events/{event.code}/piles/").content.decode()
    assert 'name="card_set"' in page
    organizer_client.post(f"/events/{event.code}/piles/", {"card_set": "SMP01"})
    assert set(Pack.objects.values_list("card_set__code", flat=True)) == {"SMP01"}
    event = Event.objects.get()
    assert why_closed(event, None) == ""
    enter_all(event, drafted_piles(event))
    assert Event.objects.get().draft.knows_cards


def test_an_event_can_end_without_its_set_and_is_in_no_statistics(post, organizer_client):
    post(pack_cards="5", fights="off", sharing="keep", log_visibility="public")
    event = drafted()
    for address in ("host/", "table/1/", "deck/", "log/"):
        assert organizer_client.get(f"/events/{event.code}/{address}").status_code in (200, 302, 403, 404)
    play_paper_draft(event)
    finish_event(event=Event.objects.get())
    assert count_finished_drafts() in (0, None)
    for address in ("host/", "deck/", "log/"):
        assert organizer_client.get(f"/events/{event.code}/{address}").status_code in (200, 302, 403, 404)


def test_a_set_that_was_chosen_cannot_be_named_again(event):
    play_paper_draft(event)
    with pytest.raises(ServiceError, match="known already"):
        name_set(event=event, card_set=CardSet.objects.get(code="SMP02"))
