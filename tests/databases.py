"""The database of one server: a file, or one of many in a private PostgreSQL."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from tests.stack import Postgres


class Database(Protocol):
    @property
    def url(self) -> str: ...

    def copy(self, folder: Path, name: str = "server") -> Self:
        """Return a copy; where it is a file, in this folder and with this name."""
        ...

    def execute(self, statement: str) -> None:
        """Change rows without the server; times are UTC."""
        ...

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        ...

    def spoil(self) -> None:
        """Break it for good."""
        ...


@dataclass(frozen=True)
class File:
    path: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.path}"

    def copy(self, folder: Path, name: str = "server") -> "File":
        copied = File(folder / f"{name}.sqlite3")
        with closing(sqlite3.connect(self.path)) as rows, closing(sqlite3.connect(copied.path)) as others:
            rows.backup(others)  # with what lies in the write-ahead log of a server that had no time to close it
        return copied

    def execute(self, statement: str) -> None:
        with sqlite3.connect(self.path) as rows:
            rows.execute(statement)
        rows.close()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as rows:
            return rows.execute(query).fetchall()

    def spoil(self) -> None:
        for rest in self.path.parent.glob(f"{self.path.name}-*"):
            rest.unlink()
        self.path.write_bytes(b"spilled coffee " * 1000)


@dataclass(frozen=True)
class InPostgres:
    postgres: Postgres
    name: str

    @property
    def url(self) -> str:
        return self.postgres.url(self.name)

    def copy(self, folder: Path, name: str = "server") -> "InPostgres":
        return InPostgres(self.postgres, self.postgres.new_database(self.name))

    def execute(self, statement: str) -> None:
        self.postgres.execute(statement, database=self.name)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.postgres.rows(query, database=self.name)

    def spoil(self) -> None:
        self.postgres.lock_out(self.name)
