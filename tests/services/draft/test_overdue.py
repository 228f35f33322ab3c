from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Draft, Event, Pick, Table
from drafts.presenters.log.logs import load_log
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.draft.replay import How
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import pause_tables
from drafts.services.draft.overdue import LONG_AGO, PATIENCE, expire_overdue_tables
from drafts.services.events.lifecycle import create_practice, stop_event
from drafts.services.site.cleanup import PRACTICE_KEPT, delete_expired
from tests.factories import drafted_event, make_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK)


def let_time_pass(event, *, beyond):
    """Put the deadline of the pass so long before now."""
    then = timezone.now() - beyond
    event.draft.tables.update(deadline=then, wakes_at=then, started_at=then - timedelta(minutes=2))


def test_a_table_that_nobody_looks_at_goes_on_when_its_time_has_run_out(event):
    let_time_pass(event, beyond=PATIENCE * 1.5)
    assert expire_overdue_tables() == 1
    assert {pick.how for pick in Pick.objects.all()} == {How.TIME}
    table = event.draft.tables.get()
    assert (table.pass_number, table.paused, table.unattended) == (2, True, True)
    entry = load_log(event).entries[-1]
    assert (entry.table, entry.text) == (1, "No fighter chose in pack 1, pass 1: the table paused itself.")


def test_a_deadline_that_has_only_just_passed_is_left_to_those_who_look_at_the_table(event):
    let_time_pass(event, beyond=PATIENCE / 2)
    assert expire_overdue_tables() == 0
    assert not Pick.objects.exists()


def test_time_that_ran_out_long_ago_is_given_back(event):
    let_time_pass(event, beyond=LONG_AGO * 2)
    assert expire_overdue_tables() == 1
    left = event.draft.tables.get().deadline - timezone.now()
    assert timedelta(seconds=GRACE_SECONDS - 5) < left <= timedelta(seconds=GRACE_SECONDS)
    assert not Pick.objects.exists()


def test_time_is_not_given_back_twice(event):
    let_time_pass(event, beyond=LONG_AGO * 2)
    assert [expire_overdue_tables(), expire_overdue_tables()] == [1, 0]


@pytest.mark.parametrize("end", [stop_event, pause_tables])
def test_a_table_whose_clock_stands_is_left_alone(event, end):
    let_time_pass(event, beyond=PATIENCE * 1.5)
    end(event=event)
    before = Table.objects.values().get()
    assert expire_overdue_tables() == 0
    assert Table.objects.values().get() == before


def test_practice_that_nobody_has_touched_for_long_is_removed_and_nights_are_kept(organizer, sample_sets):
    long_ago = timezone.now() - PRACTICE_KEPT * 2
    create_practice()
    new, _ = create_practice()
    night = drafted_event(organizer, "Aichi", "Kamui")
    Event.objects.exclude(id=new.id).update(created_at=long_ago)
    Draft.objects.exclude(event=new).update(started_at=long_ago, drafted_at=long_ago)
    assert delete_expired() == 1
    assert set(Event.objects.all()) == {new, night}
