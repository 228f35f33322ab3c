"""The hooks of a room for its subclasses: they show a change to viewers, and act on its other consequences."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic

from drafts.live.kernel.machine import ChangeT, StateT
from drafts.live.kernel.writer import Completed
from drafts.live.viewer import Viewer
from drafts.rules.ids import Version


class RoomHooks(ABC, Generic[StateT, ChangeT]):
    """The methods that a room calls when something has happened to its value."""

    async def prepare(self, before: StateT, after: StateT) -> None:
        """Read what has to be known before the viewers are shown a value that was read."""

    @abstractmethod
    def show(self, before: StateT, after: StateT) -> None:
        """Show the viewers a value that was read, when the one before it was shown last."""

    @abstractmethod
    def show_stored(self, before: StateT, changes: Sequence[ChangeT], completed: Completed) -> None:
        """Show the viewers what has been stored, and which events were completed with it."""

    def seq_of(self, viewer: Viewer, version: Version) -> int:
        """Return the `seq` by which a viewer knows a version of the value."""
        return version

    def take(self, before: StateT, after: StateT) -> None:
        """Note that another value is held as stored. It has not been shown yet."""

    def resume(self) -> None:
        """Submit what is true and not in the value: it was read anew, or changes of it were dropped."""

    def lost_changes(self) -> None:
        """Look again at what a lost change may have been about."""

    async def act_on_time(self) -> None:
        """Do what time demands: the alarm has rung."""
