"""Work that nothing waits for."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)


class Tasks:
    """Tasks that are kept until they end, and whose faults are logged under a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work in a task of its own."""
        task = asyncio.get_running_loop().create_task(work)
        self.running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception():
            logger.error("%s", self._name, exc_info=task.exception())
