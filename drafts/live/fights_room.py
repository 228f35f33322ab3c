"""The room of a night's fights: who is shown what of them when something has changed."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from itertools import chain

from drafts import protocol
from drafts.live.fights_machine import FIGHTS
from drafts.live.kernel.machine import Answered
from drafts.live.kernel.room import Room, Spawn
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.viewer import Viewer
from drafts.rules.ids import FighterId, Version
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rounds import Group
from drafts.store.fights import FightsChange, LiveFights

Show = Callable[[Collection[FighterId]], Awaitable[None]]


class FightsRoom(Room[LiveFights, protocol.FightMessage, FightsChange]):
    """The fights of a night in this process.

    `show_to` shows them to these fighters, and to all who do not fight; `changed` is called after every change that is
    stored here. `seq_for` is what the protocol calls the version of all that a viewer sees.
    """

    def __init__(
        self,
        live: LiveFights,
        answered: Answered,
        *,
        writer: GroupWriter,
        spawn: Spawn,
        show_to: Show,
        changed: Callable[[], None],
        seq_for: Callable[[Viewer], int],
    ) -> None:
        super().__init__(FIGHTS, live, answered, writer=writer, spawn=spawn)
        self._show_to = show_to
        self._changed = changed
        self._seq_for = seq_for

    async def show(self, before: LiveFights, after: LiveFights) -> None:
        if after.version > before.version:
            await self._show_to(who_sees(before.fighting, after.fighting))

    async def show_stored(self, before: LiveFights, changes: Sequence[FightsChange], completed: Completed) -> None:
        await self.show(before, self.live)
        self._changed()

    def seq_of(self, viewer: Viewer, version: Version) -> int:
        return self._seq_for(viewer) - self.live.version + version


def who_sees(before: Fighting, after: Fighting) -> set[FighterId]:
    """Return the fighters whose part of the view has changed.

    A counter concerns the two who fight, a result all whom one can meet, and the round and its clock everybody.
    """
    if (before.round, before.clock) != (after.round, after.clock):
        return {fighter for group in after.groups for fighter in group.fighters}
    pairs = zip(before.groups, after.groups, strict=True)
    return {fighter for old, new in pairs if old is not new for fighter in _who_sees(old, new)}


def _who_sees(before: Group, after: Group) -> set[FighterId]:
    pairs = [(old, new) for old, new in zip(chain(*before.rounds), chain(*after.rounds), strict=True) if old != new]
    if before.dropped != after.dropped or any(old.is_over or new.is_over for old, new in pairs):
        return set(after.fighters)
    return {fighter for _, new in pairs for fighter in new.fighters}
