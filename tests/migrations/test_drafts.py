"""Drafts became rows of their own, and what belongs to an event's draft is the same before and after."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from drafts.log.json_file import log_as_data
from drafts.models import Card, CardSet, Draft, Event, EventStage, PackCard, Seat, Table
from drafts.presenters.log.logs import load_log
from drafts.rules.formats import Pace
from drafts.store.tables import load_table
from tests.factories import choose, let_bots_finish, make_event, no_fights

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE_DRAFTS = [("drafts", "0013_cards_of_any_game")]


def back_and_forth():
    newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "drafts"]
    try:
        MigrationExecutor(connection).migrate(BEFORE_DRAFTS)
    finally:
        MigrationExecutor(connection).migrate(newest)


@pytest.fixture
def events(organizer, sample_sets):
    """Make three nights, of which the later two have drafts whose row ids are those of other nights or of none."""
    made = [
        make_event(organizer, "Aichi", "Kamui", started=True, review_seconds=17, pace=Pace.RELAXED, night=no_fights())
    ]
    made[0].drafts.create(number=2).delete()
    made.append(
        make_event(organizer, "Misaki", "Ren", bots=3, table_size=2, started=True, card_set="SMP02", night=no_fights())
    )
    made.append(make_event(organizer, "Leon", packs="uploaded", pack_list="SMP01/001", card_sets=[], night=no_fights()))
    assert len({event.draft.id - event.id for event in made}) == 2
    return made


def everything(event):
    event.refresh_from_db()
    settings = {field.name: getattr(event.draft, field.name) for field in Draft._meta.fields if field.name != "id"}
    tables = [load_table(table.id) for table in event.draft.tables.order_by("number")]
    return settings, [(table.timed, table.seats, table.event.sets) for table in tables], log_as_data(load_log(event))


def test_each_event_has_its_draft_again_and_only_what_the_old_version_knew_is_there(events, organizer):
    choose(events[0], 0)
    let_bots_finish(events[1])
    before = [everything(event) for event in events]
    let_bots_finish(make_event(organizer, "Aichi", "Kamui", started=True, card_set="MAG01", format_="magic-draft"))
    assert EventStage.objects.filter(stage="building").exists()
    back_and_forth()
    assert list(Event.objects.order_by("id")) == events
    assert [everything(event) for event in events] == before
    assert [event.draft.id for event in events] == [event.id for event in events]
    assert [(seat.draft_id, seat.table.draft.event_id) for seat in Seat.objects.all()] == [
        (seat.fighter.event_id, seat.fighter.event_id) for seat in Seat.objects.all()
    ]
    assert PackCard.objects.filter(draft=events[0].draft).count() == 60
    assert set(CardSet.objects.values_list("game", flat=True)) == {"vanguard"}
    assert set(Card.objects.values_list("card_set__code", flat=True)) == {"SMP01", "SMP02"}
    a_draft_that_is_made_afterwards_gets_a_row_id_of_its_own(organizer)


def a_draft_that_is_made_afterwards_gets_a_row_id_of_its_own(organizer):
    later = make_event(organizer, "Aichi", "Kamui", started=True)
    assert Table.objects.filter(draft=later.draft).count() == 1
    assert Draft.objects.count() == 4
