"""What an installation of an earlier version left is the same after an upgrade."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from drafts.exporters.log_json import log_as_data
from drafts.models import Pick, TableEvent
from drafts.selectors.logs import load_log
from drafts.services.hosting import pause_tables, take_back_pass
from drafts.store.tables import load_table
from tests.factories import choose, let_bots_finish, make_event, no_fights

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE_HISTORY = [("drafts", "0008_card_text_and_image")]


def migrate(targets):
    MigrationExecutor(connection).migrate(targets)


@pytest.fixture
def older():
    """Take the tables of drafts back to what they were before tables had a history, and forward again."""

    def back_and_forth():
        newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "drafts"]
        try:
            migrate(BEFORE_HISTORY)
        finally:
            migrate(newest)

    return back_and_forth


def test_a_draft_that_stood_in_the_middle_goes_on_and_its_older_part_has_no_history(older, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1, 0):
        choose(event, seat)
    event.entries.create(table=1, text="The organizer paused the table.")
    before = load_table(event.draft.tables.get().id)
    older()
    event.refresh_from_db()  # its draft has been made anew on the way, and need not have the id that it had
    after = load_table(event.draft.tables.get().id)
    assert (after.timed, after.version, TableEvent.objects.count()) == (before.timed, before.version, 0)
    take_back_pass(event=event, number=1)
    assert (Pick.objects.standing().count(), Pick.objects.undone().count()) == (0, 5)
    pause_tables(event=event)
    assert [act.kind for act in TableEvent.objects.all()] == ["undo", "pause"]


def test_the_log_of_an_older_event_is_what_it_was_and_an_empty_history(older, organizer, sample_sets):
    event = let_bots_finish(make_event(organizer, "Aichi", "Kamui", started=True, night=no_fights()))
    event.entries.create(table=1, text="The organizer put a bot in Aichi's seat.")
    TableEvent.objects.all().delete()
    before = log_as_data(load_log(event))
    older()
    event.refresh_from_db()
    after = log_as_data(load_log(event))
    assert (after["history"], after["undone"], after["entries"][-1]["text"]) == (
        [],
        [],
        "The organizer put a bot in Aichi's seat.",
    )
    assert after == before
