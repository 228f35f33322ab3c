"""The stages of an event that follow its draft, as this process holds them."""

import asyncio
from collections.abc import Awaitable, Collection, Mapping
from contextlib import suppress

from django.db import DatabaseError

from drafts import protocol
from drafts.live.context import EventContext
from drafts.live.kernel.database import reading
from drafts.live.kernel.done import DONE
from drafts.live.kernel.machine import Answered
from drafts.live.stage_room import Away, StageRoom
from drafts.live.viewer import Viewer
from drafts.protocol.activities import ACTIVITIES, ACTIVITY_OF
from drafts.protocol.activity import AnyActivity
from drafts.rules.actors import ORGANIZER, Actor, fighter_by, judge_by
from drafts.rules.ids import EventId, StageId, Version
from drafts.rules.night.stages import Stage
from drafts.store.stages import AnyLive, answered_in, stages_in


class StageRooms:
    """The rooms of an event's stages, by the name of the activity and the number of the table, 0 for all tables.

    A stage has a room as soon as it is known to be stored.
    """

    def __init__(self, event: EventContext) -> None:
        self._event = event
        self._opening = asyncio.Lock()
        self._states = protocol.NightStates()
        self.rooms: dict[tuple[str, int], StageRoom] = {}

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way, or a turn has an end."""
        return any(room.is_waiting for room in self.rooms.values())

    @property
    def states(self) -> protocol.NightStates:
        """The parts of `state` messages for these stages, in their stored versions."""
        if self.rooms and not self._states.is_of(lives := [room.attended for room in self.rooms.values()]):
            self._states = protocol.NightStates(lives)
        return self._states

    @property
    def version(self) -> int | None:
        """The sum of the versions of all stages, None while one is being written."""
        rooms = self.rooms.values()
        return None if any(room.is_writing for room in rooms) else sum(room.live.version for room in rooms)

    def lacks(self, stages: Mapping[StageId, Version]) -> bool:
        """Whether one of these stages (by row id) is not here, or not in this version."""
        known = {room.live.id: room.live.version for room in self.rooms.values()}
        return any(known.get(stage, -1) < version for stage, version in stages.items())

    def attend(self, away: Away) -> bool:
        """Take in which fighters are away, and return whether that changes any clock."""
        changed = [room.attend(away) for room in self.rooms.values()]
        return any(changed)

    def close(self) -> None:
        """Throw the rooms away."""
        for room in self.rooms.values():
            room.close()

    async def refresh(self) -> bool:
        """Read what has changed elsewhere, and show it; return whether one has begun, which is not shown yet.

        Raises DatabaseError.
        """
        async with self._opening:
            known = list(self.rooms.values())
            begun = await reading(_read)(self._event.id, {room.live.id for room in known})
            for live, answered in begun:
                room = StageRoom(ACTIVITIES[live.stage], live, answered, self._event, {})
                self.rooms[live.stage, live.number] = room
            if begun:
                self._event.attend()
            for room in known:
                await room.refresh()
        return bool(begun)

    def ask(self, viewer: Viewer, phase: Stage | None, message: protocol.Request) -> Awaitable[None]:
        """Do what a viewer asks in an activity, or say why not. Return what remains to be awaited."""
        activity = ACTIVITY_OF[type(message)]
        if self._room(activity, viewer, message) is None and phase in activity.messages[type(message)]:
            return self._read_and_ask(activity, viewer, phase, message)
        return self._ask(activity, viewer, phase, message)

    async def _read_and_ask(
        self, activity: AnyActivity, viewer: Viewer, phase: Stage | None, message: protocol.Request
    ) -> None:
        with suppress(DatabaseError):
            await self.refresh()  # it may have begun since: what it is about was shown before this was read
        await self._ask(activity, viewer, phase, message)

    def _ask(
        self, activity: AnyActivity, viewer: Viewer, phase: Stage | None, message: protocol.Request
    ) -> Awaitable[None]:
        actor, room = _actor_of(viewer, activity), self._room(activity, viewer, message)
        if actor is None:
            viewer.send(protocol.error(message.id, "not_a_fighter"))
        elif room and (phase in activity.messages[type(message)] or room.knows(actor, message)):
            return room.ask(viewer, actor, message)
        else:
            viewer.send(protocol.refusal(message.id, activity.refusal_of(message)))
        return DONE

    def _room(self, activity: AnyActivity, viewer: Viewer, message: protocol.Request) -> StageRoom | None:
        if (number := activity.number_of(message)) is not None:
            return self.rooms.get((activity.kind.stage, number))
        return self.rooms.get((activity.kind.stage, viewer.table)) or self.rooms.get((activity.kind.stage, 0))


def _read(event: EventId, known: Collection[StageId]) -> list[tuple[AnyLive, Answered]]:
    found = {stage: name for stage, name in stages_in(event).items() if stage not in known and name in ACTIVITIES}
    lives = [ACTIVITIES[name].kind.load(stage) for stage, name in found.items()]
    for live in lives:
        ACTIVITIES[live.stage].kind.warm(live)
    return [(live, answered_in(live.id)) for live in lives]


def _actor_of(viewer: Viewer, activity: AnyActivity) -> Actor | None:
    """Return the actor as which a viewer makes requests in an activity, None for a viewer who may only watch."""
    if activity.officials and viewer.rights.organizes:
        return ORGANIZER
    if activity.officials and viewer.staff is not None:
        return judge_by(viewer.staff)
    return None if viewer.fighter is None else fighter_by(viewer.fighter)
