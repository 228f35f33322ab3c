"""Set while the process shuts down, so that /readyz reports not ready."""

from threading import Event

shutting_down = Event()
