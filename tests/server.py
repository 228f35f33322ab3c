"""A real site with a database of its own, which a test may stop, kill and start again, as a whole or in parts."""

import fcntl
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from drafts.operations.server import server_options
from tests import prefork
from tests.databases import Database, File, InPostgres
from tests.programs import ROOT, Program
from tests.stack import Postgres, Proxy, Redis

PREPARED = Path(os.environ["PREPARED"]) if "PREPARED" in os.environ else None
"""The folder of what `make test` has made for all of its runs: static files, and the databases on SQLite."""


@dataclass(frozen=True)
class Installation:
    """The parts that all servers of a run share: static files, a database to copy, and the PostgreSQL that it is in."""

    database: Database
    static: Path
    postgres: Postgres | None = None


def environment(*, database: Path | str, static: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site that knows nothing of this checkout's `.env`. A path is a file of SQLite's."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "draftsite.settings",
        "SECRET_KEY": "only-for-tests-" + "0123456789" * 5,
        "DEBUG": "off",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "DATABASE_URL": database if isinstance(database, str) else f"sqlite:///{database}",
        "REDIS_URL": "",
        "BEHIND_PROXY": "off",
        "LOCAL_NAME": "",
        "STATIC_ROOT": str(static),
        **more,
    }


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command and return what it printed."""
    return run_python(env, "manage.py", *arguments)


def run_python(env: dict[str, str], *arguments: str) -> str:
    """Run a Python program of this checkout and return what it printed."""
    program = [sys.executable, *arguments]
    if prefork.can_fork(env):
        return prefork.run(program, env)
    return subprocess.run(program, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


def refused(env: dict[str, str], *arguments: str) -> str:
    """Run a Python program of this checkout that must end with status 1, and return what it complained of."""
    with tempfile.TemporaryFile("w+") as complaint:
        program = [sys.executable, *arguments]
        if prefork.can_fork(env):
            status = prefork.fork(program, env, complaint.fileno(), complaint.fileno()).wait()
        else:
            status = subprocess.run(program, cwd=ROOT, env=env, check=False, stderr=complaint).returncode
        complaint.seek(0)
        said = complaint.read()
    assert status == 1, said
    return said


def migrated_once(folder: Path, postgres: Postgres | None = None) -> Database:
    """Make a database with all tables and no rows, unless another process has made it in this folder.

    Each PostgreSQL has one of its own, which is made of the same file.
    """
    folder.mkdir(exist_ok=True)
    file, dump = File(folder / "migrated.sqlite3"), folder / "migrated.sql"
    with (folder / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (dump if postgres else file.path).exists():
            return InPostgres(postgres, postgres.restored(dump)) if postgres else file
        database = InPostgres(postgres, postgres.new_database()) if postgres else file
        manage(environment(database=database.url, static=folder), "migrate", "--verbosity=0")
        if isinstance(database, InPostgres):
            database.postgres.dump(database.name, dump)
    return database


def build_installation(folder: Path, postgres: Postgres | None = None) -> Installation:
    """Make what servers share. With a PostgreSQL that runs, they are on that stack."""
    database = migrated_once(folder, postgres).copy(folder, "installation")
    installation = Installation(database, (PREPARED or folder) / "static", postgres)
    env = environment(database=database.url, static=installation.static)
    manage(env, "loadsamples")
    if not installation.static.exists():
        collect_static(installation.static)
    return installation


def collect_static(folder: Path) -> None:
    """Put the static files into a folder, under the names by which pages ask for them."""
    env = environment(database=folder.with_suffix(".none"), static=folder)
    manage(env, "collectstatic", "--no-input", "--verbosity=0")


def build_installation_once(folder: Path, postgres: Postgres | None = None) -> Installation:
    """Make what servers share, unless another process has made it in this folder; wait while one does.

    Each PostgreSQL has a database of its own, which is made of the same file.
    """
    folder.mkdir(exist_ok=True)
    done, dump, static = folder / "done", folder / "installation.sql", (PREPARED or folder) / "static"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            installation = build_installation(folder, postgres)
            if isinstance(installation.database, InPostgres):
                installation.database.postgres.dump(installation.database.name, dump)
            done.touch()
            return installation
    if postgres:
        return Installation(InPostgres(postgres, postgres.restored(dump)), static, postgres)
    return Installation(File(folder / "installation.sqlite3"), static)


def is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=2):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


class Daphne(Program):
    """One process of a server: `start`, `stop`, `kill`, `restart`, `pause` (SIGSTOP) and `resume`, by itself."""

    is_site = True

    def __init__(self, log: Path, env: dict[str, str]) -> None:
        super().__init__(log)
        self.env = env
        self.url = f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        proxied = self.env["BEHIND_PROXY"] == "on"
        options = server_options(port=self.port, interface="127.0.0.1", behind_proxy=proxied)
        return [sys.executable, "-m", "daphne", *options]

    def environment(self) -> dict[str, str]:
        return self.env

    def answers(self) -> bool:
        return is_healthy(self.url)


class Clock(Program):
    """The process that minds the tables without viewers."""

    is_site = True

    def __init__(self, log: Path, env: dict[str, str]) -> None:
        super().__init__(log)
        self.env = env

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "run_clock"]

    def environment(self) -> dict[str, str]:
        return self.env

    def answers(self) -> bool:
        return self.is_running  # there is nothing to ask it


@dataclass
class Server:
    """A whole site at one address (`url`, `port`), with a database of its own that outlives every restart.

    On SQLite it is one Daphne. On the second stack it is `size` of them (two, unless said otherwise) behind the
    `proxy`, with a `redis` and a `clock` of their own; the PostgreSQL is `installation.postgres`, shared with
    other servers of that installation.

    `start`, `stop`, `kill` and `restart` are about all of these but PostgreSQL. For one part of it there are
    `processes[n]`, `redis`, `clock`, `proxy` and `installation.postgres`, each with the same verbs and `pause` and
    `resume`; what was killed is brought back by its own `start`. On SQLite only `processes[0]` is there, the others are
    None.

    `log` is what all processes say, `env` their environment, `database` their rows.
    """

    installation: Installation
    folder: Path
    more: dict[str, str] = field(default_factory=dict)
    size: int | None = None

    def __post_init__(self) -> None:
        self.log = self.folder / "server.log"
        self.log.touch()
        self.database = self.installation.database.copy(self.folder)
        many = self.installation.postgres is not None
        self.redis = Redis(self.folder / "redis.log") if many else None
        parts = {"REDIS_URL": self.redis.url, "BEHIND_PROXY": "on"} if self.redis else {}
        self.env = environment(database=self.database.url, static=self.installation.static, **parts | self.more)
        self.processes = [Daphne(self.log, self.env) for _ in range(self.size or (2 if many else 1))]
        self.clock = Clock(self.log, self.env) if many else None
        ports = [process.port for process in self.processes]
        self.proxy = Proxy(self.folder / "proxy.log", ports) if many else None
        self.port = self.proxy.port if self.proxy else ports[0]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def parts(self) -> list[Program]:
        """All programs of it, in the order of starting."""
        return [part for part in (self.redis, *self.processes, self.clock, self.proxy) if part]

    def start(self) -> None:
        try:
            for part in self.parts:
                part.launch()
            for part in self.parts:
                part.wait_until_it_answers()
        except BaseException:
            self.kill()
            raise

    def stop(self) -> float:
        """End it as an operating system does, and return how many seconds that took."""
        begin = time.monotonic()
        with ThreadPoolExecutor(len(self.processes)) as threads:
            list(threads.map(Daphne.stop, self.processes))
        for part in (self.clock, self.proxy, self.redis):
            if part:
                part.stop()
        return time.monotonic() - begin

    def kill(self) -> None:
        """Kill all of it."""
        for part in self.parts:
            part.kill()

    def restart(self) -> None:
        """Kill it and start it again, at the same address."""
        self.kill()
        self.start()

    def manage(self, *arguments: str) -> str:
        return manage(self.env, *arguments)

    def cut_short(self, code: str, seconds: float) -> None:
        """Let the pass of each table of an event end in so many seconds.

        The rows are changed without the server, which looks at them every two seconds.
        """
        moment = (datetime.now(UTC) + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat(sep=" ")
        changes = f"deadline = '{moment}', wakes_at = '{moment}', version = version + 1"
        event = f"SELECT id FROM drafts_event WHERE code = '{code}'"
        drafts = f"SELECT id FROM drafts_draft WHERE event_id IN ({event})"
        self.database.execute(f"UPDATE drafts_table SET {changes} WHERE draft_id IN ({drafts})")

    def shorten_turns(self, code: str, seconds: int) -> None:
        """Let each turn of a sharing that is prepared last so many seconds; a process that holds it does not know."""
        event = f"SELECT id FROM drafts_event WHERE code = '{code}'"
        setup = "setup::text" if self.redis else "setup"
        shorter = f"replace({setup}, '\"turn_seconds\": 30', '\"turn_seconds\": {seconds}')"
        value = f"{shorter}::jsonb" if self.redis else shorter
        self.database.execute(f"UPDATE drafts_eventstage SET setup = {value} WHERE event_id IN ({event})")


if __name__ == "__main__":  # `make test` prepares it before the first run
    prefork.in_use = True
    build_installation_once(Path(sys.argv[1]))
