"""Caps concurrent page requests, globally and per client address, and serves them in a small pool of threads.

Each request has a thread to itself. The threads are reused, and with them their database connections: opening a
connection to SQLite takes longer than many pages.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from asgiref.sync import ThreadSensitiveContext

from drafts import limits
from drafts.services.throttling import client_key

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class ConcurrencyLimit:
    """Serves a limited number of requests at once, and fewer for one address, so that others do not wait for it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._all = asyncio.Semaphore(limits.PAGES_AT_ONCE)
        self._by_client: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request as soon as the limits allow it."""
        who = client_key(str((scope.get("client") or [""])[0]))
        own = self._by_client.setdefault(who, asyncio.Semaphore(limits.PAGES_OF_AN_ADDRESS))
        self._waiting[who] += 1
        try:
            async with own, self._all:
                with self._thread() as thread:
                    async with ThreadSensitiveContext(executor=thread):
                        await self._app(scope, receive, send)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._by_client[who]

    @contextmanager
    def _thread(self) -> Iterator[ThreadPoolExecutor]:
        """Lend a thread that no other request uses: the last one used, so that few threads are needed."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        try:
            yield thread
        finally:
            self._idle.append(thread)
