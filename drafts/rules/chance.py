"""Chance that anyone can recompute: the same seed gives the same draws on every Python, for ever.

Of `random.Random` only `random()` is promised to stay as it is, so everything here is built on that alone.
Every purpose has a stream of its own, named by its path: what one stream shows tells nothing about another.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of draws, fixed by a secret seed and a path such as `("pack", 1, 3, 0)`."""

    __slots__ = ("_random",)

    def __init__(self, seed: str, *path: str | int) -> None:
        """Start the stream whose key is SHA-256 of `seed`, a zero byte, and the path joined by `/`."""
        label = "/".join(str(part) for part in path)
        digest = hashlib.sha256(f"{seed}\0{label}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest)).random  # noqa: S311 - repeatable on purpose

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to `limit` - 1, `limit` being at most 2**32."""
        return int(self._random() * limit)

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items, each as likely as any other."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher and Yates, from the end)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw an index, each as likely as its weight; at least one weight is above 0."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if left < weight:
                return index
            left -= weight
        raise ValueError("no weight is above 0")
