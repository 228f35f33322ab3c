"""Finished drafts are counted: each once, whatever happens between its end and the counting."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from drafts.models import (
    Batch,
    BatchCount,
    CardSet,
    CountedDraft,
    DraftCount,
    Event,
    EventStage,
    Fights,
    NightSettings,
    Pick,
    Policy,
)
from drafts.queries.statistics import Selection, drafts_waiting, statistics_as_data, statistics_of
from drafts.rules.actors import ORGANIZER
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import DecideResult
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.rules.statistics.counts import COUNTS
from drafts.services.draft.hosting import take_back_pass
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import create_practice, stop_event
from drafts.services.events.nights import finish_event, go_on
from drafts.services.fights.changes import set_result
from drafts.services.statistics.counts import (
    COUNTED_AT_ONCE,
    count_finished_drafts,
    publish_counts,
    rebuild_statistics,
    save_if_unchanged,
)
from drafts.store.building import load_building
from drafts.store.fights import load_fights
from drafts.store.statistics.counts import count_drafts
from tests.factories import (
    act_in_fights,
    building_event,
    choose,
    drafted_event,
    ended_before,
    fighting_event,
    finished_event,
    let_bots_finish,
    make_event,
    register_deck,
)
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter, enter_all

pytestmark = pytest.mark.django_db


def totals(selection=None, code="SMP01"):
    """The sums over all cards of a set."""
    found = statistics_of(CardSet.objects.get(code=code), selection or Selection())
    return Counter({name: sum(getattr(each.counts, name) for each in found.cards) for name in COUNTS})


def all_rows():
    columns = [*COUNTS, "card", "bots"]
    return (
        sorted(DraftCount.objects.values_list("counted", *columns)),
        sorted(BatchCount.objects.values_list("batch__first_day", "batch__format", "batch__paper", *columns)),
        sorted(Batch.objects.values_list("first_day", "last_day", "public", "drafts", "fighters")),
    )


def test_a_draft_is_counted_once_when_its_event_is_finished(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    count_finished_drafts()
    assert (CountedDraft.objects.count(), totals()["taken"]) == (0, 0)
    finish_event(event=event)
    assert (CountedDraft.objects.count(), drafts_waiting()) == (0, 1)  # the clock counts, and nobody waits for it
    count_finished_drafts()
    assert CountedDraft.objects.filter(draft=event.draft).exists()
    before = all_rows()
    count_finished_drafts()
    assert (all_rows(), drafts_waiting()) == (before, 0)
    found = totals()
    assert (found["opened"], found["taken"], found["seen"] > 60) == (60, 60, True)


def test_many_drafts_are_counted_in_several_transactions(organizer, sample_sets):
    for _ in range(COUNTED_AT_ONCE + 1):
        finished_event(organizer, "Aichi", "Kamui")
    done = []
    count_finished_drafts(progress=done.append)
    assert (done, CountedDraft.objects.count()) == ([0, COUNTED_AT_ONCE], COUNTED_AT_ONCE + 1)
    assert statistics_of(CardSet.objects.get(code="SMP01")).drafts == COUNTED_AT_ONCE + 1


def test_a_count_that_was_interrupted_before_the_batches_is_completed(organizer, sample_sets):
    event = finished_event(organizer, "Aichi", "Kamui")
    save_if_unchanged(made=count_drafts([event.draft.id]))  # and here the process is killed
    assert (totals()["taken"], drafts_waiting()) == (0, 1)
    count_finished_drafts()
    assert (totals()["taken"], drafts_waiting()) == (60, 0)


def test_two_processes_that_have_read_the_same_draft_count_it_once(organizer, sample_sets):
    event = finished_event(organizer, "Aichi", "Kamui")
    one, other = (count_drafts([event.draft.id]) for _ in range(2))
    save_if_unchanged(made=one)
    publish_counts(now=timezone.now())
    rows = all_rows()
    save_if_unchanged(made=other)
    publish_counts(now=timezone.now())
    assert (all_rows(), totals()["taken"]) == (rows, 60)


def test_M21_of_a_deck_that_was_built_the_main_deck_has_fought_and_not_the_pool(organizer, sample_sets):
    night = NightSettings(fights=Fights.ROUND_ROBIN, best_of=1, sharing=Policy.KEEP)
    magic = {"format_": "magic-draft", "card_set": "MAG01", "night": night}
    event = drafted_event(organizer, "Ann", "Ben", log_visibility=LogVisibility.PUBLIC, **magic)
    for name in ("Ann", "Ben"):
        register_deck(event, name)
    assert go_on(event=event, seen="building", confirmed=False) == "fighting"
    (first, _) = load_fights(event.id).fighting.fight(1).fighters
    act_in_fights(event, ORGANIZER, DecideResult(1, first, (1, 0)))
    finish_event(event=event)
    count_finished_drafts()
    found = totals(code="MAG01")
    building = load_building(EventId(event.id), 1).building
    main = {
        one: {building.pools[one][card].card.number for card in work.deck.main} for one, work in building.works.items()
    }
    assert (found["taken"], found["won"]) == (84, len(main[first]))
    assert found["fought"] == sum(len(cards) for cards in main.values()) <= 46


def test_M11_cards_of_sealed_packs_were_chosen_by_nobody_and_are_not_counted(organizer, sample_sets):
    night = NightSettings(fights=Fights.ROUND_ROBIN, best_of=1, sharing=Policy.KEEP)
    event = building_event(organizer, "Ann", "Ben", night=night, log_visibility=LogVisibility.PUBLIC)
    for name in ("Ann", "Ben"):
        register_deck(event, name)
    go_on(event=event, seen="building", confirmed=False)
    (first, _) = load_fights(event.id).fighting.fight(1).fighters
    act_in_fights(event, ORGANIZER, DecideResult(1, first, (1, 0)))
    finish_event(event=event)
    count_finished_drafts()
    assert (totals(code="MAG01")["taken"], totals(code="MAG01")["won"]) == (0, 0)


def test_neither_an_unfinished_nor_a_stopped_draft_counts_nor_practice(organizer, sample_sets):
    for event in (make_event(organizer, "Aichi", "Kamui", started=True) for _ in range(2)):
        choose(event, 0)
    stop_event(event=event)
    practice, _ = create_practice()
    let_bots_finish(practice)
    count_finished_drafts()
    assert (CountedDraft.objects.count(), sum(totals().values())) == (0, 0)


def test_picks_that_were_taken_back_do_not_count(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    for seat in (0, 1):
        choose(event, seat)
    take_back_pass(event=event, number=1)
    let_bots_finish(event)
    finish_event(event=event)
    count_finished_drafts()
    assert (Pick.objects.undone().count() > 0, totals()["taken"]) == (True, 60)


def test_the_seats_of_bots_count_only_when_they_are_asked_for(organizer, sample_sets):
    finished_event(organizer, "Aichi", bots=2)
    count_finished_drafts()
    people, everybody = totals(), totals(Selection(bots=True))
    assert (people["opened"], people["taken"], everybody["opened"], everybody["taken"]) == (30, 30, 90, 90)
    assert statistics_of(CardSet.objects.get(code="SMP01")).fighters == 1


def test_a_draft_with_paper_packs_counts_once_its_piles_are_in_and_anew_when_one_is_corrected(organizer, sample_sets):
    event = played_paper_event(organizer)
    finish_event(event=event)
    count_finished_drafts()
    assert CountedDraft.objects.count() == 0
    piles = drafted_piles(event)
    enter_all(event, piles)
    count_finished_drafts()
    assert (totals()["taken"], totals(Selection(paper=False))["taken"]) == (60, 0)
    before = {number: taken_of(number) for number in ("SMP01/044", "SMP01/045")}
    corrected = correct_last_card(event)
    count_finished_drafts()
    assert (taken_of(corrected), totals()["taken"]) == (before[corrected] + 1, 60)


def taken_of(number):
    found = statistics_of(CardSet.objects.get(code="SMP01"))
    return next(each["taken"]["value"] for each in statistics_as_data(found) if each["number"] == number)


def decided(event, winner):
    number, _, _, fight = next(iter(load_fights(event.id).fighting.fights()))
    sides = [FighterId(side) for side in fight.fighters]
    score = (1, 0) if winner == 0 else (0, 0)
    act_in_fights(event, ORGANIZER, DecideResult(number, None if winner is None else sides[winner], score))
    return sides


@pytest.mark.parametrize(("winner", "won"), [(0, 1), (None, 0)])
def test_fights_count_once_they_are_over_for_the_cards_of_both_decks(organizer, sample_sets, winner, won):
    event = fighting_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    sides = decided(event, winner)
    count_finished_drafts()
    assert totals()["fought"] == 0
    finish_event(event=event)
    count_finished_drafts()
    held = {
        side: set(Pick.objects.filter(seat__fighter=side).values_list("pack_card__card", flat=True)) for side in sides
    }
    found = {row.card_id: (row.fought, row.won) for row in DraftCount.objects.filter(fought__gt=0)}
    assert found == {
        card: (sum(card in pile for pile in held.values()), won * (card in held[sides[0]]))
        for card in set.union(*held.values())
    }


@pytest.mark.parametrize("log", [LogVisibility.PUBLIC, LogVisibility.FIGHTERS])
def test_a_result_that_is_corrected_after_the_end_is_counted_anew(organizer, sample_sets, log):
    event = fighting_event(organizer, "Aichi", "Kamui", log_visibility=log)
    number, *_ = next(iter(load_fights(event.id).fighting.fights()))
    sides = decided(event, 0)
    finish_event(event=event)
    count_finished_drafts()
    decks = [set(Pick.objects.filter(seat__fighter=side).values_list("pack_card__card", flat=True)) for side in sides]
    assert cards_that_won() == decks[0]
    event.refresh_from_db()
    set_result(event=event, fight=number, winner=sides[1], score=(0, 1), confirmed=True)
    count_finished_drafts()
    assert cards_that_won() == decks[1]
    assert totals()["won"] == (len(decks[1]) if log is LogVisibility.PUBLIC else 0)


def cards_that_won():
    return set(DraftCount.objects.filter(won__gt=0).values_list("card", flat=True))


def test_a_deleted_event_takes_its_part_away(organizer, sample_sets):
    finished_event(organizer, "Misaki", "Ren")
    count_finished_drafts()
    before = all_rows()
    event = finished_event(organizer, "Aichi", "Kamui", "Leon")
    count_finished_drafts()
    assert totals()["taken"] == 150
    delete_event(event=Event.objects.get(id=event.id))
    assert all_rows() == before


def test_counting_everything_again_finds_the_same_and_takes_away_what_should_not_be_there(organizer, sample_sets):
    for names in (("Aichi", "Kamui"), ("Misaki", "Ren")):
        event = finished_event(organizer, *names, bots=1)
    ended_before(event, days=3)
    count_finished_drafts()
    right = all_rows()
    BatchCount.objects.update(taken=99)
    DraftCount.objects.filter(bots=True).delete()
    assert (rebuild_statistics(), all_rows()) == (2, right)
    Event.objects.filter(id=event.id).update(stopped=True)
    assert (rebuild_statistics(), totals()["taken"]) == (1, 60)


def test_the_statistics_of_an_event_and_of_a_day_are_theirs_alone(organizer, sample_sets):
    first = ended_before(finished_event(organizer, "Aichi", "Kamui"), days=40)
    second = finished_event(organizer, "Misaki", "Ren", "Leon")
    long_ago = timezone.now() - timedelta(days=40)
    count_finished_drafts()
    until = Selection(until=long_ago.date())
    since = Selection(since=long_ago.date() + timedelta(days=1))
    assert [totals(one)["taken"] for one in (until, since, Selection())] == [60, 90, 150]
    assert [totals(Selection(event=event)) for event in (first, second)] == [totals(until), totals(since)]
    nothing = (Selection(event=first, since=timezone.now().date()), Selection(format="magic-draft"))
    assert [totals(one)["taken"] for one in nothing] == [0, 0]


# Changes between reading and writing --------------------------------------------------------------------------------


def test_a_draft_that_was_corrected_while_it_was_read_is_not_counted_as_it_was(organizer, sample_sets):
    event = finished_paper_event(organizer)
    read = count_drafts([event.draft.id])
    corrected = correct_last_card(event)
    save_if_unchanged(made=read)
    assert not CountedDraft.objects.exists()
    count_finished_drafts()
    assert (taken_of(corrected) > 0, totals()["taken"]) == (True, 60)


def test_a_result_that_was_corrected_while_its_draft_was_read_is_not_counted_as_it_was(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    decided(event, 0)
    finish_event(event=event)
    read = count_drafts([event.draft.id])
    EventStage.objects.filter(event=event).update(version=F("version") + 1)
    save_if_unchanged(made=read)
    assert not CountedDraft.objects.exists()
    count_finished_drafts()
    assert totals()["fought"] > 0


def test_a_draft_that_was_deleted_while_it_was_read_is_not_counted(organizer, sample_sets):
    event = finished_event(organizer, "Aichi", "Kamui")
    read = count_drafts([event.draft.id])
    delete_event(event=event)
    save_if_unchanged(made=read)
    assert not CountedDraft.objects.exists()


def played_paper_event(organizer, **settings):
    """Make an event, without fights, whose real packs are drafted and whose piles are not entered."""
    event = paper_event(organizer, "Aichi", "Kamui", **{"log_visibility": LogVisibility.PUBLIC, **settings})
    NightSettings.objects.filter(event=event).update(fights=Fights.OFF, sharing=Policy.KEEP)
    play_paper_draft(event)
    return event


def finished_paper_event(organizer, **settings):
    event = played_paper_event(organizer, **settings)
    enter_all(event, drafted_piles(event))
    finish_event(event=event)
    return event


def correct_last_card(event):
    """Let the organizer go back, correct the last card of a pile, and finish again; return the new card's number."""
    *others, last = drafted_piles(event)["Aichi"]
    corrected = next(f"SMP01/{number:03}" for number in (44, 45) if f"SMP01/{number:03}" != last)
    Event.objects.filter(id=event.id).update(phase=Stage.BUILDING)
    assert not enter(event, "Aichi", [*others, corrected], by=ORGANIZER).faults
    finish_event(event=event)
    return corrected
