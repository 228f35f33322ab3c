from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Connection, Event, Process
from drafts.models.presence import DEAD_AFTER
from drafts.queries.draft.presence import Stored, connected_elsewhere, marks_of, stored_of, watched_elsewhere
from drafts.services.draft.hosting import pause_tables
from drafts.services.draft.tables import record_marks
from drafts.services.events.lobby import renew_token
from drafts.services.events.removals import remove_fighter
from drafts.services.site.presence import KEPT, note_process, record_connections
from drafts.store.table_facts import Marked
from tests.factories import drafted_event, fighter, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def open_connection(event, process, name="Aichi"):
    return Connection(
        process_id=process,
        event=event,
        fighter=fighter(event, name),
        role="fighter",
        table=1,
        opened_at=timezone.now(),
    )


def connect(event, process, name="Aichi"):
    connection = open_connection(event, process, name)
    record_connections(opened=[connection], closed=[], round_trips={})
    return connection


def let_die(process):
    Process.objects.filter(id=process).update(seen_at=timezone.now() - DEAD_AFTER - timedelta(seconds=1))


def test_a_line_to_another_process_is_seen_and_one_to_the_own_is_not(event):
    aichi, kamui = fighter(event, "Aichi").id, fighter(event, "Kamui").id
    here, there = note_process(name="here"), note_process(name="there")
    connect(event, here, "Aichi")
    connect(event, there, "Kamui")
    assert connected_elsewhere({aichi, kamui}, "here") == {kamui}


def test_an_event_is_watched_elsewhere_while_another_process_has_a_line_of_anybody(event, organizer):
    other = make_event(organizer, "Misaki")
    here, there = note_process(name="here"), note_process(name="there")
    connect(event, here, "Aichi")
    assert watched_elsewhere({event.id, other.id}, "here") == set()
    record_connections(
        opened=[Connection(process_id=there, event=event, role="spectator", table=1, opened_at=timezone.now())],
        closed=[],
        round_trips={},
    )
    assert watched_elsewhere({event.id, other.id}, "here") == {event.id}
    assert watched_elsewhere({other.id}, "here") == set()


def test_a_closed_line_is_no_connection(event):
    connection = connect(event, note_process(name="there"))
    record_connections(opened=[], closed=[connection.pk], round_trips={})
    assert connected_elsewhere({connection.fighter_id}, "here") == set()
    assert watched_elsewhere({event.id}, "here") == set()


def test_a_process_that_is_silent_for_long_takes_its_lines_with_it(event):
    process = note_process(name="there")
    connection = connect(event, process)
    let_die(process)
    assert connected_elsewhere({connection.fighter_id}, "here") == set()
    note_process(name="here")
    connection.refresh_from_db()
    assert connection.closed_at is not None


def test_a_process_that_says_that_it_lives_is_one_and_the_same(event):
    assert note_process(name="here") == note_process(name="here")
    assert Process.objects.count() == 1


def test_a_process_that_was_taken_for_dead_gets_back_the_lines_that_it_still_has(event):
    process = note_process(name="there")
    kept, gone = connect(event, process, "Aichi"), connect(event, process, "Kamui")
    let_die(process)
    note_process(name="here")
    note_process(name="there", connections=[kept.pk])
    assert connected_elsewhere({kept.fighter_id, gone.fighter_id}, "here") == {kept.fighter_id}


def test_connections_and_processes_that_are_long_over_are_forgotten(event):
    process = note_process(name="there")
    connection = connect(event, process)
    long_ago = timezone.now() - KEPT * 2
    Connection.objects.filter(id=connection.pk).update(closed_at=long_ago)
    Process.objects.filter(id=process).update(seen_at=long_ago)
    note_process(name="here")
    assert (Connection.objects.count(), Process.objects.count()) == (0, 1)


def test_round_trips_are_written_for_the_lines_that_they_are_of(event):
    process = note_process(name="here")
    connections = [connect(event, process, name) for name in ("Aichi", "Kamui")]
    record_connections(opened=[], closed=[], round_trips={connections[1].pk: 83})
    assert list(Connection.objects.order_by("id").values_list("round_trip", flat=True)) == [None, 83]


def test_a_line_may_be_written_although_its_fighter_has_been_removed_meanwhile(event):
    connection = open_connection(event, note_process(name="here"))
    remove_fighter(event=event, fighter_id=connection.fighter_id)
    record_connections(opened=[connection], closed=[], round_trips={})
    assert Connection.objects.count() == 1


def test_versions_tell_what_has_changed(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    table = event.draft.tables.get()
    pause_tables(event=event)
    stored = stored_of(tables=[table.id], events=[event.id], fighters=[])
    assert stored == Stored({table.id: table.version + 1}, {event.id: event.version}, {}, {})


def test_the_versions_of_an_events_stages_are_one_sum(sample_sets):
    event, other = drafted_event(None, "Aichi", "Kamui"), drafted_event(None, "Aichi", "Kamui")
    stages = event.stages.create
    for number, version in enumerate((3, 4), start=1):
        stages(stage="sharing", number=number, version=version, began_at=timezone.now(), setup={})
    assert stored_of(tables=[], events=[event.id, other.id], fighters=[]).stages == {event.id: 7}


def test_tokens_are_those_of_now_and_none_for_somebody_who_was_removed(event):
    aichi, kamui = fighter(event, "Aichi"), fighter(event, "Kamui")
    token = renew_token(fighter=aichi)
    remove_fighter(event=event, fighter_id=kamui.id)
    assert stored_of(tables=[], events=[], fighters=[aichi.id, kamui.id]) == Stored({}, {}, {}, {aichi.id: token})


def test_a_look_at_any_number_of_tables_and_seats_is_one_query(organizer, sample_sets, django_assert_num_queries):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(16)), started=True)
    fighters, tables = list(event.fighters.all()), list(event.draft.tables.all())
    with django_assert_num_queries(1):
        stored = stored_of(
            tables=[table.id for table in tables],
            events=[event.id],
            fighters=[each.id for each in fighters],
        )
    assert stored.tokens == {each.id: each.token for each in fighters}
    assert stored.tables == {table.id: table.version for table in tables}


def test_marks_are_told_by_seat(organizer, sample_sets):
    table = make_event(organizer, "Aichi", "Kamui", started=True).draft.tables.get()
    at = timezone.now()
    record_marks(marks={table.seats.get(position=1).id: Marked((7, 11), at)})
    assert marks_of(table.id) == {0: Marked(), 1: Marked((7, 11), at)}


def test_marks_that_are_older_than_what_is_stored_are_not_written(organizer, sample_sets):
    table = make_event(organizer, "Aichi", "Kamui", started=True).draft.tables.get()
    at, seat = timezone.now(), table.seats.get(position=1).id
    for cards, seconds in (((7, 11), 0), ((8,), -1), ((9,), 0), ((), -5)):
        record_marks(marks={seat: Marked(cards, at + timedelta(seconds=seconds))})
    assert marks_of(table.id)[1] == Marked((9,), at)
