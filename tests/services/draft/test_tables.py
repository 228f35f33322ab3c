from dataclasses import replace
from datetime import timedelta

import orjson
import pytest
from django.utils import timezone

from drafts.models import CardSet, Event, JudgeCall, Pick, TableEvent, Verdict
from drafts.presenters.log.logs import load_log
from drafts.protocol import HostTables, TableParts, TableStates
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import Act, Kind
from drafts.rules.draft.table import Phase, owed
from drafts.rules.draft.timed import JudgeBy, Step
from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Paused
from drafts.rules.formats import Pace
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import pause_tables, resume_tables
from drafts.services.draft.tables import change_of, change_table, extend_pass, record_changes, seat_bot, undo_pass
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_event, start_event, stop_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.store.tables import load_table
from tests.factories import call_judge, choose, chosen, let_bots_finish, make_event, play_to_review

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True)


@pytest.fixture
def event(made_event, db):
    return Event.objects.get(id=made_event.id)


def table_of(event):
    return load_table(event.draft.tables.get().id)


def at(event):
    table = table_of(event).timed.table
    return table.phase, table.round, table.pass_number


def test_a_choice_is_rows_and_the_table_is_read_back_as_it_was(event):
    change = choose(event, 0)
    assert table_of(event).timed == change.after.timed
    assert list(Pick.objects.order_by("position").values_list("round", "pass_number", "how")) == [(1, 1, "chosen")] * 2


def test_every_change_makes_the_version_one_higher(event):
    before = table_of(event).version
    assert [choose(event, 0).after.version, choose(event, 1).after.version] == [before + 1, before + 2]


def test_a_refused_move_leaves_nothing_behind(event):
    choose(event, 0)
    before = table_of(event)
    with pytest.raises(AlreadyChosen):
        change_table(
            table_id=before.id,
            verb=lambda timed, now: timed_table.make_choice(timed, 0, [], now, round_=1, pass_number=1),
            causes=[Act(Kind.STOP)],
        )
    assert (table_of(event).version, TableEvent.objects.filter(kind="stop").exists()) == (before.version, False)


def test_of_two_changes_of_the_same_version_one_is_written(event):
    live = table_of(event)
    now = live.timed.clock.started
    paused = change_of(live, Step(timed_table.pause(live.timed, now)), now)
    extended = change_of(live, Step(timed_table.extend(live.timed, 30)), now)
    assert record_changes(chains=[[paused]]).written == [True]
    assert record_changes(chains=[[extended]]).written == [False]
    assert table_of(event).timed.paused is True


def test_a_table_that_lost_the_race_harms_no_other(event, organizer):
    other = make_event(organizer, "Misaki", "Ren", started=True)
    changes = []
    for live in (table_of(event), table_of(other)):
        now = live.timed.clock.started
        changes.append(change_of(live, Step(timed_table.pause(live.timed, now)), now))
    choose(event, 0)
    assert record_changes(chains=[[change] for change in changes]).written == [False, True]


def test_a_paused_table_refuses_choices_until_it_goes_on(event):
    table = event.draft.tables.get().id
    change_table(table_id=table, verb=timed_table.pause)
    with pytest.raises(Paused):
        choose(event, 0)
    change_table(table_id=table, verb=timed_table.resume)
    assert choose(event, 0).after.timed.table.placed[0] != ()


def test_thirty_seconds_more_are_thirty_seconds_more(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.STANDARD)
    before = event.draft.tables.get().deadline
    extend_pass(table_id=event.draft.tables.get().id)
    assert event.draft.tables.get().deadline - before == timedelta(seconds=30)
    assert [entry.text for entry in load_log(event).entries][1:] == ["The organizer gave the table 30 seconds more."]


# Bots ------------------------------------------------------------------------------------------------------------


