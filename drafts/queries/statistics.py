"""Statistics of the cards of a set from a selection of finished drafts: figures by card and by group.

docs/statistics.md defines each figure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, QuerySet, Sum

from drafts.models import Batch, BatchCount, CardSet, CountedDraft, CountedSet, Draft, DraftCount, Event
from drafts.queries.catalog import questions_of
from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame, Question
from drafts.rules.statistics.counts import COUNTS, Counts
from drafts.rules.statistics.figures import ObservedValue, figures_of
from drafts.store.catalog import cards_by_row, game_of, rows_of
from drafts.store.statistics.batches import drafts_to_come


@dataclass(frozen=True, slots=True)
class Selection:
    """Which drafts are asked for: by the day (in UTC) on which they ended, by event, format, and kind of packs.

    `event` is for its organizer alone: without it only whole batches are shown (`models.Batch`).
    `paper` is None for all packs. Seats of bots count only with `bots`.
    """

    since: date | None = None
    until: date | None = None
    event: Event | None = None
    format: str = ""
    paper: bool | None = None
    bots: bool = False


EVERYTHING = Selection()
EVENTS_OFFERED = 200


@dataclass(frozen=True)
class ObservedCard:
    """The statistics of a card."""

    card: Card
    counts: Counts

    @cached_property
    def figures(self) -> Mapping[str, ObservedValue]:
        """The figures of the card, by name."""
        return figures_of(self.counts)


@dataclass(frozen=True)
class GroupStatistics:
    """The statistics of all cards of a set that give the same answer to a question, taken together."""

    answer: str
    cards: int
    counts: Counts = field(default_factory=Counts)

    @cached_property
    def figures(self) -> Mapping[str, ObservedValue]:
        """The figures of these cards, by name."""
        return figures_of(self.counts)


class DraftLength(NamedTuple):
    """How many seconds a draft took, and its night from the first pack to the end of the event; 0: not known."""

    draft: float
    night: float


@dataclass(frozen=True)
class SetStatistics:
    """All cards of a set by number, with what is known of each from so many drafts of so many fighters."""

    card_set: CardSet
    cards: tuple[ObservedCard, ...]
    drafts: int
    fighters: int

    @property
    def taken(self) -> int:
        """How many cards were chosen."""
        return sum(each.counts.taken for each in self.cards)

    @property
    def game(self) -> CardGame:
        """The game of the set."""
        return game_of(self.card_set)

    def by(self, question: Question) -> tuple[GroupStatistics, ...]:
        """Return the cards grouped by their answers to a question, in the order of the answers."""
        groups: dict[str, list[Counts]] = {}
        for each in self.cards:
            groups.setdefault(question.answer(each.card), []).append(each.counts)
        return tuple(_group(answer, groups[answer]) for answer in sorted(groups, key=question.order))

    def question(self, name: str) -> Question:
        """Return what cards can be grouped by under a name; by default what fighters keep to."""
        questions = {question.name: question for question in questions_of(self.game)}
        return questions.get(name) or questions[self.game.faction]


def statistics_of(card_set: CardSet, selection: Selection = EVERYTHING) -> SetStatistics:
    """Return what the drafts of a selection tell of each card of a set.

    Without an event in the selection these are public figures: nothing of an event that is not finished, nor of one
    draft alone whose log is not public.
    """
    counts = counts_by_row(card_set, selection)
    cards = cards_by_row(rows_of([card_set]).order_by("number"))
    drafts, fighters = _sizes(card_set, selection)
    return SetStatistics(
        card_set=card_set,
        cards=tuple(ObservedCard(card, counts.get(row) or Counts()) for row, card in cards.items()),
        drafts=drafts,
        fighters=fighters,
    )


def statistics_as_data(statistics: SetStatistics) -> list[dict[str, Any]]:
    """Return the figures by card as other programs read them: each a value (or null), and of how many observations."""
    return [
        {"number": each.card.number, "name": each.card.name}
        | {name: {"value": figure.value, "n": figure.n} for name, figure in each.figures.items()}
        for each in statistics.cards
    ]


def counts_by_row(card_set: CardSet, selection: Selection) -> dict[int, Counts]:
    """Return the counts of a set's cards, by row: of public batches, or of the drafts of one event."""
    rows: QuerySet[BatchCount] | QuerySet[DraftCount]
    if selection.event is None:
        rows = BatchCount.objects.filter(batch__in=_batches(card_set, selection))
    else:
        rows = DraftCount.objects.filter(card__card_set=card_set, **_of_event(selection, "counted__"))
    if not selection.bots:
        rows = rows.filter(bots=False)
    sums = {f"sum_{name}": Sum(name) for name in COUNTS}
    return {row: Counts(*counts) for row, *counts in rows.order_by().values_list("card").annotate(**sums)}


