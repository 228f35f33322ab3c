"""The context that rooms of an event are given: the ways to the database, its viewers, and the news to be told."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from drafts import protocol
from drafts.live.event_viewers import EventViewers
from drafts.live.kernel.room import Spawn
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import Viewer
from drafts.rules.ids import EventId
from drafts.store.stages import Reach

if TYPE_CHECKING:
    from drafts.live.draft.table_room import TableRoom


class EventContext(Protocol):
    """An event in this process, as its rooms know it."""

    id: EventId
    writer: GroupWriter
    register: ConnectionRegistry
    viewers: EventViewers
    spawn: Spawn

    @property
    def night(self) -> protocol.NightStates:
        """The parts of messages about the stages after the draft."""

    def attend(self) -> bool:
        """Take in which fighters are away, and return whether that changes the clock of a stage after the draft."""

    def seq_for(self, viewer: Viewer) -> int:
        """Return the version of all that a viewer may see."""

    # News --------------------------------------------------------------------------------------------------------

    def stored(self, room: "TableRoom | None" = None) -> None:
        """Tell other processes what has been stored here: something of this table, or of the lobby or a stage."""

    def table_stored(self, room: "TableRoom", completed: Completed) -> None:
        """Tell other processes and officials that a table has changed; go on where all tables have drafted."""

    def table_read(self) -> None:
        """Show officials a table that has changed elsewhere."""

    def lobby_closed(self) -> None:
        """Lead everybody to their table: the draft has started."""

    async def stage_left(self) -> None:
        """Read what follows, before a table is shown whose event has gone on to another stage."""

    # Messages -------------------------------------------------------------------------------------------------

    def show_stages(self, reach: Reach) -> None:
        """Show what has changed after the draft to those whose view that reaches."""

    def show_lobby(self, viewer: Viewer) -> Coroutine[Any, Any, None]:
        """Send the lobby to the organizer or to a judge."""