def test_a_bot_chooses_in_a_fighters_seat_until_it_is_given_back(event):
    table = event.draft.tables.get().id
    seat_bot(table_id=table, seat=0, bot=True)
    assert len(table_of(event).timed.table.placed[0]) == 2
    seat_bot(table_id=table, seat=0, bot=False)
    choose(event, 1)
    assert (at(event), table_of(event).timed.table.placed[0]) == ((Phase.DRAFTING, 1, 2), ())


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_gets_no_bot(event, seat):
    with pytest.raises(ServiceError):
        seat_bot(table_id=event.draft.tables.get().id, seat=seat, bot=True)


def test_a_bots_own_seat_is_nobody_elses(organizer, sample_sets):
    event = make_event(organizer, "Aichi", bots=1, started=True)
    live = table_of(event)
    bots = next(number for number, facts in enumerate(live.seats) if facts.belongs_to_bot)
    with pytest.raises(ServiceError) as caught:
        seat_bot(table_id=live.id, seat=bots, bot=False)
    assert caught.value.message == "That seat belongs to a bot."


def test_a_draft_of_bots_plays_itself_to_thirty_cards_each(event):
    let_bots_finish(event)
    table = table_of(event).timed.table
    assert (event.phase, [len(pile) for pile in table.piles]) == (Stage.BUILDING, [30, 30])
    assert event.draft.drafted_at is not None


def test_decks_and_log_open_when_the_last_table_has_drafted(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(6)), table_size=3, started=True)
    phases = []
    for table in event.draft.tables.all():
        for seat in range(3):
            seat_bot(table_id=table.id, seat=seat, bot=True)
        event.refresh_from_db()
        phases.append(event.phase)
    assert phases == [Stage.DRAFTING, Stage.BUILDING]


# Undo ------------------------------------------------------------------------------------------------------------


def test_undo_gives_a_choice_back_to_the_pack(event):
    before = table_of(event).timed.table
    choose(event, 0)
    undo_pass(table_id=event.draft.tables.get().id)
    assert (table_of(event).timed.table, Pick.objects.standing().count()) == (before, 0)


def test_undo_takes_the_whole_last_pass_back(event):
    before = table_of(event).timed.table
    choose(event, 0)
    choose(event, 1)
    assert at(event) == (Phase.DRAFTING, 1, 2)
    choose(event, 0)
    undo_pass(table_id=event.draft.tables.get().id)
    assert table_of(event).timed.table == before


def test_undo_is_in_the_log_and_a_change_like_any_other(event):
    choose(event, 0)
    before = table_of(event).version
    undo_pass(table_id=event.draft.tables.get().id)
    assert table_of(event).version == before + 1
    assert load_log(event).entries[-1].text == "Taken back: pack 1, pass 1, and everything after it."


def test_only_resume_ends_a_pause_and_never_an_undo(event):
    choose(event, 0)
    pause_tables(event=event)
    undo_pass(table_id=event.draft.tables.get().id)
    assert (event.draft.tables.get().paused, Pick.objects.standing().count()) == (True, 0)
    resume_tables(event=event)
    assert not event.draft.tables.get().paused


def test_undo_forgets_that_the_clock_chose_in_the_pass(event):
    timed = event.draft.tables.get()
    change_table(table_id=timed.id, verb=out_of_time)
    assert [seat.by_time for seat in table_of(event).timed.seats] == [((1, 1),), ((1, 1),)]
    assert (event.draft.tables.get().paused, event.draft.tables.get().unattended) == (True, True)
    undo_pass(table_id=timed.id)
    assert [seat.by_time for seat in table_of(event).timed.seats] == [(), ()]


def out_of_time(timed, now):
    return timed_table.expire(replace(timed, clock=replace(timed.clock, deadline=now)), now)


def test_nothing_is_taken_back_before_anything_was_placed(event):
    with pytest.raises(ServiceError) as caught:
        undo_pass(table_id=event.draft.tables.get().id)
    assert caught.value.message == "Nothing has been placed yet."


def test_nothing_is_taken_back_once_the_log_is_open(event):
    let_bots_finish(event)
    with pytest.raises(ServiceError):
        undo_pass(table_id=event.draft.tables.get().id)
    assert table_of(event).timed.table.phase is Phase.DRAFTED


