"""What the lines of the log are about: facts that each line carries which is written in this task from here on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

Facts = Mapping[str, str | int]

_facts: ContextVar[Facts] = ContextVar("log_facts", default=MappingProxyType({}))


def log_facts() -> Facts:
    """Return what the task that asks works at."""
    return _facts.get()


def note_facts(**facts: str | int) -> None:
    """Say what this task works at, until it ends. What the task that started it worked at counts no longer."""
    _facts.set(facts)


@contextmanager
def noted_facts(**facts: str | int) -> Iterator[None]:
    """Say what is worked at until the block ends."""
    before = _facts.set(facts)
    try:
        yield
    finally:
        _facts.reset(before)
