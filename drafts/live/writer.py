"""The group writer: all choices of all tables that wait are written in one transaction, by one thread.

A choice is durable when its transaction has committed. While one is being written the next ones gather, so the
busier the house, the larger the batches.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from django.db import DatabaseError, connection

from drafts.rules.cards import CardId
from drafts.services.tables import Recorded, record_changes, record_marks
from drafts.store import Change

logger = logging.getLogger(__name__)

Completed = Mapping[int, Mapping[int, int]]
"""Events whose last table has drafted, each with the versions that its tables have now."""

TRIES = 3


class Source(Protocol):
    """Where changes come from, and where it is told what became of them."""

    async def written(self, changes: Sequence[Change], completed: Completed) -> None:
        """Learn that the changes are durable, and which events were completed in the same transaction."""

    async def lost(self) -> None:
        """Learn that the table had moved on: these changes, and what was queued behind them, are dropped."""

    async def failed(self) -> None:
        """Learn that the database did not answer: these changes, and what was queued behind them, are dropped."""


class GroupWriter:
    """Takes what waits, writes it, tells the sources. Belongs to one event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="group-writer")
        self._waiting: dict[Source, list[Change]] = {}
        self._marks: dict[int, tuple[CardId, ...]] = {}
        self._task: asyncio.Task[None] | None = None

    def submit(self, source: Source, change: Change) -> None:
        """Queue a change; those of one source form a chain, each starting where the last one ends."""
        self._waiting.setdefault(source, []).append(change)
        self._wake()

    def submit_marks(self, seat: int, cards: tuple[CardId, ...]) -> None:
        """Queue what a seat (by row id) has marked; only the last word counts, and nobody waits for it."""
        self._marks[seat] = cards
        self._wake()

    def _wake(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting or self._marks:
                await asyncio.sleep(0)  # let this turn of the loop gather what else has come in
                batch, self._waiting = self._waiting, {}
                marks, self._marks = self._marks, {}
                recorded: Recorded | None
                try:
                    recorded = await loop.run_in_executor(self._thread, _write, list(batch.values()), marks)
                except DatabaseError:
                    logger.exception("the group writer could not write %d tables", len(batch))
                    recorded = None
                for number, (source, changes) in enumerate(batch.items()):
                    if recorded is None:
                        await self._drop(source, source.failed)
                    elif not recorded.written[number]:
                        await self._drop(source, source.lost)
                    else:
                        await _report(source.written(changes, recorded.completed))
        finally:
            self._task = None

    async def _drop(self, source: Source, tell: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Forget what is queued behind changes that were not written, and say so before anything else is asked."""
        self._waiting.pop(source, None)
        await _report(tell())


async def _report(telling: Coroutine[Any, Any, None]) -> None:
    try:
        await telling
    except Exception:  # the other tables of the batch still have to learn what became of theirs
        logger.exception("a table could not take in what was written")


def _write(chains: Sequence[Sequence[Change]], marks: dict[int, tuple[CardId, ...]]) -> Recorded:
    """Write a batch. A retry is safe: a table that was written after all has another version by then."""
    for left in reversed(range(TRIES)):
        try:
            recorded = record_changes(chains=chains)
            if marks:
                record_marks(marks=marks)
        except DatabaseError:
            connection.close()
            if not left:
                raise
        else:
            return recorded
    raise AssertionError("unreachable")
