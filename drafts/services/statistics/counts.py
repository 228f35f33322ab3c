"""Every change of the statistics: finished drafts are counted once, counted anew if corrected, and removed.

Drafts are counted some seconds after their event is finished (`live/upkeep`). A draft to be counted is found by its
missing or outdated rows, so nothing is lost if a process ends meanwhile, and several processes may count at once.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from drafts.models import Batch, CountedDraft, Draft, Event
from drafts.store.statistics.batches import (
    add_to_public_batches,
    hidden_members,
    lock_batches,
    make_hidden_batch,
    public_batches_of,
    public_members,
    sum_batches,
    whole_batches,
    withdraw,
    withdrawn_members,
)
from drafts.store.statistics.counts import (
    DraftCounts,
    count_drafts,
    countable_drafts,
    finished_drafts,
    marks_of,
    save_counts,
    uncounted_drafts,
)

COUNTED_AT_ONCE = 5
"""The most drafts that are counted in one transaction: an SQLite database accepts no other write meanwhile."""

Progress = Callable[[int], None]


def nobody_watches(done: int) -> None:
    """Ignore the progress."""


def count_finished_drafts(*, now: datetime | None = None, progress: Progress = nobody_watches) -> None:
    """Update all figures: count drafts that are finished or were corrected, then put them into public batches.

    `progress` is told how many drafts are counted.
    """
    waiting = list(uncounted_drafts().order_by("id").values_list("id", flat=True))
    for done, some in enumerate(_parts(waiting)):
        progress(done * COUNTED_AT_ONCE)
        save_if_unchanged(made=count_drafts(some))
    publish_counts(now=now or timezone.now())


@transaction.atomic
def save_if_unchanged(*, made: Sequence[DraftCounts]) -> None:
    """Store the counts of drafts that have not changed since they were read."""
    lock_batches()
    present = marks_of(uncounted_drafts().filter(id__in=[each.draft for each in made]))
    _save([each for each in made if present.get(each.draft) == each.mark])


def publish_counts(*, now: datetime) -> None:
    """Put counted drafts into the batches of public figures, and take out those that are no longer public."""
    while _publish_some(now):
        pass


def rebuild_statistics(*, progress: Progress = nobody_watches) -> int:
    """Count all finished drafts anew, and return how many there are. `progress` is told how many are done.

    Batches of drafts whose logs are not public stay as they were counted.
    """
    finished = list(finished_drafts().order_by("id").values_list("id", flat=True))
    for done, some in enumerate(_parts(finished)):
        progress(done * COUNTED_AT_ONCE)
        with transaction.atomic():
            lock_batches()
            _save(count_drafts(some))
    with transaction.atomic():
        lock_batches()
        CountedDraft.objects.exclude(draft__in=countable_drafts()).delete()
        sum_batches(Batch.objects.filter(public=True).values_list("id", flat=True))
    publish_counts(now=timezone.now())
    return len(finished)


def forget_event(*, event: Event) -> None:
    """Delete the counts of an event's drafts, and update their public batches. To be called in a transaction."""
    drafts = list(Draft.objects.filter(event=event).values_list("id", flat=True))
    lock_batches()
    batches = public_batches_of(drafts)
    CountedDraft.objects.filter(draft__in=drafts).delete()
    sum_batches(batches)


def _save(made: Sequence[DraftCounts]) -> None:
    save_counts(made)
    sum_batches(public_batches_of([each.draft for each in made]))


def _publish_some(now: datetime) -> bool:
    """Put some drafts into batches; return whether there were any. They are looked up before batches are locked."""
    if not (withdrawn_members().exists() or public_members().exists() or whole_batches(hidden_members(now))):
        return False
    with transaction.atomic():
        lock_batches()
        withdraw(list(withdrawn_members()[:COUNTED_AT_ONCE]))
        add_to_public_batches(list(public_members().select_related("counted")[:COUNTED_AT_ONCE]))
        for batch in whole_batches(hidden_members(now))[:1]:
            make_hidden_batch(batch)
    return True


def _parts(drafts: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(drafts), COUNTED_AT_ONCE):
        yield drafts[first : first + COUNTED_AT_ONCE]
