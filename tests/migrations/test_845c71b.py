"""The events that version 845c71b left in its database are there after an upgrade. `make_845c71b.py` made the files."""

from io import StringIO

import pytest
from django.core.management import call_command

from drafts.models import Attempt, Connection, Event
from drafts.rules.draft.notation import write
from drafts.rules.draft.table import Phase, has_chosen
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import end_reviews
from drafts.store.tables import answered_requests, load_table
from tests.factories import choose
from tests.migrations.upgrades import described, log_of, rows, seen_by, upgrade, without_additions
from tests.server import migrated_once

pytestmark = pytest.mark.django_db(transaction=True)
SEEN_THEN = seen_by("845c71b")


@pytest.fixture
def upgraded():
    upgrade("845c71b", "0004_marks_of_any_length")


def play_to_the_end(event):
    while (table := load_table(event.draft.tables.get().id).timed.table).phase is not Phase.DRAFTED:
        if table.phase is Phase.REVIEW:
            end_reviews(event=event)
        else:
            choose(event, next(seat for seat in range(table.fighters) if not has_chosen(table, seat)))


@pytest.mark.usefixtures("upgraded")
def test_after_an_upgrade_all_is_there_and_the_draft_goes_on(installed, postgres):
    assert described(rows) == described(migrated_once(installed, postgres).rows)
    the_log_of_a_finished_event_is_what_it_was_but_for_what_is_added()
    connections_and_attempts_are_kept()
    a_draft_that_stood_in_the_middle_is_played_to_its_end()


def the_log_of_a_finished_event_is_what_it_was_but_for_what_is_added():
    added = set()
    log = log_of(Event.objects.get(code=SEEN_THEN["finished"]))
    assert without_additions(log, SEEN_THEN["log"], added) == SEEN_THEN["log"]
    assert added == {
        *("history", "undone", "decks", "fights", "shares", "event.stages", "event.imported", "tables.seats.fighter"),
        *(
            "tables.packs.cards.text",
            "tables.packs.cards.text_read",
            "tables.packs.cards.image",
            "tables.packs.cards.kin",
        ),
        "event.game",
        "event.draws",
        "event.log_opens",
        "event.own_picks",
        "comments",
    }
    assert (log["history"], log["undone"]) == ([], [])
    said = StringIO()
    call_command("verify", SEEN_THEN["finished"], stdout=said)
    assert said.getvalue() == "OK: the seed gives the seats and packs of Over and done.\n"


def connections_and_attempts_are_kept():
    event = Event.objects.get(code=SEEN_THEN["drafting"])
    assert list(Connection.objects.values_list("process__name", "event", "fighter__nickname", "round_trip")) == [
        ("old", event.id, "Aichi", 40)
    ]
    assert list(Attempt.objects.values_list("action", "address", "browser")) == [("code", "192.0.2.7", "")]


def a_draft_that_stood_in_the_middle_is_played_to_its_end():
    event = Event.objects.get(code=SEEN_THEN["drafting"])
    table = event.draft.tables.get()
    before = load_table(table.id)
    assert write(before.timed.table) == SEEN_THEN["table"]
    (call,) = before.calls
    assert (call.reason, call.card, before.refused) == ("rules", None, frozenset())
    marked = {seat: state.marked for seat, state in enumerate(before.timed.seats) if state.marked}
    assert marked == {call.seat: (before.timed.table.hands[call.seat][0].id,)}
    asked = answered_requests(table.id)
    assert {name.partition("-")[0] for _, name in asked} == {"call", "choice", "question"}
    give_verdict(event=event, call_id=call.id, verified=False)
    play_to_the_end(event)
    event.refresh_from_db()
    after = load_table(table.id).timed.table
    assert (event.phase, [len(pile) for pile in after.piles]) == (Stage.BUILDING, [30] * 4)
    log = log_of(event)
    (told,) = log["tables"]
    assert sorted(pick["card"] for pick in told["picks"]) == list(range(1, 121))
    assert {act["version"] for act in log["history"]} == set(
        range(before.version + 1, event.draft.tables.get().version + 1)
    )
    assert [act["kind"] for act in log["history"]][:2] == ["verdict", "choose"]
    assert (log["history"][-1]["kind"], log["undone"]) == ("all_drafted", [])
    assert [(call["reason"], call["verdict"]) for call in told["calls"]] == [
        ("legion_rare", "verified"),
        ("rules", "refused"),
    ]
    call_command("verify", event.code, stdout=StringIO())  # raises where seed, history and picks do not fit
