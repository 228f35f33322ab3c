"""Ends the process soon after a stop was requested, as operating systems and containers expect."""

import os
import threading

from twisted.internet import reactor

from drafts.live.shutdown import shutting_down

GRACE_SECONDS = 1.0


def exit_after_grace() -> None:
    """Exit `GRACE_SECONDS` after Daphne begins to stop.

    A thread that waits for the event loop at that moment would wait for ever, and Python for the thread. Nothing is
    lost: all that was acknowledged is in the database.
    """
    reactor.callWhenRunning(reactor.addSystemEventTrigger, "before", "shutdown", _start_last_timer)


def _start_last_timer() -> None:
    shutting_down.set()
    clock = threading.Timer(GRACE_SECONDS, os._exit, [0])
    clock.daemon = True
    clock.start()
