"""How code that stores deliveries wakes the threads that send them, in the same process."""

import threading

work_waits = threading.Event()
"""Set when there may be something to send. It only saves time: the sending threads poll every few seconds anyway."""
