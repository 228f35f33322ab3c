from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from drafts.models import Card, CardSet, Event, PackRecipe, PackSheet
from drafts.presenters.events.hosting import host_view
from drafts.queries.catalog import kins_of
from drafts.queries.decks import deck_of_fighter
from drafts.queries.events.lookup import event_with_code, events_of, seats_held, settings_to_repeat
from drafts.services.events.nights import finish_event
from tests.factories import drafted_event, fighter, make_event, play_to_review

pytestmark = pytest.mark.django_db


def test_a_code_is_found_in_any_case(organizer, sample_sets):
    event = make_event(organizer)
    assert (event_with_code(event.code.lower()), event_with_code("AAAAAA")) == (event, None)


def test_an_organizers_events_are_their_own_newest_first(organizer, sample_sets):
    events = [make_event(organizer, "Aichi", name=str(number)) for number in range(3)]
    Event.objects.filter(id=events[0].id).update(phase="finished")
    make_event(User.objects.create_user("bea"))
    lists = events_of(organizer)
    assert ([event.name for event in lists.tonight], [event.name for event in lists.past]) == (["2", "1"], ["0"])
    assert [event.fighter_count for event in lists.tonight] == [1, 1]


def test_the_seats_of_a_session_are_those_whose_tokens_are_right(organizer, sample_sets):
    first, second = make_event(organizer, "Aichi"), make_event(organizer, "Kamui")
    tokens = {first.code: fighter(first, "Aichi").token, "GONE22": "x", second.code: fighter(second, "Kamui").token}
    assert [seat.nickname for seat in seats_held({"seats": tokens}).seats] == ["Kamui", "Aichi"]
    assert seats_held({}) == ([], [])


def test_for_a_day_a_session_leads_back_to_the_cards_of_an_event_that_is_over(organizer, sample_sets, client):
    event, cancelled = drafted_event(organizer, "Aichi", "Kamui"), make_event(organizer, "Aichi")
    session = {"seats": {one.code: fighter(one, "Aichi").token for one in (event, cancelled)}}
    assert seats_held(session).decks == []
    finish_event(event=event)
    Event.objects.filter(id=cancelled.id).update(phase="finished", finished_at=timezone.now())  # it has no cards
    assert [seat.event for seat in seats_held(session).decks] == [event]
    assert seats_held(session).seats == []
    Event.objects.filter(id=event.id).update(finished_at=timezone.now() - timedelta(hours=25))
    assert seats_held(session).decks == []


def test_settings_are_repeated_as_the_form_takes_them(organizer, sample_sets):
    event = make_event(organizer, table_size=3, review_seconds=7)
    again = settings_to_repeat(organizer, event.code)
    assert (again["table_size"], again["review_seconds"], again["card_set"]) == (3, 7, ["SMP01"])
    assert settings_to_repeat(organizer, "AAAAAA") == {}


def test_clans_are_those_of_the_events_sets(organizer, sample_sets):
    event = make_event(organizer, card_set="SMP02")
    cards = event.draft.rounds.first().card_set.cards
    assert kins_of(event) == sorted({card.vanguard.clan or card.vanguard.nation for card in cards.all()} - {""})


def test_clans_of_cards_on_the_sheets_of_an_events_sets_are_among_them(organizer, sample_sets):
    event = make_event(organizer, card_set="SMP02")
    card_set, guest = event.draft.rounds.first().card_set, CardSet.objects.get(code="SMP01").cards.first()
    Card.objects.filter(id=guest.id).update(kin="Guests")
    assert "Guests" not in kins_of(event)
    recipe, _ = PackRecipe.objects.get_or_create(card_set=card_set)
    PackSheet.objects.create(recipe=recipe, name="guests").cards.create(card=guest, weight=1)
    assert "Guests" in kins_of(event)


def test_the_lobby_tells_how_the_tables_will_be_split(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(7)]
    sizes = [host_view(make_event(organizer, *names[:count])).sizes for count in (0, 1, 2, 7)]
    assert sizes == [[], [], [2], [4, 3]]


@pytest.mark.parametrize(("count", "words"), [(7, "4 + 3"), (32, " + ".join(["4"] * 8)), (38, "8 × 4 + 2 × 3")])
def test_the_sizes_of_many_tables_are_counted(organizer, sample_sets, count, words):
    view = host_view(make_event(organizer, *[f"Fighter {number}" for number in range(count)]))
    assert view.sizes_in_words == words


def test_the_panel_tells_what_every_seat_does(organizer, sample_sets):
    event = make_event(organizer, "Aichi", bots=1, started=True)
    event.draft.tables.get().seats.filter(fighter__nickname="Aichi").update(connected=True)
    (table,) = host_view(event).tables
    assert {seat.name: (seat.status.turn, seat.cards.in_hand, seat.cards.face_down) for seat in table.seats} == {
        "Aichi": ("choosing", 5, 0), "Brass Finch": ("bot", 3, 2)
    }  # fmt: skip


def test_the_panel_tells_in_the_review_who_still_looks_at_their_cards(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True)
    play_to_review(event)
    seats = event.draft.tables.get().seats
    seats.exclude(fighter__nickname="Misaki").update(connected=True)
    seats.filter(fighter__nickname="Aichi").update(ready=True)
    (table,) = host_view(event).tables
    assert {seat.name: (seat.status.turn, seat.is_away) for seat in table.seats} == {
        "Aichi": ("seen", False), "Kamui": ("looking", False), "Misaki": ("looking", True)
    }  # fmt: skip


def test_a_deck_is_shown_to_its_fighter_when_the_table_has_drafted_and_not_before(organizer, sample_sets):
    lobby, draft = make_event(organizer, "Aichi"), make_event(organizer, "Aichi", "Kamui", started=True)
    assert [deck_of_fighter(fighter(event, "Aichi")) for event in (lobby, draft)] == [None, None]
    play_to_review(draft)
    assert deck_of_fighter(fighter(draft, "Aichi")) is None
    over = drafted_event(organizer, "Aichi", "Kamui")
    assert len(deck_of_fighter(fighter(over, "Aichi")).zone("main")) == 30


def test_a_stopped_draft_shows_what_was_chosen_so_far(organizer, sample_sets):
    draft = make_event(organizer, "Aichi", "Kamui", started=True)
    play_to_review(draft)
    Event.objects.filter(id=draft.id).update(phase="finished", stopped=True)
    deck = deck_of_fighter(fighter(draft, "Aichi"))
    assert (len(deck.zone("main")), deck.warnings) == (15, ())
