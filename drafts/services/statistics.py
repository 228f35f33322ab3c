"""Every change of the statistics: finished drafts are counted once, anew where they were corrected, and taken away.

A draft is counted in a transaction of its own, after that which ended it: that one must not keep a table waiting. What
was not counted since the server went down is found by its missing row, by whoever asks for statistics next.
"""

import logging
from collections.abc import Callable, Iterator, Sequence

from django.db import DatabaseError, transaction

from drafts.models import CountedDraft, DayCount, Draft, Event
from drafts.store.statistics import (
    Group,
    count_drafts,
    finished_drafts,
    groups_of,
    lock_days,
    save_counts,
    sum_days,
    uncounted_drafts,
)

logger = logging.getLogger(__name__)

COUNTED_AT_ONCE = 25
"""So many drafts are counted in one transaction, where many wait: nobody else writes in an SQLite database then."""

Progress = Callable[[int], None]


def nobody_watches(done: int) -> None:
    """Be told how far the counting is."""


def count_finished_drafts(*, most: int | None = None, progress: Progress = nobody_watches) -> int:
    """Count every finished draft that is not counted yet, or not as it is now; return how many still wait.

    `most` is how many are counted at once, by default all. `progress` is told how many are done.
    """
    waiting = list(uncounted_drafts().order_by("id").values_list("id", flat=True))
    for done, some in enumerate(_parts(waiting[:most])):
        progress(done * COUNTED_AT_ONCE)
        _count(some)
    return len(waiting[most:]) if most is not None else 0


def count_soon() -> None:
    """Count what a transaction has finished, once it is committed."""
    transaction.on_commit(count_what_ended)


def count_what_ended() -> None:
    """Count what has ended just now. A failure loses nothing: it is counted for whoever asks for statistics next."""
    try:
        count_finished_drafts()
    except DatabaseError as fault:
        logger.warning("finished drafts are counted later: %r", fault)


def rebuild_statistics(*, progress: Progress = nobody_watches) -> int:
    """Count all finished drafts anew, and return how many there are. `progress` is told how many are done."""
    finished = list(finished_drafts().order_by("id").values_list("id", flat=True))
    for done, some in enumerate(_parts(finished)):
        progress(done * COUNTED_AT_ONCE)
        with transaction.atomic():
            lock_days()
            save_counts(count_drafts(some))
    with transaction.atomic():
        lock_days()
        CountedDraft.objects.exclude(draft__in=finished_drafts()).delete()
        DayCount.objects.all().delete()
        sum_days({Group(*row) for row in CountedDraft.objects.values_list("day", "format", "paper")})
    return len(finished)


def forget_event(*, event: Event) -> None:
    """Take away what the drafts of an event have added. To be called in a transaction."""
    drafts = list(Draft.objects.filter(event=event).values_list("id", flat=True))
    lock_days()
    groups = groups_of(drafts)
    CountedDraft.objects.filter(draft__in=drafts).delete()
    sum_days(groups)


def _count(drafts: Sequence[int]) -> None:
    """Count drafts, by row id. They are read before the lock is taken, and written if they are still as they were."""
    made = count_drafts(drafts)
    with transaction.atomic():
        lock_days()
        as_read = {each.draft: each.entered_at for each in made}
        present = uncounted_drafts().filter(id__in=drafts).values_list("id", "piles_entered_at")
        same = {draft for draft, entered_at in present if as_read[draft] == entered_at}
        groups = groups_of(same) | {each.group for each in made if each.draft in same}
        save_counts(each for each in made if each.draft in same)
        sum_days(groups)


def _parts(drafts: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(drafts), COUNTED_AT_ONCE):
        yield drafts[first : first + COUNTED_AT_ONCE]
