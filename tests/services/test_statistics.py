"""Finished drafts are counted: each once, whatever happens between its end and the counting."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import CardSet, CountedDraft, DayCount, Draft, DraftCount, Event, Pick
from drafts.rules.draft.history import Official
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import DecideResult
from drafts.rules.statistics.counts import COUNTS
from drafts.selectors.statistics import Selection, statistics_as_data, statistics_of
from drafts.services.deletion import delete_event
from drafts.services.events import create_practice, stop_event
from drafts.services.hosting import take_back_pass
from drafts.services.nights import finish_event
from drafts.services.statistics import count_finished_drafts, rebuild_statistics
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, choose, drafted_event, fighting_event, let_bots_finish, make_event
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
        sorted(DayCount.objects.values_list("day", "format", "paper", *columns)),
    )


def test_a_draft_is_counted_when_it_has_ended_and_once(organizer, sample_sets, django_capture_on_commit_callbacks):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert (count_finished_drafts(), totals()["taken"]) == (0, 0)
    with django_capture_on_commit_callbacks(execute=True):
        let_bots_finish(event)
    assert CountedDraft.objects.filter(draft=event.draft).exists()
    before = all_rows()
    count_finished_drafts()
    assert all_rows() == before
    found = totals()
    assert (found["opened"], found["taken"], found["seen"] > 60) == (60, 60, True)


def test_a_draft_that_ended_when_the_server_went_down_is_counted_later(organizer, sample_sets):
    drafted_event(organizer, "Aichi", "Kamui")  # what follows the commit never came
    assert CountedDraft.objects.count() == 0
    count_finished_drafts()
    assert totals()["taken"] == 60


def test_a_few_are_counted_at_a_time_where_many_wait(organizer, sample_sets):
    for _ in range(3):
        drafted_event(organizer, "Aichi", "Kamui")
    assert [count_finished_drafts(most=2), CountedDraft.objects.count()] == [1, 2]
    assert [count_finished_drafts(most=2), CountedDraft.objects.count()] == [0, 3]


def test_neither_an_unfinished_nor_a_stopped_draft_counts_nor_practice(organizer, sample_sets):
    for event in (make_event(organizer, "Aichi", "Kamui", started=True) for _ in range(2)):
        choose(event, 0)
    stop_event(event=event)
    practice, _ = create_practice()
    let_bots_finish(practice)
    count_finished_drafts()
    assert (CountedDraft.objects.count(), sum(totals().values())) == (0, 0)


def test_picks_that_were_taken_back_do_not_count(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1):
        choose(event, seat)
    take_back_pass(event=event, number=1)
    let_bots_finish(event)
    count_finished_drafts()
    assert (Pick.objects.undone().count() > 0, totals()["taken"]) == (True, 60)


def test_the_seats_of_bots_count_only_when_they_are_asked_for(organizer, sample_sets):
    drafted_event(organizer, "Aichi", bots=2)
    count_finished_drafts()
    people, everybody = totals(), totals(Selection(bots=True))
    assert (people["opened"], people["taken"], everybody["opened"], everybody["taken"]) == (30, 30, 90, 90)
    assert statistics_of(CardSet.objects.get(code="SMP01")).fighters == 1


def test_a_draft_with_paper_packs_counts_once_its_piles_are_in_and_anew_when_one_is_corrected(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    count_finished_drafts()
    assert CountedDraft.objects.count() == 0
    piles = drafted_piles(event)
    enter_all(event, piles)
    count_finished_drafts()
    assert (totals()["taken"], totals(Selection(paper=False))["taken"]) == (60, 0)
    *others, last = piles["Aichi"]
    corrected = "SMP01/044" if last != "SMP01/044" else "SMP01/045"
    assert not enter(event, "Aichi", [*others, corrected], by=Official.ORGANIZER).faults
    before = taken_of(corrected)
    count_finished_drafts()
    assert (taken_of(corrected), totals()["taken"]) == (before + 1, 60)


def taken_of(number):
    found = statistics_of(CardSet.objects.get(code="SMP01"))
    return next(each["taken"]["value"] for each in statistics_as_data(found) if each["number"] == number)


def decided(event, winner):
    number, _, _, fight = next(iter(load_fights(event.id).fighting.fights()))
    sides = [FighterId(side) for side in fight.fighters]
    score = (1, 0) if winner == 0 else (0, 0)
    act_in_fights(event, Official.ORGANIZER, DecideResult(number, None if winner is None else sides[winner], score))
    return sides


@pytest.mark.parametrize(("winner", "won"), [(0, 1), (None, 0)])
def test_fights_count_once_they_are_over_for_the_cards_of_both_decks(organizer, sample_sets, winner, won):
    event = fighting_event(organizer, "Aichi", "Kamui")
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


def test_a_deleted_event_takes_its_part_away(organizer, sample_sets):
    drafted_event(organizer, "Misaki", "Ren")
    count_finished_drafts()
    before = all_rows()
    event = drafted_event(organizer, "Aichi", "Kamui", "Leon")
    count_finished_drafts()
    assert totals()["taken"] == 150
    delete_event(event=Event.objects.get(id=event.id))
    assert all_rows() == before


def test_counting_everything_again_finds_the_same_and_takes_away_what_should_not_be_there(organizer, sample_sets):
    for names in (("Aichi", "Kamui"), ("Misaki", "Ren")):
        event = drafted_event(organizer, *names, bots=1)
    Draft.objects.filter(event=event).update(drafted_at=timezone.now() - timedelta(days=3))
    count_finished_drafts()
    right = all_rows()
    DayCount.objects.update(taken=99)
    DraftCount.objects.filter(bots=True).delete()
    assert (rebuild_statistics(), all_rows()) == (2, right)
    Event.objects.filter(id=event.id).update(stopped=True)
    assert (rebuild_statistics(), totals()["taken"]) == (1, 60)


def test_the_statistics_of_an_event_and_of_a_day_are_theirs_alone(organizer, sample_sets):
    first = drafted_event(organizer, "Aichi", "Kamui")
    second = drafted_event(organizer, "Misaki", "Ren", "Leon")
    long_ago = timezone.now() - timedelta(days=40)
    Draft.objects.filter(event=first).update(drafted_at=long_ago)
    count_finished_drafts()
    until = Selection(until=long_ago.date())
    since = Selection(since=long_ago.date() + timedelta(days=1))
    assert [totals(one)["taken"] for one in (until, since, Selection())] == [60, 90, 150]
    assert [totals(Selection(event=event)) for event in (first, second)] == [totals(until), totals(since)]
    nothing = (Selection(event=first, since=timezone.now().date()), Selection(format="magic-draft"))
    assert [totals(one)["taken"] for one in nothing] == [0, 0]
