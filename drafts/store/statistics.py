"""The counts of finished drafts: rows to rules, and what is counted to rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import F, Q, QuerySet

from drafts.models import CountedDraft, CountedSet, Draft, DraftCount, Event, EventPhase, Fights, PackSource, Seat
from drafts.models import Pick as PickRow
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId
from drafts.rules.statistics.counts import COUNTS, Counted, Drafted, Fought, count_fights, count_round
from drafts.store.fights import load_fights
from drafts.store.sql import insert_rows

FIGHTS_ARE_OVER = (EventPhase.SHARING, EventPhase.FINISHED)
"""The stages in which no result of a fight is entered or corrected any more."""


class Group(NamedTuple):
    """What drafts of a day are summed by."""

    day: date
    format: str
    paper: bool


@dataclass(slots=True)
class DraftCounts:
    """What a finished draft adds to statistics: counts by the row of a card, and the sets, by row, of these cards."""

    draft: int
    group: Group
    fighters: int
    entered_at: datetime | None
    fights_over: bool
    counts: Counted[int] = field(default_factory=dict)
    sets: set[int] = field(default_factory=set)


def finished_drafts() -> "QuerySet[Draft]":
    """Return the drafts that count: drafted here, to the end, their cards known, and no practice."""
    here = Draft.objects.filter(event__imported=False, event__organizer__isnull=False)
    ended = here.filter(drafted_at__isnull=False, event__stopped=False)
    return ended.exclude(pack_source=PackSource.PAPER, piles_entered_at=None)


def uncounted_drafts() -> "QuerySet[Draft]":
    """Return the finished drafts that are to be counted, or to be counted anew: piles were corrected, fights ended."""
    corrected = Q(piles_entered_at__isnull=False) & ~Q(counted__entered_at=F("piles_entered_at"))
    fought = Q(counted__fights_over=False, event__phase__in=FIGHTS_ARE_OVER)
    return finished_drafts().filter(Q(counted=None) | corrected | fought)


def count_drafts(drafts: Sequence[int]) -> list[DraftCounts]:
    """Count finished drafts, given by row id, from their packs, picks and fights."""
    rows = Draft.objects.filter(id__in=drafts).select_related("event__night").order_by("id")
    made = {draft.id: _uncounted(draft) for draft in rows}
    bots, decks = _count_seats(made), _count_picks(made)
    for draft in rows:
        counted = made[draft.id]
        for (table, round_), cards in decks.rounds[draft.id].items():
            step = FORMATS[draft.format].rounds[round_ - 1].direction.step
            seats = bots[table]
            count_round(cards, len(seats), step, {seat for seat, bot in seats.items() if bot}, counted.counts)
        if _has_fought(draft):
            count_fights(_fought(draft.event), decks.piles, counted.counts)
    return list(made.values())


def _uncounted(draft: Draft) -> DraftCounts:
    if draft.drafted_at is None:
        raise ValueError("only a finished draft is counted")
    return DraftCounts(
        draft=draft.id,
        group=Group(draft.drafted_at.astimezone(UTC).date(), draft.format, draft.is_paper),
        fighters=0,
        entered_at=draft.piles_entered_at,
        fights_over=draft.event.phase in FIGHTS_ARE_OVER or draft.event.night.fights == Fights.OFF,
    )


def _count_seats(made: Mapping[int, DraftCounts]) -> Mapping[int, Mapping[int, bool]]:
    """Count the fighters of each draft, and return of each table (by row id) which seats are those of bots."""
    bots: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    rows = Seat.objects.filter(draft__in=made).order_by()
    for draft, table, position, bot in rows.values_list("draft", "table", "position", "fighter__bot"):
        bots[table][position] = bot
        made[draft].fighters += not bot
    return bots


class _Picks(NamedTuple):
    """The cards of each round, by draft, then by table and round; and the piles, by fighter."""

    rounds: defaultdict[int, defaultdict[tuple[int, int], list[Drafted[int]]]]
    piles: defaultdict[int, list[int]]


def _count_picks(made: Mapping[int, DraftCounts]) -> _Picks:
    found = _Picks(defaultdict(lambda: defaultdict(list)), defaultdict(list))
    columns = (
        *("seat__draft", "seat__table", "round", "pass_number", "seat__fighter"),
        *("pack_card__card", "pack_card__card__card_set", "pack_card__pack__opened_by"),
    )
    rows = PickRow.objects.standing().filter(seat__draft__in=made).order_by()
    for draft, table, round_, number, fighter, card, card_set, opener in rows.values_list(*columns):
        found.rounds[draft][table, round_].append(Drafted(card, opener, number))
        found.piles[fighter].append(card)
        made[draft].sets.add(card_set)
    return found


def _has_fought(draft: Draft) -> bool:
    """Whether the fights of a night are over, and were fought with the decks of this draft."""
    event = draft.event
    return event.phase in FIGHTS_ARE_OVER and event.night.fights != Fights.OFF and event.draft_number == draft.number


def _fought(event: Event) -> Iterable[Fought]:
    live = load_fights(EventId(event.id))
    for _, _, _, fight in live.fighting.fights() if live else ():
        if fight.is_over and fight.result is not None:
            yield Fought(fight.fighters, fight.result.winner)


# Writing ------------------------------------------------------------------------------------------------------------


def lock_days() -> None:
    """Let nobody else sum days until the transaction ends; others still read them. SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE drafts_daycount IN SHARE ROW EXCLUSIVE MODE")


def save_counts(made: Iterable[DraftCounts]) -> None:
    """Write what drafts add, in place of what was counted of them before. To be called in a transaction."""
    made = list(made)
    CountedDraft.objects.filter(draft__in=[each.draft for each in made]).delete()
    CountedDraft.objects.bulk_create(
        CountedDraft(
            draft_id=each.draft,
            **each.group._asdict(),
            fighters=each.fighters,
            entered_at=each.entered_at,
            fights_over=each.fights_over,
        )
        for each in made
    )
    CountedSet.objects.bulk_create(
        CountedSet(counted_id=each.draft, card_set_id=card_set) for each in made for card_set in sorted(each.sets)
    )
    insert_rows(DraftCount, ("counted", "card", "bots", *COUNTS), [
        (each.draft, card, bots, *(getattr(counts, name) for name in COUNTS))
        for each in made for (card, bots), counts in each.counts.items()
    ])  # fmt: skip


def groups_of(drafts: Collection[int]) -> set[Group]:
    """Return what drafts, by row id, are summed by, as far as they are counted."""
    counted = CountedDraft.objects.filter(draft__in=drafts)
    return {Group(*row) for row in counted.values_list("day", "format", "paper")}


def sum_days(groups: Iterable[Group]) -> None:
    """Sum the drafts of days anew. To be called in a transaction that has locked the days before it wrote."""
    adapt = connection.ops.adapt_datefield_value
    with connection.cursor() as cursor:
        for group in sorted(groups):
            values = [adapt(group.day), group.format, group.paper]
            cursor.execute("DELETE FROM drafts_daycount WHERE day = %s AND format = %s AND paper = %s", values)
            cursor.execute(_SUM_DAY, values)


_NAMES = ", ".join(COUNTS)
_SUMS = ", ".join(f"SUM(part.{name})" for name in COUNTS)
_SUM_DAY = f"""
    INSERT INTO drafts_daycount (card_set_id, card_id, bots, day, format, paper, {_NAMES})
    SELECT card.card_set_id, part.card_id, part.bots, whole.day, whole.format, whole.paper, {_SUMS}
    FROM drafts_counteddraft whole
    JOIN drafts_draftcount part ON part.counted_id = whole.draft_id
    JOIN drafts_card card ON card.id = part.card_id
    WHERE whole.day = %s AND whole.format = %s AND whole.paper = %s
    GROUP BY card.card_set_id, part.card_id, part.bots, whole.day, whole.format, whole.paper
"""  # noqa: S608 - names of columns only
