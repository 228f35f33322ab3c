"""Statistics of one event once its log is open: the cards that each seat took, its cuts, and a fighter's choices."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.log.event_log import EventLog, PassView, SeatRecord, TableRecord, steps_of
from drafts.models import CardSet
from drafts.queries.catalog import questions_of
from drafts.queries.statistics import statistics_of
from drafts.rules.cards import Card
from drafts.rules.draft.replay import How
from drafts.rules.formats import Direction, Format
from drafts.rules.games.base import Question
from drafts.rules.statistics.choices import Cut, Look, cuts_of, favourites, taken_by_answer
from drafts.rules.statistics.figures import ObservedValue

DECIDED = (How.CHOSEN, How.TIME)
"""Choices that a fighter could make: the others took no time."""


class AnswerShare(NamedTuple):
    """How many of a seat's cards gave an answer; `length` is that of its bar, 100 for the largest."""

    answer: str
    cards: int
    length: str


class CutWords(NamedTuple):
    """How many cards of the `answer` that its `receiver` went for a seat took before it passed the rest on."""

    receiver: SeatRecord
    answer: str
    cut: Cut


@dataclass(frozen=True, slots=True)
class SeatTaste:
    """The answers that a seat's cards give, the most frequent first, and its cuts from those who got its packs next."""

    seat: SeatRecord
    shares: tuple[AnswerShare, ...]
    cuts: tuple[CutWords, ...]


@dataclass(frozen=True, slots=True)
class OwnChoice:
    """A card that a fighter took, when and how fast, and when it is taken on average in all finished drafts here."""

    round: int
    pass_number: int
    card: Card
    how: How
    seconds: float
    average: ObservedValue | None

    @property
    def later(self) -> float | None:
        """How much later it was taken than usual; less than 0: earlier."""
        if self.average is None or self.average.value is None:
            return None
        return self.pass_number - self.average.value


class ChoicePace(NamedTuple):
    """How many seconds a choice took from so many cards in hand, on average: the fighter's own, and the room's."""

    in_hand: int
    own: float
    room: float | None


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """The choices of one fighter in their order, how long they took, and how much later than usual on average."""

    seat: SeatRecord
    choices: tuple[OwnChoice, ...]
    paces: tuple[ChoicePace, ...]

    @property
    def later(self) -> float | None:
        """By how much the cards were taken later than usual, on average."""
        known = [each.later for each in self.choices if each.later is not None]
        return sum(known) / len(known) if known else None


def faction_question(format_: Format) -> Question:
    """Return the question by which the drafts of a format are looked at."""
    game = format_.card_game
    return next(question for question in questions_of(game) if question.name == game.faction)


def tastes_of(log: EventLog, table: TableRecord) -> list[SeatTaste]:
    """Return what each seat of a table took, and what it cut."""
    format_ = log.event.procedure
    answer = faction_question(format_).answer
    looks = [look for seat in table.seats for look in _looks(table, seat, format_)]
    taken = taken_by_answer(looks, answer)
    wanted = favourites(taken)
    cuts = cuts_of(looks, wanted, answer)
    most = max((count for counts in taken.values() for count in counts.values()), default=1)
    by_seat = {seat.seat: seat for seat in table.seats}
    return [
        SeatTaste(
            seat,
            tuple(
                AnswerShare(name, count, f"{100 * count / most:.1f}") for name, count in taken[seat.seat].most_common()
            ),
            tuple(
                CutWords(by_seat[receiver], wanted[receiver], cut)
                for (by, receiver), cut in cuts.items()
                if by == seat.seat and cut.of
            ),
        )
        for seat in table.seats
        if seat.seat in taken
    ]


def own_draft_of(log: EventLog, table: TableRecord, seat: SeatRecord) -> OwnDraft:
    """Return the choices of a seat beside what all finished drafts here tell of these cards."""
    usual = _usual(table)
    directions = directions_of(log.event.procedure)
    steps = steps_of(table, seat.seat, directions)
    choices = tuple(
        OwnChoice(step.round, step.pass_number, held.card, step.how, step.seconds, usual.get(held.card.number))
        for step in steps
        for held in step.taken
    )
    others = (
        step
        for other in log.tables
        for place in other.seats
        if (other.number, place.seat) != (table.number, seat.seat) and not place.bot
        for step in steps_of(other, place.seat, directions)
    )
    own, room = _seconds(steps), _seconds(others)
    paces = tuple(ChoicePace(cards, own[cards], room.get(cards)) for cards in sorted(own, reverse=True))
    return OwnDraft(seat, choices, paces)


def directions_of(format_: Format) -> dict[int, Direction]:
    """Return which way the packs of each round are passed."""
    return {number: of_round.direction for number, of_round in enumerate(format_.rounds, start=1)}


def _looks(table: TableRecord, seat: SeatRecord, format_: Format) -> Iterable[Look]:
    for step in steps_of(table, seat.seat, directions_of(format_)):
        hand, taken = (tuple(held.card for held in cards) for cards in (step.pack, step.taken))
        yield Look(seat.seat, hand, taken, (seat.seat + step.direction.step) % len(table.seats))


def _usual(table: TableRecord) -> Mapping[str, ObservedValue]:
    """Return when each card of the opened sets is taken on average, by number."""
    codes = {pack.set_code for pack in table.packs}
    return {
        each.card.number: each.figures["average_taken_at"]
        for card_set in CardSet.objects.filter(code__in=codes)
        for each in statistics_of(card_set).cards
    }


def _seconds(steps: Iterable[PassView]) -> Mapping[int, float]:
    """Return how long choices took on average, by the cards in hand: of those that a fighter decided."""
    took: defaultdict[int, list[float]] = defaultdict(list)
    for step in steps:
        if step.how in DECIDED:
            took[len(step.pack)].append(step.seconds)
    return {cards: _mean(seconds) for cards, seconds in took.items()}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
