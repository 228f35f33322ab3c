"""The clock of tables and stages without viewers, and of statistics: one of these beside several processes."""

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from drafts.live.upkeep import Upkeep
from drafts.protocol.activities import ACTIVITIES
from drafts.services.acts import expire_overdue_stages
from drafts.services.draft.overdue import expire_overdue_tables
from drafts.services.site.cleanup import delete_expired

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
LOOKS_BETWEEN_TIDYING = 3600


class Command(BaseCommand):
    help = "Act where time runs out and nobody looks, at tables and in stages, count drafts, and tidy up."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        upkeep = Upkeep()
        upkeep.start()
        looks = 0
        while not stop.is_set():
            try:
                if minded := expire_overdue_tables():
                    logger.info("minded tables that nobody looks at: %d", minded)
                if minded := expire_overdue_stages(kinds=[activity.kind for activity in ACTIVITIES.values()]):
                    logger.info("minded stages that nobody looks at: %d", minded)
                if looks % LOOKS_BETWEEN_TIDYING == 0:
                    delete_expired()
            except DatabaseError as fault:
                logger.warning("the database does not answer: %r", fault)
            looks += 1
            close_old_connections()
            stop.wait(LOOK_SECONDS)
        upkeep.stop()
