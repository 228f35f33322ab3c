"""Caps concurrent page requests, globally and per client address: each costs a thread and a database connection."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from drafts import limits
from drafts.services.throttling import client_key

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class ConcurrencyLimit:
    """Serves a limited number of requests at once, and fewer for one address, so that others need not wait for it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._all = asyncio.Semaphore(limits.PAGES_AT_ONCE)
        self._by_client: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request as soon as there is a free place."""
        who = client_key(str((scope.get("client") or [""])[0]))
        own = self._by_client.setdefault(who, asyncio.Semaphore(limits.PAGES_OF_AN_ADDRESS))
        self._waiting[who] += 1
        try:
            async with own, self._all:
                await self._app(scope, receive, send)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._by_client[who]
