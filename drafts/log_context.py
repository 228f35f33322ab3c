"""Context that is added to every log record of the current task."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

Facts = Mapping[str, str | int]

_facts: ContextVar[Facts] = ContextVar("log_facts", default=MappingProxyType({}))


def log_context() -> Facts:
    """Return the context of the current task."""
    return _facts.get()


def bind(**facts: str | int) -> None:
    """Replace the context of the current task until it ends, also what it inherited."""
    _facts.set(facts)


@contextmanager
def bound(**facts: str | int) -> Iterator[None]:
    """Replace the context until the block ends."""
    before = _facts.set(facts)
    try:
        yield
    finally:
        _facts.reset(before)
