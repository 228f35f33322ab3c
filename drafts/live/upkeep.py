"""Keeps statistics and the catalog up to date, in a thread of its own: no table waits for it.

A server process that is alone does it; beside several processes `manage.py run_clock` does.
"""

import logging
import threading

from django.db import DatabaseError

from drafts.live.kernel.database import on_open_connection
from drafts.services.site.upkeep import keep_up

logger = logging.getLogger(__name__)

LOOK_SECONDS = 10.0


class Upkeep:
    """Looks for what is to be done every few seconds, from `start` to `stop`."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        """Begin, until it is stopped."""
        self._thread.start()

    def stop(self) -> None:
        """Begin nothing new. Another process finds the interrupted work again."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                on_open_connection(keep_up)
            except DatabaseError as fault:
                logger.warning("the database does not answer; statistics are counted later: %r", fault)
            except Exception:
                logger.exception("statistics could not be counted")
            self._stopped.wait(LOOK_SECONDS)
