"""Rows and rules: what is written is read back as it was, at every step of a draft."""

import random
import re
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafts.models import JudgeCall, PackCard, Pick, Seat, Table, TableEvent, Verdict
from drafts.rules.chance import Chance
from drafts.rules.draft import timed_table
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.history import Act, Kind, facts_of, own_act
from drafts.rules.draft.replay_history import replay_history
from drafts.rules.draft.table import Phase, may_call, owed
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.draft.timed_table import make_choice, say_done
from drafts.rules.formats import Pace
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.tables import change_of, change_table, record_changes, record_marks, undo_pass
from drafts.services.events.lifecycle import stop_event
from drafts.store.table_facts import EventFacts, Marked
from drafts.store.tables import answered_requests, load_table, reload_table
from tests.factories import call_judge, choose, make_event
from tests.paper import paper_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True)


def table_of(event, number=1):
    return load_table(event.draft.tables.get(number=number).id)


def kept(live):
    """Return what the rows keep of a table."""
    return live.version, live.timed, live.seats, live.calls


def everything(live):
    """Return all that is known of a table; event facts are equal only to themselves."""
    facts = [getattr(live.event, each.name) for each in fields(EventFacts)]
    return [facts if each.name == "event" else getattr(live, each.name) for each in fields(live)]


def chosen_by(live, seat, *, request=""):
    """Return the change that a seat's next choice makes, on its way to the database."""
    table, now = live.timed.table, timezone.now()
    cards = automatic_choice(table, seat, (), Chance("any", seat))
    step = make_choice(live.timed, seat, cards, now, round_=table.round, pass_number=table.pass_number)
    return change_of(live, step, now, request, seat)


def who_owes(live):
    table = live.timed.table
    return [seat for seat in range(table.fighters) if owed(table, seat).total]


@pytest.mark.parametrize("seed", range(3))
def test_at_every_step_the_table_is_read_back_as_it_was_left(organizer, sample_sets, seed):
    dice = random.Random(seed)
    names = ("Aichi", "Kamui", "Misaki", "Toshiki")[: dice.randint(2, 4)]
    event = make_event(
        organizer, *names, bots=dice.randint(0, 2), started=True, table_size=9,
        card_set=dice.choice(["SMP01", "SMP02"]), pace=dice.choice(list(Pace)), judge=dice.choice(list(JudgeBy)),
        review_seconds=60,
    )  # fmt: skip
    table_id, undone = event.draft.tables.get().id, 0

    def change(verb, *causes):
        after = change_table(table_id=table_id, verb=verb, causes=causes).after
        assert load_table(table_id).timed == after.timed

    live = load_table(table_id)
    known = [live]
    while live.timed.table.phase is not Phase.DRAFTED:
        table = live.timed.table
        callers = [seat for seat in range(table.fighters) if may_call(table, seat) and not table.calls]
        if live.timed.unattended:
            change(timed_table.resume, Act(Kind.RESUME))
        elif dice.random() < 0.1:
            change(timed_table.pause, Act(Kind.PAUSE))
            later = timedelta(seconds=dice.random())
            change(lambda timed, now, later=later: timed_table.resume(timed, now + later), Act(Kind.RESUME))
        elif dice.random() < 0.1:
            connected = dice.random() < 0.5
            act = own_act(Kind.CONNECTED if connected else Kind.DISCONNECTED, 0)
            change(lambda timed, now, here=connected: timed_table.attend(timed, 0, connected=here, at=now), act)
        elif dice.random() < 0.05 and wakes_at(live.timed):
            change(lambda timed, _: timed_table.expire(timed, wakes_at(timed) + timedelta(hours=1)))
        elif dice.random() < 0.05 and undone < 3 and Pick.objects.exists():
            undone += 1
            undo_pass(table_id=table_id)
        elif live.calls:
            give_verdict(event=event, call_id=live.calls[0].id, verified=dice.random() < 0.7)
        elif callers and dice.random() < 0.5:
            caller = callers[0]
            rare = next(
                held for held in table.packs[table.round - 1][caller].cards if "legion_rare" in held.card.traits
            )
            asked = {"table_id": table_id, "seat": caller, "reason": "legion_rare", "card": rare.id}
            if not JudgeCall.objects.filter(card=live.keys[rare.id]).exists():
                call_judge(**asked, request=str(dice.random()))
        elif table.phase is Phase.REVIEW:
            change(timed_table.finish_review, Act(Kind.REVIEW_OVER))
        else:
            seat = dice.choice(who_owes(live))
            cards = automatic_choice(table, seat, (), Chance(str(dice.random())))
            now, turn = timezone.now(), {"round_": table.round, "pass_number": table.pass_number}
            step = make_choice(live.timed, seat, cards, now, **turn)
            choice = change_of(live, step, now, str(dice.random()), seat)
            assert record_changes(chains=[[choice]]).written == [True]
            assert load_table(table_id).timed == choice.after.timed
        live = load_table(table_id)
        known.append(live)
        again, answered = reload_table(dice.choice(known))
        assert (everything(again), answered) == (everything(live), answered_requests(table_id))
    assert sorted(len(pile) for pile in live.timed.table.piles) == [30] * live.timed.table.fighters
    rows = TableEvent.objects.filter(table=table_id).values_list("version", "kind", "text")
    history = [(version, Kind(kind), facts_of(Kind(kind), text)) for version, kind, text in rows]
    shown = dict(replay_history(live.timed.table.format, live.timed.table.packs, history))
    assert {after.version: shown[after.version].table for after in known} == {
        after.version: after.timed.table for after in known
    }
    assert set(shown) == set(range(min(shown), live.version + 1))


