"""Servers to measure: real Daphnes with the flags of `make run`, each on a core of its own where there are enough."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.house import House
from tests.server import Daphne

TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE = CORES[0]

SITE, LIMIT = "draftsite.asgi:application", "bench.limit:application"


def core_of(process: int) -> int:
    """Return the core of a server's process. With two cores, the second process shares that of load and database."""
    return CORES[-1 - process % len(CORES)]


class Server(Daphne):
    """One process of an ASGI application."""

    def __init__(self, log: Path, env: dict[str, str], app: str, core: int) -> None:
        super().__init__(log, env)
        self._app, self._core = app, core

    def command(self) -> list[str]:
        program = [*super().command()[:-1], self._app]
        taskset = shutil.which("taskset")
        return [taskset, "--cpu-list", str(self._core), *program] if taskset else program

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used, all threads."""
        return cpu_seconds(self.pid)

    def memory(self) -> int:
        """Return the bytes that it holds in memory."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


@dataclass(frozen=True)
class Site:
    """The processes that serve, and those that serve them (a database, Redis), by id."""

    servers: Sequence[Server]
    helpers: Sequence[int] = ()

    @property
    def port(self) -> int:
        return self.servers[0].port

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.servers)

    def helpers_seconds(self) -> float:
        """Return the processor time of database and Redis, with all processes that they have started."""
        return sum(cpu_seconds(pid, ended=True) + sum(map(cpu_seconds, _children(pid))) for pid in self.helpers)

    def memory(self) -> int:
        return sum(server.memory() for server in self.servers)


@contextmanager
def site(house: House, app: str, *, processes: int = 1, **more: str) -> Iterator[Site]:
    """Run an application on a copy of a house until the block ends. Several processes talk over Redis."""
    with ExitStack() as ending:
        database = ending.enter_context(house.copy())
        parts = {"DATABASE_URL": database.url, "BENCH_SCRIPT": str(house.script)} | more
        helpers = [house.postgres.pid] if house.postgres else []
        if processes > 1:
            redis = ending.enter_context(house.redis())
            parts["REDIS_URL"] = redis.url
            helpers.append(redis.pid)
        log = house.folder / f"{app.partition('.')[0]}.log"
        servers = [Server(log, house.env | parts, app, core_of(number)) for number in range(processes)]
        for server in servers:
            ending.callback(server.stop)
            server.start()
        yield Site(servers, helpers)


def cpu_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time that a process has used; with `ended`, that of its children that are no more too."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0  # it has just ended, and its parent counts it
    return sum(map(int, fields[11 : 15 if ended else 13])) / TICKS


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
