"""Everyone of an event who is connected to this process, and whether they may stay."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from drafts import protocol
from drafts.limits import MOST_LINES_OF_SEAT
from drafts.live.kernel.database import when_it_answers
from drafts.live.revocation import endings_of
from drafts.live.viewer import Right, Viewer
from drafts.protocol.closes import (
    CLOSED_NO_SUCH_EVENT,
    CLOSED_RIGHT_ENDED,
    CLOSED_TOO_MANY_OF_SEAT,
    CLOSED_TRY_AGAIN,
)
from drafts.queries.draft.presence import Ending
from drafts.rules.ids import FighterId


class EventViewers:
    """The viewers of an event, in the order in which they came. `leave` lets one go whose right has ended.

    `heard_from` is the number of the last revocation before this process subscribed to notices of the event.
    """

    def __init__(self, leave: Callable[[Viewer], None], heard_from: int = 0) -> None:
        self._viewers: dict[Viewer, None] = {}
        self._officials: dict[Viewer, None] = {}
        self._leave = leave
        self._heard_from = heard_from
        self._doubted: dict[Right, int] = {}

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether this viewer is here."""
        return viewer in self._viewers

    def __iter__(self) -> Iterator[Viewer]:
        """Return those who are here now; some may come and go meanwhile."""
        return iter(tuple(self._viewers))

    @property
    def is_empty(self) -> bool:
        """Whether there are no viewers."""
        return not self._viewers

    def add(self, viewer: Viewer) -> None:
        """Take a viewer in."""
        self._viewers[viewer] = None
        if viewer.rights.officiates:
            self._officials[viewer] = None

    def discard(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self._viewers.pop(viewer, None)
        self._officials.pop(viewer, None)

    @property
    def fighters(self) -> set[FighterId]:
        """The fighters who are connected to this process, by row id."""
        return {viewer.fighter for viewer in self._viewers if viewer.fighter is not None} | self.beside

    @property
    def beside(self) -> set[FighterId]:
        """The fighters who play for a guest now, on a device of their own that is connected to this process."""
        return {viewer.beside for viewer in self._viewers if viewer.beside is not None}

    @property
    def officials(self) -> list[Viewer]:
        """The sockets of the organizer and of judges."""
        return list(self._officials)

    @property
    def roles(self) -> Counter[str]:
        """The number of viewers by role."""
        return Counter(viewer.rights.role.value for viewer in self._viewers)

    # Rights that end --------------------------------------------------------------------------------------------

    def doubt(self, revoked: Right, number: int) -> list[Viewer]:
        """Hold back all that comes from viewers with this right until `settle` knows whether they still have it.

        This happens in memory, before anything is asked. `number` counts the revocations that this process knows of.
        """
        self._doubted[revoked] = number
        concerned = [viewer for viewer in self._viewers if viewer.right == revoked]
        for viewer in concerned:
            viewer.doubt()
        return concerned

    def is_doubtful(self, viewer: Viewer) -> bool:
        """Whether the right of a viewer who comes in may have ended since the database was asked for it."""
        if viewer.right is None:
            return False
        return max(self._heard_from, self._doubted.get(viewer.right, 0)) > viewer.asked_at

    async def settle(self, doubted: Collection[Viewer]) -> None:
        """Settle one doubt about each of these viewers: close the sockets of those who have lost their right."""
        endings = await when_it_answers(lambda: endings_of(doubted))
        for viewer in doubted:
            if viewer not in endings:
                viewer.trust()
        self.close(endings)

    def to_be_asked_about(self, tokens: Mapping[FighterId, str]) -> list[Viewer]:
        """Return the viewers whose right may have ended though no notice said so.

        These are all officials, and fighters whose seat is held with another token now than theirs.
        """
        return [
            viewer
            for viewer in self._viewers
            if viewer.rights.officiates or (viewer.fighter and tokens.get(viewer.fighter) != viewer.token)
        ]

    def close(self, endings: Mapping[Viewer, Ending]) -> None:
        """Close the sockets of viewers who have lost their right. All of them lose it before any is told."""
        closing = [viewer for viewer in endings if viewer in self._viewers]
        for viewer in closing:
            self._leave(viewer)
            viewer.end()
        for viewer in closing:
            self._tell(viewer, endings[viewer])

    def close_with_reason(self, viewer: Viewer, ending: Ending) -> None:
        """Close the socket of a viewer who has lost their right before they came in."""
        viewer.end()
        self._tell(viewer, ending)

    def close_surplus(self, newest: Viewer) -> None:
        """Close the oldest connections of a seat that has too many with this one."""
        of_seat = [viewer for viewer in self._viewers if viewer.fighter == newest.fighter is not None]
        for viewer in of_seat[:-MOST_LINES_OF_SEAT]:
            self._leave(viewer)
            viewer.end()
            viewer.close(CLOSED_TOO_MANY_OF_SEAT)

    def close_all(self) -> None:
        """Close every socket: the event is gone."""
        for viewer in self:
            self.discard(viewer)
            self._tell(viewer, Ending.DELETED, CLOSED_NO_SUCH_EVENT)

    def close_to_reconnect(self) -> None:
        """Close every socket for a moment: the device comes back, and is shown what there is by then."""
        for viewer in self:
            self.discard(viewer)
            viewer.close(CLOSED_TRY_AGAIN)

    def _tell(self, viewer: Viewer, ending: Ending, code: int = CLOSED_RIGHT_ENDED) -> None:
        viewer.send(protocol.ended(ending.value))
        viewer.close(code)
