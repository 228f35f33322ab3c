"""The stages of an event that follow its draft, as this process holds them: the room of its fights."""

import asyncio
from collections.abc import Callable

from channels.db import database_sync_to_async

from drafts import protocol
from drafts.live.fights_room import FightsRoom, Show
from drafts.live.kernel.machine import Answered
from drafts.live.kernel.room import Spawn
from drafts.live.kernel.writer import GroupWriter
from drafts.live.viewer import Viewer
from drafts.rules.ids import EventId, StageId, Version
from drafts.store.fights import LiveFights, load_fights
from drafts.store.stages import answered_in


class Evening:
    """What follows the draft of an event. `fights` is None until they have begun.

    `show_to`, `changed` and `seq_for` are those of the rooms (`FightsRoom`).
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
        self._writer = writer
        self._spawn = spawn
        self._show_to = show_to
        self._changed = changed
        self._seq_for = seq_for
        self._opening = asyncio.Lock()
        self._states = protocol.NightStates(None)
        self.fights: FightsRoom | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way."""
        return self.fights is not None and self.fights.is_waiting

    @property
    def states(self) -> protocol.NightStates:
        """What viewers are told of it as it is stored."""
        live = self.fights.live if self.fights else None
        if self._states.fights is not live:
            self._states = protocol.NightStates(live)
        return self._states

    @property
    def versions(self) -> dict[StageId, Version]:
        """The versions of its stages, by row id, but for those that are being written."""
        return {} if self.fights is None or self.fights.is_writing else {self.fights.live.id: self.fights.live.version}

    def close(self) -> None:
        """Throw the rooms away."""
        if self.fights is not None:
            self.fights.close()

    async def refresh(self) -> None:
        """Read what has changed elsewhere, and show it; what has just begun is not shown yet. Raises DatabaseError."""
        async with self._opening:
            if self.fights is not None:
                await self.fights.refresh()
            elif found := await database_sync_to_async(_read)(self._event):
                self.fights = FightsRoom(
                    *found,
                    writer=self._writer,
                    spawn=self._spawn,
                    show_to=self._show_to,
                    changed=self._changed,
                    seq_for=self._seq_for,
                )


def _read(event: EventId) -> tuple[LiveFights, Answered] | None:
    live = load_fights(event)
    return None if live is None else (live, answered_in(live.id))
