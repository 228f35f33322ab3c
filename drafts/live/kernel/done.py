"""The result of a request that is done at once.

A request is done in the turn of the loop in which it comes, where nothing has to be waited for. Only what remains is
awaited, in a task.
"""

from collections.abc import Awaitable, Generator


class _Done:
    """Something to await that takes no time."""

    def __await__(self) -> Generator[None, None, None]:
        """Return at once."""
        yield from ()


DONE: Awaitable[None] = _Done()