def drafts_waiting() -> int:
    """Return how many finished drafts with public logs the clock has not counted yet."""
    return drafts_to_come().count()


def formats_counted(card_set: CardSet) -> list[str]:
    """Return the formats of drafts that public figures of the set can show apart."""
    batches = Batch.objects.filter(card_set=card_set).exclude(format="")
    return sorted(batches.order_by().values_list("format", flat=True).distinct())


def events_counted(card_set: CardSet, user: AbstractBaseUser | AnonymousUser) -> list[Event]:
    """Return the latest events that a user organizes and that are counted for the set, `EVENTS_OFFERED` at most."""
    if not user.is_authenticated:
        return []
    counted = CountedDraft.objects.filter(sets__card_set=card_set).values("draft__event")
    own = Event.objects.filter(organizer=user.pk, id__in=counted)
    return list(own.order_by("-created_at", "-id")[:EVENTS_OFFERED])


def lengths_of(card_set: CardSet, selection: Selection) -> list[DraftLength]:
    """Return how long the drafts of a selection took: those in public batches, or of the event that is asked for.

    A night with several drafts counts once, from its first one.
    """
    drafts = Draft.objects.filter(started_at__isnull=False, drafted_at__isnull=False)
    if selection.event is None:
        batches = _batches(card_set, selection).filter(public=True)
        public = CountedSet.objects.filter(batch__in=batches, card_set=card_set)
        drafts = drafts.filter(id__in=public.values("counted"))
    else:
        own = CountedDraft.objects.filter(sets__card_set=card_set, **_of_event(selection))
        drafts = drafts.filter(id__in=own.values("draft"))
    rows = drafts.order_by().values_list("number", "started_at", "drafted_at", "event__finished_at")
    return [
        DraftLength(
            (drafted - started).total_seconds(),
            (finished - started).total_seconds() if finished and number == 1 else 0,
        )
        for number, started, drafted, finished in rows
        if started and drafted
    ]


def _sizes(card_set: CardSet, selection: Selection) -> tuple[int, int]:
    """Return how many drafts and how many fighters there are in a selection."""
    if selection.event is None:
        sums = _batches(card_set, selection).aggregate(drafts=Sum("drafts"), fighters=Sum("fighters"))
    else:
        counted = CountedDraft.objects.filter(sets__card_set=card_set, **_of_event(selection))
        sums = counted.aggregate(drafts=Count("draft"), fighters=Sum("fighters"))
    return sums["drafts"] or 0, sums["fighters"] or 0


def _batches(card_set: CardSet, selection: Selection) -> "QuerySet[Batch]":
    """Return the batches that match a selection as a whole: no filter shows a part of one."""
    asked = {
        "first_day__gte": selection.since,
        "last_day__lte": selection.until,
        "format": selection.format or None,
        "paper": selection.paper,
    }
    conditions = {name: value for name, value in asked.items() if value is not None}
    return Batch.objects.filter(card_set=card_set, **conditions).order_by()


def _of_event(selection: Selection, before: str = "") -> dict[str, Any]:
    asked = {
        "day__gte": selection.since,
        "day__lte": selection.until,
        "format": selection.format or None,
        "paper": selection.paper,
        "draft__event": selection.event,
    }
    return {f"{before}{name}": value for name, value in asked.items() if value is not None}


def _group(answer: str, counts: Iterable[Counts]) -> GroupStatistics:
    several = list(counts)
    group = GroupStatistics(answer, len(several))
    for each in several:
        group.counts.add(each)
    return group
