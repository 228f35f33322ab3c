from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafts.models import Event, JudgeCall, Seat
from drafts.presenters.events.hosting import host_view
from drafts.protocol.tables import table_view
from drafts.queries.draft.table_views import forget_tables, table_views
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.timed_table import expire, finish_review
from drafts.rules.formats import Pace
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import hand_over_seat
from drafts.services.draft.tables import change_table, seat_bot, undo_pass
from drafts.services.events.lifecycle import stop_event
from drafts.store.tables import load_table
from tests.factories import call_judge, choose, make_event
from tests.services.draft.test_tables import legion_event

pytestmark = pytest.mark.django_db


def as_replayed(event):
    """Return the tables of an event as rooms see them, who hold every pack and pick."""
    return [table_view(load_table(table.id)) for table in event.draft.tables.order_by("number")]


def agree(event):
    """Whether what the database counts is what a room sees; the event is read anew."""
    event.refresh_from_db()
    return table_views(event) == as_replayed(event)


def change(event, verb, table=1):
    change_table(table_id=event.draft.tables.get(number=table).id, verb=verb)


@pytest.mark.parametrize("card_set", ["SMP01", "SMP02"])
def test_counted_tables_are_those_that_rooms_see_through_a_whole_draft(organizer, sample_sets, card_set):
    names = [f"Fighter {number}" for number in range(6)]
    event = make_event(organizer, *names, started=True, table_size=3, card_set=card_set)
    assert agree(event)
    choose(event, 0, table=2)
    while event.draft.tables.get(number=1).phase != "drafted":
        table = event.draft.tables.get(number=1)
        if table.phase == "review":
            Seat.objects.filter(table=table, position=1).update(ready=True)
            forget_tables()  # it was changed past the services, which give a table another version
            assert agree(event)
            change(event, finish_review)
        else:
            for seat in range(3):
                choose(event, seat)
                assert agree(event)
    assert [view.phase for view in table_views(event)] == ["building", "drafting"]
    for seat in range(3):
        hand_over_seat(event=event, number=2, seat=seat, bot=True)
    assert (agree(event), event.phase) == (True, "building")
    Event.objects.filter(id=event.id).update(phase="finished")
    assert agree(event)


def test_so_are_those_where_the_clock_chose_and_one_that_paused_itself(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True, pace=Pace.BRISK)
    Seat.objects.filter(position=1).update(hurried=True, connected=True, weak=True)
    Seat.objects.filter(position=2).update(away_since=timezone.now())
    change(event, lambda timed, now: expire(timed, now + timedelta(seconds=6)))
    assert agree(event)
    change(event, lambda timed, now: expire(timed, now + timedelta(minutes=5)))
    assert (agree(event), table_views(event)[0].stalled) == (True, (1, 1))
    stop_event(event=event)
    assert (agree(event), table_views(event)[0].stalled) == (True, None)


def test_so_are_those_with_bots_and_after_a_pass_was_taken_back(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", bots=1, started=True)
    table = event.draft.tables.get()
    seat_bot(table_id=table.id, seat=table.seats.get(fighter__nickname="Aichi").position, bot=True, by=ORGANIZER)
    assert agree(event)
    choose(event, table.seats.get(fighter__nickname="Kamui").position)
    assert agree(event)
    undo_pass(table_id=table.id)
    assert agree(event)


@pytest.mark.parametrize("verified", [True, False])
def test_so_are_those_with_a_legion_rare(organizer, sample_sets, verified):
    event, seat, card = legion_event(organizer)
    table = event.draft.tables.get().id
    other = 1 - seat
    choose(event, other)
    call_judge(table_id=table, seat=other, reason="rules", card=None, request="r0")
    call_judge(table_id=table, seat=seat, reason="legion_rare", card=card, request="r1")
    assert (agree(event), table_views(event)[0].seen.waiting_for_judge) == (True, True)
    assert table_views(event)[0].judge_called == (other,)
    give_verdict(event=event, call_id=JudgeCall.objects.get(reason="legion_rare").id, verified=verified)
    assert (agree(event), table_views(event)[0].seen.called) == (True, verified)


def statements(function, event):
    with CaptureQueriesContext(connection) as captured:
        function(event)
    return len(captured)


def test_many_tables_take_as_many_statements_as_two(organizer, sample_sets):
    events = [
        make_event(organizer, *(f"F{n}" for n in range(2 * tables)), started=True, table_size=2) for tables in (2, 12)
    ]
    assert [event.draft.tables.count() for event in events] == [2, 12]
    for event in events:
        choose(event, 0, table=2)
        call_judge(table_id=event.draft.tables.get(number=1).id, seat=0, reason="rules", card=None, request="r0")
    few, many = (statements(host_view, event) for event in events)
    assert few == many


def test_the_panels_page_of_many_tables_takes_as_many_statements_as_that_of_two(
    organizer, organizer_client, sample_sets
):
    events = [
        make_event(organizer, *(f"F{n}" for n in range(2 * tables)), started=True, table_size=2) for tables in (2, 12)
    ]

    def get(event):
        return organizer_client.get(f"/events/{event.code}/host/")

    few, many = (statements(get, event) for event in events)
    assert (few, few > 5) == (many, True)


def test_a_table_that_changes_while_it_is_read_is_read_again(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", started=True, table_size=2)
    changes = []

    def change_once(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if '"drafts_pick"' in sql and not changes:
            changes.append(sql)
            choose(event, 0, table=2)
        return result

    with connection.execute_wrapper(change_once):
        views = table_views(event)
    assert (len(changes), views) == (1, as_replayed(event))
    assert views[1].seats[0].cards.face_down > 0


def test_only_tables_that_have_changed_are_read_again(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(6)), started=True, table_size=2)
    table_views(event)
    assert statements(table_views, event) == 1
    choose(event, 0, table=2)
    with CaptureQueriesContext(connection) as captured:
        assert table_views(event)[1].seats[0].cards.face_down == 2
    read = [query["sql"] for query in captured if "drafts_seat" in query["sql"]]
    own = event.draft.tables.get(number=2).id
    assert [f"IN ({own})" in sql for sql in read] == [True] * len(read)
