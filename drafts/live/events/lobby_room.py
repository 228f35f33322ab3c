"""The room of a lobby: who is in it, and what they are shown of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from drafts.live.context import EventContext
from drafts.live.draft.table_presence import AWAY_AFTER_SECONDS
from drafts.live.events.lobby_audience import LobbyAudience
from drafts.live.events.lobby_machine import LOBBY, attend
from drafts.live.kernel.database import when_it_answers
from drafts.live.kernel.room import Room
from drafts.live.kernel.writer import Completed
from drafts.live.viewer import Viewer
from drafts.protocol import LobbyStates, Request
from drafts.rules.ids import FighterId, Version
from drafts.rules.night.stages import Stage, StageMove, next_stage
from drafts.store.lobbies import Lobby, LobbyChange


class LobbyRoom(Room[Lobby, Request, LobbyChange]):
    """The lobby of an event in this process. After the start it holds the event's facts."""

    def __init__(self, lobby: Lobby, event: EventContext) -> None:
        super().__init__(LOBBY, lobby, {}, writer=event.writer, spawn=event.spawn)
        self._event = event
        self.audience = LobbyAudience(lambda: self.live, event)

    @property
    def is_open(self) -> bool:
        """Whether the draft has not started."""
        return self.live.is_open

    @property
    def states(self) -> LobbyStates:
        """The messages of the lobby as it is stored."""
        return self.audience.states

    def close(self) -> None:
        super().close()
        self.audience.close()

    def show(self, before: Lobby, after: Lobby) -> None:
        if after.is_open:
            self.audience.show_change(before, after)

    def show_stored(self, before: Lobby, changes: Sequence[LobbyChange], completed: Completed) -> None:
        self.show(before, self.live)
        self._event.stored()

    def resume(self) -> None:
        if not self.is_open:
            self._event.lobby_closed()
        here = {member.id for member in self.head.members if member.connected}
        for fighter in self._event.viewers.fighters - here:
            self._attend(fighter, connected=True)

    def lost_changes(self) -> None:
        self._look_later(self.missing)

    def came(self, viewer: Viewer) -> None:
        """Note that a viewer has come."""
        for fighter in _with(viewer):
            self._attend(fighter, connected=True)

    def left(self, viewer: Viewer) -> None:
        """Note that a viewer has left: a fighter is away unless they come back within a moment, as phones do."""
        if self.is_open and viewer.fighter is not None:
            self._look_later(_with(viewer))

    async def complete(self) -> None:
        """Take in that all tables have drafted. That makes one version of the event, which need not be read again."""
        lobby, event = self.live, self.live.event
        if not event.is_over:
            stage = next_stage(event.stages, Stage.DRAFTING, StageMove.ALL_DRAFTED)
            event = replace(event, phase=stage)
            await self.know(replace(lobby, event=event, version=Version(lobby.version + 1)))

    @property
    def missing(self) -> set[FighterId]:
        """The fighters (by row id) who are said to be connected, and are not to this process."""
        connected = {member.id for member in self.head.members if member.connected and not member.guest}
        return connected - self._event.viewers.fighters

    def mark_disconnected(self, fighters: set[FighterId]) -> None:
        """Note that fighters are connected no longer, unless they have come back."""
        for fighter in fighters & self.missing:
            self._attend(fighter, connected=False)

    def _look_later(self, fighters: set[FighterId]) -> None:
        self._spawn(self._see_who_left(fighters))

    async def _see_who_left(self, fighters: set[FighterId]) -> None:
        await asyncio.sleep(AWAY_AFTER_SECONDS)
        gone = fighters & self.missing
        if gone:
            self.mark_disconnected(gone - await when_it_answers(lambda: self._event.register.connected_elsewhere(gone)))

    def _attend(self, fighter: FighterId, *, connected: bool) -> None:
        change = attend(self.head, fighter, datetime.now(UTC), connected=connected)
        if change is not None and not self.is_closed:
            self.submit(change)


def _with(viewer: Viewer) -> set[FighterId]:
    """Return the fighters who are here with a viewer."""
    return {fighter for fighter in (viewer.fighter, viewer.beside) if fighter is not None}
