"""Figures made of counts: a rate or an average, how many observations it comes from, and an interval about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import NamedTuple

from drafts.rules.statistics.counts import Counts

Z = 1.959964
"""95 % of a normal distribution lies within so many standard deviations."""

FEW = 20
"""A figure from fewer observations says little, and is shown greyed."""


class FigureUnit(StrEnum):
    """The unit of a figure: a number of cards, a share of 1, or an average of passes."""

    COUNT = "count"
    RATE = "rate"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class ObservedValue:
    """A value with the number of observations that it comes from; None where there is none.

    `low` and `high` are the ends of its interval of 95 %, None where there is none, as for a count.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None

    @property
    def is_thin(self) -> bool:
        """Whether it comes from so few observations that it says little."""
        return self.n < FEW


def count(number: int) -> ObservedValue:
    """Return a plain number."""
    return ObservedValue(number, number)


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Return the interval of 95 % for a rate (Wilson's score interval); from 0 to 1 where nothing was observed."""
    if n == 0:
        return 0.0, 1.0
    rate, spread = successes / n, Z**2 / n
    middle = (rate + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(rate * (1 - rate) / n + spread / (4 * n))
    return (0.0 if successes == 0 else max(0.0, middle - half)), (1.0 if successes == n else min(1.0, middle + half))


def rate(successes: int, n: int) -> ObservedValue:
    """Return a rate, with its interval."""
    return ObservedValue(successes / n, n, *wilson(successes, n)) if n else ObservedValue(None, 0)


def average(total: int, squares: int, n: int) -> ObservedValue:
    """Return an average of passes with its interval, the standard error on both sides; none for one observation."""
    if n == 0:
        return ObservedValue(None, 0)
    mean = total / n
    if n == 1:
        return ObservedValue(mean, n)
    variance = max(0.0, (squares - total * mean) / (n - 1))
    half = Z * sqrt(variance / n)
    return ObservedValue(mean, n, max(1.0, mean - half), mean + half)


class Measure(NamedTuple):
    """A figure that is made of counts: its name in addresses and in the API, and its unit."""

    name: str
    kind: FigureUnit
    of: Callable[[Counts], ObservedValue]


MEASURES = (
    Measure("opened", FigureUnit.COUNT, lambda counts: count(counts.opened)),
    Measure("seen", FigureUnit.COUNT, lambda counts: count(counts.seen)),
    Measure("taken", FigureUnit.COUNT, lambda counts: count(counts.taken)),
    Measure(
        "average_taken_at",
        FigureUnit.AVERAGE,
        lambda counts: average(counts.taken_at, counts.taken_at_squares, counts.taken),
    ),
    Measure(
        "average_last_seen_at",
        FigureUnit.AVERAGE,
        lambda counts: average(counts.last_seen, counts.last_seen_squares, counts.seen),
    ),
    Measure("first_choice_rate", FigureUnit.RATE, lambda counts: rate(counts.first_chosen, counts.opened)),
    Measure("wheel_rate", FigureUnit.RATE, lambda counts: rate(counts.wheeled, counts.could_wheel)),
    Measure("last_choice_rate", FigureUnit.RATE, lambda counts: rate(counts.last_chosen, counts.taken)),
    Measure("results", FigureUnit.RATE, lambda counts: rate(counts.won, counts.fought)),
)
"""All figures of a card, in the order in which they are shown."""


def figures_of(counts: Counts) -> Mapping[str, ObservedValue]:
    """Return all figures, by name."""
    return {measure.name: measure.of(counts) for measure in MEASURES}
