"""Nights go back with their site to older versions, and forward again: what those versions knew of them is the same.

One walk serves all: each way between the newest tables and the oldest ones takes as long as all else together.
"""

import importlib

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from drafts.log.json_file import log_as_data
from drafts.models import Card, CardSet, Draft, Event, EventStage, PackCard, Pick, Seat, Table, TableEvent
from drafts.presenters.log.logs import load_log
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import pause_tables, take_back_pass
from drafts.store.tables import load_table
from tests.factories import choose, let_bots_finish, make_event, no_fights
from tests.migrations.upgrades import count_on_from, described, migrate_to_newest, rows
from tests.server import migrated_once

BEFORE_HISTORY, BEFORE_DRAFTS = "0008_card_text_and_image", "0013_cards_of_any_game"
BEFORE_FORMER_NUMBERS = "0048_own_picks"
former_numbers = importlib.import_module("drafts.migrations.0049_former_numbers")
NUMBERS = {
    "1": "NEO/1-2",
    "10": "NEO/10",
    "2": "NEO/2",
    "NEO/1": "NEO/1",
    "57†": "NEO/57†",
    "VOW/3": "VOW/3",
    "x" * 40: "x" * 40,
}
"""Numbers of cards before 0049, and those that they get."""


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
    choose(made[0], 0)
    let_bots_finish(made[1])
    return made


@pytest.fixture
def finished(events, organizer):
    """Make a night that was finished before tables had a history."""
    event = let_bots_finish(make_event(organizer, "Aichi", "Kamui", started=True, night=no_fights()))
    event.entries.create(table=1, text="The organizer put a bot in Aichi's seat.")
    TableEvent.objects.filter(table__draft=event.draft).delete()
    return event


@pytest.fixture
def drafting(finished, organizer):
    """Make a night whose draft goes on, and began before tables had a history."""
    event = make_event(organizer, "Aichi", "Kamui", started=True, night=no_fights())
    for seat in (0, 1, 0):
        choose(event, seat)
    event.entries.create(table=1, text="The organizer paused the table.")
    TableEvent.objects.filter(table__draft=event.draft).delete()
    return event


@pytest.fixture
def of_magic(drafting, organizer):
    """Make a night of a game that those versions did not know."""
    made = make_event(organizer, "Aichi", "Kamui", started=True, card_set="MAG01", format_="magic-draft")
    return let_bots_finish(made)


def everything(event):
    event.refresh_from_db()
    settings = {field.name: getattr(event.draft, field.name) for field in Draft._meta.fields if field.name != "id"}
    tables = [load_table(table.id) for table in event.draft.tables.order_by("number")]
    return settings, [(table.timed, table.seats, table.event.sets) for table in tables], log_as_data(load_log(event))


def back_and_forth():
    """Go back to where drafts were no rows, on to where tables had no history (the nights keep theirs), and forward."""
    call_command("migrate", "drafts", BEFORE_DRAFTS, verbosity=0)
    try:
        history = taken_history()
        migrate(BEFORE_HISTORY)
        migrate(BEFORE_DRAFTS)
        put_back(*history)
        migrate(BEFORE_FORMER_NUMBERS)
        make_cards_with_bare_numbers()
    finally:
        migrate_to_newest()
    count_on_from([TableEvent])


def migrate(name):
    MigrationExecutor(connection).migrate([("drafts", name)])


def taken_history():
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM drafts_tableevent")
        columns, acts = [column[0] for column in cursor.description], cursor.fetchall()
        cursor.execute("DELETE FROM drafts_tableevent")
    return columns, acts


def put_back(columns, acts):
    names, places = ", ".join(f'"{name}"' for name in columns), ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO drafts_tableevent ({names}) VALUES ({places})", acts)


