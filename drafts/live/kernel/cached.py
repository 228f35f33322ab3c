"""A value of the database as this process knows it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic

from drafts.live.kernel.machine import Answered, StateT


class CachedValue(Generic[StateT]):
    """A value that is kept in memory and can be read again at any moment.

    `live` is what is stored; `head` is that and the changes on their way to the database. `lock` is held while the
    value is read: what is asked meanwhile waits, and builds on what was read. `in_doubt` says that the value may have
    changed elsewhere while changes were on their way, and is to be read when they are stored.
    """

    __slots__ = ("_read", "head", "in_doubt", "live", "lock")

    def __init__(self, state: StateT, read: Callable[[StateT], Awaitable[tuple[StateT, Answered]]]) -> None:
        self.live = self.head = state
        self.in_doubt = False
        self.lock = asyncio.Lock()
        self._read = read

    @property
    def is_writing(self) -> bool:
        """Whether changes are on their way to the database."""
        return self.head is not self.live

    def advance(self, state: StateT) -> None:
        """Hold a value that has been stored. The head stays what it is while more changes are on their way."""
        if self.head.version <= state.version:
            self.head = state
        self.live = state

    def replace(self, state: StateT) -> None:
        """Hold a value that was read; whatever was on its way is dropped."""
        self.live = self.head = state
        self.in_doubt = False

    def go_back(self) -> None:
        """Drop what was on its way."""
        self.head = self.live

    async def read(self) -> tuple[StateT, Answered]:
        """Read the value and the requests that are stored. Raises DatabaseError."""
        return await self._read(self.live)

    async def read_newer(self) -> tuple[StateT, Answered] | None:
        """Read the value, and return it if it has changed elsewhere. Raises DatabaseError.

        While changes are on their way nothing is read: either they lose the race, and then everything is read; or they
        were written before the other change was made, and the value stays in doubt until they are stored.
        """
        if self.is_writing:
            self.in_doubt = True
            return None
        found = await self.read()
        self.in_doubt = self.is_writing
        return None if self.in_doubt or found[0].version <= self.live.version else found
