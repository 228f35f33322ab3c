"""Periodic checks of a process, every few seconds, for changes about which it has received no notice."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any

from django.db import DatabaseError

from drafts import metrics
from drafts.live.kernel.database import reading
from drafts.live.live_event import LiveEvent
from drafts.live.peers import Peers
from drafts.live.registry import ConnectionRegistry
from drafts.live.revocation import endings_of
from drafts.queries.draft.presence import data_version, stored_of
from drafts.rules.ids import EventId, FighterId

logger = logging.getLogger(__name__)

POLL_SECONDS = 2.0
POLL_CHANGED_SECONDS = 4.0
POLL_ANYWAY_SECONDS = 30.0
EVENTS_AT_ONCE = 32
"""The number of events that are checked together; the next ones follow later, so that no choice waits for all."""

RETURN_WITHIN_SECONDS = 10.0

LiveEvents = Mapping[EventId, LiveEvent]


class Poller:
    """Polls for changes to the `events` of a process: deleted ones are dropped, newly seated ones reopened."""

    def __init__(
        self,
        events: LiveEvents,
        register: ConnectionRegistry,
        peers: Peers,
        drop: Callable[[EventId, LiveEvent], None],
        reopen: Callable[[EventId, LiveEvent], None],
    ) -> None:
        self._events = events
        self._register = register
        self._peers = peers
        self._drop = drop
        self._reopen = reopen
        self._missing_since: dict[EventId, dict[FighterId, float]] = {}
        self._data_version: int | None = None
        self._looked_at = -math.inf

    def forget(self, event: EventId) -> None:
        """Throw away what was noted of an event."""
        self._missing_since.pop(event, None)

    async def run(self) -> None:
        """Check every event once in `POLL_SECONDS`, some of them at a time.

        The rows are read only where something may have been stored since.
        """
        while True:
            parts = list(self._parts())
            await self._attempt(self._register.write())
            is_quiet = await self._is_quiet()
            for part in parts:
                await asyncio.sleep(POLL_SECONDS / len(parts))
                present = {event: live_event for event, live_event in part if self._events.get(event) is live_event}
                checks = [self._peers.refresh, self.find_disconnected, self.find_weak_connections]
                for check in checks if is_quiet else [self.find_changes, *checks]:
                    await self._attempt(check(present))

    async def _is_quiet(self) -> bool:
        """Whether the rows need not be read: they were lately, or nothing was stored since.

        Only SQLite can tell; with another database something always may have been. Sessions expire without anything
        being stored, so that the rows are read now and then in any case.
        """
        try:
            version = await reading(data_version)()
        except DatabaseError:
            return False
        is_unchanged = version is not None and version == self._data_version
        now = time.monotonic()
        if now < self._looked_at + (POLL_ANYWAY_SECONDS if is_unchanged else POLL_CHANGED_SECONDS):
            return True
        self._looked_at, self._data_version = now, version
        return False

    def _parts(self) -> Iterator[Sequence[tuple[EventId, LiveEvent]]]:
        """Yield the events that are checked together: at least one part, which may be empty."""
        events = list(self._events.items())
        for first in range(0, max(1, len(events)), EVENTS_AT_ONCE):
            yield events[first : first + EVENTS_AT_ONCE]

    async def _attempt(self, check: Coroutine[Any, Any, None]) -> None:
        try:
            await check
        except Exception as fault:
            self._looked_at = -math.inf  # the rows are read again, whether or not anything is stored meanwhile
            if isinstance(fault, DatabaseError):
                logger.warning("the database does not answer: %r", fault)
            else:
                logger.exception("a periodic check failed")

    async def find_changes(self, live_events: LiveEvents) -> None:
        """Disconnect viewers who have lost their right, and reload tables that changed without a notice."""
        seated = {event: set(live_event.tables.versions) for event, live_event in live_events.items()}
        stored = await reading(stored_of)(
            tables=set().union(*seated.values()),
            events=live_events,
            fighters={fighter for live_event in live_events.values() for fighter in live_event.viewers.fighters},
        )
        for event in [event for event in live_events if event not in stored.events]:
            self._drop(event, live_events[event])
        live_events = {event: live_event for event, live_event in live_events.items() if event in stored.events}
        for event in [event for event in live_events if not seated[event] <= stored.tables.keys()]:
            self._reopen(event, live_events.pop(event))
        await self._close_ended(live_events, stored.tokens)
        for event, live_event in live_events.items():
            known, lobby = live_event.tables.versions, live_event.lobby_version
            newer = [table for table, version in known.items() if stored.tables.get(table, 0) > version]
            stages = live_event.stages.version
            has_gone_on = stages is not None and stored.stages.get(event, 0) > stages
            if newer or has_gone_on or (lobby is not None and stored.events.get(event, 0) > lobby):
                metrics.changes_not_told.inc()
                await live_event.refresh(newer)

    async def find_disconnected(self, live_events: LiveEvents) -> None:
        """Mark fighters disconnected whose process died, and who do not return within `RETURN_WITHIN_SECONDS`."""
        now = time.monotonic()
        gone: set[FighterId] = set()
        for event, live_event in live_events.items():
            known = self._missing_since.pop(event, {})
            if missing := {fighter: known.get(fighter, now) for fighter in live_event.missing}:
                self._missing_since[event] = missing
                gone |= {fighter for fighter, since in missing.items() if now - since >= RETURN_WITHIN_SECONDS}
        gone -= await self._register.connected_elsewhere(gone)
        for live_event in live_events.values() if gone else ():
            live_event.mark_disconnected(gone)

    async def find_weak_connections(self, live_events: LiveEvents) -> None:
        """Note slow and silent connections."""
        for live_event in live_events.values():
            for presence in live_event.tables.presences:
                await presence.note_signals()

    async def _close_ended(self, live_events: LiveEvents, tokens: Mapping[FighterId, str]) -> None:
        """Close the sockets of viewers who have lost their right, though no notice said so."""
        asked = [viewer for each in live_events.values() for viewer in each.viewers.to_be_asked_about(tokens)]
        if endings := await endings_of(asked) if asked else {}:
            for live_event in live_events.values():
                live_event.viewers.close(endings)
