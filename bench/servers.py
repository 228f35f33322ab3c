"""Servers to measure: real Daphnes with the flags of `make run`, each on a core of its own where there are enough."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.prepared import Prepared
from tests.process_facts import cpu_seconds, cpu_seconds_with_children, memory_of
from tests.server import Daphne

CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE = CORES[0]

SITE, LIMIT = "draftsite.asgi:application", "bench.limit:application"


def core_of(process: int) -> int:
    """Return the core of a server's process. With two cores, the second process shares that of load and database."""
    return CORES[-1 - process % len(CORES)]


class Server(Daphne):
    """One process of an ASGI application, started as people start it."""

    is_site = False

    def __init__(self, log: Path, env: dict[str, str], app: str, core: int, checkout: Path) -> None:
        super().__init__(log, env)
        self._app, self._core, self._folder = app, core, checkout

    def command(self) -> list[str]:
        program = [*super().command()[:-1], self._app]
        taskset = shutil.which("taskset")
        return [taskset, "--cpu-list", str(self._core), *program] if taskset else program


@dataclass(frozen=True)
class Site:
    """The processes that serve, and those that serve them (a database, Redis), by id."""

    servers: Sequence[Server]
    helpers: Sequence[int] = ()

    @property
    def port(self) -> int:
        return self.servers[0].port

    def cpu_seconds(self) -> float:
        """Return the processor time of the servers, all threads."""
        return sum(cpu_seconds(server.pid) for server in self.servers)

    def helpers_seconds(self) -> float:
        """Return the processor time of database and Redis, with all processes that they have started."""
        return sum(map(cpu_seconds_with_children, self.helpers))

    def memory(self) -> int:
        return sum(memory_of(server.pid) for server in self.servers)


@contextmanager
def site(made: Prepared, app: str, *, processes: int = 1, **more: str) -> Iterator[Site]:
    """Run an application on a copy of what was prepared until the block ends. Several processes talk over Redis."""
    with ExitStack() as ending:
        database = ending.enter_context(made.copy())
        parts = {"DATABASE_URL": database.url, "BENCH_SCRIPT": str(made.script)} | more
        helpers = [made.postgres.pid] if made.postgres else []
        if processes > 1:
            redis = ending.enter_context(made.redis())
            parts["REDIS_URL"] = redis.url
            helpers.append(redis.pid)
        log = made.folder / f"{app.partition('.')[0]}.log"
        servers = [Server(log, made.env | parts, app, core_of(number), made.checkout) for number in range(processes)]
        for server in servers:
            ending.callback(server.stop)
            server.start()
        yield Site(servers, helpers)
