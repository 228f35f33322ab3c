import ast
import re
from pathlib import Path

import pytest
from django.db import IntegrityError
from django.utils import timezone

from drafts.models import Event, TableEvent
from drafts.models.event import STAGE_LABELS
from drafts.rules.errors import NotAllowed
from drafts.rules.formats import Pace
from drafts.rules.night.stages import Stage, StageMove
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.stages import advance, complete_draft
from drafts.store.changes import MovedOn
from drafts.store.event_facts import facts_of
from tests.factories import drafted_event, let_bots_finish, make_event

DRAFTS = Path(__file__).parents[3] / "drafts"
WRITERS = {"Event", "bulk_update", "create", "save", "setattr", "update", "update_or_create"}


def all_of(event):
    return list(event.draft.tables.order_by("number").values_list("version", "phase", "wakes_at"))


@pytest.mark.django_db
def test_all_tables_of_an_event_change_with_it_and_their_histories_say_so(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", table_size=2, pace=Pace.STANDARD, started=True)
    versions = dict(event.draft.tables.values_list("id", "version"))
    now = timezone.now()
    assert advance(event=facts_of(event), move=StageMove.STOP, at=now) == {
        table: old + 1 for table, old in versions.items()
    }
    acts = TableEvent.objects.filter(kind="stop").values_list("table", "version", "at")
    assert list(acts) == [(table, old + 1, now) for table, old in versions.items()]
    assert [wakes_at for _, _, wakes_at in all_of(event)] == [None, None]


@pytest.mark.django_db
def test_each_move_is_noted_with_its_moment_and_makes_a_new_version_of_the_lobby(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    event.refresh_from_db()
    moments = []
    for move in (StageMove.START, StageMove.ALL_DRAFTED, StageMove.FINISH):
        before, at = event.version, timezone.now()
        advance(event=facts_of(event), move=move, at=at)
        event.refresh_from_db()
        moments.append(at)
        assert (event.version, event.stopped) == (before + 1, False)
    assert [event.draft.started_at, event.draft.drafted_at, event.finished_at] == moments


@pytest.mark.django_db
def test_two_that_saw_the_same_stage_lead_the_event_on_once(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    late = Event.objects.get(id=event.id)
    stop_event(event=event)
    before = Event.objects.values().get(id=event.id), all_of(event)
    with pytest.raises(MovedOn):
        advance(event=facts_of(late), move=StageMove.ALL_DRAFTED, at=timezone.now())
    assert (Event.objects.values().get(id=event.id), all_of(event)) == before


@pytest.mark.django_db
def test_an_event_waits_for_the_last_of_its_tables(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", table_size=2, started=True)
    before = all_of(event)
    assert (complete_draft(event=facts_of(event), at=timezone.now()), all_of(event)) == ({}, before)
    assert let_bots_finish(event).phase == Stage.BUILDING


@pytest.mark.django_db
def test_a_request_for_a_move_that_is_not_due_changes_nothing(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    before = Event.objects.values().get(id=event.id), all_of(event)
    for move in (StageMove.START, StageMove.ALL_DRAFTED, StageMove.STOP):
        with pytest.raises(NotAllowed):
            advance(event=facts_of(event), move=move, at=timezone.now())
    assert (Event.objects.values().get(id=event.id), all_of(event)) == before


@pytest.mark.django_db
def test_rows_keep_the_values_that_they_had_before_stages_were_one_type(organizer, sample_sets):
    stored = ["lobby", "opening", "drafting", "building", "fighting", "sharing", "finished"]
    event = make_event(organizer)
    for value in stored:
        Event.objects.filter(id=event.id).update(phase=value)
        event.refresh_from_db()
        assert (type(event.phase), Stage(event.phase).value) == (str, value)
        assert event.get_phase_display() == str(STAGE_LABELS[Stage(value)])
    assert [*Stage] == [*STAGE_LABELS] == stored
    with pytest.raises(IntegrityError):
        Event.objects.filter(id=event.id).update(phase="evening")


def writes_of_a_phase(source):
    """Yield each expression in which something called `phase` is set, or a whole row saved, or a stage written."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr="phase", ctx=ast.Store()):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in WRITERS:
                words = {keyword.arg for keyword in node.keywords}
                words |= {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
                if "phase" in words or (name == "save" and not words and not node.args):
                    yield ast.unparse(node.func)
            case ast.Constant(value=str(text)) if re.search(r"UPDATE drafts_event\s+SET.*\bphase = %s,", text):
                yield text.split(" = ")[0].strip()
            case ast.Name(id="save_stage"):
                yield node.id


def test_nothing_but_the_service_of_stages_writes_the_phase_of_an_event():
    files = [file for file in sorted(DRAFTS.glob("**/*.py")) if not {"rules", "migrations"} & set(file.parts)]
    found = {(file.stem, write) for file in files for write in writes_of_a_phase(file.read_text())}
    assert found == {
        ("changes", "UPDATE drafts_event SET phase"),
        ("stages", "save_stage"),
        ("tables", "Table.objects.filter(id=table_id).update"),  # a table's own
        ("accounts", "form.save"),  # an account's
        ("made_up_drafts", "user.save"),
        ("own_events", "form.save"),  # the settings of an organizer (`services.events.settings`)
        ("settings", "settings.night.save"),  # the settings of a night
        ("settings", "settings.battles.save"),  # those of battles
        ("stores", "form.save"),  # the profile of a store
        ("log_import", "Event.objects.create"),  # an event that is over, of another installation
        ("imported_tables", "Table.objects.create"),
        ("made_up_drafts", "Event"),  # an event that is over, to try statistics on
    }
