"""Telling every process, after the commit and only then, what has changed: numbers, never contents."""

from collections.abc import Iterable, Mapping
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def group_of(event_id: int) -> str:
    """Return the channel layer's group of an event: the processes that have viewers of it."""
    return f"event.{event_id}"


def announce_change(event_id: int, tables: Iterable[int] = ()) -> None:
    """Say that the lobby or some tables (by row id) of an event have changed."""
    _send(event_id, {"type": "changed", "event": event_id, "tables": list(tables)})


def announce_start(event_id: int) -> None:
    """Say that an event's tables are seated."""
    _send(event_id, {"type": "started", "event": event_id})


def announce_leave(event_id: int, fighter_id: int) -> None:
    """Say that devices which hold a fighter's old token are no longer welcome."""
    _send(event_id, {"type": "left", "event": event_id, "fighter": fighter_id})


def _send(event_id: int, message: Mapping[str, Any]) -> None:
    def send() -> None:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group_of(event_id), dict(message))

    transaction.on_commit(send)
