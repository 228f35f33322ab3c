"""An event loop that goes on only when a test says so, so that what sockets are sent is the same in every run.

Work for threads is done one piece at a time, in the order in which it was asked for. Time stands still until a test
moves it: that of timers, and the time of day of all modules of the site.
"""

import asyncio
import sys
import time
from collections import deque
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any, TypeVar

import pytest

from drafts.live.kernel import writer

Result = TypeVar("Result")


class SteppedLoop(asyncio.SelectorEventLoop):
    """Keeps work for threads until `settle` has it done, and never looks at a clock. `now` is in seconds."""

    def __init__(self) -> None:
        self.now = time.monotonic()
        self._work: deque[tuple[Any, Any, Any, asyncio.Future[Any]]] = deque()
        super().__init__()

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> "asyncio.Future[Any]":
        done = self.create_future()
        self._work.append((executor, func, args, done))
        return done

    async def settle(self) -> None:
        """Let all go on that waits for no later time: first what is ready, then the work for threads, in turn."""
        await self._rest()
        while self._work:
            executor, func, args, done = self._work.popleft()
            work = super().run_in_executor(executor, func, *args)
            await asyncio.wait([work])
            if not done.done():
                if fault := work.exception():
                    done.set_exception(fault)
                else:
                    done.set_result(work.result())
            await self._rest()

    async def _rest(self) -> None:
        await asyncio.sleep(0)  # timers that are due become ready
        await asyncio.sleep(0)
        while self._ready:  # other steps are ready
            await asyncio.sleep(0)

    async def finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do all of some work, and whatever follows from it, and return its result."""
        task = asyncio.ensure_future(work)
        await self.settle()
        return task.result()


class SteppedThread:
    """The group writer's thread (`writer.WriterThread`) as work of a stepped loop."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1)

    def write(self, batch: writer.WriteBatch, tell: writer.Tell) -> None:
        writing = asyncio.get_running_loop().run_in_executor(self._executor, writer._write, batch)
        writing.add_done_callback(lambda written: tell(batch, written.result()))

    def end(self) -> None:
        self._executor.shutdown()


class StoppedTime:
    """The time of the loop, of `time.monotonic` and of the site's modules, which passes when the test says so."""

    def __init__(self, at: datetime, patch: pytest.MonkeyPatch) -> None:
        self.at, self.loop = at, SteppedLoop()
        stopped = _clock_of(self)
        for module in [each for name, each in sys.modules.items() if name.startswith("drafts.")]:
            if getattr(module, "datetime", None) is datetime:
                patch.setattr(module, "datetime", stopped)
        patch.setattr(writer, "WriterThread", SteppedThread)
        patch.setattr("django.utils.timezone.datetime", stopped)
        patch.setattr(time, "monotonic", self.loop.time)

    async def passes(self, seconds: float) -> None:
        """Let so much time pass, and do what is due then."""
        self.at += timedelta(seconds=seconds)
        self.loop.now += seconds
        await self.loop.settle()

    def runner(self) -> AbstractContextManager[asyncio.Runner]:
        """Return what runs coroutines in this loop."""
        return asyncio.Runner(loop_factory=lambda: self.loop)


class _AnyDatetime(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


def _clock_of(stopped: StoppedTime) -> type:
    """Return `datetime` with a `now` that is the stopped time."""
    now = staticmethod(lambda tz=None: stopped.at)
    return _AnyDatetime("datetime", (datetime,), {"now": now})
