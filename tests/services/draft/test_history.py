"""Each act of organizer, judge, clock and fighter leaves its line in the history of its table."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from drafts.models import CardSet, JudgeCall, Pick, TableEvent
from drafts.presenters.log.logs import load_log
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import Kind, facts_of
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Pace
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import (
    end_reviews,
    extend_tables,
    hand_over_seat,
    pause_tables,
    replace_link,
    resume_tables,
    take_back_pass,
)
from drafts.services.draft.overdue import LONG_AGO, PATIENCE, expire_overdue_tables
from drafts.services.draft.tables import change_table
from drafts.services.events.lifecycle import create_practice, stop_event
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import leave_event, remove_fighter, undo_removal
from tests.factories import call_judge, choose, drafted_event, fighter, let_bots_finish, make_event, play_to_review

pytestmark = pytest.mark.django_db
RARE = ["SMP02/025", "SMP02/L01", "SMP02/L02", "SMP02/017", "SMP02/018"]
USUAL = ["SMP02/026", "SMP02/011", "SMP02/019", "SMP02/020", "SMP02/021"]


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.STANDARD)


def rare_event(organizer, judge=JudgeBy.ORGANIZER):
    """Make a draft in which seat 0 opens a pair of Legion Rares."""
    listed = "\n\n".join("\n".join(pack) for pack in [RARE, *[USUAL] * 11])
    sets = [CardSet.objects.get(code="SMP02")]
    return make_event(
        organizer, "Aichi", "Kamui", started=True, packs="uploaded", pack_list=listed, card_sets=sets, judge=judge
    )


def lines(event, since=0):
    """Return the history of the only table from a version on: who (a fighter by their seat), kind and text."""
    seats = dict(event.draft.tables.get().seats.values_list("fighter", "position"))
    rows = TableEvent.objects.filter(table__draft__event=event, version__gt=since).order_by("id")
    return [(row.by if row.fighter is None else seats[row.fighter], row.kind, row.text) for row in rows]


def version(event):
    return event.draft.tables.get().version


def done(event, action, /, **arguments):
    """Return what a action leaves in the history."""
    rows = TableEvent.objects.filter(table__draft__event=event).count()
    action(**arguments)
    return lines(event)[rows:]


def seat_of(event, name):
    return event.draft.tables.get().seats.get(fighter__nickname=name).position


def verb(event, rule, **arguments):
    change_table(table_id=event.draft.tables.get().id, verb=lambda timed, now: rule(timed, now, **arguments))


def let_time_pass(event, beyond):
    then = timezone.now() - beyond
    event.draft.tables.update(deadline=then, wakes_at=then, started_at=then - timedelta(minutes=2))


def test_a_draft_begins_with_its_start(event):
    assert lines(event) == [("organizer", "start", "away away")]
    assert TableEvent.objects.get().version == version(event)


def test_a_practice_draft_has_no_organizer_who_starts_it(sample_sets):
    event, _ = create_practice()
    (who, kind, text), *rest = lines(event)
    assert (who, kind, sorted(text.split())) == ("", "start", ["away", "bot", "bot", "bot"])
    assert [(who, kind) for who, kind, _ in rest] == [("", "bot")] * 3


def test_a_choice_is_the_fighters_and_names_its_cards_as_placed(event):
    (line,) = done(event, choose, event=event, seat=1)
    public_ids = Pick.objects.order_by("position").values_list("pack_card__public_id", flat=True)
    assert line == (1, "choose", "1 1.1 " + " ".join(map(str, public_ids)))


def test_the_choices_of_the_clock_are_nobodys_and_a_pause_by_itself_names_the_pass(event):
    let_time_pass(event, PATIENCE * 1.5)
    said = done(event, expire_overdue_tables)
    assert [line[:2] for line in said] == [("", "time"), ("", "time"), ("", "pause")]
    assert said[-1] == ("", "pause", "1.1")


def test_time_that_is_given_back_is_told(event):
    let_time_pass(event, LONG_AGO * 2)
    ((who, kind, text),) = done(event, expire_overdue_tables)
    assert (who, kind, facts_of(Kind(kind), text)["seconds"] > 60) == ("", "extend", True)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (pause_tables, ("organizer", "pause", "")),
        (extend_tables, ("organizer", "extend", "30")),
    ],
)
def test_the_acts_of_the_organizer_at_a_table_are_told(event, action, line):
    assert done(event, action, event=event) == [line]


def test_a_pause_that_ends_is_told(event):
    pause_tables(event=event)
    assert done(event, resume_tables, event=event) == [("organizer", "resume", "")]


def test_R13_a_review_that_the_organizer_ends_is_told(event):
    play_to_review(event)
    assert done(event, end_reviews, event=event) == [("organizer", "review_over", "")]


def test_a_bot_in_a_seat_is_told_before_what_it_chooses(event):
    said = done(event, hand_over_seat, event=event, number=1, seat=1, bot=True)
    assert [line[:2] for line in said] == [("organizer", "seat_bot"), ("", "bot")]
    assert done(event, hand_over_seat, event=event, number=1, seat=1, bot=False) == [("organizer", "unseat_bot", "1")]


def test_a_removal_and_its_undoing_are_told_with_the_bot_that_followed(event):
    kamui, seat = fighter(event, "Kamui").id, str(seat_of(event, "Kamui"))
    said = done(event, remove_fighter, event=event, fighter_id=kamui)
    assert [line[:2] for line in said] == [("organizer", "remove"), ("", "seat_bot"), ("", "bot")]
    back = done(event, undo_removal, event=event, fighter_id=kamui)
    assert back == [("organizer", "take_in", seat), ("", "unseat_bot", seat)]


def test_one_who_leaves_is_told_as_the_one_who_did(event):
    seat = seat_of(event, "Kamui")
    said = done(event, leave_event, fighter=fighter(event, "Kamui"))
    assert [line[:2] for line in said] == [(seat, "leave"), ("", "seat_bot"), ("", "bot")]


def test_a_new_link_is_told_at_the_version_that_the_table_has(event):
    before = version(event)
    kamui = fighter(event, "Kamui").id
    said = [done(event, replace_link, event=event, fighter_id=kamui) for _ in range(2)]
    assert said == [[("organizer", "new_link", str(seat_of(event, "Kamui")))]] * 2
    assert (version(event), TableEvent.objects.last().version, TableEvent.objects.last().number) == (before, before, 2)


def test_a_new_link_in_the_lobby_is_told_of_the_event(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    replace_link(event=event, fighter_id=fighter(event, "Kamui").id)
    assert [entry.text for entry in load_log(event).entries] == ["The organizer made a new link for Kamui's seat."]


def test_one_who_leaves_when_all_have_drafted_is_told_without_a_bot(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    event.draft.tables.get().seats.update(bot=False)
    said = done(event, leave_event, fighter=fighter(event, "Kamui"))
    assert [line[:2] for line in said] == [(seat_of(event, "Kamui"), "leave")]


def test_a_question_and_its_answer_are_told(event):
    asked = done(
        event, call_judge, table_id=event.draft.tables.get().id, seat=1, reason="rules", card=None, request="r"
    )  # fmt: skip
    answer = done(event, give_verdict, event=event, call_id=JudgeCall.objects.get().id, verified=True)
    assert (asked, answer) == ([(1, "call", "1 rules")], [("organizer", "verdict", "1 rules verified")])


@pytest.mark.parametrize(("verified", "word"), [(True, "verified"), (False, "refused")])
def test_R9_a_legion_rare_that_is_judged_is_told_with_its_card(organizer, sample_sets, verified, word):
    event = rare_event(organizer)
    card = call_for_a_rare(event)
    call = JudgeCall.objects.get()
    assert lines(event)[-1] == (0, "call", f"0 legion_rare {card}")
    said = done(event, give_verdict, event=event, call_id=call.id, verified=verified)
    assert said == [("organizer", "verdict", f"0 legion_rare {card} {word}")]


def call_for_a_rare(event):
    table = event.draft.tables.get()
    card = table.packs.get(round=1, opened_by=0).cards.get(card__number="SMP02/L01").public_id
    call_judge(table_id=table.id, seat=0, reason="legion_rare", card=card, request="r")
    return card


def test_R9_a_legion_rare_that_the_server_verifies_is_called_and_verified_in_one_version(organizer, sample_sets):
    event = rare_event(organizer, JudgeBy.AUTOMATIC)
    before = version(event)
    card = call_for_a_rare(event)
    assert lines(event, before) == [
        (0, "call", f"0 legion_rare {card}"),
        ("", "verdict", f"0 legion_rare {card} verified"),
    ]
    assert version(event) == before + 1


def test_a_pass_that_is_taken_back_is_told_with_the_calls_that_it_made_moot(event):
    choose(event, 0)
    choose(event, 1)
    call_judge(table_id=event.draft.tables.get().id, seat=1, reason="rules", card=None, request="r")
    said = done(event, take_back_pass, event=event, number=1)
    assert said == [("organizer", "undo", "1.1 from 1.2"), ("", "verdict", "1 rules moot")]


def test_the_end_of_all_tables_is_told_at_each_of_them(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(6)), table_size=3, started=True)
    let_bots_finish(event)
    ends = TableEvent.objects.filter(kind="all_drafted").order_by("table__number")
    assert [(end.table.number, end.version, end.number, end.by) for end in ends] == [
        (table.number, table.version, 0, "") for table in event.draft.tables.order_by("number")
    ]


def test_the_end_of_an_event_is_told_at_its_tables(organizer, sample_sets):
    drafted, stopped = drafted_event(organizer, "Aichi", "Kamui"), make_event(organizer, "Misaki", "Ren", started=True)
    assert done(drafted, finish_event, event=drafted) == [("organizer", "finish", "")]
    assert done(stopped, stop_event, event=stopped) == [("organizer", "stop", "")]


def test_an_event_that_is_cancelled_in_its_lobby_has_no_table_to_tell_it_at(organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    stop_event(event=event)
    assert [entry.text for entry in load_log(event).entries] == ["The organizer stopped the event."]


# Undone picks --------------------------------------------------------------------------------------------------------


def test_two_undos_of_the_same_pass_keep_what_both_took_back(event):
    for _ in range(2):
        choose(event, 0)
        take_back_pass(event=event, number=1)
    choose(event, 0)
    undone = Pick.objects.undone().order_by("id").values_list("round", "pass_number", "position", "undone_in")
    versions = list(TableEvent.objects.filter(kind="undo").values_list("version", flat=True))
    assert list(undone) == [(1, 1, position, made) for made in versions for position in (0, 1)]
    assert (Pick.objects.standing().count(), len(versions)) == (2, 2)


def test_picks_of_several_passes_are_taken_back_one_pass_after_the_other(event):
    for _ in range(2):
        for seat in range(2):
            choose(event, seat)
    for moment in ((1, 2), (1, 1)):
        take_back_pass(event=event, number=1)
        table = event.draft.tables.get()
        assert (table.round, table.pass_number) == moment
    assert (Pick.objects.standing().count(), Pick.objects.undone().count()) == (0, 6)


# The rows ------------------------------------------------------------------------------------------------------------


def test_acts_of_one_version_have_places_of_their_own(event):
    begun = TableEvent.objects.get()
    begun.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        begun.save(force_insert=True)


@pytest.mark.parametrize("wrong", [{"kind": "dance"}, {"by": "somebody"}, {"by": "fighter"}, {"by": "", "fighter": 3}])
def test_a_row_that_says_nothing_known_is_not_stored(event, wrong):
    begun = TableEvent.objects.get()
    begun.pk, begun.number = None, 1
    for name, value in wrong.items():
        setattr(begun, name, value)
    with pytest.raises(IntegrityError), transaction.atomic():
        begun.save(force_insert=True)


def test_the_history_goes_with_its_event(event):
    event.entries.all().delete()
    event.delete()
    assert TableEvent.objects.count() == 0


def test_an_act_that_is_not_written_leaves_no_line(event):
    before = lines(event)
    stop_event(event=make_event(event.organizer, "Misaki"))
    with pytest.raises(timed_table.NotDrafting):
        verb(event, timed_table.finish_review)
    assert (lines(event), event.phase) == (before, Stage.DRAFTING)
