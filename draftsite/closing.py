"""An end to the server in good time: an operating system, a container and a person at a keyboard expect it."""

import os
import threading

from twisted.internet import reactor

from drafts.live.closing import closing

PATIENCE = 1.0


def end_in_time() -> None:
    """Once Daphne is told to stop, give what it is doing `PATIENCE` seconds, then leave.

    A page's thread that waits for the event loop at that moment waits for ever, and Python waits for the thread.
    Nothing is lost by leaving: what was confirmed is in the database.
    """
    reactor.callWhenRunning(reactor.addSystemEventTrigger, "before", "shutdown", _start_the_last_clock)


def _start_the_last_clock() -> None:
    closing.set()
    clock = threading.Timer(PATIENCE, os._exit, [0])
    clock.daemon = True
    clock.start()
