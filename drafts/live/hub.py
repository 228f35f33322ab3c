"""All rooms of this process, and the one channel on which it hears what other processes and pages have changed.

What is heard only saves time: a channel layer may lose messages, or be away. Every few seconds the process looks around
by itself, and asks the database what it was not told.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any, cast
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings
from django.db import DatabaseError

from drafts import metrics, protocol
from drafts.access import signed_in
from drafts.live.house import House
from drafts.live.register import Register
from drafts.live.viewer import Viewer
from drafts.live.writer import GroupWriter
from drafts.rules.view import Role
from drafts.selectors.presence import tokens_of, versions_of
from drafts.services.announce import PATIENCE, group_of
from drafts.store_lobby import load_lobby

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
SWEEP_SECONDS = 30.0
RETURN_WITHIN_SECONDS = 10.0
DEAF_SECONDS = 1.0


class Hub:
    """The houses (events) that somebody looks at from this process. Belongs to one event loop."""

    def __init__(self) -> None:
        self._houses: dict[int, House] = {}
        self._writer = GroupWriter()
        self._register = Register()
        self._layer = cast(BaseChannelLayer, get_channel_layer())
        self._channel = ""
        self._is_deaf = False
        self._tasks: list[asyncio.Task[None]] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        self._missing_since: dict[int, float] = {}

    @property
    def trouble(self) -> str | None:
        """What keeps choices from being stored: `stuck`, `failing`, or None."""
        return self._writer.trouble

    @property
    def write_seconds(self) -> float | None:
        """How long it took lately to store choices; None where none were."""
        return self._writer.seconds

    @property
    def tables(self) -> Counter[str]:
        """How many tables are held here, by phase."""
        return sum((house.phases for house in self._houses.values()), Counter())

    @property
    def viewers(self) -> Counter[str]:
        """How many are connected, by role."""
        return sum((house.roles for house in self._houses.values()), Counter())

    async def join(self, viewer: Viewer) -> None:
        """Let somebody in: they are sent the state, and from then on what changes."""
        async with self._opening:
            if not self._tasks:
                await self._begin()
            house = self._houses.get(viewer.event)
            if house is None:
                await self._tune_in([viewer.event])
                lobby = await database_sync_to_async(load_lobby)(viewer.event)
                house = self._houses[viewer.event] = House(lobby, self._writer, self._register, self._tell)
        self._register.opened(viewer)
        await house.join(viewer)
        if viewer.fighter is not None:
            await house.turn_away([viewer.fighter])  # where the right ended while the socket opened
        elif viewer.role is Role.ORGANIZER:
            await self._see_who_is_signed_in([house])

    async def leave(self, viewer: Viewer) -> None:
        """Let somebody go."""
        self._register.closed(viewer)
        house = self._houses.get(viewer.event)
        if house is not None:
            await house.leave(viewer)

    async def receive(self, viewer: Viewer, message: protocol.Message) -> None:
        """Do what somebody asks."""
        house = self._houses.get(viewer.event)
        if house is not None:
            await house.receive(viewer, message)

    # Hearing ----------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        self._channel = await self._layer.new_channel()
        work = self._hear(), self._look_around(), self._sweep()
        self._tasks = [asyncio.create_task(each, context=Context()) for each in work]  # they are not the first guest's

    async def _tune_in(self, events: Sequence[int]) -> None:
        """Listen to what is said of events; a layer that is away is told again as soon as it is back."""
        try:
            async with asyncio.timeout(PATIENCE):
                for event in events:
                    await self._layer.group_add(group_of(event), self._channel)
        except Exception as fault:  # whatever the layer's backend raises
            self._went_deaf(fault)
        else:
            self._is_deaf = False

    def _went_deaf(self, fault: Exception) -> None:
        if not self._is_deaf:
            logger.warning("the channel layer does not answer; changes elsewhere show some seconds late: %r", fault)
        self._is_deaf = True

    async def _hear(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except Exception as fault:  # whatever the layer's backend raises
                self._went_deaf(fault)
                await asyncio.sleep(DEAF_SECONDS)
                await self._tune_in(list(self._houses))
                continue
            metrics.notices_heard.inc()
            house = self._houses.get(message["event"])
            if house is None or message.get("from") == self._channel:
                continue
            try:
                await self._pass_on(house, message)
            except Exception:
                logger.exception("a notice about event %s was not heeded", message["event"])

    async def _pass_on(self, house: House, message: dict[str, Any]) -> None:
        match message["type"]:
            case "moved":
                await house.hear(dict(message["versions"]))
            case "changed":
                await house.refresh(message["tables"])
            case "started":
                await house.open_tables()
            case "left":
                await house.turn_away([message["fighter"]])
            case "signed_out":
                await self._see_who_is_signed_in([house])

    def _tell(self, event: int, versions: Mapping[int, int]) -> None:
        """Tell other processes, if there are any, which tables (by row id) have a new version."""
        if settings.REDIS_URL:
            message = {"type": "moved", "event": event, "versions": list(versions.items()), "from": self._channel}
            task = asyncio.create_task(self._send(event, message))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, event: int, message: dict[str, Any]) -> None:
        metrics.notices_sent.inc()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._layer.group_send(group_of(event), message)
        except Exception as fault:  # whatever the layer's backend raises
            self._went_deaf(fault)

    # Looking around ---------------------------------------------------------------------------------------------

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for look in (self._register.write, self._see_what_changed, self._see_who_is_gone, self._see_who_may_stay):
                try:
                    await look()
                except DatabaseError as fault:
                    logger.warning("the database does not answer: %r", fault)
                except Exception:
                    logger.exception("something was overlooked")

    async def _see_what_changed(self) -> None:
        """Read again what has changed without this process being told."""
        houses = dict(self._houses)
        tables = {table for house in houses.values() for table in house.tables}
        stored = await database_sync_to_async(versions_of)(tables, houses)
        for event, house in houses.items():
            known, lobby = house.tables, house.lobby_version
            newer = [table for table, version in known.items() if stored.tables.get(table, 0) > version]
            if newer or (lobby is not None and stored.events.get(event, 0) > lobby):
                metrics.changes_not_told.inc()
                await house.refresh(newer)

    async def _see_who_is_gone(self) -> None:
        """Part with those whose process has died, and who have not come back within `RETURN_WITHIN_SECONDS`."""
        missing = set().union(*(house.missing for house in self._houses.values()))
        now = time.monotonic()
        self._missing_since = {fighter: self._missing_since.get(fighter, now) for fighter in missing}
        gone = {fighter for fighter, since in self._missing_since.items() if now - since >= RETURN_WITHIN_SECONDS}
        gone -= await self._register.connected_elsewhere(gone)
        for house in tuple(self._houses.values()) if gone else ():
            await house.part_with(gone)

    async def _see_who_may_stay(self) -> None:
        """Turn those away whose seat has another token by now."""
        houses = tuple(self._houses.values())
        tokens = await database_sync_to_async(tokens_of)(set().union(*(house.fighters for house in houses)))
        for house in houses:
            if strangers := house.strangers(tokens):
                await house.turn_away(strangers)
        await self._see_who_is_signed_in(houses)

    async def _see_who_is_signed_in(self, houses: Sequence[House]) -> None:
        """Turn organizers out who have signed out, or whose password is another one by now."""
        present = {house: house.organizers for house in houses}  # who comes in meanwhile is not asked about
        if sessions := {viewer.session for organizers in present.values() for viewer in organizers}:
            good = await database_sync_to_async(signed_in)(sessions)
            for house, organizers in present.items():
                await house.turn_out([viewer for viewer in organizers if viewer.session not in good])

    async def _sweep(self) -> None:
        """Throw away what nobody looks at and no clock runs in, and listen anew: memberships of groups expire."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            async with self._opening:
                for event, house in list(self._houses.items()):
                    if house.is_idle:
                        del self._houses[event]
                        house.close()
                        with suppress(Exception):  # a membership that is left over expires
                            await self._layer.group_discard(group_of(event), self._channel)
            await self._tune_in(list(self._houses))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
