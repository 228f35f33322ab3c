"""The second stack: a private PostgreSQL, a private Redis, nginx and Caddy, started by the tests that need them.

`STACK=postgres` in the environment asks for it; otherwise all tests run on SQLite and one Daphne, and nothing of this
is used. The programs come from the operating system (`apt install postgresql redis-server nginx caddy`). Where one is
missing, the tests fail with its name: a run that asks for this stack must test it.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.programs import ROOT, Program, free_port

STACK = os.environ.get("STACK") or "sqlite"
assert STACK in ("sqlite", "postgres"), f"STACK={STACK}: tests know sqlite and postgres"
OWNER = "passleft"
ROOM_FOR_POSTGRES = 2 << 30  # bytes; a run writes less than that
SHIPPED_PROXY = ROOT / "deploy/nginx.conf"


PACKAGES = {"postgres": "postgresql", "initdb": "postgresql", "redis-server": "redis-server"}
PACKAGES |= {"nginx": "nginx", "caddy": "caddy"}


def missing_packages() -> list[str]:
    """Return the packages of this stack that are not installed."""
    return sorted({package for name, package in PACKAGES.items() if _path_of(name) is None})


def program(name: str) -> str:
    """Return the path of a program of the operating system."""
    path = _path_of(name)
    assert path, f"STACK=postgres needs {name}. On Debian and Ubuntu: apt install {PACKAGES[name]}"
    return path


def _path_of(name: str) -> str | None:
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return shutil.which(name) or (str(kept[-1]) if kept else None)


def _beside(name: str) -> str:
    """Return the path of a program that comes with PostgreSQL, of the version that runs."""
    return str(Path(program("postgres")).resolve().with_name(name))


class Postgres(Program):
    """A PostgreSQL of its own, as durable as in production: made by the first `start`, gone with `remove`.

    `stop` ends it as an operating system does, `kill` as a power cut does: it has to recover from its log then. Its
    order of texts is that of a language, not that of bytes, as in most installations.
    """

    end_signal = signal.SIGINT  # "fast": clients are disconnected
    crash_signal = signal.SIGQUIT  # "immediate"; with SIGKILL its own processes would live on for a while

    def __init__(self) -> None:
        # not in pytest's folder, where the user below cannot go
        self._place = tempfile.TemporaryDirectory(prefix="pass-left-postgres-", dir=_in_memory())
        self.folder = Path(self._place.name)
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root
        self._names = (f"site_{number}" for number in count(1))
        super().__init__(self.folder / "postgres.log", self.folder)

    def command(self) -> list[str]:
        place = (f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}")
        settings = (*place, "max_connections=200")  # the servers of five workers
        options = (word for setting in settings for word in ("-c", setting))
        return [program("postgres"), "-D", str(self.folder / "data"), *options]

    def launch(self) -> None:
        if not (self.folder / "data").exists():
            self._make()
        super().launch()

    def _make(self) -> None:
        owner = pwd.getpwnam(self.user) if self.user else None
        if owner:
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        initdb = [program("initdb"), "-D", str(self.folder / "data"), "-U", OWNER, "-A", "trust"]
        order = ["-E", "UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]
        subprocess.run(
            [*initdb, *order, "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=self.folder,
            user=owner and owner.pw_uid, group=owner and owner.pw_gid, extra_groups=[] if owner else None,
        )  # fmt: skip

    def answers(self) -> bool:
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgres://{OWNER}@127.0.0.1:{self.port}/{database}"

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Execute statements without the server; times without a zone are UTC."""
        with psycopg.connect(self.url(database), autocommit=True, options="-c timezone=UTC") as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[arg-type]  # a LiteralString is wanted

    def rows(self, query: str, *, database: str) -> list[tuple[Any, ...]]:
        """Return what a query finds, without the server."""
        with psycopg.connect(self.url(database)) as connection:
            return connection.execute(query).fetchall()  # type: ignore[arg-type]  # a LiteralString is wanted

    def new_database(self, template: str = "template0") -> str:
        """Make a database, a copy of another one if wanted, and return its name."""
        name = next(self._names)
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def dump(self, database: str, file: Path) -> None:
        """Write one database to a file, for `restored` in this PostgreSQL or another."""
        subprocess.run([_beside("pg_dump"), "--file", str(file), self.url(database)], check=True)

    def restored(self, file: Path) -> str:
        """Make a database of what `dump` has written, and return its name."""
        name = self.new_database()
        restore = [_beside("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction"]
        subprocess.run([*restore, "--file", str(file), self.url(name)], check=True, stdout=subprocess.DEVNULL)
        return name

    def lock_out(self, database: str) -> None:
        """Break one database for good: it drops its clients, and takes no more."""
        self.execute(
            f"ALTER DATABASE {database} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'",
        )

    def remove(self) -> None:
        self.kill()
        self._place.cleanup()


class Redis(Program):
    """A Redis of its own, which keeps nothing: after `restart` or `forget` it has no groups any more."""

    def command(self) -> list[str]:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.log.parent)]
        return [program("redis-server"), *where, "--save", "", "--appendonly", "no"]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def forget(self) -> None:
        """Lose all messages that wait, and all groups."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


class Caddy(Program):
    """Caddy with the configuration that we ship, in front of processes at these ports, without a certificate."""

    def __init__(self, log: Path, ports: Sequence[int]) -> None:
        super().__init__(log)
        self._upstreams = " ".join(f"127.0.0.1:{port}" for port in ports)
        self._orders = free_port()

    def command(self) -> list[str]:
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy/Caddyfile")]

    def environment(self) -> dict[str, str]:
        folder = str(self.log.parent)
        return {
            "SITE_ADDRESS": f"http://127.0.0.1:{self.port}",
            "UPSTREAMS": self._upstreams,
            "CADDY_ADMIN": f"127.0.0.1:{self._orders}",
            "XDG_CONFIG_HOME": folder,
            "XDG_DATA_HOME": folder,
        }

    def answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0


class Proxy(Program):
    """nginx with the configuration that we ship, in front of processes at these ports.

    Only here it spreads the devices of one event over all processes, unless `as_shipped`: any process must be able to
    serve anybody.
    """

    crash_signal = signal.SIGTERM  # killed, it would leave its workers behind

    def __init__(self, log: Path, ports: Sequence[int], *, as_shipped: bool = False) -> None:
        super().__init__(log)
        self._ports = ports
        self._hash = "hash $event consistent;" if as_shipped else ""

    def command(self) -> list[str]:
        self._settings.write_text(self._rendered())
        where = ["-p", str(self.log.parent), "-c", str(self._settings), "-e", str(self.log)]
        return [program("nginx"), *where, "-g", "daemon off;"]

    def answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def access_log(self) -> Path:
        return self.log.parent / "access.log"

    @property
    def bodies(self) -> Path:
        """The folder of bodies that do not fit into the memory."""
        return self.log.parent / "bodies"

    @property
    def _settings(self) -> Path:
        return self.log.with_suffix(".conf")

    def _rendered(self) -> str:
        folder, text = self.log.parent, SHIPPED_PROXY.read_text()
        first, second = (f"server 127.0.0.1:{port} max_fails=0;" for port in (8001, 8002))
        processes = "\n".join(first.replace("8001", str(port)) for port in self._ports)
        paths = "".join(f"{name}_temp_path {folder / 'nginx'};" for name in ("proxy", "fastcgi", "uwsgi", "scgi"))
        for shipped, here in (
            ("worker_processes auto;", "worker_processes 1;" + (" user root;" if os.geteuid() == 0 else "")),
            ("hash $event consistent;", self._hash),
            (first, processes),
            (second, ""),
            ("listen 80;", f"listen 127.0.0.1:{self.port};"),
            ("/run/nginx.pid", f"{folder}/nginx.pid"),
            ("/var/cache/pass-left-bodies", str(self.bodies)),
            ("/var/log/nginx/access.log", str(self.access_log)),
            ("/var/log/nginx/error.log", str(self.log)),
            ("http {", f"http {{ {paths}"),
        ):
            assert text.count(shipped) == 1, f"{SHIPPED_PROXY} holds {shipped!r} {text.count(shipped)} times"
            text = text.replace(shipped, here)
        return text


def _in_memory() -> str | None:
    """Return a folder that needs no disk, where there is one: it waits for none, and outlives killed processes too."""
    folder = Path("/dev/shm")
    return str(folder) if folder.is_dir() and shutil.disk_usage(folder).free > ROOM_FOR_POSTGRES else None


@cache
def shared_postgres() -> Postgres:
    """Return the PostgreSQL of this test run; a fixture starts it when the first test needs it."""
    return Postgres()


@cache
def shared_redis() -> Redis:
    """Return the Redis for what tests do in their own process; started as the PostgreSQL is."""
    return Redis(shared_postgres().folder / "redis.log")


if __name__ == "__main__":  # `make test` asks whether this stack can be tested here
    if missing := " ".join(missing_packages()):
        sys.exit(f"Left out: the tests on PostgreSQL, Redis and nginx. To run them: apt install {missing}")
