"""Requests that are refused around the end of building (M20); nothing is lost or done twice by it."""

from http import HTTPStatus

import pytest

from drafts.models import EventStage, NightSettings
from drafts.rules.ids import EventId, FighterId
from drafts.store.building import load_building
from tests.factories import building_event, fighter, messages_of, register_deck, sit_down, time_to_build_is_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


def work_of(event, name):
    return load_building(EventId(event.id), 1).building.works[FighterId(fighter(event, name).id)]


def next_stage(client, event, **fields):
    asked = {"from": "building", **fields}
    return client.post(f"/events/{event.code}/host/next-stage/", asked, headers={"X-Requested-With": "fetch"})


def test_M20_next_stage_names_who_has_no_deck_and_twice_is_once(organizer, organizer_client):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(fights="swiss", swiss_rounds=1, best_of=1))
    register_deck(event, "Ann")
    refused = next_stage(organizer_client, event)
    assert (refused.status_code, "Ben" in refused.text, "Ann" in refused.text) == (HTTPStatus.CONFLICT, True, False)
    event.refresh_from_db()
    assert (event.phase, load_building(EventId(event.id), 1).building.locked) == ("building", False)
    for _ in range(2):
        assert next_stage(organizer_client, event, confirm="next").status_code != HTTPStatus.CONFLICT
        event.refresh_from_db()
        assert event.phase == "fighting"
    stages = EventStage.objects.filter(event=event).values_list("stage", "version")
    assert sorted(stages)[0][0] == "building"
    assert [stage for stage, _ in stages].count("fighting") == 1
    deck = work_of(event, "Ben").registered
    assert (deck.auto, deck.deck.size) == (True, 40)


def test_M20_a_deck_that_is_registered_at_zero_is_refused_and_the_filled_one_stays(organizer, client):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(fights="off", build_minutes=30))
    sit_down(client, fighter(event, "Ann"))
    address = f"/events/{event.code}/deck/build/"
    client.post(address, {"seen": 1, "land": "Plains", "by": "39"})
    time_to_build_is_up(event)
    filled = work_of(event, "Ann")
    for late in ({"seen": 2, "register": "yes"}, {"seen": 2, "land": "Island", "by": "1"}):
        assert messages_of(client.post(address, late))[-1] == "Registered; change it between games."
    assert work_of(event, "Ann") == filled
    assert (filled.registered.auto, filled.registered.deck.size) == (True, 40)


def test_M20_the_deck_of_a_guest_is_built_and_registered_by_forms_on_the_device_that_holds_it(organizer, client):
    event = building_event(organizer, "Ann", "Gus", night=NightSettings(fights="off", build_minutes=30))
    event.fighters.filter(nickname="Gus").update(guest=True)
    gus = fighter(event, "Gus")
    session = client.session
    session["guest_seats"] = {event.code: [gus.token]}
    session.save()
    address = f"/events/{event.code}/deck/build/?fighter={gus.id}"
    assert client.get(address).status_code == HTTPStatus.OK
    client.post(address, {"seen": 1, "build": "yes"})
    client.post(address, {"seen": 2, "register": "yes"})
    assert work_of(event, "Gus").registered.deck.size == 40
    assert work_of(event, "Ann").registered is None
