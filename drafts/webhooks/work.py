"""How those who write something down to be sent wake those who send it, in the same process."""

import threading

work_waits = threading.Event()
"""Set when there may be something to send. It only saves time: the threads that send poll every few seconds anyway."""
