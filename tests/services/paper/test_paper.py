"""A draft with paper packs: cards that are rows without a card, moved by words of fighters and their organizer."""

import json

import pytest
from django.utils import timezone

from drafts.log.json_file import write_log_json
from drafts.models import Card, CardSet, LogEntry, PackCard, PackSource, Pick, TableEvent
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.draft.table import Phase
from drafts.rules.errors import AlreadyChosen, NotAllowed, NotDrafting, Stale
from drafts.rules.formats import Pace
from drafts.rules.ids import CallId
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict, take_call
from drafts.services.draft.hosting import (
    advance_table,
    end_reviews,
    hand_over_seat,
    pause_tables,
    seat_one_more_bot,
    step_back,
)
from drafts.services.draft.tables import done_of, record_changes, undo_pass
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_event, edit_event, start_event, stop_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import go_on
from drafts.services.events.removals import leave_event
from drafts.store.tables import load_table, reload_table
from tests.factories import call_judge, fighter, make_event
from tests.paper import all_pass, enter_any_cards, open_packs, paper_event, place_in_time, play_paper_draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return paper_event(organizer, "Aichi", "Kamui", "Misaki")


def live(event):
    return load_table(event.draft.tables.get().id)


def at(event):
    table = live(event).timed.table
    return table.round, table.pass_number


def say_done(event, seat, moment, request="a"):
    change = done_of(live(event), seat, timezone.now(), pass_id=moment, request=request)
    assert record_changes(chains=[[change]]).written == [True]


