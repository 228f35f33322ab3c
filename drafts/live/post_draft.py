"""The stages of an event that follow its draft, as this process holds them: the rooms of its fights and its sharing."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from django.db import DatabaseError

from drafts import protocol
from drafts.live.kernel.database import reading
from drafts.live.kernel.done import DONE
from drafts.live.kernel.machine import Answered
from drafts.live.kernel.room import Spawn
from drafts.live.kernel.writer import GroupWriter
from drafts.live.stage_room import FightsRoom, SharesRoom, Show
from drafts.live.viewer import Viewer
from drafts.rules.actors import ORGANIZER, Actor, fighter_by, judge_by
from drafts.rules.errors import NotAllowed
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night.stages import Stage
from drafts.store.fights import LiveFights, load_fights
from drafts.store.shares import LiveShares, load_all_shares
from drafts.store.stages import answered_in


class PostDraft:
    """The stages of an event after its draft: the fights, and the sharing of the cards.

    `fights` is None until the fights have begun. `shares` maps the number of a table to the sharing there, from the
    time on at which its fighters may enter wishes. `show_to`, `changed` and `seq_for` are those of `StageRoom`.
    """

    def __init__(
        self,
        event: EventId,
        writer: GroupWriter,
        spawn: Spawn,
        *,
        show_to: Show,
        changed: Callable[[], None],
        seq_for: Callable[[Viewer], int],
    ) -> None:
        self._event = event
        self._shared: dict[str, Any] = {
            "writer": writer,
            "spawn": spawn,
            "show_to": show_to,
            "changed": changed,
            "seq_for": seq_for,
        }
        self._opening = asyncio.Lock()
        self._states = protocol.NightStates(None, {})
        self.fights: FightsRoom | None = None
        self.shares: dict[int, SharesRoom] = {}

    @property
    def _rooms(self) -> list[FightsRoom | SharesRoom]:
        return [*([self.fights] if self.fights else []), *self.shares.values()]

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way, or a turn has an end."""
        return any(room.is_waiting for room in self._rooms)

    @property
    def states(self) -> protocol.NightStates:
        """The parts of `state` messages for these stages, in their stored versions."""
        fights = self.fights.live if self.fights else None
        shares = {number: room.live for number, room in self.shares.items()}
        if not self._states.says(fights, shares):
            self._states = protocol.NightStates(fights, shares)
        return self._states

    @property
    def versions(self) -> dict[StageId, Version]:
        """The versions of its stages, by row id, but for those that are being written."""
        return {room.live.id: room.live.version for room in self._rooms if not room.is_writing}

    def lacks(self, stages: Mapping[StageId, Version]) -> bool:
        """Whether one of these stages (by row id) is not here, or not in this version."""
        known = {room.live.id: room.live.version for room in self._rooms}
        return any(known.get(stage, -1) < version for stage, version in stages.items())

    def close(self) -> None:
        """Throw the rooms away."""
        for room in self._rooms:
            room.close()

    async def refresh(self) -> None:
        """Read what has changed elsewhere, and show it; what has just begun is not shown yet. Raises DatabaseError."""
        async with self._opening:
            known = self._rooms
            if self.fights is None or not self.shares:
                found, shares = await reading(_read)(self._event)
                if found and not self.fights:
                    fights, answered = found
                    self.fights = FightsRoom(fights, answered, **self._shared)
                for live, answered in () if self.shares else shares:
                    self.shares[live.number] = SharesRoom(live, answered, **self._shared)
            for room in known:
                await room.refresh()

    def ask_fights(self, viewer: Viewer, phase: Stage | None, message: protocol.FightMessage) -> Awaitable[None]:
        """Do what a viewer asks of a fight, or say why not. Return what remains to be awaited."""
        actor, fights = _actor_of(viewer), self.fights
        if actor is None:
            viewer.send(protocol.error(message.id, "not_a_fighter"))
        elif fights and (phase is Stage.FIGHTING or fights.knows(actor, message)):
            return fights.ask(viewer, actor, message)
        else:
            viewer.send(protocol.refusal(message.id, NotAllowed()))
        return DONE

    async def ask_shares(
        self, viewer: Viewer, fighter: FighterId, phase: Stage | None, message: protocol.ShareMessage
    ) -> None:
        """Do what a fighter asks of the sharing at their table, or say why not; one may wish while fights go on."""
        if not self.shares and phase in (Stage.FIGHTING, Stage.SHARING):
            with suppress(DatabaseError):
                await self.refresh()  # the last pile may have come since: the cards were shown before this was read
        shares = self.shares.get(viewer.table)
        actor = fighter_by(fighter)
        is_early = phase is Stage.FIGHTING and isinstance(message, protocol.Wish)
        if shares and (is_early or phase is Stage.SHARING or shares.knows(actor, message)):
            await shares.ask(viewer, actor, message)
        else:
            viewer.send(protocol.refusal(message.id, NotAllowed()))


Read = tuple[tuple[LiveFights, Answered] | None, list[tuple[LiveShares, Answered]]]


def _read(event: EventId) -> Read:
    fights = load_fights(event)
    shares = load_all_shares(event)
    return (
        None if fights is None else (fights, answered_in(fights.id)),
        [(live, answered_in(live.id)) for live in shares],
    )


def _actor_of(viewer: Viewer) -> Actor | None:
    """Return the actor that a viewer is in the fights, None for a viewer who may only watch."""
    if viewer.rights.organizes:
        return ORGANIZER
    if viewer.staff is not None:
        return judge_by(viewer.staff)
    return None if viewer.fighter is None else fighter_by(viewer.fighter)
