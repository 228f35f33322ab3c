"""Calls for a judge: from the first pack to the end of the night, taken by one official and answered with a note."""

import orjson
import pytest
from django.utils import timezone

from drafts.models import Event, JudgeCall, Table, TableEvent
from drafts.presenters.log.entries import entries_of
from drafts.protocol.states import TableStates
from drafts.rules.actors import ORGANIZER, judge_by
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.services.draft.calls import give_verdict, take_call
from drafts.services.draft.hosting import pause_tables
from drafts.services.errors import ServiceError
from drafts.services.events.nights import finish_event
from drafts.services.events.staff import make_link, revoke_link
from drafts.store.tables import load_table
from tests.factories import call_judge, drafted_event, fighting_event, make_event, play_to_review

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def ask(event, seat=0, request="r1", reason="rules"):
    call_judge(table_id=event.draft.tables.get().id, seat=seat, reason=reason, card=None, request=request)
    return JudgeCall.objects.latest("id").id


def judge(event, name="Kim"):
    return judge_by(make_link(event=event, name=name).id)


def you(event, seat):
    live = load_table(event.draft.tables.get().id)
    return orjson.loads(TableStates(live, timezone.now()).for_seat(seat))["you"]


def told(event):
    return [entry.text for entry in entries_of(event)]


def caller(event):
    return load_table(event.draft.tables.get().id).seats[0].name


def test_the_fighter_who_called_reads_who_is_on_the_way_and_nobody_else_does(event):
    call = ask(event)
    assert you(event, 0)["call"]["taken"] is None
    take_call(event=event, call_id=call, by=judge(event))
    taken = you(event, 0)["call"]["taken"]
    assert (taken["by"], taken["name"], you(event, 1)["call"]) == ("judge", "Kim", None)
    assert told(event)[-1] == f"Kim (judge) is on the way to {caller(event)}: A question about the rules."


def test_the_organizer_on_the_way_has_no_name(event):
    take_call(event=event, call_id=ask(event))
    taken = you(event, 0)["call"]["taken"]
    assert (taken["by"], taken["name"]) == ("organizer", None)
    assert told(event)[-1] == f"The organizer is on the way to {caller(event)}: A question about the rules."


@pytest.mark.parametrize("format_", ["vanguard-own", "rome"])
def test_where_no_packs_are_opened_a_judge_can_be_called_too(format_, organizer, sample_sets):
    night = make_event(organizer, "Aichi", "Kamui", started=True, format_=format_, card_sets=[])
    give_verdict(event=night, call_id=ask(night), verified=True, by=judge(night), note="A draw.")
    assert you(night, 0)["note"]["text"] == "A draw."


def test_a_call_that_is_taken_twice_is_taken_once(event):
    call, kim = ask(event), judge(event)
    take_call(event=event, call_id=call, by=kim)
    before = JudgeCall.objects.values().get(), Table.objects.get().version
    take_call(event=event, call_id=call, by=kim)
    assert (JudgeCall.objects.values().get(), Table.objects.get().version) == before


def test_a_call_that_another_has_taken_is_taken_over_only_on_purpose(event):
    call = ask(event)
    take_call(event=event, call_id=call, by=judge(event))
    with pytest.raises(ServiceError, match="Kim"):
        take_call(event=event, call_id=call)
    assert you(event, 0)["call"]["taken"]["name"] == "Kim"
    take_call(event=event, call_id=call, by=ORGANIZER, over=True)
    assert you(event, 0)["call"]["taken"]["by"] == "organizer"
    with pytest.raises(ServiceError, match=r"The organizer is on the way already\."):
        take_call(event=event, call_id=call, by=judge(event, "Lee"))


def test_a_call_that_a_judge_took_whose_link_is_revoked_is_open_again_for_another(event):
    call, kim = ask(event), judge(event)
    other = ask(event, seat=1)
    take_call(event=event, call_id=call, by=kim)
    take_call(event=event, call_id=other)
    before = Table.objects.get().version
    revoke_link(event=event, link_id=kim.staff)
    assert you(event, 0)["call"]["taken"] is None
    assert you(event, 1)["call"]["taken"]["by"] == "organizer"  # that one still comes
    assert Table.objects.get().version > before  # all screens are told
    take_call(event=event, call_id=call, by=judge(event, "Lee"))
    assert you(event, 0)["call"]["taken"]["name"] == "Lee"


def test_a_note_is_read_by_who_called_until_their_next_call_is_answered(event):
    call, kim = ask(event), judge(event)
    give_verdict(event=event, call_id=call, verified=True, by=kim, note="  Two  cards\nthis time. ")
    note = you(event, 0)["note"]
    assert (note["call"], note["text"], note["verdict"]) == (call, "Two cards this time.", "verified")
    assert you(event, 1)["note"] is None
    assert told(event)[-1] == f"Kim (judge) answered {caller(event)}'s call: A question about the rules."
    again = ask(event, request="r2")
    give_verdict(event=event, call_id=again, verified=False)
    assert you(event, 0)["note"] is None


@pytest.mark.parametrize(
    ("note", "said"),
    [("x" * 201, "A note has up to 200 characters; this one has 201."), ("a\u202eb", "invisible")],
)
def test_a_note_that_nobody_can_read_answers_nothing(event, note, said):
    call = ask(event)
    with pytest.raises(ServiceError, match=said):
        give_verdict(event=event, call_id=call, verified=True, note=note)
    assert JudgeCall.objects.get().verdict == "open"


def test_a_call_that_is_answered_or_of_another_event_is_not_taken(event, organizer):
    call = ask(event)
    with pytest.raises(ServiceError, match=r"There is no such call\."):
        take_call(event=make_event(organizer, "Ren"), call_id=call)
    give_verdict(event=event, call_id=call, verified=True)
    with pytest.raises(ServiceError, match=r"That call is answered already\."):
        take_call(event=event, call_id=call)


@pytest.mark.parametrize("stage", ["review", "building", "fighting"])
def test_a_judge_can_be_called_after_the_draft_too_but_not_for_a_card(organizer, sample_sets, stage):
    make = {"building": drafted_event, "fighting": fighting_event}.get(stage, make_event)
    event = make(organizer, "Aichi", "Kamui", **({"started": True} if stage == "review" else {}))
    if stage == "review":
        play_to_review(event)
    table = event.draft.tables.get()
    call = ask(event)
    take_call(event=event, call_id=call, by=judge(event))
    give_verdict(event=event, call_id=call, verified=True, note="Play on.")
    assert you(event, 0)["note"]["text"] == "Play on."
    with pytest.raises((NotDrafting, NotAllowed)):
        call_judge(table_id=table.id, seat=1, reason="legion_rare", card=1, request="r9")


def test_no_judge_is_called_once_the_event_is_over(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    open_call = ask(event)
    finish_event(event=event)
    with pytest.raises(NotDrafting):
        ask(Event.objects.get(id=event.id), seat=1, request="r2")
    with pytest.raises(ServiceError, match="The draft is over"):
        give_verdict(event=event, call_id=open_call, verified=True)


def test_the_history_says_which_judge_did_what(event):
    kim = judge(event)
    pause_tables(event=event, by=kim)
    assert TableEvent.objects.values_list("kind", "by", "staff").last() == ("pause", "judge", kim.staff)
    assert told(event)[-1] == "Kim (judge) paused the table."