def test_a_start_deals_blank_cards_and_waits_for_the_word(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", packs=PackSource.PAPER, pace=Pace.STANDARD, started=True)
    cards = PackCard.objects.filter(draft=event.draft)
    assert (event.phase, cards.count(), cards.exclude(card=None).count()) == (Stage.OPENING, 60, 0)
    waiting = live(event)
    assert (waiting.phase, waiting.timed.clock.deadline) == ("opening", None)
    for move in (lambda: say_done(event, 0, (1, 1)), lambda: advance_table(event=event, number=1, pass_id=(1, 1))):
        with pytest.raises(NotDrafting):
            move()
    with pytest.raises(ServiceError, match="Nothing is running"):
        pause_tables(event=event)
    assert go_on(event=event, seen="opening", confirmed=False) == "drafting"
    assert go_on(event=event, seen="opening", confirmed=False) is None
    event.refresh_from_db()
    assert (event.phase, live(event).timed.clock.seconds, live(event).phase) == (Stage.DRAFTING, 45, "drafting")


def test_every_history_of_a_table_begins_with_its_start_and_tells_when_the_packs_were_opened(event):
    kinds = TableEvent.objects.filter(table__draft=event.draft).order_by("id").values_list("kind", "by")
    assert list(kinds) == [("start", "organizer"), ("go_on", "organizer"), ("begin", "organizer")]


def test_the_word_of_a_fighter_places_for_them_alone_and_is_stored_with_its_name(event):
    say_done(event, 1, (1, 1), "first")
    picks = Pick.objects.filter(seat__position=1).order_by("position")
    assert list(picks.values_list("how", "request", "pack_card__card")) == [("entered", "first", None)] * 2
    for moment, refusal in (((1, 1), AlreadyChosen), ((1, 2), Stale)):
        with pytest.raises(refusal):
            say_done(event, 1, moment, "second")
    assert at(event) == (1, 1)


def test_the_last_words_of_a_round_are_followed_by_the_last_cards_which_nobody_asked_for(event):
    for moment in ((1, 1), (1, 2), (1, 3)):
        for seat in range(3):
            say_done(event, seat, moment, f"{moment}")
    assert (at(event), Pick.objects.filter(round=1).count()) == ((2, 1), 15)
    assert set(Pick.objects.filter(round=1, pass_number=4).values_list("how", "request")) == {("entered", "")}
    assert set(Pick.objects.filter(round=1, pass_number__lt=4).values_list("how", flat=True)) == {"entered"}


def test_the_organizer_goes_on_for_everybody_and_twice_is_once(event):
    say_done(event, 1, (1, 1))
    assert [advance_table(event=event, number=1, pass_id=(1, 1)) for _ in range(2)] == [True, False]
    assert at(event) == (1, 2)
    acts = TableEvent.objects.filter(kind__in=("done", "advance")).order_by("id").values_list("kind", "by")
    assert list(acts) == [("done", "fighter"), ("advance", "organizer"), ("done", ""), ("done", "")]
    with pytest.raises(Stale):
        advance_table(event=event, number=1, pass_id=(2, 1))
    with pytest.raises(ServiceError, match="no such table"):
        advance_table(event=event, number=7, pass_id=(1, 2))


def test_one_goes_a_step_back_also_over_the_end_of_a_round_and_to_the_very_beginning(event):
    with pytest.raises(ServiceError, match="Nothing has been placed"):
        step_back(event=event, number=1)
    for _ in range(3):
        all_pass(event)
    assert at(event) == (2, 1)
    passed = []
    for _ in range(3):
        step_back(event=event, number=1)
        passed.append(at(event))
    assert passed == [(1, 3), (1, 2), (1, 1)]
    assert Pick.objects.standing().count() == 0


def test_a_step_back_is_for_real_packs_only(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    with pytest.raises(ServiceError, match="real packs"):
        step_back(event=event, number=1)
    with pytest.raises(NotAllowed):
        advance_table(event=event, number=1, pass_id=(1, 1))


def test_the_draft_goes_to_its_end_and_no_log_is_open_before_the_piles_are_entered(event):
    play_paper_draft(event)
    event.refresh_from_db()
    assert (event.phase, event.is_over, event.has_log) == (Stage.BUILDING, True, False)
    assert Pick.objects.filter(how="entered").count() == 90
    assert all(len(pile) == 30 for pile in live(event).timed.table.piles)


def test_once_the_piles_are_entered_a_room_reads_what_is_printed_on_the_cards(event):
    all_pass(event)
    known = live(event)
    enter_any_cards(event)
    again, _ = reload_table(known)
    assert not any(held.card.is_blank for held in again.timed.table.hands[0])
    assert [len(hand) for hand in again.timed.table.hands] == [3, 3, 3]


def test_the_review_is_ended_by_the_organizer_as_ever(event):
    for _ in range(9):
        all_pass(event)
    assert live(event).timed.table.phase is Phase.REVIEW
    end_reviews(event=event)
    assert at(event) == (4, 1)


def test_R9_a_judge_is_called_without_a_card_and_the_verdict_counts_as_ever(event):
    with pytest.raises(NotAllowed):
        call_judge(table_id=live(event).id, seat=0, reason="legion_rare", card=3, request="x")
    call_judge(table_id=live(event).id, seat=0, reason="legion_rare", card=None, request="call")
    advance_table(event=event, number=1, pass_id=(1, 1))
    call = live(event).calls[0]
    assert (at(event), call.card.card.is_blank) == ((1, 1), True)
    give_verdict(event=event, call_id=CallId(call.id), verified=True)
    assert live(event).timed.table.called
    all_pass(event)
    assert (at(event), [len(hand) for hand in live(event).timed.table.hands]) == ((1, 2), [2, 2, 2])


def test_R9_a_refused_fighter_may_call_again_for_another_card(event):
    for request in ("one", "two"):
        call_judge(table_id=live(event).id, seat=0, reason="legion_rare", card=None, request=request)
        give_verdict(event=event, call_id=CallId(live(event).calls[0].id), verified=False)
    assert (live(event).timed.table.called, len(live(event).refused)) == (False, 2)


def test_no_bot_comes_to_real_packs(event, organizer, sample_sets):
    with pytest.raises(ServiceError, match="a bot cannot hold"):
        hand_over_seat(event=event, bot=True, number=1, seat=0)
    lobby = make_event(organizer, "Aichi", packs=PackSource.PAPER)
    with pytest.raises(ServiceError, match="a bot cannot hold"):
        seat_one_more_bot(event=lobby)
    bots = make_event(organizer, "Aichi", bots=1)
    with pytest.raises(ServiceError, match="remove the bots"):
        edit_event(event=bots, name="n", card_sets=[CardSet.objects.get(code="SMP01")], packs=PackSource.PAPER)


def test_a_fighter_who_leaves_is_followed_by_no_bot_and_blocks_nobody(event):
    leave_event(fighter=fighter(event, "Kamui"))
    assert not event.draft.seats.filter(bot=True).exists()
    all_pass(event)
    assert at(event) == (1, 2)


def test_a_stop_shows_no_log_of_blank_cards(event):
    all_pass(event)
    stop_event(event=event)
    event.refresh_from_db()
    assert (event.is_over, event.has_log) == (True, False)


def test_a_set_that_cannot_fill_its_packs_can_be_drafted_with_real_ones(organizer, sample_sets):
    small = CardSet.objects.get(code="SMP01")
    Card.objects.filter(card_set=small).exclude(number=small.cards.first().number).delete()
    event = create_event(organizer=organizer, name="n", card_sets=[small], packs=PackSource.PAPER, pack_list="a list")
    assert (event.draft.pack_list, event.draft.judge) == ("", "organizer")
    for name in ("Aichi", "Kamui"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    assert PackCard.objects.filter(draft=event.draft).exists()


def test_undoing_while_time_is_over_gives_the_pass_its_whole_time_again(event):
    all_pass(event)
    place_in_time(event, 400)
    undo_pass(table_id=live(event).id)
    assert live(event).timed.clock.seconds == 45


def test_an_opening_can_be_stopped(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", packs=PackSource.PAPER, started=True)
    stop_event(event=event)
    open_packs(event)
    assert (event.phase, event.stopped, live(event).phase) == (Stage.FINISHED, True, "finished")


def test_a_log_whose_piles_are_entered_is_whole_and_leads_to_its_picks(event):
    all_pass(event)
    step_back(event=event, number=1)
    call_judge(table_id=live(event).id, seat=1, reason="legion_rare", card=None, request="call")
    take_call(event=event, call_id=CallId(live(event).calls[0].id))
    give_verdict(event=event, call_id=CallId(live(event).calls[0].id), verified=True)
    play_paper_draft(event)
    enter_any_cards(event)
    log = json.loads(write_log_json(load_log(event)))
    table = log["tables"][0]
    assert differences(log) == []
    assert {(pick["how"], pick["auto"]) for pick in table["picks"]} == {("entered", False)}
    assert [(call["reason"], call["card"]) for call in table["calls"]] == [("legion_rare", None)]
    assert not any("card" in act["facts"] for act in log["history"])


def test_a_set_can_be_drafted_in_each_round_and_another_game_too(organizer, sample_sets):
    codes = ["SMP01", "SMP02", "SMP01", "SMP01", "SMP02", "SMP01"]
    mixed = paper_event(organizer, "Aichi", "Kamui", card_sets=[CardSet.objects.get(code=code) for code in codes])
    magic = paper_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft", review_seconds=60)
    assert [of_round[0].set_code for of_round in live(mixed).timed.table.packs] == codes
    for event in (mixed, magic):
        play_paper_draft(event)
    assert [len(live(event).timed.table.piles[0]) for event in (mixed, magic)] == [30, 42]


# Late fighters --------------------------------------------------------------------------------------------------------


def seated(event):
    """Return the names at each table, in order of seats."""
    return [
        [seat.fighter.nickname for seat in table.seats.order_by("position")]
        for table in event.draft.tables.order_by("number")
    ]


def test_a_fighter_who_comes_before_the_first_pack_is_opened_is_seated_and_others_stay_neighbours(
    organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", packs=PackSource.PAPER, started=True)
    (before,), version = seated(event), live(event).version
    join_event(event=event, nickname="Ren")
    join_event(event=event, nickname="Asaka", guest=True)
    (after,) = seated(event)
    assert [name for name in after if name in before] == before
    assert (len(after), event.draft.tables.get().packs.count()) == (5, 30)
    assert live(event).version > version
    assert LogEntry.objects.filter(event=event, text__startswith="Ren came late.").count() == 1
    open_packs(event)
    play_paper_draft(event)
    enter_any_cards(event)
    assert differences(json.loads(write_log_json(load_log(event)))) == []


def test_late_fighters_make_a_second_table_as_if_they_had_been_there(organizer, sample_sets):
    event = make_event(organizer, "A1", "A2", "A3", "A4", packs=PackSource.PAPER, started=True)
    for name in ("A5", "A6", "A7"):
        join_event(event=event, nickname=name)
    assert [len(table) for table in seated(event)] == [4, 3]


def test_no_fighter_is_seated_any_more_once_the_first_pack_is_opened(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui")
    with pytest.raises(ServiceError, match="has started already"):
        join_event(event=event, nickname="Ren")
    assert [len(table) for table in seated(event)] == [2]