def test_an_event_that_has_not_changed_is_the_same_object_and_one_that_has_is_not(event):
    start = table_of(event)
    choose(event, 0)
    assert reload_table(start)[0].event is start.event
    stop_event(event=event)
    assert (reload_table(start)[0].event.phase, start.event.phase) == (Stage.FINISHED, Stage.DRAFTING)


@pytest.mark.parametrize(
    "read", [lambda live: load_table(live.id), lambda live: reload_table(live)[0]], ids=["load", "reload"]
)
def test_a_table_that_changes_while_it_is_read_is_read_whole(event, read):
    """The last choice of a pass comes between the table's row and its picks."""
    before, changed = choose(event, 0).after, []

    def meddle(execute, sql, *rest):
        if 'FROM "drafts_pick"' in sql and not changed:
            changed.append(None)  # first, since the choice asks for picks too
            changed.append(choose(event, 1).after)
        return execute(sql, *rest)

    with connection.execute_wrapper(meddle):
        found = read(before)
    assert kept(found) == kept(changed[1])


def test_a_chain_of_changes_is_written_at_once(event):
    start = table_of(event)
    first = chosen_by(start, 0, request="a")
    second = chosen_by(first.after, 1, request="b")
    assert record_changes(chains=[[first, second]]) == ([True], {}, [[first, second]])
    assert kept(table_of(event)) == kept(second.after)
    versions = Pick.objects.order_by("id").values_list("version", "request")
    assert list(versions) == [(start.version + 1, "a")] * 2 + [(start.version + 2, "b")] * 2


def test_a_table_that_has_moved_on_is_left_out_and_the_others_are_written(organizer, sample_sets):
    events = [make_event(organizer, "Aichi", "Kamui", started=True) for _ in range(3)]
    changes = [chosen_by(table_of(event), 0) for event in events]
    choose(events[1], 1)
    before = table_of(events[1])
    assert record_changes(chains=[[change] for change in changes]).written == [True, False, True]
    assert [kept(table_of(events[number])) for number in (0, 2)] == [kept(changes[number].after) for number in (0, 2)]
    assert kept(table_of(events[1])) == kept(before)


def test_a_chain_is_written_whole_or_not_at_all(event):
    start = table_of(event)
    first = chosen_by(start, 0)
    second = chosen_by(first.after, 1)
    choose(event, 0)
    before = table_of(event)
    assert record_changes(chains=[[first, second]]).written == [False]
    assert kept(table_of(event)) == kept(before)


def test_a_change_that_builds_on_one_that_was_never_written_is_not_written(event):
    lost = chosen_by(table_of(event), 0)
    assert record_changes(chains=[[chosen_by(lost.after, 1)]]).written == [False]
    assert not Pick.objects.exists()


def test_the_same_change_is_not_written_twice(event):
    change = chosen_by(table_of(event), 0)
    assert [record_changes(chains=[[change]]).written for _ in range(2)] == [[True], [False]]
    assert Pick.objects.count() == 2


def test_a_request_is_remembered_under_its_seat_and_name_with_the_version_it_made(event):
    change = chosen_by(table_of(event), 1, request="a")
    record_changes(chains=[[change]])
    table_id = change.after.id
    seq = call_judge(table_id=table_id, seat=0, reason="other", card=None, request="b")
    assert answered_requests(table_id) == {(1, "a"): change.after.version, (0, "b"): seq}


