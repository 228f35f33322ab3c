"""Daphne, with the Python calls of all its threads counted. Any checkout runs it: it imports nothing of this one."""

import os
import signal
import sys
import threading
from itertools import count
from pathlib import Path

from daphne.cli import CommandLineInterface

calls = count()
FILE = os.environ["BENCH_CALLS"]
PART = f"{FILE}.part"


def note(frame: object, event: str, argument: object) -> None:
    if event == "call":
        next(calls)


def write(*_: object) -> None:
    """Write the number of calls, whole or not at all."""
    with open(PART, "w") as part:  # noqa: PTH123 - `pathlib` makes a hundred calls
        part.write(str(next(calls)))
    os.rename(PART, FILE)  # noqa: PTH104 - the same


signal.signal(signal.SIGUSR1, write)
sys.path[0] = str(Path.cwd())
threading.setprofile(note)
sys.setprofile(note)
CommandLineInterface.entrypoint()
