import json

import pytest

from drafts.models import Seat
from drafts.protocol.states import TableStates
from drafts.queries.decks import deck_of_fighter
from drafts.rules.ids import FighterId
from drafts.services.decks import choose_starter
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import set_result
from drafts.store.fights import load_fights
from drafts.store.tables import load_table
from tests.factories import drafted_event, fighter, fighting_event, make_event, play_to_review

pytestmark = pytest.mark.django_db


def starters_of(someone):
    return [held.id for held in deck_of_fighter(someone).starters]


def told_to(event, someone):
    table = load_table(event.draft.tables.get().id)
    seat = Seat.objects.get(fighter=someone).position
    return json.loads(TableStates(table, event.created_at).for_seat(seat))["you"]["summary"]["first_vanguard"]


def test_a_fighter_chooses_what_they_begin_with_and_takes_the_choice_back(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    aichi = fighter(event, "Aichi")
    first, *_, last = starters_of(aichi)
    assert (told_to(event, aichi)["card"], told_to(event, aichi)["chosen"]) == (first, False)
    assert [choose_starter(fighter=aichi, card=last) for _ in range(2)] == [True, False]
    told = told_to(event, aichi)
    assert (told["card"], told["chosen"], told["note"], last in told["can_be"]) == (last, True, "", True)
    assert choose_starter(fighter=aichi, card=None) is True
    assert told_to(event, aichi)["chosen"] is False


def test_every_choice_is_a_version_of_the_table_and_stays_when_it_is_read_again(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    aichi, table = fighter(event, "Aichi"), event.draft.tables.get()
    card = starters_of(aichi)[-1]
    choose_starter(fighter=aichi, card=card)
    again = load_table(table.id)
    seat = Seat.objects.get(fighter=aichi).position
    assert (again.version, again.timed.seats[seat].starter) == (table.version + 1, card)
    assert [one.starter for number, one in enumerate(again.timed.seats) if number != seat] == [None]


def test_only_a_card_of_ones_own_that_may_start_is_taken(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    aichi, kamui = fighter(event, "Aichi"), fighter(event, "Kamui")
    high = deck_of_fighter(aichi).zone("main")[-1].id
    for card in (high, starters_of(kamui)[0], 0, 99999):
        with pytest.raises(ServiceError):
            choose_starter(fighter=aichi, card=card)
    assert told_to(event, aichi)["chosen"] is False


def test_there_is_nothing_to_choose_before_the_table_has_drafted(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    play_to_review(event)
    pile = load_table(event.draft.tables.get().id).timed.table.piles[0]
    for someone in event.fighters.all():
        with pytest.raises(ServiceError):
            choose_starter(fighter=someone, card=pile[0].id)
    stop_event(event=event)
    with pytest.raises(ServiceError):
        choose_starter(fighter=event.fighters.first(), card=pile[0].id)


def test_it_is_changed_between_two_fights_and_not_in_one_nor_after_all(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    aichi = fighter(event, "Aichi")
    card = starters_of(aichi)[0]
    with pytest.raises(ServiceError):
        choose_starter(fighter=aichi, card=card)
    own = next(number for number, *_, fight in load_fights(event.id).fighting.fights() if aichi.id in fight.fighters)
    set_result(event=event, fight=own, winner=FighterId(aichi.id), score=None)
    assert choose_starter(fighter=aichi, card=card) is True
    finish_event(event=event)
    with pytest.raises(ServiceError):
        choose_starter(fighter=aichi, card=None)


def test_fighters_without_a_seat_or_of_another_game_have_nothing_to_choose(organizer, sample_sets):
    lobby = make_event(organizer, "Aichi")
    pool = drafted_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft")
    for event in (lobby, pool):
        with pytest.raises(ServiceError):
            choose_starter(fighter=fighter(event, "Aichi"), card=1)