def test_a_review_can_be_taken_back_too(event):
    play_to_review(event)
    assert at(event) == (Phase.REVIEW, 3, 4)
    undo_pass(table_id=event.draft.tables.get().id)
    assert at(event) == (Phase.DRAFTING, 3, 3)


# The judge -------------------------------------------------------------------------------------------------------


def legion_event(organizer, judge=JudgeBy.ORGANIZER, round_=1):
    """Make a draft in which a seat opens a Legion Rare in this round; return it with that seat and card."""
    card_set = CardSet.objects.get(code="SMP02")
    for number in range(400):
        event = create_event(organizer=organizer, name="x", card_sets=[card_set], judge=judge, pace=Pace.STANDARD)
        event.draft.seed = f"seed {number}"
        event.draft.save(update_fields=["seed"])
        for name in ("Aichi", "Kamui"):
            join_event(event=event, nickname=name)
        start_event(event=event)
        for seat, pack in enumerate(table_of(event).timed.table.packs[round_ - 1]):
            for held in pack.cards:
                if "legion_rare" in held.card.traits:
                    return event, seat, held.id
    raise AssertionError("no seed of 400 gives a Legion Rare in that round")


def call(event, seat, card, request="r1"):
    return call_judge(table_id=event.draft.tables.get().id, seat=seat, reason="legion_rare", card=card, request=request)


def test_R9_a_verified_legion_rare_asks_everyone_for_one_more(organizer, sample_sets):
    event, seat, card = legion_event(organizer)
    call(event, seat, card)
    assert event.draft.tables.get().deadline is None
    give_verdict(event=event, call_id=JudgeCall.objects.get().id, verified=True)
    assert table_of(event).timed.table.called is True
    choose(event, 0)
    choose(event, 1)
    assert Pick.objects.count() == 6


def play_to_round(event, round_):
    while at(event)[1] < round_:
        for seat in range(2):
            choose(event, seat)


def test_R9_a_pass_that_is_taken_back_takes_the_verified_legion_rare_of_a_later_round_along(organizer, sample_sets):
    event, seat, card = legion_event(organizer, JudgeBy.AUTOMATIC, round_=2)
    play_to_round(event, 2)
    call(event, seat, card)
    assert table_of(event).timed.table.called is True
    undo_pass(table_id=event.draft.tables.get().id)
    assert (at(event)[:2], JudgeCall.objects.get().verdict) == ((Phase.DRAFTING, 1), Verdict.MOOT)
    play_to_round(event, 2)
    table = table_of(event).timed.table
    assert (table.called, [owed(table, fighter).total for fighter in (0, 1)]) == (False, [2, 2])
    call(event, seat, card, request="r2")
    assert table_of(event).timed.table.called is True


def test_R9_a_pass_that_is_taken_back_leaves_a_verified_legion_rare_of_its_own_round(organizer, sample_sets):
    event, seat, card = legion_event(organizer, JudgeBy.AUTOMATIC)
    call(event, seat, card)
    for fighter in (0, 1):
        choose(event, fighter)
    undo_pass(table_id=event.draft.tables.get().id)
    assert (at(event), table_of(event).timed.table.called) == ((Phase.DRAFTING, 1, 1), True)


def test_R9_a_refused_call_changes_nothing(organizer, sample_sets):
    event, seat, card = legion_event(organizer)
    before = table_of(event).timed.table
    call(event, seat, card)
    give_verdict(event=event, call_id=JudgeCall.objects.get().id, verified=False)
    assert (table_of(event).timed.table, JudgeCall.objects.get().verdict) == (before, Verdict.REFUSED)
    with pytest.raises(NotAllowed):
        call(event, seat, card, request="r2")


def test_the_server_verifies_at_once_where_the_event_says_so(organizer, sample_sets):
    event, seat, card = legion_event(organizer, JudgeBy.AUTOMATIC)
    call(event, seat, card)
    assert (table_of(event).timed.table.called, JudgeCall.objects.get().verdict) == (True, Verdict.VERIFIED)


