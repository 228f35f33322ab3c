"""Daphne, with the Python calls of all its threads counted. Any checkout runs it: it imports nothing of this one.

Their number stands in the first eight bytes of a file, which is read without the server knowing of it.
"""

import mmap
import os
import sys
import threading
from itertools import count
from pathlib import Path

from daphne.cli import CommandLineInterface

SIZE = 8
file = Path(os.environ["BENCH_CALLS"])
file.write_bytes(bytes(SIZE))
with file.open("r+b") as opened:
    number = memoryview(mmap.mmap(opened.fileno(), SIZE)).cast("Q")
calls = count(1)


def note(frame: object, event: str, argument: object) -> None:
    if event == "call":
        number[0] = next(calls)


sys.path[0] = str(Path.cwd())
threading.setprofile(note)
sys.setprofile(note)
CommandLineInterface.entrypoint()
