"""Whether the parts that a draft night stands on answer."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

PATIENCE = 2.0


async def failing_parts() -> list[str]:
    """Return the names of the parts that do not answer within `PATIENCE` seconds: `database`, `channel_layer`."""
    answers = {"database": sync_to_async(_read_a_row, thread_sensitive=False)(), "channel_layer": _send_a_message()}
    answered = await asyncio.gather(*map(_in_time, answers.values()))
    return [part for part, fine in zip(answers, answered, strict=True) if not fine]


async def _in_time(answer: Awaitable[Any]) -> bool:
    try:
        await asyncio.wait_for(answer, PATIENCE)
    except Exception:  # whatever broke it, the part is of no use now
        return False
    return True


def _read_a_row() -> None:
    """Read over a connection of its own: the pages' one thread may be busy while the database is well."""
    try:
        MigrationRecorder.Migration.objects.exists()
    finally:
        connection.close()


async def _send_a_message() -> None:
    layer = get_channel_layer()
    assert layer is not None  # noqa: S101 - the settings always name one
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "health"})
    await layer.receive(channel)
