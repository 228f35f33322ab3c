"""Programs that tests start: each is stopped, killed and held still by its own process id."""

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests import prefork
from tests.prefork import Fork

ROOT = Path(__file__).parent.parent
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0  # a test machine may be busy
FIRST_START = 4 * PATIENCE  # migrates, and collects static files
PRIVATE_PORTS = range(12_000, 32_000)
"""Below the ports that clients are given: a client that knocks where nobody listens yet must not meet itself."""


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PRIVATE_PORTS)  # two test runs at once must not draw the same
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Program:
    """A program of our own. `log` is where its output goes; it stays where it is over restarts, as does the port."""

    end_signal = signal.SIGTERM
    crash_signal = signal.SIGKILL
    user: str | None = None
    is_site = False  # a program of ours, which may be forked from a process that has imported it

    def __init__(self, log: Path, folder: Path = ROOT) -> None:
        self.log = log
        self._folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | Fork | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def answers(self) -> bool:
        """Whether it can be used now."""
        raise NotImplementedError

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        assert self.process is not None, f"{type(self).__name__} was never started"
        return self.process.pid

    def start(self) -> None:
        self.launch()
        self.wait_until_it_answers()

    def launch(self) -> None:
        """Start it without waiting for it."""
        with self.log.open("a") as log:
            if self.is_site and prefork.can_fork(self.environment()):
                self.process = prefork.fork(self.command(), self.environment(), log.fileno(), log.fileno())
                return
            groups = [] if self.user else None
            self.process = subprocess.Popen(
                self.command(), env=self.environment(), cwd=self._folder, stdout=log, stderr=log,
                user=self.user, group=self.user and _group_of(self.user), extra_groups=groups,
            )  # fmt: skip

    def wait_until_it_answers(self) -> None:
        def ready() -> bool:
            assert self.is_running, f"{type(self).__name__} ended:\n{self.log.read_text()[-3000:]}"
            return self.answers()

        wait_until(ready, f"{type(self).__name__} does not answer")

    def stop(self) -> float:
        """End it as an operating system does, and return how many seconds that took."""
        begin = time.monotonic()
        self._end(self.end_signal)
        return time.monotonic() - begin

    def kill(self) -> None:
        """Kill it."""
        self._end(self.crash_signal)

    def restart(self) -> None:
        """Kill it and start it again, at the same address."""
        self.kill()
        self.start()

    def pause(self) -> None:
        """Hold it still: its sockets stay open, and it does nothing until `resume`."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def _end(self, sign: signal.Signals) -> None:
        if self.is_running:
            os.kill(self.pid, sign)
            self.process.wait(PATIENCE)


def wait_until(ready: Callable[[], bool], complaint: str, patience: float = PATIENCE, *, every: float = 0.05) -> None:
    """Return as soon as a condition holds; raise TimeoutError with the complaint if it never does."""
    end = time.monotonic() + patience
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(complaint)
        time.sleep(every)  # nothing tells when a port begins to listen


def _group_of(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid
