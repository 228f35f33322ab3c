"""Pages are served in turn: each takes a thread and a connection to the database, and a herd would want hundreds."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from drafts import limits
from drafts.services.doors import household

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class InTurn:
    """Serves some pages at once, and of one address not so many that another one would have to wait."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._all = asyncio.Semaphore(limits.PAGES_AT_ONCE)
        self._of_household: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a page as soon as it is its turn."""
        who = household(str((scope.get("client") or [""])[0]))
        turn = self._of_household.setdefault(who, asyncio.Semaphore(limits.PAGES_OF_AN_ADDRESS))
        self._waiting[who] += 1
        try:
            async with turn, self._all:
                await self._app(scope, receive, send)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._of_household[who]
