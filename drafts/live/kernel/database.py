"""Threads that ask the database for the sockets, each with one connection that stays open.

Opening a connection to SQLite takes longer than most queries.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import DatabaseError, connection

Params = ParamSpec("Params")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = 2.0


class DatabaseThread:
    """A thread with a database connection of its own. Its tasks are done one after the other."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def __call__(self, ask: Callable[Params, Result]) -> Callable[Params, Coroutine[Any, Any, Result]]:
        """Return the function as a coroutine function that runs it in this thread."""

        @wraps(ask)
        async def asked(*args: Params.args, **kwargs: Params.kwargs) -> Result:
            work = partial(copy_context().run, on_open_connection, partial(ask, *args, **kwargs))
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)

        return asked


def on_open_connection(ask: Callable[[], Result]) -> Result:
    """Call a function on the connection of this thread, which is replaced only where it works no longer."""
    connection.close_at = None
    connection.close_if_unusable_or_obsolete()
    return ask()


reading = DatabaseThread("live-reads")
"""Reads what rooms, viewers and their presence need."""

admitting = DatabaseThread("admissions")
"""Reads the rights of new connections. However many there are, open connections do not wait for them."""


async def when_it_answers(ask: Callable[[], Awaitable[Result]]) -> Result:
    """Repeat a query until the database answers: for work that must not be lost while it is away."""
    while True:
        try:
            return await ask()
        except DatabaseError as fault:
            logger.warning("the database does not answer, and is asked again: %r", fault)
        await asyncio.sleep(ASK_AGAIN_SECONDS)
