"""A database with the events of a night in it. Each measurement gets a copy, so that all begin alike."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.databases import Database
from tests.programs import ROOT
from tests.server import build_installation, environment, run_python
from tests.stack import Postgres, Redis

DATABASES = ("sqlite", "postgres")


@dataclass(frozen=True)
class Prepared:
    """A database with a night in it.

    `events` is what `bench.events` made; the messages of one draft are in files, `script` and `ring_script`.
    `checkout` is whose server is measured.
    """

    folder: Path
    env: dict[str, str]
    database: Database
    events: dict[str, Any]
    postgres: Postgres | None = None
    checkout: Path = ROOT

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
def prepare(database: str, *, tables: int, fighters: int, rings: int = 1, fights: int = 0) -> Iterator[Prepared]:
    """Prepare a database of SQLite, or of a private PostgreSQL.

    It has so many events with a table of so many fighters each, and one event of an organizer's with `rings` tables,
    and events in which so many fights have begun.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        postgres = Postgres() if database == "postgres" else None
        try:
            if postgres:
                postgres.start()
            shared = build_installation(folder, postgres)
            crowded = {"PEOPLE_PER_ADDRESS": "100000"}  # all phones of the bench come from one address
            env = environment(database=shared.database.url, static=shared.static, **crowded)
            events = json.loads(run_python(env, "-m", "bench.events", *map(str, (tables, fighters, rings, fights))))
            made = Prepared(folder, env, shared.database, events, postgres)
            for script in (made.script, made.ring_script):
                script.write_text(json.dumps(events.pop(script.stem)))
            yield made
        finally:
            if postgres:
                postgres.remove()
