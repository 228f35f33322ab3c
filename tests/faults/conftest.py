from collections.abc import Iterator
from contextlib import ExitStack

import pytest


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Holds the sockets that a test opens, and closes them when it is over."""
    with ExitStack() as stack:
        yield stack
