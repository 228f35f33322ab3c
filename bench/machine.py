"""The machine that something was measured on."""

import os
import platform
import sqlite3
import subprocess
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench.servers import CORES
from tests.stack import program

COMMITS = 100


def machine() -> dict[str, str]:
    """Return what a reader has to know to compare figures."""
    return {
        "processor": f"{_field('/proc/cpuinfo', 'model name')}, {len(CORES)} cores for the bench",
        "memory": f"{int(_field('/proc/meminfo', 'MemTotal').split()[0]) / 1024**2:.0f} GB",
        "disk": f"{_durable_write() * 1000:.2f} ms for a durable write of 4 KB",
        "system": f"{_release()}, Linux {platform.release()}",
        "programs": ", ".join(
            [
                f"Python {platform.python_version()}",
                *(f"{name} {version(name)}" for name in ("Django", "daphne", "channels")),
                f"SQLite {sqlite3.sqlite_version}",
                *map(_version_of, ("postgres", "redis-server")),
            ]
        ),
        "busy before": f"{os.getloadavg()[0]:.1f} programs at a time in the minute before",
    }


def _field(file: str, name: str) -> str:
    lines = (line.partition(":") for line in Path(file).read_text().splitlines())
    return next((value.strip() for key, _, value in lines if key.strip() == name), "unknown")


def _release() -> str:
    return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")


def _version_of(name: str) -> str:
    said = subprocess.run([program(name), "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return f"{name} {next(word for word in said.replace('v=', '').split() if word[0].isdigit())}"


def _durable_write() -> float:
    took = []
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(COMMITS):
            began = time.perf_counter()
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return median(took)
