"""The events that an installation of an earlier version left are the same after an upgrade."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from drafts.log.json_file import log_as_data
from drafts.models import Pick, TableEvent
from drafts.presenters.log.logs import load_log
from drafts.services.draft.hosting import pause_tables, take_back_pass
from drafts.store.tables import load_table
from tests.factories import choose, let_bots_finish, make_event, no_fights

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE_HISTORY = [("drafts", "0008_card_text_and_image")]


def migrate(targets):
    MigrationExecutor(connection).migrate(targets)


def back_and_forth():
    """Take the tables of drafts back to what they were before tables had a history, and forward again."""
    newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "drafts"]
    try:
        migrate(BEFORE_HISTORY)
    finally:
        migrate(newest)


def test_an_older_draft_goes_on_and_an_older_log_is_what_it_was_both_with_an_empty_history(organizer, sample_sets):
    finished = let_bots_finish(make_event(organizer, "Aichi", "Kamui", started=True, night=no_fights()))
    finished.entries.create(table=1, text="The organizer put a bot in Aichi's seat.")
    TableEvent.objects.all().delete()
    log = log_as_data(load_log(finished))
    drafting = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1, 0):
        choose(drafting, seat)
    drafting.entries.create(table=1, text="The organizer paused the table.")
    before = load_table(drafting.draft.tables.get().id)

    back_and_forth()

    finished.refresh_from_db()  # its draft has been made anew on the way, and need not have the id that it had
    assert log_as_data(load_log(finished)) == log
    assert (log["history"], log["undone"]) == ([], [])
    assert log["entries"][-1]["text"] == "The organizer put a bot in Aichi's seat."
    drafting.refresh_from_db()
    after = load_table(drafting.draft.tables.get().id)
    assert (after.timed, after.version, TableEvent.objects.count()) == (before.timed, before.version, 0)
    take_back_pass(event=drafting, number=1)
    picks = Pick.objects.filter(seat__draft=drafting.draft)
    assert (picks.standing().count(), picks.undone().count()) == (0, 5)
    pause_tables(event=drafting)
    assert [act.kind for act in TableEvent.objects.all()] == ["undo", "pause"]
