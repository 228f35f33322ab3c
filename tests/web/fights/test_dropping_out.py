import pytest
from django.test import Client

from drafts.models import Event, StageAct
from drafts.operations.night_verification import night_differences
from drafts.protocol.fights import FightStates
from drafts.rules.ids import FighterId
from drafts.rules.night.rights import Role
from drafts.services.fights.changes import set_result
from drafts.store.fights import load_fights
from tests.factories import drafted_event, fighter, fighting_event, messages_of, sit_down

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "Kamui", "Misaki", "Toshiki")


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return fighting_event(module_organizer, *NAMES)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def phone_of(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def win(event, name):
    own = FighterId(fighter(event, name).id)
    fights = load_fights(event.id).fighting.fights()
    number = next(number for number, *_, fight in fights if own in fight.fighters)
    set_result(event=event, fight=number, winner=own, score=None)


def dropped(event):
    return {fighter for group in load_fights(event.id).fighting.groups for fighter in group.dropped}


def asks(client, event, **form):
    address = f"/events/{event.code}/drop-out/"
    return client.post(address, form) if form else client.get(address)


def why_not(event, name):
    return asks(phone_of(event, name), event).context["why_not"]


@pytest.mark.parametrize("sent_before", [{}, {"confirm": "again"}], ids=["", "by a page of an older version"])
def test_a_fighter_is_asked_once_and_then_dropped(event, sent_before):
    win(event, "Aichi")
    phone = phone_of(event, "Aichi")
    assert b'value="drop"' in asks(phone, event, **sent_before).content
    assert dropped(event) == set()
    sent = asks(phone, event, confirm="drop")
    assert sent["Location"] == f"/events/{event.code}/"
    assert messages_of(sent) == []  # their seat says it; on a later page it might no longer be true
    assert dropped(event) == {fighter(event, "Aichi").id}


def test_a_phone_offers_to_drop_out_exactly_while_the_page_does(event):
    def offered():
        states = FightStates(load_fights(event.id))
        return ["may_drop_out" in states.for_fighter(fighter(event, name).id, "fighting") for name in NAMES]

    def asked():
        return [not why_not(event, name) for name in NAMES]

    assert offered() == asked() == [False] * 4
    win(event, "Aichi")
    assert offered() == asked()
    assert offered().count(True) == 2
    asks(phone_of(event, "Aichi"), event, confirm="drop")
    assert (offered() == asked(), offered().count(True)) == (True, 1)


def test_the_history_says_that_the_fighter_did_it_and_it_can_be_verified(event):
    win(event, "Aichi")
    asks(phone_of(event, "Aichi"), event, confirm="drop")
    act = StageAct.objects.get(kind="drop")
    assert (act.by, act.fighter) == (Role.FIGHTER, fighter(event, "Aichi").id)
    assert night_differences(event) == []


def test_the_organizer_takes_them_in_again(event, organizer_client):
    win(event, "Aichi")
    asks(phone_of(event, "Aichi"), event, confirm="drop")
    organizer_client.post(f"/events/{event.code}/host/reinstate/", {"fighter": fighter(event, "Aichi").id})
    assert dropped(event) == set()


def test_no_fighter_drops_out_while_they_fight(event):
    phone = phone_of(event, "Aichi")
    assert "between two rounds" in why_not(event, "Aichi")
    refused = asks(phone, event, confirm="drop")
    assert (refused["Location"], messages_of(refused)) == (f"/events/{event.code}/drop-out/", [])  # the page says when
    assert dropped(event) == set()


def test_in_the_last_round_the_page_says_that_no_round_follows_also_to_one_who_has_a_bye(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", night={"fights": "swiss", "swiss_rounds": 1})
    for name in ("Aichi", "Kamui", "Misaki"):
        assert why_not(event, name).startswith("This is your last round: no other one follows")


def test_the_page_says_why_to_one_who_has_dropped_out_and_where_no_fights_are(event, organizer):
    win(event, "Aichi")
    asks(phone_of(event, "Aichi"), event, confirm="drop")
    assert why_not(event, "Aichi").startswith("You have dropped out.")
    before = drafted_event(organizer, "Ren", "Kai")
    assert why_not(before, "Ren") == "There are no fights now from which you could drop out."


def test_no_visitor_drops_out_for_others_or_before_the_fights(event, organizer, sample_sets):
    win(event, "Aichi")
    stranger = Client()
    assert asks(stranger, event, confirm="drop")["Location"] == f"/join/{event.code}/"
    phone = phone_of(event, "Kamui")
    phone.post(f"/events/{event.code}/drop-out/?fighter={fighter(event, 'Aichi').id}", {"confirm": "drop"})
    assert dropped(event) == set()
