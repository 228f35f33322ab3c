"""The context that rooms of an event are given: the ways to the database, its viewers, and the news to be told."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from drafts import protocol
from drafts.live.event_viewers import EventViewers
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import Viewer
from drafts.rules.ids import EventId
from drafts.store.stages import Reach

if TYPE_CHECKING:
    from drafts.live.draft.table_room import TableRoom


class EventContext(Protocol):
    """An event in this process, as its rooms know it."""

    writer: GroupWriter
    register: ConnectionRegistry
    viewers: EventViewers

    @property
    def id(self) -> EventId:
        """The row id of the event."""

    @property
    def night(self) -> protocol.NightStates:
        """The parts of messages about the stages after the draft."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work in a task of its own."""

    def seq_for(self, viewer: Viewer) -> int:
        """Return the version of all that a viewer may see."""

    # News --------------------------------------------------------------------------------------------------------

    def stored(self, room: "TableRoom | None" = None) -> None:
        """Note that marks of a table, or a change of the lobby or of a stage, have been stored here."""

    def table_stored(self, room: "TableRoom", completed: Completed) -> None:
        """Note that a change of a table has been stored here, and which events were completed with it."""

    def table_read(self) -> None:
        """Note that a table has changed elsewhere."""

    def lobby_closed(self) -> None:
        """Note that the draft has started: everybody is led to their table."""

    async def stage_left(self) -> None:
        """Read what follows, before a table is shown whose event has gone on to another stage."""

    # Messages -------------------------------------------------------------------------------------------------

    def show_stages(self, reach: Reach) -> None:
        """Show what has changed after the draft to those whose view that reaches."""

    async def show_lobby(self, viewer: Viewer) -> None:
        """Send the lobby to the organizer or to a judge."""
