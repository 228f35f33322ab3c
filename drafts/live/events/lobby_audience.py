"""The messages to viewers of a lobby. Changes are sent in batches: a hundred arrivals cost each phone little."""

import asyncio
from collections.abc import Awaitable, Callable

from drafts import protocol
from drafts.live.context import EventContext
from drafts.live.kernel.done import DONE
from drafts.live.viewer import Viewer
from drafts.rules.ids import Version
from drafts.store.lobbies import Lobby

GATHER_SECONDS = 1.0
"""No viewer is sent the acts of others more often than this."""

SENT_WHOLE = 20
"""A lobby of so many fighters is sent whole each time; of a larger one only what has changed, as `lobby` messages."""

WHOLE_SECONDS = 10.0
"""A large lobby is sent whole so long after a change, for clients which know nothing but `state`."""


NEVER = float("-inf")


class LobbyAudience:
    """Sends the stored lobby to those who look at it. Fighters are shown changes of their own at once.

    The organizer and judges are always sent all of it.
    """

    def __init__(self, lobby: Callable[[], Lobby], event: EventContext) -> None:
        self._lobby = lobby
        self._event = event
        self._states: protocol.LobbyStates | None = None
        self._sent: dict[Version, Lobby] = {}
        self._sent_at = NEVER
        self._whole_at: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Send nothing by itself, until there is something new."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    @property
    def states(self) -> protocol.LobbyStates:
        """The messages of the lobby as it is stored."""
        if self._states is None or self._states.lobby is not self._lobby():
            self._states = protocol.LobbyStates(self._lobby())
        return self._states

    def show(self, viewer: Viewer) -> Awaitable[None]:
        """Send a viewer the whole lobby, unless they have been sent this version of it whole.

        Return what remains to be awaited: for an official the newest log entries may have to be read.
        """
        if viewer.rights.officiates:
            return self._event.show_lobby(viewer)
        self._show_whole(viewer)
        return DONE

    def _show_whole(self, viewer: Viewer) -> None:
        states, version = self.states, self._lobby().version
        if version > viewer.whole and not self._is_leaving(viewer):
            viewer.whole = viewer.shown = version
            self._sent[version] = states.lobby
            viewer.send(states.for_viewer(viewer.fighter))

    def show_change(self, before: Lobby, after: Lobby) -> None:
        """Send a change to those who are to see it at once, and to all others soon."""
        known = {member.id: member for member in before.members}
        own = {member.id for member in after.members if known.get(member.id) != member}
        is_gathered = _is_gathered(before, after)
        for viewer in self._event.viewers:
            if viewer.rights.officiates and not is_gathered:
                self._event.spawn(self._event.show_lobby(viewer))
            elif viewer.fighter in own:
                self._show_news(viewer)
        if self._is_lacking:
            self._gather(self._sent_at + GATHER_SECONDS)

    @property
    def _is_lacking(self) -> bool:
        """Whether a viewer has not been sent the whole lobby as it is."""
        version = self._lobby().version
        return any(viewer.whole < version for viewer in self._event.viewers)

    def _gather(self, at: float) -> None:
        """Send what viewers lack at a time of the event loop, or at once where that has passed."""
        loop = asyncio.get_running_loop()
        if at <= loop.time():
            self._send_gathered()
        elif self._timer is None or at < self._timer.when():
            self.close()
            self._timer = loop.call_at(at, self._send_gathered)

    def _send_gathered(self) -> None:
        now, lobby = asyncio.get_running_loop().time(), self._lobby()
        self.close()
        if not lobby.is_open:
            return
        whole_at = now if len(lobby.members) <= SENT_WHOLE else self._whole_at or now + WHOLE_SECONDS
        is_whole = now >= whole_at
        self._sent_at, self._whole_at = now, None if is_whole else whole_at
        for viewer in self._event.viewers:
            if viewer.rights.officiates:
                self._event.spawn(self._event.show_lobby(viewer))
            elif is_whole:
                self._show_whole(viewer)
            else:
                self._show_news(viewer)
        shown = {viewer.shown for viewer in self._event.viewers}
        self._sent = {version: lobby for version, lobby in self._sent.items() if version in shown}
        if not is_whole and self._is_lacking:
            self._gather(whole_at)

    def _show_news(self, viewer: Viewer) -> None:
        """Send a viewer what has changed since they were shown the lobby last."""
        states, version = self.states, self._lobby().version
        before = self._sent.get(Version(viewer.shown)) if len(states.lobby.members) > SENT_WHOLE else None
        news = None if before is None else states.since(before)
        if news is None:
            self._show_whole(viewer)
        elif version > viewer.shown and not self._is_leaving(viewer):
            viewer.shown = version
            self._sent[version] = states.lobby
            viewer.send(news)

    def _is_leaving(self, viewer: Viewer) -> bool:
        """Whether a fighter has lost their place and is about to be told why: until then they are shown nothing."""
        return viewer.fighter is not None and not self.states.has_place(viewer.fighter)


def _is_gathered(before: Lobby, after: Lobby) -> bool:
    """Whether fighters joined, came, went or are ready: nothing that the organizer has just done and waits to see."""
    old, new = ({member.id for member in lobby.members} for lobby in (before, after))
    placed = any(member.bot or member.guest for member in after.members if member.id not in old)
    same = (before.event, before.draws, before.packs_listed) == (after.event, after.draws, after.packs_listed)
    return same and old <= new and not placed
