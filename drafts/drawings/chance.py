"""Random numbers that a text seeds."""

from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")


class SeededNumbers:
    """Random numbers that a text seeds: the same text always gives the same ones."""

    def __init__(self, text: str) -> None:
        self._numbers = Random(text)  # noqa: S311 - no secret, a drawing

    def below(self, limit: int) -> int:
        """Return the next whole number from 0 to `limit` - 1."""
        return int(self._numbers.random() * limit)

    def between(self, low: float, high: float) -> float:
        """Return the next number between two."""
        return low + (high - low) * self._numbers.random()

    def of(self, *choices: Choice) -> Choice:
        """Return the next one of several."""
        return choices[self.below(len(choices))]
