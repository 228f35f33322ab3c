"""The site of a scenario: a real server of its own, on a small disk or with a false clock where a fault wants that."""

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path

from tests.server import Installation, Server
from tests.stack import Postgres, Redis

FALSE_CLOCK = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
SMALL_DISK_MEGABYTES = 12
CHAINED = (
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)
TRACEBACK = "Traceback (most recent call last)"


class Missing(Exception):
    """This machine lacks what a fault needs; the text says what."""


class Site:
    """One server, in a folder that is kept when something was found. `close` ends all that it starts."""

    def __init__(
        self, installation: Installation, folder: Path, *, small_disk: bool = False, false_clock: bool = False
    ) -> None:
        self.folder = folder
        self._opened = ExitStack()
        self.clock = folder / "clock"
        more = self._false_clock() if false_clock else {}
        self.server = Server(installation, folder, more)
        self.disk = folder / "disk"
        if small_disk:
            self._move_to_small_disk()

    @property
    def url(self) -> str:
        return self.server.url

    def close(self) -> None:
        self.server.kill()
        self._opened.close()

    @property
    def redis(self) -> Redis:
        assert self.server.redis, "only the second stack has a Redis"
        return self.server.redis

    @property
    def postgres(self) -> Postgres:
        assert self.server.installation.postgres, "only the second stack has a PostgreSQL"
        return self.server.installation.postgres

    def set_clock(self, seconds: int) -> None:
        """Let the server's wall clock be so many seconds ahead of the real one."""
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}s\n")
        fresh.replace(self.clock)

    def fill_disk(self) -> None:
        """Leave no room at all on the small disk."""
        with (self.disk / "balloon").open("wb", buffering=0) as balloon:
            try:
                while True:
                    balloon.write(bytes(4096))
            except OSError:
                return

    def relieve_disk(self) -> None:
        (self.disk / "balloon").unlink(missing_ok=True)

    def complaints(self) -> list[str]:
        """Return the last line of every traceback in the server's log, of a chain the last one: what went wrong."""
        return complaints_in(self.server.log.read_text(errors="replace"))

    def _false_clock(self) -> dict[str, str]:
        if FALSE_CLOCK is None:
            raise Missing("a false clock needs Debian's package faketime")
        self.set_clock(0)
        return {
            "LD_PRELOAD": str(FALSE_CLOCK),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, Python's threads spin while they wait for each other
        }

    def _move_to_small_disk(self) -> None:
        self.disk.mkdir()
        size = f"size={SMALL_DISK_MEGABYTES}m"
        program = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", self.disk]
        try:
            subprocess.run(program, check=True, stderr=subprocess.PIPE, text=True)
        except subprocess.CalledProcessError as refused:
            raise Missing(f"a small disk needs the right to mount one ({refused.stderr.strip()})") from refused
        self._opened.callback(self._leave_small_disk)
        self.server.database = self.server.database.copy(self.disk)
        self.server.env["DATABASE_URL"] = self.server.database.url

    def _leave_small_disk(self) -> None:
        """Keep the database, in case something was found, and give the disk back."""
        self.relieve_disk()
        for file in self.disk.iterdir():
            shutil.copy(file, self.folder)
        subprocess.run(["umount", self.disk], check=True)


def complaints_in(log: str) -> list[str]:
    """Return the last line of every traceback, however far the log indents it, but of none that led to another one."""
    lines = log.splitlines()
    begins = [number for number, line in enumerate(lines) if line.lstrip().startswith(TRACEBACK)]
    return [_end_of(lines[number:]) for number in begins if not _leads_on(lines, number)]


def _leads_on(lines: Sequence[str], begin: int) -> bool:
    rest = takewhile(lambda line: not line.lstrip().startswith(TRACEBACK), lines[begin + 1 :])
    return any(line.strip() in CHAINED for line in rest)


def _end_of(lines: Sequence[str]) -> str:
    indent = len(lines[0]) - len(lines[0].lstrip())
    ends = (line for line in lines[1:] if not line[: indent + 1].isspace())
    return next(ends, "cut off").strip()
