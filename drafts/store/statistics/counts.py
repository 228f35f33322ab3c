"""The counts of finished drafts: rows to rules, and counts to rows. Their batches are in `batches`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from drafts.models import CountedDraft, CountedSet, Draft, DraftCount, Event, EventStage, Fights, PackSource, Seat
from drafts.models import Pick as PickRow
from drafts.rules.cards import CardId
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.rules.statistics.counts import COUNTS, Counted, CountedFight, Drafted, count_fights, count_round
from drafts.store.building import load_all_buildings
from drafts.store.fights import load_fights
from drafts.store.sql import DriverCursor, insert_rows
from drafts.store.statistics.battles import CountedBattles, count_battles

PLAYED = [slug for slug, format_ in FORMATS.items() if format_.is_played]
"""The formats whose fights are played here."""


class StatisticsMark(NamedTuple):
    """The values of a finished draft that can change: if they differ from the stored mark, it is counted anew."""

    entered_at: datetime | None
    fights_version: int


@dataclass(slots=True)
class DraftCounts:
    """The counts of a finished draft for statistics, by row id of the card, and the row ids of these cards' sets.

    `battles` are those that were played here, if any.
    """

    draft: int
    day: date
    format: str
    paper: bool
    mark: StatisticsMark
    fighters: int = 0
    counts: Counted[int] = field(default_factory=dict)
    sets: set[int] = field(default_factory=set)
    battles: CountedBattles | None = None


def countable_drafts() -> "QuerySet[Draft]":
    """Return the drafts that can count: drafted here, to the end, with known cards, and not as a practice.

    An event whose fights are played here counts without a draft.
    """
    here = Draft.objects.filter(event__imported=False, event__organizer__isnull=False)
    ended = here.filter(Q(drafted_at__isnull=False) | Q(format__in=PLAYED), event__stopped=False)
    return ended.exclude(pack_source=PackSource.PAPER, piles_entered_at=None)


def finished_drafts() -> "QuerySet[Draft]":
    """Return the drafts that count: those of finished events, each with the version of its `fights` (0: none)."""
    fights = EventStage.objects.filter(event=OuterRef("event"), stage=Stage.FIGHTING.value).values("version")[:1]
    finished = countable_drafts().filter(event__phase=Stage.FINISHED)
    return finished.annotate(fights=Coalesce(Subquery(fights), 0))


def uncounted_drafts() -> "QuerySet[Draft]":
    """Return the finished drafts that are to be counted, or counted anew since a pile or a result was corrected."""
    corrected = Q(piles_entered_at__isnull=False) & ~Q(counted__entered_at=F("piles_entered_at"))
    return finished_drafts().filter(Q(counted=None) | corrected | ~Q(counted__fights_version=F("fights")))


def marks_of(drafts: "QuerySet[Draft]") -> dict[int, StatisticsMark]:
    """Return the marks of finished drafts, by row id."""
    columns = ("id", "piles_entered_at", "fights")
    return {draft: StatisticsMark(*mark) for draft, *mark in drafts.values_list(*columns)}


def count_drafts(drafts: Sequence[int]) -> list[DraftCounts]:
    """Count finished drafts, given by row id, from their packs, picks and fights. Their marks are read first."""
    marks = marks_of(finished_drafts().filter(id__in=drafts))
    rows = Draft.objects.filter(id__in=marks).select_related("event__night").order_by("id")
    made = {draft.id: _uncounted(draft, marks[draft.id]) for draft in rows}
    bots, decks = _count_seats(made), _count_picks(made)
    for draft in rows:
        counted = made[draft.id]
        for (table, round_), cards in decks.rounds[draft.id].items():
            step = draft.procedure.round(round_).direction.step
            seats = bots[table]
            count_round(cards, len(seats), step, {seat for seat, bot in seats.items() if bot}, counted.counts)
        if _has_fought(draft):
            counted.battles = count_battles(draft)
            count_fights(_fought(draft.event), _decks(draft, decks.piles), counted.counts)
    return list(made.values())


def _uncounted(draft: Draft, mark: StatisticsMark) -> DraftCounts:
    ended = draft.drafted_at or draft.event.finished_at
    if ended is None:
        raise ValueError("only a finished draft is counted")
    return DraftCounts(draft.id, ended.astimezone(UTC).date(), draft.format, draft.is_paper, mark)


def _count_seats(made: Mapping[int, DraftCounts]) -> Mapping[int, Mapping[int, bool]]:
    """Count the fighters of each draft, and return for each table (by row id) which seats are those of bots."""
    bots: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    rows = Seat.objects.filter(draft__in=made).order_by()
    for draft, table, position, bot in rows.values_list("draft", "table", "position", "fighter__bot"):
        bots[table][position] = bot
        made[draft].fighters += not bot
    return bots


class _Picks(NamedTuple):
    """The cards of each round, by draft, then by table and round; and the piles, by fighter, of cards by public id."""

    rounds: defaultdict[int, defaultdict[tuple[int, int], list[Drafted[int]]]]
    piles: defaultdict[int, dict[CardId, int]]


def _count_picks(made: Mapping[int, DraftCounts]) -> _Picks:
    found = _Picks(defaultdict(lambda: defaultdict(list)), defaultdict(dict))
    columns = (
        *("seat__draft", "seat__table", "round", "pass_number", "seat__fighter"),
        *("pack_card__card", "pack_card__public_id", "pack_card__card__card_set", "pack_card__pack__opened_by"),
    )
    rows = PickRow.objects.standing().filter(seat__draft__in=made).order_by()
    for draft, table, round_, number, fighter, card, public_id, card_set, opener in rows.values_list(*columns):
        found.rounds[draft][table, round_].append(Drafted(card, opener, number))
        found.piles[fighter][CardId(public_id)] = card
        made[draft].sets.add(card_set)
    return found


def _decks(draft: Draft, piles: Mapping[int, Mapping[CardId, int]]) -> dict[int, list[int]]:
    """Return the cards with which each fighter fought: the main deck if decks are built, else the whole pile."""
    decks = {fighter: [*pile.values()] for fighter, pile in piles.items()}
    lives = load_all_buildings(EventId(draft.event_id)).values() if draft.procedure.builder else ()
    for live in lives:
        for fighter, work in live.building.works.items():
            decks[fighter] = [piles[fighter][card] for card in work.of_record.main]
    return decks


def _has_fought(draft: Draft) -> bool:
    """Whether the fights of its event were fought, with the decks of this draft."""
    event = draft.event
    return event.night.fights != Fights.OFF and event.draft_number == draft.number


def _fought(event: Event) -> Iterable[CountedFight]:
    live = load_fights(EventId(event.id))
    for _, _, _, fight in live.fighting.fights() if live else ():
        if fight.is_over and fight.result is not None:
            yield CountedFight(tuple(side.fighters for side in fight.sides), fight.result.winner)


def save_counts(made: Iterable[DraftCounts]) -> None:
    """Store the counts of drafts, in place of earlier ones. To be called in a transaction.

    A draft stays in the batches that it is in.
    """
    made = list(made)
    drafts = [each.draft for each in made]
    CountedDraft.objects.bulk_create(
        [
            CountedDraft(
                draft_id=each.draft,
                day=each.day,
                format=each.format,
                paper=each.paper,
                fighters=each.fighters,
                **each.mark._asdict(),
            )
            for each in made
        ],
        update_conflicts=True,
        unique_fields=["draft"],
        update_fields=["day", "format", "paper", "fighters", *StatisticsMark._fields],
    )
    sets: set[tuple[int, int | None]] = {(each.draft, card_set) for each in made for card_set in each.sets}
    sets |= {(each.draft, None) for each in made if each.battles}
    known = CountedSet.objects.filter(counted__in=drafts).exclude(batch__public=False)
    for row, *counted_set in known.values_list("id", "counted", "card_set"):
        if tuple(counted_set) not in sets:
            CountedSet.objects.filter(id=row).delete()
    CountedSet.objects.bulk_create(
        [
            CountedSet(counted_id=draft, card_set_id=card_set)
            for draft, card_set in sorted(sets, key=lambda each: (each[0], each[1] or 0))
        ],
        ignore_conflicts=True,
    )
    for each in made:
        if each.battles:
            battles = {"kind": each.battles.kind, "battles": each.battles.figures.as_data()}
            CountedSet.objects.filter(counted=each.draft, card_set=None).update(**battles)
    DraftCount.objects.filter(counted__in=drafts).delete()
    rows = [
        (each.draft, card, bots, *(getattr(counts, name) for name in COUNTS))
        for each in made
        for (card, bots), counts in each.counts.items()
    ]
    with DriverCursor() as cursor:
        insert_rows(cursor, DraftCount, ("counted", "card", "bots", *COUNTS), rows)
