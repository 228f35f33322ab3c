"""Sends due webhook deliveries in threads of its own: no table waits for another machine.

Every server process has one. Which of them sends a delivery, its row decides (`services/integrations/deliveries`).
"""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connections

from drafts.live.kernel.database import on_open_connection
from drafts.services.integrations.deliveries import Due, deliver, due_deliveries
from drafts.webhooks.work import work_waits

logger = logging.getLogger(__name__)

AT_ONCE = 4
POLL_SECONDS = 5.0


class WebhookSender:
    """Queries due deliveries every few seconds, and when it is woken."""

    def __init__(self) -> None:
        self._is_stopped = False
        self._lock = threading.Lock()
        self._served: set[int] = set()
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook")
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)

    def start(self) -> None:
        """Begin, until it is stopped."""
        self._thread.start()

    def stop(self) -> None:
        """Begin nothing new. Deliveries that are under way may end; another process sends the rest a minute later."""
        self._is_stopped = True
        work_waits.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        while not self._is_stopped:
            work_waits.clear()
            try:
                on_open_connection(self._submit_due)
            except DatabaseError as fault:
                logger.warning("the database does not answer: %r", fault)
            except Exception:
                logger.exception("due webhooks could not be looked up")
            work_waits.wait(POLL_SECONDS)

    def _submit_due(self) -> None:
        with self._lock:
            served = set(self._served)
        free = AT_ONCE - len(served)
        for due in due_deliveries(most=free, without=served) if free else ():
            with self._lock:
                self._served.add(due.owner)
            if not self._is_stopped:
                self._pool.submit(self._deliver, due)

    def _deliver(self, due: Due) -> None:
        is_noted = False
        try:
            is_noted = deliver(due.delivery)
        except DatabaseError as fault:
            logger.warning("it is not known what came of a webhook: %r", fault)
        except Exception:
            logger.exception("a webhook could not be sent")
        finally:
            connections.close_all()
            with self._lock:
                self._served.discard(due.owner)
            if is_noted:  # there may be more of this organizer
                work_waits.set()
