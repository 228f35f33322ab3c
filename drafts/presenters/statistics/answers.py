"""The answers that a page of statistics gives first: a question, a sentence, and the few cards or groups behind it.

Every number is a figure of the page below or a time of the log; nothing is counted here.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext

from drafts.languages import translated
from drafts.log.event_log import EventLog, TableRecord
from drafts.numbers import nearest
from drafts.presenters.clocks import length_words
from drafts.presenters.decks.champions import Champion
from drafts.presenters.statistics.event_statistics import DECIDED, SeatTaste
from drafts.presenters.statistics.statistics_page import in_words
from drafts.queries.catalog import NONE
from drafts.queries.statistics import DraftLength, GroupStatistics, ObservedCard, SetStatistics
from drafts.rules.cards import Card
from drafts.rules.games.registry import format_of
from drafts.rules.night.nicknames import isolate
from drafts.rules.statistics.figures import MEASURES, ObservedValue

MOST_LINES, MOST_GROUPS = 5, 7
FEW_CUT = 5
"""A cut out of fewer cards than this says nothing."""

_KINDS = {measure.name: measure.kind for measure in MEASURES}


class AnswerLine(NamedTuple):
    """A card or group that an answer compares: its name, what it is, its figure in words, its observations."""

    name: str
    about: str
    value: str
    n: str


class PlainAnswer(NamedTuple):
    """A question and its answer in a sentence. `is_hint`: it rests on few observations. `card` is the one to show."""

    question: str
    sentence: str
    lines: tuple[AnswerLine, ...] = ()
    is_hint: bool = False
    card: Card | None = None


Shown = TypeVar("Shown", ObservedCard, GroupStatistics)


def answers_of_set(statistics: SetStatistics, lengths: Sequence[DraftLength]) -> list[PlainAnswer]:
    """Return what the finished drafts of a selection tell of a set, the most asked first.

    Answers about when cards are taken leave out those that a rule makes a first choice (R6).
    """
    words = statistics.game.words
    groups = [each for each in statistics.by(statistics.question("")) if each.answer != NONE]
    featured = format_of(statistics.game).featured
    chosen = [each for each in statistics.cards if featured not in each.card.traits]
    return [
        _first_cards(chosen),
        _first_groups(groups, translated(words["taken first"])),
        _last_cards(chosen),
        *_winners(statistics.cards, groups, translated(words["wins"])),
        _lengths(lengths),
    ]


def answers_of_event(
    log: EventLog, table: TableRecord, tastes: Sequence[SeatTaste], champions: Sequence[Champion]
) -> list[PlainAnswer]:
    """Return what people ask about a night that is over: the champions, what was wanted, and how long it took."""
    return [
        *([_won(champions)] if champions else []),
        _night_length(log, table),
        *_strongest_cut(tastes),
        _most_wanted(tastes),
    ]


def _first_cards(cards: Sequence[ObservedCard]) -> PlainAnswer:
    ranked, is_hint = _ranked(cards, "average_taken_at")
    sentence = gettext("%(name)s goes first: taken at %(value)s on average, where 1 is a fresh pack.")
    return _about_cards(gettext("Which cards are taken first?"), sentence, ranked, "average_taken_at", is_hint)


def _last_cards(cards: Sequence[ObservedCard]) -> PlainAnswer:
    ranked, is_hint = _ranked(cards, "average_taken_at")
    sentence = gettext("%(name)s goes last: taken at %(value)s on average.")
    return _about_cards(gettext("Which cards go last?"), sentence, ranked[::-1], "average_taken_at", is_hint)


def _winners(cards: Sequence[ObservedCard], groups: Sequence[GroupStatistics], question: str) -> list[PlainAnswer]:
    of_cards = gettext("Which cards win?")
    if any(each.figures["results"].n for each in cards):
        return [_winning_cards(cards, of_cards), _winning_groups(groups, question)]
    none = gettext("No fight of these drafts is counted. Results come from events whose fights were played here.")
    return [PlainAnswer(of_cards, none)]


def _winning_cards(cards: Sequence[ObservedCard], question: str) -> PlainAnswer:
    """Answer by the lower end of the intervals, so that one lucky fight puts no card in front."""
    ranked, is_hint = _ranked(cards, "results")
    best = sorted(ranked, key=lambda each: each.figures["results"].low or 0.0, reverse=True)
    sentence = gettext("Decks with %(name)s won %(value)s of their fights.")
    return _about_cards(question, sentence, best, "results", is_hint)


def _about_cards(question: str, sentence: str, ranked: Sequence[ObservedCard], name: str, is_hint: bool) -> PlainAnswer:
    if not ranked:
        return PlainAnswer(question, gettext("No card of this set was chosen in these drafts."))
    first, lines = ranked[0], ranked[:MOST_LINES]
    value = in_words(first.figures[name], _KINDS[name])
    return PlainAnswer(
        question,
        sentence % {"name": first.card.name, "value": value},
        tuple(_line(each.card.name, _about(each.card), each.figures[name], name) for each in lines),
        is_hint,
        first.card,
    )


def _first_groups(groups: Sequence[GroupStatistics], question: str) -> PlainAnswer:
    ranked, is_hint = _ranked(groups, "average_taken_at")
    sentence = gettext("%(first)s, at %(value)s on average; %(last)s comes last, at %(other)s.")
    return _about_groups(question, sentence, ranked, "average_taken_at", is_hint)


def _winning_groups(groups: Sequence[GroupStatistics], question: str) -> PlainAnswer:
    ranked, is_hint = _ranked(groups, "results")
    sentence = gettext(
        "%(first)s: decks won %(value)s of their fights for each of its cards, those of %(last)s %(other)s."
    )
    return _about_groups(question, sentence, ranked[::-1], "results", is_hint)


def _about_groups(
    question: str, sentence: str, ranked: Sequence[GroupStatistics], name: str, is_hint: bool
) -> PlainAnswer:
    if len(ranked) < 2:
        return PlainAnswer(
            question, gettext("All cards that were chosen are alike in this: there is nothing to compare.")
        )
    first, last = ranked[0], ranked[-1]
    facts = {
        "first": translated(first.answer),
        "value": in_words(first.figures[name], _KINDS[name]),
        "last": translated(last.answer),
        "other": in_words(last.figures[name], _KINDS[name]),
    }
    lines = (_line(translated(each.answer), "", each.figures[name], name) for each in ranked[:MOST_GROUPS])
    return PlainAnswer(question, sentence % facts, tuple(lines), is_hint)


def _lengths(lengths: Sequence[DraftLength]) -> PlainAnswer:
    question = gettext("How long does it take?")
    if not lengths:
        return PlainAnswer(question, gettext("Only drafts with public logs tell this, and none of these is one."))
    drafts, nights = [each.draft for each in lengths], [each.night for each in lengths if each.night]
    said = gettext("Half of the drafts took %(half)s or less, the longest %(longest)s.") % {
        "half": length_words(median(drafts)),
        "longest": length_words(max(drafts)),
    }
    if nights:
        whole = gettext("From the first pack to the end of the event: %(half)s for half of them.")
        said = f"{said} {whole % {'half': length_words(median(nights))}}"
    return PlainAnswer(question, said, is_hint=len(lengths) < FEW_CUT)


def _won(champions: Sequence[Champion]) -> PlainAnswer:
    names = [isolate(champion.name) for champion in champions]
    if len(names) > 1:
        return PlainAnswer(gettext("Who won?"), gettext("First place: %(names)s.") % {"names": ", ".join(names)})
    return PlainAnswer(gettext("Who won?"), gettext("%(name)s won.") % {"name": names[0]})


def _most_wanted(tastes: Sequence[SeatTaste]) -> PlainAnswer:
    cards = _by_answer(tastes)
    ranked = sorted(cards.items(), key=lambda each: -each[1])
    wanted, count = ranked[0]
    equal = [translated(name) for name, number in ranked if number == count]
    facts = {"answer": ", ".join(equal), "count": count, "of": sum(cards.values())}
    if len(equal) > 1:
        said = gettext("%(answer)s: %(count)s of %(of)s cards each.") % facts
    else:
        most = max(tastes, key=lambda taste: _share(taste, wanted))
        facts |= {"name": isolate(most.seat.name), "taken": _share(most, wanted)}
        said = gettext("%(answer)s: %(count)s of %(of)s cards. %(name)s took most of it: %(taken)s.") % facts
    lines = tuple(AnswerLine(translated(name), "", str(number), "") for name, number in ranked[:MOST_LINES])
    return PlainAnswer(gettext("What was drafted most?"), said, lines)


def _strongest_cut(tastes: Sequence[SeatTaste]) -> Iterable[PlainAnswer]:
    cuts = [(taste, cut) for taste in tastes for cut in taste.cuts if cut.cut.of >= FEW_CUT and cut.cut.taken]
    if cuts:
        taste, words = max(cuts, key=lambda each: each[1].cut.taken / each[1].cut.of)
        said = gettext("%(name)s: took %(taken)s of the %(of)s cards of %(answer)s that %(receiver)s went for.") % {
            "name": isolate(taste.seat.name),
            "taken": words.cut.taken,
            "of": words.cut.of,
            "answer": translated(words.answer),
            "receiver": isolate(words.receiver.name),
        }
        yield PlainAnswer(gettext("Who cut the next fighter most?"), said)


def _night_length(log: EventLog, table: TableRecord) -> PlainAnswer:
    event, said = log.event, []
    if event.started and event.drafted:
        took = (event.drafted - event.started).total_seconds()
        said.append(gettext("The draft took %(length)s.") % {"length": length_words(took)})
    if event.started and event.finished:
        took = (event.finished - event.started).total_seconds()
        whole = gettext("From the first pack to the end of the event it was %(length)s.")
        said.append(whole % {"length": length_words(took)})
    bots = {seat.seat for seat in table.seats if seat.bot}
    seconds = [pick.seconds for pick in table.picks if pick.how in DECIDED and pick.seat not in bots]
    if seconds:
        half = gettext("Half of the choices were made within %(seconds)s s.")
        said.append(half % {"seconds": max(1, nearest(median(seconds)))})
    return PlainAnswer(
        gettext("How long did it take?"), " ".join(said) or gettext("The times of this event are not known.")
    )


def _ranked(shown: Iterable[Shown], name: str) -> tuple[list[Shown], bool]:
    """Return those of which a figure is known, the smallest first, and whether these are thin.

    Thin ones are left out where there are others.
    """
    known = [each for each in shown if each.figures[name].n]
    firm = [each for each in known if not each.figures[name].is_thin]
    chosen = firm if len(firm) >= MOST_LINES or len(firm) == len(known) else known
    return sorted(chosen, key=lambda each: each.figures[name].value or 0.0), len(chosen) > len(firm)


def _line(name: str, about: str, figure: ObservedValue, measure: str) -> AnswerLine:
    return AnswerLine(name, about, in_words(figure, _KINDS[measure]), str(figure.n))


def _about(card: Card) -> str:
    return " · ".join(filter(None, (card.rarity, card.kin)))


def _by_answer(tastes: Sequence[SeatTaste]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for taste in tastes:
        for share in taste.shares:
            found[share.answer] = found.get(share.answer, 0) + share.cards
    return found


def _share(taste: SeatTaste, answer: str) -> int:
    return sum(share.cards for share in taste.shares if share.answer == answer)
