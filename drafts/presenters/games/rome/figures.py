"""The statistics of battles in words: what the first turn was worth, how long they took, and what each unit did."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from django.utils.translation import gettext

from drafts.languages import translated
from drafts.log.battle_replay import BattleFault, replayed
from drafts.numbers import decimal_words, nearest, percent_words
from drafts.presenters.games.rome.replay import ToldBattle
from drafts.presenters.statistics.answers import PlainAnswer
from drafts.queries.battle_statistics import KindOfBattles
from drafts.rules.games.rome.cards import UNIT_NAMES
from drafts.rules.games.rome.figures import DESTROYED, RANKED, RESIGNED, BattleFigures
from drafts.rules.statistics.figures import FEW
from drafts.rules.wording import Wording, gettext_noop

ENDS: dict[str, Wording] = {
    DESTROYED: gettext_noop("A line was destroyed"),
    RESIGNED: gettext_noop("A player gave up or left"),
    RANKED: gettext_noop("Ended as it stood"),
}
RULES: dict[str, Wording] = {
    "players=2": gettext_noop("2 players"),
    "players=3": gettext_noop("3 players"),
    "players=4": gettext_noop("4 players"),
    "rear=no": gettext_noop("front row only"),
    "commands=no": gettext_noop("no commands"),
    "decks=own": gettext_noop("own decks"),
    "end=last": gettext_noop("to the last line"),
}
"""The words of `rules.games.rome.figures.kind_of` for people."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A kind of units: how many came into a line, helped to kill and were killed.

    `worth` are kills a unit; `won` is the share of them that stood with the winner, a dash where no battle had one.
    """

    name: str
    played: int
    killed: int
    lost: int
    worth: str
    won: str


@dataclass(frozen=True, slots=True)
class BattleStatistics:
    """The figures of battles in words. `units` come in order of their worth, the highest first."""

    battles: int
    answers: tuple[PlainAnswer, ...]
    units: tuple[UnitRow, ...]


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """Rules by which battles were played, in words, and whether their figures are shown."""

    kind: str
    words: str
    is_chosen: bool


def choices_of(kinds: Iterable[KindOfBattles], chosen: KindOfBattles) -> list[RulesChoice]:
    """Return all rules of which there are figures."""
    return [RulesChoice(each.kind, rules_words(each.kind), each is chosen) for each in kinds]


def rules_words(kind: str) -> str:
    """Return the rules of battles for people."""
    return ", ".join(translated(RULES[word]) for word in kind.split(" "))


def battle_statistics(battles: Iterable[ToldBattle]) -> BattleStatistics:
    """Return the statistics of battles by the moves that stood; those that cannot be played again are left out."""
    figures = BattleFigures()
    for told in battles:
        if told.seed is None:
            continue
        try:
            positions = replayed(told.battle, told.rules, told.seed)
        except BattleFault:
            continue
        stood = [move.number for move in told.battle.moves if move.undone_at is None]
        figures.add([positions[0], *(positions[number] for number in stood)], told.places)
    return told_figures(figures)


def told_figures(figures: BattleFigures) -> BattleStatistics:
    """Return figures in words."""
    units = sorted(figures.played, key=lambda kind: (-figures.killed[kind] / figures.played[kind], kind))
    rows = tuple(
        UnitRow(
            name=translated(UNIT_NAMES[kind]),
            played=figures.played[kind],
            killed=figures.killed[kind],
            lost=figures.lost[kind],
            worth=decimal_words(figures.killed[kind] / figures.played[kind], 2),
            won=percent_words(Fraction(figures.won[kind], fought), 0) if (fought := figures.fought[kind]) else "–",
        )
        for kind in units
    )
    answers = tuple(_answers(figures, rows)) if figures.battles else ()
    return BattleStatistics(figures.battles, answers, rows)


def _answers(figures: BattleFigures, rows: tuple[UnitRow, ...]) -> Iterable[PlainAnswer]:
    few = figures.decided < FEW
    if figures.decided:
        words = gettext(
            "In %(won)s of %(battles)s battles with one winner, the player with the first turn won: %(rate)s."
        )
        rate = percent_words(Fraction(figures.first_won, figures.decided))
        facts = {"won": figures.first_won, "battles": figures.decided, "rate": rate}
        yield PlainAnswer(gettext("What is the first turn worth?"), words % facts, is_hint=few)
    if rows:
        words = gettext("%(name)s: %(worth)s kills for each one that came into a line.")
        first = {"name": rows[0].name, "worth": rows[0].worth}
        yield PlainAnswer(gettext("Which units kill most?"), words % first, is_hint=few)
    yield PlainAnswer(gettext("How long is a battle?"), _length_words(figures), is_hint=few and bool(figures.turns))
    ends = [f"{translated(words)}: {figures.ends[end]}" for end, words in ENDS.items() if figures.ends[end]]
    if ends:
        yield PlainAnswer(gettext("How do battles end?"), f"{'. '.join(ends)}.", is_hint=few)


def _length_words(figures: BattleFigures) -> str:
    if not figures.turns:
        return gettext("No turns yet: no battle came to its first one.")
    turns = nearest(median(figures.turns.elements()))
    words = gettext("%(turns)s turns, if all battles are put in order and the one in the middle is taken.")
    return words % {"turns": turns}
