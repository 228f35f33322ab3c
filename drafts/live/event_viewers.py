"""Everyone of an event who is connected to this process, and whether they may stay."""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping

from channels.db import database_sync_to_async

from drafts import protocol
from drafts.live.viewer import Viewer
from drafts.protocol.closes import CLOSED_NO_SUCH_EVENT, CLOSED_RIGHT_ENDED, CLOSED_TRY_AGAIN
from drafts.rules.ids import FighterId
from drafts.rules.night.rights import Rights
from drafts.selectors.presence import Ending, ending_of


class EventViewers:
    """The viewers of an event. `leave` lets one go whose right has ended."""

    def __init__(self, leave: Callable[[Viewer], Awaitable[None]]) -> None:
        self._viewers: set[Viewer] = set()
        self._leave = leave

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether this viewer is here."""
        return viewer in self._viewers

    def __iter__(self) -> Iterator[Viewer]:
        """Return those who are here now; some may come and go meanwhile."""
        return iter(tuple(self._viewers))

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here."""
        return not self._viewers

    def add(self, viewer: Viewer) -> None:
        """Take a viewer in."""
        self._viewers.add(viewer)

    def discard(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self._viewers.discard(viewer)

    @property
    def fighters(self) -> set[FighterId]:
        """Those who are connected to this process, by row id."""
        return {viewer.fighter for viewer in self._viewers if viewer.fighter is not None} | self.beside

    @property
    def beside(self) -> set[FighterId]:
        """Those who play for a guest now, on a device of their own that is connected to this process."""
        return {viewer.beside for viewer in self._viewers if viewer.beside is not None}

    @property
    def organizers(self) -> list[Viewer]:
        """The organizer's sockets."""
        return [viewer for viewer in self._viewers if viewer.rights.organizes]

    @property
    def officials(self) -> list[Viewer]:
        """The sockets of the organizer and of judges."""
        return [viewer for viewer in self._viewers if viewer.rights.officiates]

    @property
    def judges(self) -> list[Viewer]:
        """The sockets of judges."""
        return [viewer for viewer in self._viewers if viewer.staff is not None]

    @property
    def roles(self) -> Counter[str]:
        """How many are here in which role."""
        return Counter(viewer.rights.role.value for viewer in self._viewers)

    def revoked_fighters(self, tokens: Mapping[FighterId, str]) -> set[FighterId]:
        """Return the fighters of whom a device is here that does not hold their seat with this token."""
        held = {(viewer.fighter, viewer.token) for viewer in self._viewers if viewer.fighter is not None}
        return {fighter for fighter, token in held if tokens.get(fighter) != token}

    async def close_revoked_seats(self, fighters: Collection[FighterId]) -> None:
        """Close the sockets of devices which hold a fighter's seat no longer."""
        for viewer, fighter in [(viewer, viewer.fighter) for viewer in self]:
            if fighter is None or fighter not in fighters:
                continue
            ending = await database_sync_to_async(ending_of)(fighter, viewer.token)
            if ending is not None and viewer in self._viewers:
                await self._leave(viewer)
                viewer.fighter = viewer.seat = None  # what arrives before the socket closes must not act for this right
                await self._end(viewer, ending)

    async def close_signed_out(self, organizers: Collection[Viewer]) -> None:
        """Close the sockets of organizers who are signed in no longer."""
        for viewer in organizers:
            if viewer not in self._viewers:
                continue  # gone by themselves meanwhile
            await self._leave(viewer)
            viewer.rights = Rights()  # what arrives before the socket closes must not act for this right
            await self._end(viewer, Ending.SIGNED_OUT)

    async def close_revoked_links(self, judges: Collection[Viewer]) -> None:
        """Close the sockets of judges whose link was revoked."""
        for viewer in judges:
            if viewer not in self._viewers:
                continue  # gone by themselves meanwhile
            await self._leave(viewer)
            viewer.rights, viewer.staff = Rights(), None  # what arrives before the socket closes must not act for it
            await self._end(viewer, Ending.REVOKED)

    async def close_all(self) -> None:
        """Close every socket: the event is gone."""
        for viewer in self:
            self._viewers.discard(viewer)
            await self._end(viewer, Ending.DELETED, CLOSED_NO_SUCH_EVENT)

    async def send_back(self) -> None:
        """Close every socket for a moment: the device comes back, and is shown what there is by then."""
        for viewer in self:
            self._viewers.discard(viewer)
            await viewer.close(CLOSED_TRY_AGAIN)

    async def _end(self, viewer: Viewer, ending: Ending, code: int = CLOSED_RIGHT_ENDED) -> None:
        await viewer.send(protocol.ended(ending.value))
        await viewer.close(code)
