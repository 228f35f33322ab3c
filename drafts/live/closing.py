"""Whether this process is about to end, and should be sent nobody any more."""

from threading import Event

closing = Event()
