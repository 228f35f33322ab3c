"""A real Daphne with a database of its own, which a test may stop, kill and start again."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from drafts.management.server import server_program

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # a test machine may be busy


@dataclass(frozen=True)
class House:
    """What all servers of a test run share: static files, and a database to copy."""

    database: Path
    static: Path


def environment(*, database: Path, static: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site that knows nothing of this checkout's `.env`."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "draftsite.settings",
        "SECRET_KEY": "only-for-tests-" + "0123456789" * 5,
        "DEBUG": "off",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "DATABASE_URL": f"sqlite:///{database}",
        "REDIS_URL": "",
        "STATIC_ROOT": str(static),
        **more,
    }


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command and return what it printed."""
    program = [sys.executable, "manage.py", *arguments]
    return subprocess.run(program, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


def build_house(folder: Path) -> House:
    house = House(database=folder / "house.sqlite3", static=folder / "static")
    env = environment(database=house.database, static=house.static)
    manage(env, "migrate", "--verbosity=0")
    manage(env, "loadsamples")
    manage(env, "collectstatic", "--no-input", "--verbosity=0")
    return house


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, process: subprocess.Popen) -> None:
    """Return once the server answers; raise when it ends or stays silent."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, f"the server ended with status {process.returncode}"
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)  # nothing tells when a port begins to listen
    raise TimeoutError(f"{url} does not answer")


@dataclass
class Server:
    house: House
    folder: Path
    more: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.database = Path(shutil.copy(self.house.database, self.folder / "server.sqlite3"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = self.folder / "server.log"
        self.env = environment(database=self.database, static=self.house.static, **self.more)

    def start(self) -> None:
        program = server_program(port=self.port, interface="127.0.0.1")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(program, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        wait_until_healthy(self.url, self.process)

    def stop(self) -> float:
        """End it as an operating system does, and return how many seconds that took."""
        begin = time.monotonic()
        self.process.terminate()
        self.process.wait(PATIENCE)
        return time.monotonic() - begin

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def restart(self) -> None:
        """Pull the plug and start again, at the same address."""
        self.kill()
        self.start()

    def manage(self, *arguments: str) -> str:
        return manage(self.env, *arguments)
