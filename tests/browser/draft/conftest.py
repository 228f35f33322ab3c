"""Fighters of a draft at whose screens no test looks."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """The lines of fighters at whose screens no test looks."""
    with ExitStack() as lines:
        yield lines
