"""Batches of counted drafts, of which public figures are the sums (docs/statistics.md, "Access")."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from drafts.models import Batch, CountedDraft, CountedSet, Draft
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.rules.statistics.counts import COUNTS
from drafts.store.statistics.battles import summed
from drafts.store.statistics.counts import finished_drafts, uncounted_drafts

DRAFTS_A_BATCH = 5
"""How many drafts whose logs are not public are counted together."""
WAIT = timedelta(days=1)
"""How long ago such a draft must have been finished."""

_EVENT = "counted__draft__event"
_PUBLIC = Q(counted__draft__event__log_visibility=LogVisibility.PUBLIC.value)


def drafts_to_come() -> "QuerySet[Draft]":
    """Return the finished drafts with public logs that are in no public figure yet.

    A counted draft with neither known cards nor battles will be in none.
    """
    public = finished_drafts().filter(event__log_visibility=LogVisibility.PUBLIC.value)
    return public.exclude(counted__isnull=False, counted__sets=None).exclude(counted__sets__batch__isnull=False)


def withdrawn_members() -> "QuerySet[CountedSet]":
    """Return the members of public batches whose logs are no longer public."""
    return CountedSet.objects.filter(batch__public=True).exclude(_PUBLIC)


def public_members() -> "QuerySet[CountedSet]":
    """Return the members that wait for public batches: counted, of finished events, with public logs."""
    finished = Q(**{f"{_EVENT}__phase": Stage.FINISHED}) | Q(counted__early=True)
    return _waiting().filter(_PUBLIC, finished)


def hidden_members(now: datetime) -> "QuerySet[CountedSet]":
    """Return the members that wait for batches of drafts whose logs are not public, the oldest first.

    A draft that was public once is left out: readers who saw it then could subtract it from a batch.
    """
    ended = now - WAIT
    finished = Q(**{f"{_EVENT}__phase": Stage.FINISHED, f"{_EVENT}__finished_at__lte": ended})
    old = finished | Q(counted__early=True, counted__draft__drafted_at__lte=ended)
    hidden = _waiting().exclude(_PUBLIC).filter(old, counted__was_public=False)
    settled = hidden.exclude(counted__draft__in=uncounted_drafts().values("id"))
    return settled.order_by("card_set", "kind", "counted__draft__drafted_at", "id")


def whole_batches(members: "QuerySet[CountedSet]") -> list[list[int]]:
    """Return the row ids of members for full batches, each batch of one set or one kind of battles."""
    by_set: defaultdict[tuple[int | None, str], list[int]] = defaultdict(list)
    for card_set, kind, member in members.values_list("card_set", "kind", "id"):
        by_set[card_set, kind].append(member)
    return [
        rows[end - DRAFTS_A_BATCH : end]
        for rows in by_set.values()
        for end in range(DRAFTS_A_BATCH, len(rows) + 1, DRAFTS_A_BATCH)
    ]


def _waiting() -> "QuerySet[CountedSet]":
    return CountedSet.objects.filter(batch=None)


# Writing ------------------------------------------------------------------------------------------------------------


def lock_batches() -> None:
    """Lock batches against other transactions until this one ends. SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE drafts_batch IN SHARE ROW EXCLUSIVE MODE")


def add_to_public_batches(members: Sequence[CountedSet]) -> None:
    """Put drafts into the batches of their days, made if needed. To be called with the batches locked."""
    batches = {}
    for member in members:
        counted = member.counted
        batch, _ = Batch.objects.get_or_create(
            card_set_id=member.card_set_id,
            kind=member.kind,
            public=True,
            first_day=counted.day,
            last_day=counted.day,
            format=counted.format,
            paper=counted.paper,
            defaults={"battles": member.battles},
        )
        member.batch = batches[batch.id] = batch
    CountedSet.objects.bulk_update(members, ["batch"])
    CountedDraft.objects.filter(sets__in=members).update(was_public=True)
    sum_batches(batches)


def withdraw(members: Sequence[CountedSet]) -> None:
    """Take drafts out of their public batches. To be called with the batches locked."""
    CountedSet.objects.filter(id__in=[member.id for member in members]).update(batch=None)
    sum_batches({member.batch_id for member in members if member.batch_id is not None})


def make_hidden_batch(members: Sequence[int]) -> None:
    """Make a batch of drafts whose logs are not public, given by row id. To be called with the batches locked."""
    rows = CountedSet.objects.filter(id__in=members)
    facts = rows.aggregate(first=Min("counted__day"), last=Max("counted__day"))
    formats, kinds = (set(rows.values_list(f"counted__{name}", flat=True)) for name in ("format", "paper"))
    batch = Batch.objects.create(
        card_set_id=rows[0].card_set_id,
        kind=rows[0].kind,
        battles=rows[0].battles,
        public=False,
        first_day=facts["first"],
        last_day=facts["last"],
        format=formats.pop() if len(formats) == 1 else "",
        paper=kinds.pop() if len(kinds) == 1 else None,
    )
    rows.update(batch=batch)
    sum_batches([batch.id])


def public_batches_of(drafts: Collection[int]) -> set[int]:
    """Return the row ids of the public batches that drafts are in."""
    return set(Batch.objects.filter(public=True, members__counted__in=drafts).values_list("id", flat=True))


def sum_batches(batches: Iterable[int]) -> None:
    """Sum batches anew, by row id; empty ones are deleted. To be called with the batches locked."""
    for key in sorted(batches):
        row = Batch.objects.filter(id=key)
        sums = CountedSet.objects.filter(batch=key).aggregate(drafts=Count("id"), fighters=Sum("counted__fighters"))
        if not sums["drafts"]:
            row.delete()
            continue
        row.update(**sums)
        battles = CountedSet.objects.filter(batch=key, card_set=None).values_list("battles", flat=True)
        if counts := [each for each in battles if each]:
            row.update(battles=summed(counts).as_data())
            continue
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM drafts_batchcount WHERE batch_id = %s", [key])
            cursor.execute(_SUM_BATCH, [key])


_NAMES = ", ".join(COUNTS)
_SUMS = ", ".join(f"SUM(part.{name})" for name in COUNTS)
_SUM_BATCH = f"""
    INSERT INTO drafts_batchcount (batch_id, card_id, bots, {_NAMES})
    SELECT member.batch_id, part.card_id, part.bots, {_SUMS}
    FROM drafts_countedset member
    JOIN drafts_draftcount part ON part.counted_id = member.counted_id
    JOIN drafts_card card ON card.id = part.card_id AND card.card_set_id = member.card_set_id
    WHERE member.batch_id = %s
    GROUP BY member.batch_id, part.card_id, part.bots
"""  # noqa: S608 - names of columns only
