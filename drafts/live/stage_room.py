"""The rooms of the stages that follow a draft: who is shown what when something has changed."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, Generic

from drafts import protocol
from drafts.live.fights_machine import FIGHTS
from drafts.live.kernel.machine import Answered, Machine, MoveT
from drafts.live.kernel.room import Room, Spawn
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.shares_machine import SHARES
from drafts.live.viewer import Viewer
from drafts.rules.actors import SERVER
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.errors import Refusal
from drafts.rules.ids import FighterId, Version
from drafts.rules.night.clock_moves import Extend
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rounds import Group
from drafts.rules.night.share_moves import TurnOver
from drafts.store.fights import LiveFights
from drafts.store.shares import LiveShares, Reach, SharesChange, reach_of, shares_change
from drafts.store.stages import LiveT, StageChange

logger = logging.getLogger(__name__)

STOOD_STILL = timedelta(seconds=2)

Show = Callable[[Reach], None]


class StageRoom(Room[LiveT, MoveT, StageChange[LiveT]], Generic[LiveT, MoveT]):
    """A stage of a night in this process.

    `who_sees` says whose view has changed between two values, and `show_to` shows it to them. `changed` is called after
    every change that is stored here. `seq_for` is what the protocol calls the version of all that a viewer sees.
    """

    def __init__(
        self,
        machine: Machine[LiveT, MoveT, StageChange[LiveT]],
        live: LiveT,
        answered: Answered,
        *,
        who_sees: Callable[[LiveT, LiveT], Reach],
        writer: GroupWriter,
        spawn: Spawn,
        show_to: Show,
        changed: Callable[[], None],
        seq_for: Callable[[Viewer], int],
    ) -> None:
        self._who_sees = who_sees
        self._show_to = show_to
        self._changed = changed
        self._seq_for = seq_for
        super().__init__(machine, live, answered, writer=writer, spawn=spawn)

    def show(self, before: LiveT, after: LiveT) -> None:
        if after.version > before.version:
            self._show_to(self._who_sees(before, after))

    def show_stored(self, before: LiveT, changes: Sequence[StageChange[LiveT]], completed: Completed) -> None:
        self.show(before, self.live)
        self._changed()

    def seq_of(self, viewer: Viewer, version: Version) -> int:
        return self._seq_for(viewer) - self.live.version + version


class FightsRoom(StageRoom[LiveFights, protocol.FightMessage]):
    """The fights of a night in this process."""

    def __init__(self, live: LiveFights, answered: Answered, **shared: Any) -> None:
        super().__init__(FIGHTS, live, answered, who_sees=_who_sees_fights, **shared)


def _who_sees_fights(before: LiveFights, after: LiveFights) -> Reach:
    return Reach(who_sees(before.fighting, after.fighting), public=True)


def who_sees(before: Fighting, after: Fighting) -> set[FighterId]:
    """Return the fighters whose part of the view has changed.

    A counter concerns the two who fight, a result all whom one can meet, and the round and its clock everybody.
    """
    if (before.round, before.clock) != (after.round, after.clock):
        return {fighter for group in after.groups for fighter in group.fighters}
    pairs = zip(before.groups, after.groups, strict=True)
    return {fighter for old, new in pairs if old is not new for fighter in _who_sees_group(old, new)}


def _who_sees_group(before: Group, after: Group) -> set[FighterId]:
    pairs = [(old, new) for old, new in zip(chain(*before.rounds), chain(*after.rounds), strict=True) if old != new]
    if before.dropped != after.dropped or any(old.is_over or new.is_over for old, new in pairs):
        return set(after.fighters)
    return {fighter for _, new in pairs for fighter in new.fighters}


class SharesRoom(StageRoom[LiveShares, protocol.ShareMessage]):
    """The sharing of the cards of one table in this process. A turn that nobody takes goes by wishes."""

    def __init__(self, live: LiveShares, answered: Answered, **shared: Any) -> None:
        super().__init__(SHARES, live, answered, who_sees=_who_sees_shares, **shared)

    def seq_of(self, viewer: Viewer, version: Version) -> int:
        live, fighter = self.live, viewer.fighter
        return self._seq_for(viewer) - live.seq_for(fighter) + live.seq_for(fighter, version)

    async def act_on_time(self) -> None:
        """Give the fighter whose time is up what they wish for, or more time where the server missed the end."""
        live, now = self.head, datetime.now(UTC)
        turn, deadline = live.shares.turn, live.shares.clock.deadline
        if self.is_closed or self.is_writing or turn is None or deadline is None:
            return  # the change on its way sets the clock anew
        late = now - deadline
        move = TurnOver(turn) if late <= STOOD_STILL else Extend(round(late.total_seconds() + GRACE_SECONDS, 1))
        try:
            change: SharesChange | None = shares_change(live, SERVER, move, now)
        except Refusal:
            logger.exception("stage %d: what time demands is refused", live.id)
            return
        if change is not None:
            self.submit(change)


def _who_sees_shares(before: LiveShares, after: LiveShares) -> Reach:
    return reach_of(before.shares, after.shares)
