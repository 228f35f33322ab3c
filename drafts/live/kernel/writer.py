"""The group writer: all changes that wait are written by one thread, those of one kind together.

A change is durable when its transaction has committed. While one batch is being written the next one gathers, so the
busier the process, the larger the batches.
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
from drafts.rules.ids import EventId, TableId, Version

logger = logging.getLogger(__name__)

Completed = Mapping[EventId, Mapping[TableId, Version]]
"""Events whose last table has drafted, each with the versions that its tables have now."""

OUT_OF_REACH = (OperationalError, InterfaceError)
PAUSES = (0.1, 0.5, 1.5)
"""Seconds to wait before a batch is tried again: a database that is restarted is back after a moment."""

STUCK_AFTER_SECONDS = 5.0
FAILURE_COUNTS_SECONDS = 15.0
REMEMBERED = 200
"""So many batches tell how long one takes."""


Chain = Sequence[Any]
"""Changes of one source, each starting where the last one ends."""


class Recorded(Protocol):
    """The result of recording chains of changes."""

    @property
    def written(self) -> Sequence[bool | None]:
        """Whether each chain was written: False where the value had moved on, None where the database failed."""

    @property
    def completed(self) -> Completed:
        """Which events were completed in the same transaction."""

    @property
    def chains(self) -> Sequence[Chain]:
        """The chains as they are stored, with what the database added to them."""


Record = Callable[[Sequence[Chain]], Recorded]
Note = Callable[[Mapping[Any, Any]], None]


class Outcome(NamedTuple):
    """The result of recording chains of changes, as a plain value."""

    written: Sequence[bool | None]
    completed: Completed
    chains: Sequence[Chain]


class Source(Protocol):
    """Where changes come from, and where it is told what became of them. `record` is how they are written."""

    @property
    def record(self) -> Record:
        """The function that writes chains of this kind."""

    async def written(self, changes: Chain, completed: Completed) -> None:
        """Learn that the changes are durable, and which events were completed in the same transaction."""

    async def lost(self) -> None:
        """Learn that the value had moved on: these changes, and what was queued behind them, are dropped."""

    async def failed(self) -> None:
        """Learn that the database did not answer: these changes, and what was queued behind them, are dropped."""


class GroupWriter:
    """Takes what waits, writes it, tells the sources. Belongs to one event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="group-writer")
        self._waiting: dict[Source, list[Any]] = {}
        self._notes: dict[Note, dict[int, Any]] = {}
        self._noted: dict[Callable[[], None], None] = {}
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

    def submit(self, source: Source, change: Any) -> None:
        """Queue a change; those of one source form a chain, each starting where the last one ends."""
        self._waiting.setdefault(source, []).append(change)
        self._wake()

    def withdraw(self, source: Source) -> None:
        """Forget what a source has queued and what is not being written yet."""
        self._waiting.pop(source, None)

    def submit_note(self, note: Note, row: int, value: Any, noted: Callable[[], None]) -> None:
        """Queue what a function is to note of a row. Only the last value counts. `noted` is called once it was tried.

        The same `noted` is called once for all that were queued meanwhile.
        """
        self._notes.setdefault(note, {})[row] = value
        self._noted[noted] = None
        self._wake()

    def _wake(self) -> None:
        if self._task is None:
            self._began = time.monotonic()
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting or self._notes:
                await asyncio.sleep(0)  # let this turn of the loop gather what else has come in
                batch, self._waiting = self._waiting, {}
                notes, self._notes = self._notes, {}
                noted, self._noted = self._noted, {}
                self._began = time.monotonic()
                bind(batch=next(self._numbers))
                kinds: dict[Record, dict[Source, Chain]] = {}
                for source, changes in batch.items():
                    kinds.setdefault(source.record, {})[source] = changes
                chains = {record: list(sources.values()) for record, sources in kinds.items()}
                write = partial(copy_context().run, _write, chains, notes)
                outcomes = await loop.run_in_executor(self._thread, write)
                self._count(outcomes)
                for sources, outcome in zip(kinds.values(), outcomes, strict=True):
                    await self._tell(sources, outcome)
                for tell in noted:
                    tell()
        finally:
            self._task = None

    async def _tell(self, sources: Collection[Source], outcome: Recorded) -> None:
        for source, written, changes in zip(sources, outcome.written, outcome.chains, strict=True):
            if written is None:
                await self._drop(source, source.failed)
            elif not written:
                await self._drop(source, source.lost)
            else:
                await _report(source.written(changes, outcome.completed))

    def _count(self, outcomes: Sequence[Recorded]) -> None:
        written = [each for outcome in outcomes for each in outcome.written]
        if None in written:
            self._failed = time.monotonic()
        elif written:
            self._failed = float("-inf")
        self._took.append(time.monotonic() - self._began)
        metrics.batch_seconds.observe(self._took[-1])
        metrics.batch_changes.observe(sum(len(chain) for outcome in outcomes for chain in outcome.chains))
        metrics.tables_lost.inc(written.count(False))
        metrics.tables_failed.inc(written.count(None))

    async def _drop(self, source: Source, tell: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Forget what is queued behind changes that were not written, and say so before anything else is asked."""
        self.withdraw(source)
        await _report(tell())


async def _report(telling: Coroutine[Any, Any, None]) -> None:
    try:
        await telling
    except Exception:  # the other sources of the batch still have to learn what became of theirs
        logger.exception("a room could not take in what was written")


def _write(kinds: Mapping[Record, Sequence[Chain]], notes: Mapping[Note, Mapping[int, Any]]) -> list[Recorded]:
    """Write a batch, each kind of chains by itself, then the notes."""
    outcomes = [_write_kind(record, chains) for record, chains in kinds.items()]
    for note, rows in notes.items():
        with suppress(DatabaseError):  # nobody waits for these
            note(rows)
    return outcomes


def _write_kind(record: Record, chains: Sequence[Chain]) -> Recorded:
    """Write chains of one kind. One that the database refuses does not keep the others from being written."""
    try:
        return _written_in_time(record, chains)
    except OUT_OF_REACH as fault:
        logger.error("the group writer could not write %d tables: %r", len(chains), fault)
        return Outcome([None] * len(chains), {}, chains)
    except Exception:
        logger.exception("the database refused a batch of %d tables; each is written by itself", len(chains))
        return _written_alone(record, chains)


def _written_alone(record: Record, chains: Sequence[Chain]) -> Recorded:
    outcomes: list[Recorded] = []
    for chain in chains:
        try:
            outcomes.append(_written_in_time(record, [chain]))
        except Exception:
            before = chain[0].before
            logger.exception("%s %d could not be written", type(before).__name__, before.id)
            outcomes.append(Outcome([None], {}, [chain]))
    return Outcome(
        [each for outcome in outcomes for each in outcome.written],
        {event: tables for outcome in outcomes for event, tables in outcome.completed.items()},
        [chain for outcome in outcomes for chain in outcome.chains],
    )


def _written_in_time(record: Record, chains: Sequence[Chain]) -> Recorded:
    """Write, and try again for a moment where the database is out of reach.

    That is safe: a value that was written after all has another version by then.
    """
    for pause in PAUSES:
        try:
            return record(chains)
        except OUT_OF_REACH as fault:
            logger.warning("the database did not take a batch, and is asked again: %r", fault)
            connection.close()
            time.sleep(pause)
    try:
        return record(chains)
    except OUT_OF_REACH:
        connection.close()
        raise
