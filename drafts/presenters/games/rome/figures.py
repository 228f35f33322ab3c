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
from drafts.rules.games.rome.cards import UNIT_NAMES
from drafts.rules.games.rome.figures import BattleFigures

FEW = 20


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A kind of units: how many came into a line, helped to kill and were killed; `worth` are kills a unit."""

    name: str
    played: int
    killed: int
    lost: int
    worth: str


@dataclass(frozen=True, slots=True)
class BattleStatistics:
    """The figures of battles in words. `units` come in order of their worth, the highest first."""

    battles: int
    answers: tuple[PlainAnswer, ...]
    units: tuple[UnitRow, ...]


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
        figures.add([positions[0], *(positions[number] for number in stood)], told.battle.places)
    units = sorted(figures.played, key=lambda kind: (-figures.killed[kind] / figures.played[kind], kind))
    rows = tuple(
        UnitRow(
            name=translated(UNIT_NAMES[kind]),
            played=figures.played[kind],
            killed=figures.killed[kind],
            lost=figures.lost[kind],
            worth=decimal_words(figures.killed[kind] / figures.played[kind], 2),
        )
        for kind in units
    )
    return BattleStatistics(figures.battles, tuple(_answers(figures, rows)) if figures.battles else (), rows)


def _answers(figures: BattleFigures, rows: tuple[UnitRow, ...]) -> Iterable[PlainAnswer]:
    few = figures.decided < FEW
    if figures.decided:
        words = gettext(
            "In %(won)s of %(battles)s battles with one winner, the player with the first turn won: %(rate)s %%."
        )
        rate = percent_words(Fraction(figures.first_won, figures.decided))
        facts = {"won": figures.first_won, "battles": figures.decided, "rate": rate}
        yield PlainAnswer(gettext("What is the first turn worth?"), words % facts, is_hint=few)
    if rows:
        words = gettext("%(name)s: %(worth)s kills for each one that came into a line.")
        first = {"name": rows[0].name, "worth": rows[0].worth}
        yield PlainAnswer(gettext("Which units kill most?"), words % first, is_hint=few)
    words = gettext("%(turns)s turns, if all battles are put in order and the one in the middle is taken.")
    yield PlainAnswer(gettext("How long is a battle?"), words % {"turns": nearest(median(figures.turns))}, is_hint=few)
