"""The group writer: all choices of all tables that wait are written in one transaction, by one thread.

A choice is durable when its transaction has committed. While one is being written the next ones gather, so the
busier the house, the larger the batches.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from itertools import count
from typing import Any, NamedTuple, Protocol

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from drafts import metrics
from drafts.log_context import bind
from drafts.rules.cards import CardId
from drafts.services.tables import record_changes, record_marks
from drafts.store.tables import Change

logger = logging.getLogger(__name__)

Completed = Mapping[int, Mapping[int, int]]
"""Events whose last table has drafted, each with the versions that its tables have now."""

OUT_OF_REACH = (OperationalError, InterfaceError)
PAUSES = (0.1, 0.5, 1.5)
"""Seconds to wait before a batch is tried again: a database that is restarted is back after a moment."""

STUCK_AFTER_SECONDS = 5.0
FAILURE_COUNTS_SECONDS = 15.0
REMEMBERED = 200
"""So many batches tell how long one takes."""


class Outcome(NamedTuple):
    """What became of a batch: for each chain whether it was written, None where the database failed."""

    written: Sequence[bool | None]
    completed: Completed


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
        self._numbers = count(1)
        self._began = self._failed = float("-inf")
        self._took: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def trouble(self) -> str | None:
        """Why nobody should rely on it now: `stuck`, `failing`, or None.

        A failure is forgotten after a while: where nobody asks for anything, nothing shows that all is well again.
        """
        now = time.monotonic()
        if self._task is not None and now - self._began > STUCK_AFTER_SECONDS:
            return "stuck"
        return "failing" if now - self._failed < FAILURE_COUNTS_SECONDS else None

    @property
    def seconds(self) -> float | None:
        """The 95th percentile of recent batches in seconds; None before the first."""
        took = sorted(self._took)
        return took[int(len(took) * 0.95)] if took else None

    def submit(self, source: Source, change: Change) -> None:
        """Queue a change; those of one source form a chain, each starting where the last one ends."""
        self._waiting.setdefault(source, []).append(change)
        self._wake()

    def withdraw(self, source: Source) -> None:
        """Forget what a source has queued and what is not being written yet."""
        self._waiting.pop(source, None)

    def submit_marks(self, seat: int, cards: tuple[CardId, ...]) -> None:
        """Queue what a seat (by row id) has marked; only the last word counts, and nobody waits for it."""
        self._marks[seat] = cards
        self._wake()

    def _wake(self) -> None:
        if self._task is None:
            self._began = time.monotonic()
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting or self._marks:
                await asyncio.sleep(0)  # let this turn of the loop gather what else has come in
                batch, self._waiting = self._waiting, {}
                marks, self._marks = self._marks, {}
                self._began = time.monotonic()
                bind(batch=next(self._numbers))
                write = partial(copy_context().run, _write, list(batch.values()), marks)
                try:
                    outcome = await loop.run_in_executor(self._thread, write)
                except DatabaseError as fault:
                    logger.error("the group writer could not write %d tables: %r", len(batch), fault)
                    outcome = Outcome([None] * len(batch), {})
                self._count(batch.values(), outcome.written)
                for (source, changes), written in zip(batch.items(), outcome.written, strict=True):
                    if written is None:
                        await self._drop(source, source.failed)
                    elif not written:
                        await self._drop(source, source.lost)
                    else:
                        await _report(source.written(changes, outcome.completed))
        finally:
            self._task = None

    def _count(self, chains: Collection[Sequence[Change]], written: Sequence[bool | None]) -> None:
        if None in written:
            self._failed = time.monotonic()
        elif written:
            self._failed = float("-inf")
        self._took.append(time.monotonic() - self._began)
        metrics.batch_seconds.observe(self._took[-1])
        metrics.batch_changes.observe(sum(map(len, chains)))
        metrics.tables_lost.inc(written.count(False))
        metrics.tables_failed.inc(written.count(None))
        stored = [chain for chain, is_written in zip(chains, written, strict=True) if is_written]
        metrics.count_choices([pick.how for chain in stored for change in chain for pick in change.picks])

    async def _drop(self, source: Source, tell: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Forget what is queued behind changes that were not written, and say so before anything else is asked."""
        self.withdraw(source)
        await _report(tell())


async def _report(telling: Coroutine[Any, Any, None]) -> None:
    try:
        await telling
    except Exception:  # the other tables of the batch still have to learn what became of theirs
        logger.exception("a table could not take in what was written")


def _write(chains: Sequence[Sequence[Change]], marks: dict[int, tuple[CardId, ...]]) -> Outcome:
    """Write a batch. One table that the database refuses does not keep the others from being written."""
    try:
        outcome = _written_in_time(chains)
    except OUT_OF_REACH:
        raise
    except DatabaseError:
        logger.exception("the database refused a batch of %d tables; each is written by itself", len(chains))
        outcome = _written_alone(chains)
    if marks:
        with suppress(DatabaseError):  # nobody waits for these
            record_marks(marks=marks)
    return outcome


def _written_alone(chains: Sequence[Sequence[Change]]) -> Outcome:
    written: list[bool | None] = []
    completed: dict[int, Mapping[int, int]] = {}
    for chain in chains:
        try:
            alone = _written_in_time([chain])
        except DatabaseError:
            logger.exception("table %d could not be written", chain[0].before.id)
            written.append(None)
        else:
            written += alone.written
            completed |= alone.completed
    return Outcome(written, completed)


def _written_in_time(chains: Sequence[Sequence[Change]]) -> Outcome:
    """Write, and try again for a moment where the database is out of reach.

    That is safe: a table that was written after all has another version by then.
    """
    for pause in PAUSES:
        try:
            return Outcome(*record_changes(chains=chains))
        except OUT_OF_REACH as fault:
            logger.warning("the database did not take a batch, and is asked again: %r", fault)
            connection.close()
            time.sleep(pause)
    try:
        return Outcome(*record_changes(chains=chains))
    except OUT_OF_REACH:
        connection.close()
        raise
