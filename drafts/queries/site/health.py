"""Whether the parts that a draft night depends on answer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from threading import Event
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

PATIENCE = 2.0

Part = Callable[[], Awaitable[Any]]

_migrated = Event()


async def failing_parts() -> list[str]:
    """Return the names of the parts that do not answer within `PATIENCE` seconds: `database`, `channel_layer`."""
    return await _failing({"database": partial(_over_a_connection, _read_a_row), "channel_layer": _send_a_message})


async def unready_parts() -> list[str]:
    """Return what `failing_parts` does, and `migrations` while the database lacks some of this version of the site."""
    failing = await failing_parts()
    if "database" not in failing and not _migrated.is_set():
        failing += await _failing({"migrations": partial(_over_a_connection, _compare_migrations)})
    return failing


def lacks_migrations() -> bool:
    """Return whether the database has other tables than this version of the site needs, or none."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


async def _failing(parts: Mapping[str, Part]) -> list[str]:
    answered = await asyncio.gather(*(_in_time(answer()) for answer in parts.values()))
    return [part for part, fine in zip(parts, answered, strict=True) if not fine]


async def _in_time(answer: Awaitable[Any]) -> bool:
    try:
        await asyncio.wait_for(answer, PATIENCE)
    except Exception:  # whatever broke it, the part is of no use now
        return False
    return True


async def _over_a_connection(question: Callable[[], Any]) -> None:
    """Ask the database over a connection of its own: the pages' one thread may be busy while the database is well."""

    def ask() -> None:
        try:
            question()
        finally:
            connection.close()

    await sync_to_async(ask, thread_sensitive=False)()


def _read_a_row() -> None:
    MigrationRecorder.Migration.objects.exists()


def _compare_migrations() -> None:
    """Raise RuntimeError where some are missing. It is called until none is, since applied migrations stay applied."""
    if lacks_migrations():
        raise RuntimeError("migrations are missing")
    _migrated.set()


async def _send_a_message() -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings always name one
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "health"})
    await layer.receive(channel)
