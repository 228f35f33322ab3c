"""The servers that are measured: real Daphnes with the flags of `make run`, each checkout on a database of its own.

The events are made through the pages, so that any two checkouts can be measured in turns.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.figures import Line, Summary, Turn
from tests.clients.device import Organizing
from tests.databases import Database, File, InPostgres
from tests.process_facts import cpu_seconds, cpu_seconds_with_children, memory_of
from tests.programs import ROOT
from tests.server import Daphne, Installation, environment
from tests.stack import Postgres

CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE, SERVER_CORE = CORES[0], CORES[-1]
DATABASES = ("sqlite", "postgres")
ALL_FROM_ONE_ADDRESS = {"PEOPLE_PER_ADDRESS": "100000"}

Events = dict[str, Any]
"""The events of a measurement, with the cookies of their fighters and organizer."""


class Server(Daphne):
    """The process of a checkout."""

    is_site = False
    program: tuple[str, ...] = ("-m", "daphne")

    def __init__(self, log: Path, env: dict[str, str], checkout: Path) -> None:
        super().__init__(log, env)
        self._folder = checkout

    def command(self) -> list[str]:
        python, _, _, *options = super().command()
        taskset = shutil.which("taskset")
        pinned = [taskset, "--cpu-list", str(SERVER_CORE)] if taskset else []
        return [*pinned, python, *self.program, *options]


@dataclass(frozen=True)
class Site:
    """The process that serves, and the process id of its database, where that has one."""

    server: Server
    postgres: Postgres | None = None

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def url(self) -> str:
        return self.server.url

    def cpu_seconds(self) -> float:
        """Return the processor time of the server, all threads."""
        return cpu_seconds(self.server.pid)

    def database_seconds(self) -> float:
        """Return the processor time of the database, with all processes that it has started."""
        return cpu_seconds_with_children(self.postgres.pid) if self.postgres else 0.0

    def memory(self) -> int:
        return memory_of(self.server.pid)


@dataclass(frozen=True)
class Part:
    """A part of a measurement, which has a server of its own: what is done, and settings of that server."""

    run: Callable[[Site, Events], Coroutine[Any, Any, Summary]]
    settings: dict[str, str]
    server: type[Server] = Server


@dataclass(frozen=True)
class Measurement:
    """The lines of its table, the events that it needs, and its parts."""

    lines: Sequence[Line]
    make: Callable[[Organizing], Events]
    parts: Sequence[Part]


@dataclass(frozen=True)
class Prepared:
    """A checkout with its database, in which the events are."""

    checkout: Path
    folder: Path
    env: dict[str, str]
    database: Database
    events: Events
    postgres: Postgres | None

    @contextmanager
    def run(self, part: Part) -> Iterator[Site]:
        """Run the server on a copy of the database until the block ends."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            url = self.database.copy(Path(name)).url
            env = self.env | part.settings | {"DATABASE_URL": url}
            server = part.server(self.folder / "log", env, self.checkout)
            server.start()
            try:
                yield Site(server, self.postgres)
            finally:
                server.stop()


def measure(
    measurement: Measurement,
    repeats: int,
    beside: Path | None = None,
    database: str = "sqlite",
    installation: Installation | None = None,
) -> list[Turn]:
    """Measure each part on this checkout and, in turns with it, on another one.

    With an installation, its database is copied instead of made.
    """
    checkouts = [ROOT, beside.resolve()] if beside else [ROOT]
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        postgres = Postgres() if database == "postgres" else None
        if postgres:
            ending.callback(postgres.remove)
            postgres.start()
        places = [folder / str(number) for number in range(len(checkouts))]
        made = [_prepare(*each, measurement, postgres, installation) for each in zip(checkouts, places, strict=True)]
        return [_one_turn(measurement, made, is_reversed=number % 2 == 1) for number in range(repeats)]


def _one_turn(measurement: Measurement, made: Sequence[Prepared], *, is_reversed: bool) -> Turn:
    """Measure each checkout once, in every other turn the last one first: the order makes a difference of its own."""
    found: list[dict[str, float]] = [{} for _ in made]
    for part in measurement.parts:
        for place, prepared in sorted(enumerate(made), reverse=is_reversed, key=lambda pair: pair[0]):
            with prepared.run(part) as site:
                found[place] |= asyncio.run(part.run(site, prepared.events))
    return found


def _prepare(
    checkout: Path, folder: Path, measurement: Measurement, postgres: Postgres | None, installation: Installation | None
) -> Prepared:
    """Make the database of a checkout, and the events in it."""
    folder.mkdir()
    installation = installation or _installed(checkout, folder, postgres)
    database = installation.database.copy(folder, "prepared")
    env = environment(database=database.url, static=installation.static)
    server = Server(folder / "log", env | ALL_FROM_ONE_ADDRESS, checkout)
    server.start()
    try:
        organizer = Organizing(server.url)
        organizer.sign_up()
        events = measurement.make(organizer) | {"organizer": organizer.cookies}
    finally:
        server.stop()
    return Prepared(checkout, folder, env, database, events, postgres)


def _installed(checkout: Path, folder: Path, postgres: Postgres | None) -> Installation:
    """Make the static files of a checkout, and a database with the sample sets."""
    database = InPostgres(postgres, postgres.new_database()) if postgres else File(folder / "installed.sqlite3")
    env = environment(database=database.url, static=folder / "static")
    for command in (["migrate", "--verbosity=0"], ["loadsamples"], ["collectstatic", "--no-input", "--verbosity=0"]):
        program = [sys.executable, "manage.py", *command]
        subprocess.run(program, cwd=checkout, env=env, check=True, stdout=subprocess.DEVNULL)
    return Installation(database, folder / "static", postgres)
