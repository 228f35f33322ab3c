"""When a room is to act by itself."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime


class Alarm:
    """Calls `ring` once, at a moment that can be moved. It only notices the time: the deadline is in the value."""

    __slots__ = ("_handle", "_ring")

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._handle is not None

    def set(self, moment: datetime | None) -> None:
        """Ring at this moment instead of any other, at once where it has passed; None is never."""
        self.cancel()
        if moment is not None:
            seconds = max(0.0, (moment - datetime.now(UTC)).total_seconds())
            self._handle = asyncio.get_running_loop().call_later(seconds, self._rings)

    def cancel(self) -> None:
        """Do not ring."""
        if self._handle:
            self._handle.cancel()
        self._handle = None

    def _rings(self) -> None:
        self._handle = None
        self._ring()
