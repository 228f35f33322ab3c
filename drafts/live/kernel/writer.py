"""The group writer: all changes that wait are written by one thread, those of one kind together.

A change is durable when its transaction has committed. While one batch is being written the next one gathers, so the
busier the process, the larger the batches.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from functools import partial
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol
from weakref import finalize

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from drafts import metrics
from drafts.live.kernel.turn import TURN
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

UNTOLD = "a room could not take in what was written"

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

    def written(self, changes: Chain, completed: Completed) -> None:
        """Learn that the changes are durable, and which events were completed in the same transaction."""

    def lost(self) -> Coroutine[Any, Any, None]:
        """Learn that the value had moved on: these changes, and what was queued behind them, are dropped.

        Return the reading of the value. Nothing is written before it has ended.
        """

    def failed(self) -> None:
        """Learn that the database did not answer: these changes, and what was queued behind them, are dropped."""


class WriteBatch(NamedTuple):
    """All that waited at one moment: changes by how they are written and where they come from, and notes."""

    number: int
    kinds: Mapping[Record, Mapping[Source, Chain]]
    notes: Mapping[Note, Mapping[int, Any]]
    noted: Collection[Callable[[], None]]


class WriterThread:
    """The thread that writes, one batch after the other. An executor would make two futures and an empty turn a batch.

    It begins with the first batch, and ends when nothing refers to this object any more. A process that ends does not
    wait for it: no request of a batch that is not written yet has been answered.
    """

    def __init__(self) -> None:
        self._batches: SimpleQueue[tuple[WriteBatch, asyncio.AbstractEventLoop, Tell] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def write(self, batch: WriteBatch, tell: "Tell") -> None:
        """Write a batch, and call `tell` in the running loop with the batch and the outcome of each kind in it."""
        self._batches.put((batch, asyncio.get_running_loop(), tell))
        if self._thread is None:
            self._thread = Thread(target=_write_all, args=(self._batches,), name="group-writer", daemon=True)
            self._thread.start()
            finalize(self, self._batches.put, None)

    def end(self) -> None:
        """Write what waits, and end the thread."""
        if self._thread is not None:
            self._batches.put(None)
            self._thread.join()


Tell = Callable[[WriteBatch, Sequence[Recorded]], None]


class GroupWriter:
    """Takes what waits, writes it, tells the sources. Belongs to one event loop.

    One batch is being written at a time, by a thread of its own, which wakes the loop once when it is done.
    """

    def __init__(self) -> None:
        self._thread = WriterThread()
        self._waiting: dict[Source, list[Any]] = {}
        self._notes: dict[Note, dict[int, Any]] = {}
        self._noted: dict[Callable[[], None], None] = {}
        self._is_busy = False
        self._reading: asyncio.Task[None] | None = None
        self._numbers = count(1)
        self._began = self._failed = float("-inf")
        self._took: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def fault(self) -> str | None:
        """The reason why changes cannot be stored: `stuck`, `failing`, or None.

        A failure is forgotten after a while: without requests nothing shows that all is well again.
        """
        now = time.monotonic()
        if self._is_busy and now - self._began > STUCK_AFTER_SECONDS:
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
        """Queue a value that a function is to note of a row; the last one counts. `noted` is called after the attempt.

        The same `noted` is called once for all that were queued meanwhile.
        """
        self._notes.setdefault(note, {})[row] = value
        self._noted[noted] = None
        self._wake()

    def _wake(self) -> None:
        if not self._is_busy:
            self._is_busy, self._began = True, time.monotonic()
            asyncio.get_running_loop().call_soon(self._go_on)  # this turn of the loop gathers what else has come in

    def _go_on(self) -> None:
        """Hand what waits to the thread."""
        self._is_busy = bool(self._waiting or self._notes)
        if not self._is_busy:
            return
        kinds: dict[Record, dict[Source, Chain]] = {}
        for source, changes in self._waiting.items():
            kinds.setdefault(source.record, {})[source] = changes
        batch = WriteBatch(next(self._numbers), kinds, self._notes, self._noted)
        self._waiting, self._notes, self._noted = {}, {}, {}
        self._began = time.monotonic()
        self._thread.write(batch, self._tell)

    def _tell(self, batch: WriteBatch, outcomes: Sequence[Recorded]) -> None:
        """Tell the sources what became of their changes; what was lost is read before anything more is written."""
        self._count(outcomes)
        tells: list[Callable[[], None]] = []
        lost: list[Coroutine[Any, Any, None]] = []
        for sources, outcome in zip(batch.kinds.values(), outcomes, strict=True):
            for source, is_written, changes in zip(sources, outcome.written, outcome.chains, strict=True):
                if is_written:
                    tells.append(partial(source.written, changes, outcome.completed))
                    continue
                self.withdraw(source)
                if is_written is None:
                    tells.append(source.failed)
                else:
                    lost.append(source.lost())
        TURN.open()
        try:
            for tell in (*tells, *batch.noted):
                try:
                    tell()
                except Exception:  # the other sources of the batch still have to learn what became of theirs
                    logger.exception(UNTOLD)
        finally:
            TURN.end()
        if lost:
            self._reading = asyncio.get_running_loop().create_task(self._read(lost))
        elif self._waiting or self._notes:
            asyncio.get_running_loop().call_soon(self._go_on)
        else:
            self._is_busy = False

    async def _read(self, lost: Sequence[Coroutine[Any, Any, None]]) -> None:
        for fault in await asyncio.gather(*lost, return_exceptions=True):
            if fault is not None:
                logger.error(UNTOLD, exc_info=fault)
        self._go_on()

    def _count(self, outcomes: Sequence[Recorded]) -> None:
        written = [each for outcome in outcomes for each in outcome.written]
        if None in written:
            self._failed = time.monotonic()
        elif written:
            self._failed = float("-inf")
        self._took.append(time.monotonic() - self._began)
        metrics.batch_seconds.observe(self._took[-1])
        metrics.batch_changes.observe(sum(len(chain) for outcome in outcomes for chain in outcome.chains))
        if False in written:
            metrics.tables_lost.inc(written.count(False))
        if None in written:
            metrics.tables_failed.inc(written.count(None))


def _write_all(batches: "SimpleQueue[tuple[WriteBatch, asyncio.AbstractEventLoop, Tell] | None]") -> None:
    """Write batches until there are no more."""
    while (asked := batches.get()) is not None:
        batch, loop, tell = asked
        context = Context()
        context.run(bind, batch=batch.number)
        outcomes = context.run(_write, batch)
        with suppress(RuntimeError):  # the loop is closed: the server has ended
            loop.call_soon_threadsafe(tell, batch, outcomes, context=Context())
        del asked, batch, outcomes, loop, tell  # a thread that waits keeps nothing alive
    connection.close()


def _write(batch: WriteBatch) -> list[Recorded]:
    """Write a batch, each kind of chains by itself, then the notes."""
    outcomes = [_write_kind(record, list(sources.values())) for record, sources in batch.kinds.items()]
    for note, rows in batch.notes.items():
        try:
            note(rows)
        except DatabaseError:  # no client waits for these
            pass
        except Exception:
            logger.exception("a note could not be written")
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
