"""Servers to measure: a real Daphne with the flags of `make run`, on a core of its own."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from drafts.management.server import server_program

ROOT = Path(__file__).parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[-1], CORES[0]
PATIENCE = 60.0


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used, all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Return the bytes that it holds in memory."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site of its own, durable as in production."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "draftsite.settings",
        "SECRET_KEY": "only-for-the-bench-" + "0123456789" * 5,
        "DEBUG": "off",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "REDIS_URL": "",
        "STATIC_ROOT": str(folder),
        **more,
    }


@contextmanager
def running(app: str, env: dict[str, str], log: Path) -> Iterator[Server]:
    """Run an ASGI application until the block ends."""
    port = _free_port()
    program = [*server_program(port=port, interface="127.0.0.1")[:-1], app]
    if taskset := shutil.which("taskset"):
        program = [taskset, "--cpu-list", str(SERVER_CORE), *program]
    with log.open("a") as lines:
        process = subprocess.Popen(program, cwd=ROOT, env=env, stdout=lines, stderr=lines)
    try:
        _wait_for(port, process, log)
        yield Server(process.pid, port)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def run_python(module: str, *arguments: str, env: dict[str, str]) -> str:
    """Run a module of this repository and return what it printed."""
    program = [sys.executable, "-m", module, *arguments]
    return subprocess.run(program, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            sys.exit(f"the server ended with status {process.returncode}:\n{log.read_text()[-3000:]}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)  # nothing tells when a port begins to listen
    sys.exit("the server does not answer")