def make_cards_with_bare_numbers():
    then = MigrationExecutor(connection).loader.project_state([("drafts", BEFORE_FORMER_NUMBERS)]).apps
    neo = then.get_model("drafts", "CardSet").objects.create(code="NEO", name="NEO", game="magic")
    for number in NUMBERS:
        then.get_model("drafts", "Card").objects.create(card_set=neo, number=number, name=f"Card {number}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("of_magic")
def test_each_night_is_there_again_with_all_that_the_old_versions_knew(
    events, finished, drafting, organizer, installed, postgres
):
    nights = [*events, finished, drafting]
    before = [everything(event) for event in nights]
    version = load_table(drafting.draft.tables.get().id).version
    assert EventStage.objects.filter(stage="building").exists()
    back_and_forth()
    assert described(rows) == described(migrated_once(installed, postgres).rows)
    assert list(Event.objects.order_by("id")) == nights
    assert [everything(event) for event in nights] == before
    drafts_have_the_ids_of_their_events(nights)
    nothing_of_magic_is_left_but_what_came_on_the_way()
    bare_numbers_name_their_set_and_the_way_back_leads_to_them()
    a_finished_draft_has_the_log_that_it_had_with_an_empty_history(finished)
    a_draft_without_a_history_goes_on_from_where_it_was(drafting, version)
    a_draft_that_is_made_afterwards_gets_a_row_id_of_its_own(organizer)


def test_no_migration_depends_on_the_one_that_replaces_others_so_that_the_way_back_leads_through_these():
    loader = MigrationLoader(None)
    replacing, here = loader.replacements.keys(), loader.disk_migrations
    depending = [name for name, migration in here.items() if replacing & set(migration.dependencies)]
    assert (depending, list(replacing)) == ([], [("drafts", "0001_squashed_0073")])


def drafts_have_the_ids_of_their_events(nights):
    assert [event.draft.id for event in nights] == [event.id for event in nights]
    assert [(seat.draft_id, seat.table.draft.event_id) for seat in Seat.objects.all()] == [
        (seat.fighter.event_id, seat.fighter.event_id) for seat in Seat.objects.all()
    ]
    assert PackCard.objects.filter(draft=nights[0].draft).count() == 60


def nothing_of_magic_is_left_but_what_came_on_the_way():
    assert list(CardSet.objects.filter(game="magic").values_list("code", flat=True)) == ["NEO"]
    sets = CardSet.objects.exclude(code="NEO")
    assert set(sets.values_list("game", flat=True)) == {"vanguard"}
    assert set(Card.objects.filter(card_set__in=sets).values_list("card_set__code", flat=True)) == {"SMP01", "SMP02"}


def bare_numbers_name_their_set_and_the_way_back_leads_to_them():
    cards = Card.objects.filter(card_set__code="NEO")
    assert {card.name.removeprefix("Card "): card.number for card in cards} == NUMBERS
    former_numbers.go_back(apps, connection.schema_editor())
    assert set(cards.values_list("number", flat=True)) == set(NUMBERS)


def a_finished_draft_has_the_log_that_it_had_with_an_empty_history(finished):
    log = log_as_data(load_log(finished))
    assert (log["history"], log["undone"]) == ([], [])
    assert log["entries"][-1]["text"] == "The organizer put a bot in Aichi's seat."


def a_draft_without_a_history_goes_on_from_where_it_was(drafting, version):
    acts = TableEvent.objects.filter(table__draft=drafting.draft)
    assert (load_table(drafting.draft.tables.get().id).version, acts.count()) == (version, 0)
    take_back_pass(event=drafting, number=1)
    picks = Pick.objects.filter(seat__draft=drafting.draft)
    assert (picks.standing().count(), picks.undone().count()) == (0, 5)
    pause_tables(event=drafting)
    assert [act.kind for act in acts.all()] == ["undo", "pause"]


def a_draft_that_is_made_afterwards_gets_a_row_id_of_its_own(organizer):
    before = Draft.objects.count()
    later = make_event(organizer, "Aichi", "Kamui", started=True)
    assert Table.objects.filter(draft=later.draft).count() == 1
    assert Draft.objects.count() == before + 1
