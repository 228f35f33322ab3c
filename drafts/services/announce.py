"""Notices to every process about changes, sent only after the commit: numbers, never contents.

Notices may be lost: each process also asks the database every few seconds (`live.poller`).
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import cast

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import transaction

from drafts import metrics
from drafts.notices import Changed, Deleted, Left, Notice, Reseated, Revoked, SignedOut, Started, group_of, packed
from drafts.rules.ids import EventId, FighterId, StaffId, TableId

logger = logging.getLogger(__name__)

PATIENCE = 2.0


def announce_change(event_id: EventId, tables: Iterable[TableId] = ()) -> None:
    """Say that the lobby or some tables (by row id) of an event have changed."""
    _send(Changed(event_id, tuple(tables)))


def announce_start(event_id: EventId) -> None:
    """Say that an event's tables are seated."""
    _send(Started(event_id))


def announce_reseating(event_id: EventId) -> None:
    """Say that an event has other tables than before."""
    _send(Reseated(event_id))


def announce_leave(event_id: EventId, fighter_id: FighterId) -> None:
    """Say that devices with a fighter's old token have lost their access."""
    _send(Left(event_id, fighter_id))


def announce_sign_out(event_id: EventId) -> None:
    """Say that the organizer of an event signed out somewhere."""
    _send(SignedOut(event_id))


def announce_revocation(event_id: EventId, link_id: StaffId) -> None:
    """Say that a judge's link of an event was revoked."""
    _send(Revoked(event_id, link_id))


def announce_deletion(event_id: EventId) -> None:
    """Say that an event was deleted."""
    _send(Deleted(event_id))


def _send(notice: Notice) -> None:
    transaction.on_commit(lambda: async_to_sync(_send_now)(notice))


async def _send_now(notice: Notice) -> None:
    metrics.notices_sent.inc()
    layer = cast(BaseChannelLayer, get_channel_layer())
    try:
        async with asyncio.timeout(PATIENCE):
            await layer.group_send(group_of(notice.event), packed(notice))
    except Exception as fault:  # backends raise various errors; the change is stored, and will be found
        logger.warning("event %s: the channel layer was not told: %r", notice.event, fault)
