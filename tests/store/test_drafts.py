"""A night has drafts: its people are the same, and seats, tables, packs and settings are each draft's own."""

import pytest
from django.db import IntegrityError

from drafts.log.json_file import log_as_data
from drafts.models import CardSet, Draft, DraftSet, Event, Fighter, PackCard, Seat, Table
from drafts.presenters.events.hosting import host_view
from drafts.presenters.log.logs import load_log, place_of
from drafts.rules.night.stages import Stage
from drafts.services.draft.hosting import pause_tables
from drafts.services.events.lifecycle import start_event
from drafts.services.events.removals import remove_fighter
from drafts.store.lobbies import load_lobby
from tests.factories import drafted_event, fighter, let_bots_finish, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True)


def begin_another(event, **settings):
    """Let a night go on with another draft, of SMP02, and start it."""
    draft = Draft.objects.create(
        event=event, number=event.draft_number + 1, seed="another seed", **{"pace": "off", **settings}
    )
    card_set = CardSet.objects.get(code="SMP02")
    DraftSet.objects.bulk_create(DraftSet(draft=draft, round=number, card_set=card_set) for number in range(1, 7))
    Event.objects.filter(id=event.id).update(draft_number=draft.number, phase=Stage.LOBBY)
    event.refresh_from_db()
    start_event(event=event)
    event.refresh_from_db()


def test_a_fighter_sits_once_in_a_draft(event):
    table, aichi = event.draft.tables.get(), fighter(event, "Aichi")
    with pytest.raises(IntegrityError):
        Seat.objects.create(draft=event.draft, table=table, position=2, fighter=aichi)


def test_a_fighter_sits_in_each_draft_of_a_night(event):
    begin_another(event)
    seats = Seat.objects.filter(fighter=fighter(event, "Aichi")).order_by("draft")
    assert [(seat.draft.number, seat.draft == seat.table.draft) for seat in seats] == [(1, True), (2, True)]
    assert [seat.draft.number for seat in seats.current()] == [2]


def test_a_night_has_one_draft_of_a_number(event):
    with pytest.raises(IntegrityError):
        Draft.objects.create(event=event, number=1, seed="seed")


def test_a_night_is_at_its_own_draft_of_that_number(organizer, event):
    other = make_event(organizer, "Misaki")
    begin_another(event)
    at = Event.objects.select_related("draft").in_bulk()
    assert [(at[each.id].draft.event_id, at[each.id].draft.number) for each in (event, other)] == [
        (event.id, 2),
        (other.id, 1),
    ]


def test_an_event_that_is_read_again_forgets_the_draft_that_it_was_at(event):
    assert event.draft.pace == "off"
    Draft.objects.update(pace="relaxed")
    event.refresh_from_db()
    assert event.draft.pace == "relaxed"


def test_another_draft_of_a_night_leaves_the_first_as_it_was(event):
    before = [list(model.objects.order_by("id").values()) for model in (Draft, Table, Seat, PackCard)]
    begin_another(event)
    let_bots_finish(event)
    first = event.drafts.get(number=1)
    after = [
        Draft.objects.filter(id=first.id),
        *(model.objects.filter(draft=first) for model in (Table, Seat, PackCard)),
    ]
    assert [list(rows.order_by("id").values()) for rows in after] == before


def test_pages_and_log_show_the_draft_that_the_night_is_at(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", started=True)
    begin_another(event, table_size=2)
    assert sorted(place_of(row) for row in event.fighters.all()) == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert [len(table.seats) for table in host_view(event).tables] == [2, 2]
    assert load_lobby(event.id).event.sets[0][0] == "SMP02"
    pause_tables(event=event)
    assert list(Table.objects.order_by("draft").values_list("paused", flat=True)) == [False, True, True]


def test_a_fighter_is_removed_from_the_draft_that_the_night_is_at(event):
    begin_another(event)
    remove_fighter(event=event, fighter_id=fighter(event, "Aichi").id)
    seats = Seat.objects.filter(fighter__nickname="Aichi").order_by("draft")
    assert list(seats.values_list("bot", flat=True)) == [False, True]


def test_the_log_is_of_the_draft_that_the_night_is_at(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    first = log_as_data(load_log(event))
    begin_another(event)
    second = log_as_data(load_log(let_bots_finish(event)))
    assert [log["event"]["sets"][0] for log in (first, second)] == ["SMP01", "SMP02"]
    assert [len(log["tables"]) for log in (first, second)] == [1, 1]
    assert {act["kind"] for act in second["history"]} >= {"start", "all_drafted"}
    assert len([act for act in second["history"] if act["kind"] == "start"]) == 1
    assert Fighter.objects.count() == 2