def test_only_a_legion_rare_of_ones_own_pack_is_called_for(organizer, sample_sets):
    event, seat, card = legion_event(organizer)
    foreign = table_of(event).timed.table.packs[0][1 - seat].cards[0].id
    unopened = table_of(event).timed.table.packs[5][seat].cards[0].id
    for strange in (foreign, unopened, 9999, 0):
        with pytest.raises(NotAllowed):
            call(event, seat, strange)
    with pytest.raises(NotAllowed):
        call(event, 1 - seat, card)
    assert JudgeCall.objects.count() == 0


def test_a_call_is_answered_once(event):
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    made = JudgeCall.objects.get().id
    give_verdict(event=event, call_id=made, verified=True)
    with pytest.raises(ServiceError) as caught:
        give_verdict(event=event, call_id=made, verified=False)
    assert (caught.value.message, JudgeCall.objects.get().verdict) == (
        "That call is answered already.",
        Verdict.VERIFIED,
    )


def test_nothing_more_happens_at_a_table_whose_event_was_stopped(organizer, sample_sets):
    event, seat, card = legion_event(organizer)
    call(event, seat, card)
    choose(event, 0)
    choose(event, 1)
    stop_event(event=event)
    before, table = table_of(event), event.draft.tables.get().id
    with pytest.raises(ServiceError):
        give_verdict(event=event, call_id=JudgeCall.objects.get().id, verified=False)
    with pytest.raises(ServiceError):
        seat_bot(table_id=table, seat=0, bot=True)
    with pytest.raises(NotDrafting):
        change_table(table_id=table, verb=timed_table.resume)
    assert (table_of(event).timed, table_of(event).version) == (before.timed, before.version)


def test_a_call_that_nobody_answered_waits_on_after_the_draft_and_rings_no_more_once_the_event_is_over(event):
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")

    def rings():
        live = table_of(event)
        state = orjson.loads(TableStates(live, timezone.now()).for_host(HostTables(), [live], live.version))
        return [each["reason"] for each in state["judge_calls"]]

    let_bots_finish(event)
    drafted = rings()
    finish_event(event=event)
    assert (drafted, rings()) == (["rules"], [])


# Parts of messages that are kept --------------------------------------------------------------------------------


def states_of(live, parts):
    states, now = TableStates(live, live.timed.clock.started, parts=parts), TableStates(live, live.timed.clock.started)
    return [(each.for_spectator(), *(each.for_seat(seat) for seat in range(len(live.seats)))) for each in (states, now)]


def test_the_kept_parts_of_a_table_say_the_same_as_parts_made_anew(organizer, sample_sets):
    live, parts = table_of(make_event(organizer, "Aichi", "Kamui", "Misaki", started=True)), TableParts()
    steps = [
        (0, lambda timed, at: chosen(timed, 0, at)),
        (2, lambda timed, at: Step(timed_table.attend(timed, 2, connected=False, at=at))),
        (0, lambda timed, at: Step(timed_table.attend(timed, 0, connected=True, at=at))),
        (2, lambda timed, at: chosen(timed, 2, at)),
    ]
    kept, anew = states_of(live, parts)
    for seat, step in steps:
        before, at = live, live.timed.clock.started
        live = change_of(before, step(before.timed, at), at).after
        parts.follow(before, live, seat)
        shown, (kept, anew) = kept, states_of(live, parts)
        assert kept == anew
        assert kept != shown


def test_a_table_that_was_read_again_is_not_taken_for_the_one_before(event):
    live, parts = table_of(event), TableParts()
    states_of(live, parts)
    step = chosen(live.timed, 0, live.timed.clock.started)
    renamed = replace(live, timed=step.timed, seats=tuple(replace(seat, name=seat.name[::-1]) for seat in live.seats))
    parts.follow(live, renamed, 0)
    kept, anew = states_of(renamed, parts)
    assert kept == anew
