"""A database with the events of a night in it. Each measurement gets a copy, so that all begin alike."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.databases import Database, File, InPostgres
from tests.server import ROOT, environment, manage
from tests.stack import Postgres, Redis

DATABASES = ("sqlite", "postgres")
EVERYBODY = "5000"  # the whole load comes from one address


@dataclass(frozen=True)
class House:
    """`evening` is what `bench.evening` made; the messages of one draft are in files, `script` and `ring_script`."""

    folder: Path
    env: dict[str, str]
    database: Database
    evening: dict[str, Any]
    postgres: Postgres | None = None

    @property
    def script(self) -> Path:
        return self.folder / "script.json"

    @property
    def ring_script(self) -> Path:
        return self.folder / "ring_script.json"

    @contextmanager
    def copy(self) -> Iterator[Database]:
        """Make a copy of the database, to be changed by one measurement."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            yield self.database.copy(Path(name))

    @contextmanager
    def redis(self) -> Iterator[Redis]:
        redis = Redis(self.folder / "redis.log")
        redis.start()
        try:
            yield redis
        finally:
            redis.kill()


@contextmanager
def house(database: str, *, tables: int, fighters: int, rings: int = 1) -> Iterator[House]:
    """Make a house on SQLite or a private PostgreSQL.

    It has so many events with a table of so many fighters each, and one event of an organizer's with `rings` tables.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        postgres = Postgres() if database == "postgres" else None
        if postgres:
            postgres.start()
        try:
            place = InPostgres(postgres, postgres.new_database()) if postgres else File(folder / "house.sqlite3")
            env = environment(
                database=place.url,
                static=folder / "static",
                PEOPLE_PER_ADDRESS="100000",  # all phones of the bench come from one address
            )
            manage(env, "migrate", "--verbosity=0")
            manage(env, "loadsamples")
            manage(env, "collectstatic", "--no-input", "--verbosity=0")
            evening = json.loads(_run("bench.evening", tables, fighters, rings, env=env))
            made = House(folder, env, place, evening, postgres)
            for script in (made.script, made.ring_script):
                script.write_text(json.dumps(evening.pop(script.stem)))
            yield made
        finally:
            if postgres:
                postgres.remove()


def _run(module: str, *arguments: int, env: dict[str, str]) -> str:
    program = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(program, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
