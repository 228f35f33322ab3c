"""Makes chance repeatable: what a test draws, and what the servers that it starts draw, follows from the test's name.

So a test that passes once passes always, until something is changed. `CHANCE=2 make test` tries other draws.
"""

import os
import random
import secrets
from collections import Counter

CHANCE = os.environ.get("CHANCE", "")
"""What all draws of a run depend on beside the names of its tests."""
IN_SERVERS = "CHANCE_OF_SERVER"
"""The variable that tells a forked program what its draws follow from."""

_starts: Counter[str] = Counter()


def begin(test: str) -> None:
    """Let all that this process draws from now on follow from a name."""
    dice = random.Random(f"{CHANCE} {test}")
    random.seed(dice.random())
    secrets.choice = dice.choice  # the service of codes, and Django's keys of sessions
    secrets.token_bytes = lambda size=32: dice.randbytes(size)  # seeds and tokens: the other functions call it


def of_next_server() -> dict[str, str]:
    """Return what the draws of a program that this test starts follow from: each start has draws of its own."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    _starts[test] += 1
    return {IN_SERVERS: f"{test} start {_starts[test]}"}
