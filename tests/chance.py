"""Makes chance repeatable: what a test draws, and what the servers that it starts draw, follows from the test's name.

So a run is like the last one until something is changed. `--randomly-seed=2` tries other draws, and another order.
"""

import os
import random
import secrets
from collections import Counter

USUAL_SEED = 1  # pyproject.toml says it to pytest
SOURCE = "DRAWS_FOLLOW_FROM"
"""The variable that names what the draws of this process follow from."""

_starts: Counter[str] = Counter()


def begin(source: str) -> None:
    """Let all that this process draws from now on follow from a text."""
    os.environ[SOURCE] = source
    dice = random.Random(source)
    secrets.choice = dice.choice  # of codes, and of Django's keys of sessions
    secrets.token_bytes = lambda size=32: dice.randbytes(size)  # seeds and tokens: the other functions call it


def of_next_server() -> dict[str, str]:
    """Return the environment that seeds a program started now: each start draws its own."""
    source = os.environ.get(SOURCE, "")
    _starts[source] += 1
    return {SOURCE: f"{source} start {_starts[source]}"}
