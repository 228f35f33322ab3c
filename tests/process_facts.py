"""The facts that Linux tells of a process: its memory, its threads, its processor time, its files."""

import os
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Return the bytes that a process holds in memory."""
    return _status_of(pid, "VmRSS") * 1024


def threads_of(pid: int) -> int:
    return _status_of(pid, "Threads")


def _status_of(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def cpu_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time that a process has used; with `ended`, that of its ended children too."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0  # it has just ended, and its parent counts it
    return sum(map(int, fields[11 : 15 if ended else 13])) / TICKS


def cpu_seconds_with_children(pid: int) -> float:
    """Return the processor time of a process and of all processes that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_seconds(pid, ended=True) + sum(cpu_seconds(int(child)) for child in children)


def unlinked_files_of(pid: int) -> int:
    """Return how many bytes lie in files that a process has open and that no folder names any more."""
    size = 0
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it is closed by now
            size += handle.stat().st_size if "(deleted)" in str(handle.readlink()) else 0
    return size