def test_a_pass_that_is_taken_back_forgets_what_was_asked_in_it(event):
    record_changes(chains=[[chosen_by(table_of(event), 1, request="a")]])
    undo_pass(table_id=event.draft.tables.get().id)
    assert answered_requests(event.draft.tables.get().id) == {}


def test_of_a_pass_of_paper_packs_what_the_fighter_entered_has_the_name_of_their_request(organizer, sample_sets):
    """The last card of each seat follows from it in the same change, and was asked for by nobody."""
    live = table_of(paper_event(organizer, "Aichi", "Kamui"))
    named = 0
    while live.timed.table.phase is Phase.DRAFTING:
        seat, now = who_owes(live)[0], timezone.now()
        round_, pass_number = live.timed.this_pass
        step = say_done(live.timed, seat, now, round_=round_, pass_number=pass_number)
        change = change_of(live, step, now, f"r{live.version}", seat)
        record_changes(chains=[[change]])
        made = Pick.objects.filter(version=change.after.version).select_related("seat")
        asked = {(pick.seat_id, pick.round, pick.pass_number) for pick in made.exclude(request="")}
        assert asked == {(live.seats[seat].id, round_, pass_number)}
        named += made.filter(request="").count()
        live = change.after
    assert named > 0


def test_choices_of_bots_of_the_clock_and_of_last_cards_have_no_name(event):
    live = table_of(event)
    change_table(table_id=live.id, verb=lambda timed, now: timed_table.seat_bot(timed, 0, now, bot=True))
    assert set(Pick.objects.values_list("how", "request")) == {("bot", "")}
    assert answered_requests(live.id) == {}


def test_marks_are_written_without_a_new_version(event):
    before = table_of(event)
    hand = [held.id for held in before.timed.table.hands[0]]
    record_marks(marks={before.seats[0].id: Marked(tuple(hand[:2]), timezone.now())})
    after = table_of(event)
    assert (after.version, after.timed.seats[0].marked) == (before.version, tuple(hand[:2]))
    assert Seat.objects.exclude(marked="").count() == 1


def test_all_cards_of_the_largest_pack_of_the_largest_night_may_be_marked(event):
    marked = tuple(range(2**31 - 60, 2**31))
    record_marks(marks={table_of(event).seats[0].id: Marked(marked, timezone.now())})
    assert table_of(event).timed.seats[0].marked == marked


def test_reading_takes_as_many_statements_at_the_end_of_a_draft_as_at_its_beginning(event):
    table_id = event.draft.tables.get().id

    def statements():
        with CaptureQueriesContext(connection) as asked:
            load_table(table_id)
        return len(asked)

    first = statements()
    for _ in range(9):
        for seat in who_owes(table_of(event)):
            choose(event, seat)
    assert (statements(), first <= 7) == (first, True)


def test_another_call_that_was_answered_is_no_verified_legion_rare(event):
    table_id = event.draft.tables.get().id
    call_judge(table_id=table_id, seat=0, reason="wrong_count", card=None, request="a")
    give_verdict(event=event, call_id=table_of(event).calls[0].id, verified=True)
    assert JudgeCall.objects.get().verdict == Verdict.VERIFIED
    assert table_of(event).timed.table.called is False
    assert Table.objects.get().called is False


@pytest.mark.parametrize("same", ["card", "place"])
def test_a_card_and_a_place_in_a_pass_are_stored_once_but_for_what_was_taken_back(event, same):
    choose(event, 0)
    pick = Pick.objects.first()
    pick.pk = None
    if same == "card":
        pick.position = 9
    else:
        pick.pack_card = PackCard.objects.filter(draft=event.draft, picks=None).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        pick.save(force_insert=True)
    Pick.objects.update(undone_in=5)
    pick.save(force_insert=True)
    assert (Pick.objects.standing().get(), Pick.objects.undone().count()) == (pick, 2)


def test_every_reader_of_picks_says_whether_they_stand():
    """But one, which means both: choices that the clock made are told of also when they were taken back."""
    said = ("standing", "undone", "bulk_create")  # the last one writes
    asked = re.compile(r"\bPick(?:Row)?\.objects\.(\w+)")
    found = {(file.name, verb) for file in Path("drafts").rglob("*.py") for verb in asked.findall(file.read_text())}
    assert {(name, verb) for name, verb in found if verb not in said} == {("entries.py", "filter")}
