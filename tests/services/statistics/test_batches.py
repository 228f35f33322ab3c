"""Public figures show a draft alone only where anybody may read its log; all others only five at a time."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import combinations, combinations_with_replacement, count, product
from threading import Barrier

import pytest
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from drafts.models import Batch, BatchCount, CardSet, CountedDraft, CountedSet, DraftCount, Event
from drafts.queries.statistics import Selection, counts_by_row, drafts_waiting, formats_counted, statistics_of
from drafts.rules.draft.simulation import picks_between_bots
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.deletion import delete_event
from drafts.services.log.log_access import open_log
from drafts.services.statistics.counts import count_finished_drafts, publish_counts, rebuild_statistics
from drafts.services.statistics.made_up_drafts import MadeUp, organizer_of_made_up_drafts, store_made_up_drafts
from drafts.store.catalog import load_pack_maker
from drafts.store.statistics.counts import count_drafts, save_counts

pytestmark = pytest.mark.django_db
PAGE = "/sets/SMP01/statistics/"
numbers = count(1)


@pytest.fixture
def card_set(sample_sets):
    return CardSet.objects.get(code="SMP01")


def ended(visibility=LogVisibility.FIGHTERS, *, days=2, **ago):
    """Store a finished draft of two fighters that ended so long ago, and return its event."""
    card_set = CardSet.objects.get(code="SMP01")
    drafted = picks_between_bots(VANGUARD, [load_pack_maker(card_set)] * 6, 2, "seed", next(numbers))
    moment = timezone.now() - timedelta(days=days, **ago)
    store_made_up_drafts(drafts=[MadeUp(*drafted, moment)], sets=[card_set] * 6)
    event = Event.objects.latest("id")
    Event.objects.filter(id=event.id).update(log_visibility=visibility)
    event.refresh_from_db()
    return event


def public(*, days=2):
    return ended(LogVisibility.PUBLIC, days=days)


def drafts(**asked):
    return statistics_of(CardSet.objects.get(code="SMP01"), Selection(**asked)).drafts


def figures(**asked):
    """All that public figures of the set say."""
    card_set = CardSet.objects.get(code="SMP01")
    found = statistics_of(card_set, Selection(**asked))
    return found.drafts, found.fighters, counts_by_row(card_set, Selection(**asked)), formats_counted(card_set)


def day(days):
    return (timezone.now() - timedelta(days=days)).date()


def after_counting():
    count_finished_drafts()
    return figures()


NOTHING = (0, 0, {}, [])


def test_a_draft_with_a_public_log_is_counted_by_itself_on_the_day_it_ended(card_set):
    public(days=3)
    public(days=0)
    count_finished_drafts()
    assert [drafts(), drafts(until=day(1)), drafts(since=day(1)), drafts(until=day(4))] == [2, 1, 1, 0]


@pytest.mark.parametrize("visibility", [LogVisibility.FIGHTERS, LogVisibility.ORGANIZER])
def test_of_four_drafts_whose_logs_are_not_public_nothing_is_told_and_five_are_told_together(card_set, visibility):
    for _ in range(4):
        ended(visibility)
        assert (after_counting(), drafts_waiting()) == (NOTHING, 0)
    ended(visibility)
    found = after_counting()
    assert (found[:2], drafts_waiting()) == ((5, 10), 0)
    assert sum(counts.taken for counts in found[2].values()) == 5 * 60


def test_a_batch_waits_until_its_last_draft_has_been_finished_for_a_day(card_set):
    for _ in range(4):
        ended()
    ended(days=0, hours=23)
    assert after_counting() == NOTHING
    count_finished_drafts(now=timezone.now() + timedelta(hours=1))
    assert drafts() == 5


def test_the_sixth_draft_waits_for_four_others(card_set):
    for _ in range(6):
        ended()
    before = after_counting()
    assert before[0] == 5
    for _ in range(3):
        ended()
        assert after_counting() == before
    ended()
    assert after_counting()[0] == 10


def test_every_filter_shows_a_batch_whole_or_not_at_all(card_set):
    """Two batches over several days, one of them of both kinds of packs, and two drafts that are public."""
    for days, paper in ((9, False), (8, False), (7, True), (6, False), (5, False)):
        kept = ended(days=days)
        count_finished_drafts(now=timezone.now() - timedelta(days=20))
        CountedDraft.objects.filter(draft__event=kept).update(paper=paper)
    for days in (7, 6, 6, 5, 4):
        ended(days=days)
    public(days=7)
    public(days=5)
    count_finished_drafts()
    batches = [taken_in(batch.members.values("counted")) for batch in Batch.objects.order_by("drafts", "id")]
    unions = [sum(some, Counter()) for size in range(5) for some in combinations(batches, size)]
    ends = [day(days) for days in range(9, 3, -1)]
    ranges = [*combinations_with_replacement(ends, 2), *product([None], [None, *ends]), *product(ends, [None])]
    seen = set()
    for (since, until), paper, format_ in product(ranges, (None, True, False), ("", "vanguard")):
        asked = {"since": since, "until": until, "paper": paper, "format": format_}
        shown = figures(**asked)
        assert Counter({row: counts.taken for row, counts in shown[2].items() if counts.taken}) in unions, asked
        seen.add(shown[0])
    assert seen == {0, 1, 2, 6, 7, 12}


def taken_in(drafts):
    """How often each card was taken in drafts."""
    return Counter(
        dict(DraftCount.objects.filter(counted__in=drafts, taken__gt=0).values_list("card").annotate(Sum("taken")))
    )


def test_a_filter_of_days_shows_a_batch_only_with_all_its_days(card_set):
    for days in (9, 8, 7, 6, 5):
        ended(days=days)
    count_finished_drafts()
    assert [drafts(since=day(9), until=day(5)), drafts(since=day(9)), drafts(until=day(5))] == [5, 5, 5]
    assert [drafts(since=day(8)), drafts(until=day(6)), drafts(since=day(7), until=day(7))] == [0, 0, 0]


def test_a_format_is_offered_only_where_it_singles_nothing_out(card_set):
    for _ in range(5):
        ended()
    count_finished_drafts(now=timezone.now() - timedelta(days=20))
    CountedDraft.objects.filter(draft=CountedDraft.objects.first().draft).update(format="another")
    count_finished_drafts()
    assert (drafts(), formats_counted(card_set), drafts(format="vanguard"), drafts(format="another")) == (5, [], 0, 0)


# Drafts that are counted, later -------------------------------------------------------------------------------------


@pytest.fixture
def batch(card_set):
    """Five drafts in a batch, and what public figures say."""
    events = [ended(days=days) for days in (6, 5, 4, 3, 2)]
    return events, after_counting()


def test_a_batch_stays_whole_when_one_of_its_events_is_deleted(batch):
    events, before = batch
    delete_event(event=events[2])
    ended()
    assert (CountedDraft.objects.count(), after_counting(), rebuild_statistics(), figures()) == (4, before, 5, before)


def test_a_batch_stays_as_it_was_when_one_of_its_drafts_is_corrected(batch, card_set):
    events, before = batch
    a_card = DraftCount.objects.filter(counted__draft__event=events[0], taken__gt=0).first()
    drafted = events[0].draft.seats.first().picks.first().pack_card
    drafted.card_id = BatchCount.objects.exclude(card=a_card.card_id).first().card_id
    drafted.save()
    CountedDraft.objects.filter(draft__event=events[0]).update(fights_version=9)
    own = counts_by_row(card_set, Selection(event=events[0]))
    assert (after_counting(), CountedDraft.objects.filter(fights_version=9).exists()) == (before, False)
    assert counts_by_row(card_set, Selection(event=events[0])) != own  # the organizer sees it corrected
    rebuild_statistics()
    assert figures() == before


def test_a_draft_that_was_corrected_joins_no_batch_before_it_is_counted_anew(card_set):
    events = [ended() for _ in range(5)]
    count_finished_drafts(now=timezone.now() - timedelta(days=20))
    CountedDraft.objects.filter(draft__event=events[0]).update(fights_version=9)
    publish_counts(now=timezone.now())
    assert figures() == NOTHING
    assert after_counting()[0] == 5


def test_a_draft_stays_in_its_batch_when_a_correction_leaves_no_card_of_the_set(batch):
    events, before = batch
    (made,) = count_drafts([events[0].draft.id])
    save_counts([replace(made, counts={}, sets=set())])
    assert CountedSet.objects.filter(counted=made.draft, batch__public=False).exists()
    ended()
    assert after_counting() == before


def test_a_batch_stays_as_it_was_when_one_of_its_logs_is_made_public_or_private(batch):
    events, before = batch
    for visibility in (LogVisibility.PUBLIC, LogVisibility.ORGANIZER):
        open_log(event=events[1], visibility=visibility, hide_names=False)
        assert after_counting() == before


def test_a_public_log_that_is_closed_takes_its_draft_out_of_public_figures(card_set):
    kept, event = public(), public()
    assert after_counting()[0] == 2
    open_log(event=event, visibility=LogVisibility.FIGHTERS, hide_names=False)
    found = after_counting()
    assert found[2] == counts_by_row(card_set, Selection(event=kept))
    for _ in range(4):
        ended()
    assert after_counting() == found  # a reader who saw it alone could take it away from a batch
    open_log(event=event, visibility=LogVisibility.PUBLIC, hide_names=False)
    assert after_counting()[0] == 2


def test_a_log_that_is_opened_before_its_batch_is_whole_is_counted_by_itself(card_set):
    events = [ended() for _ in range(4)]
    open_log(event=events[0], visibility=LogVisibility.PUBLIC, hide_names=False)
    assert after_counting()[0] == 1
    ended()
    assert after_counting()[0] == 1
    ended()
    assert after_counting()[0] == 6


def test_a_deleted_public_event_takes_its_part_away_and_an_empty_batch_goes(card_set):
    event = public()
    before = after_counting()
    other = public(days=3)
    count_finished_drafts()
    delete_event(event=other)
    assert (figures(), Batch.objects.count()) == (before, 1)
    delete_event(event=event)
    assert (figures(), Batch.objects.count(), BatchCount.objects.count()) == (NOTHING, 0, 0)


def test_a_draft_that_an_earlier_version_counted_stays_counted_though_its_event_was_never_finished(card_set):
    events = [ended() for _ in range(5)]
    event = public()
    count_finished_drafts(now=timezone.now() - timedelta(days=20))
    Batch.objects.all().delete()
    Event.objects.all().update(phase="building", finished_at=None)
    assert after_counting() == NOTHING
    CountedDraft.objects.all().update(early=True)
    assert after_counting()[0] == 6
    assert len(events) == 5
    assert drafts(event=event) == 1


def test_only_the_organizer_sees_a_draft_apart_that_waits_for_others(client, card_set):
    event = ended(LogVisibility.ORGANIZER)
    count_finished_drafts()
    own = Client()
    own.force_login(organizer_of_made_up_drafts())
    asked = f"{PAGE}?event={event.code}"
    assert own.get(asked).context["statistics"].drafts == 1
    assert (client.get(asked).context["statistics"].drafts, client.get(PAGE).context["statistics"].drafts) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_count_at_the_same_time_count_once(card_set):
    for visibility in (LogVisibility.PUBLIC, *[LogVisibility.FIGHTERS] * 5):
        ended(visibility)
    together = Barrier(2)

    def count_together(_):
        together.wait()
        try:
            count_finished_drafts()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(count_together, range(2)))
    found = figures()
    assert (found[0], Batch.objects.count(), sum(counts.taken for counts in found[2].values())) == (6, 2, 6 * 60)
    rebuild_statistics()
    assert figures() == found
