"""The requests of clients. Each is answered once, and the same request sent again gets the same answer."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic

from drafts import metrics, protocol
from drafts.live.kernel.machine import Answered, Key, MoveT
from drafts.live.viewer import Viewer
from drafts.protocol.closes import CLOSED_TRY_AGAIN
from drafts.rules.errors import Refusal
from drafts.rules.ids import Version


@dataclass(slots=True)
class MoveRequest(Generic[MoveT]):
    """A move that an actor asked for. `waiting` are the viewers that get the answer.

    `key` is the actor, and the name that the client gave to the request. The request is answered when `version` is
    stored: the version that the move made, or one that made it unnecessary, or the one that it was `refused` on.
    """

    actor: Hashable
    move: MoveT
    waiting: list[Viewer]
    at: float = field(default_factory=time.perf_counter)
    version: Version = field(default=Version(0))
    refused: Refusal | None = None
    key: Key = field(init=False)

    def __post_init__(self) -> None:
        self.key = self.actor, self.move.id


class Requests(Generic[MoveT]):
    """The requests at one room: those that are stored, and those on their way.

    `seq_of` is the number by which a viewer knows a version.
    """

    def __init__(self, answered: Answered, seq_of: Callable[[Viewer, Version], int]) -> None:
        self._answered = answered
        self._seq_of = seq_of
        self._pending: dict[Key, MoveRequest[MoveT]] = {}

    def knows(self, key: Key) -> bool:
        """Whether this was asked before, and is stored or on its way."""
        return key in self._answered or key in self._pending

    def repeats(self, request: MoveRequest[MoveT]) -> bool:
        """Whether this was asked before: then its viewers get the same answer, now or when there is one."""
        if request.key in self._answered:
            self.answer(request, self._answered[request.key])
            return True
        if request.key in self._pending:
            self._pending[request.key].waiting += request.waiting
            return True
        return False

    def expect(self, request: MoveRequest[MoveT], version: Version, refused: Refusal | None = None) -> None:
        """Answer a request, with a refusal or an acknowledgement, as soon as this version is stored."""
        request.version, request.refused = version, refused
        self._pending[request.key] = request

    def settle(self, version: Version) -> None:
        """Answer, in the order in which they were asked, the requests that waited for this stored version."""
        due = [request for request in self._pending.values() if request.version <= version]
        for request in due:
            del self._pending[request.key]
            if request.refused is None:
                self._answered[request.key] = request.version
        for request in due:
            if request.refused is not None:
                self.refuse(request, request.refused)
                continue
            metrics.ack_seconds.observe(time.perf_counter() - request.at)
            self.answer(request, request.version)

    def answer(self, request: MoveRequest[MoveT], version: Version) -> None:
        """Acknowledge a request whose change this stored version has."""
        self._answered[request.key] = version
        for viewer in request.waiting:
            viewer.send(protocol.ack(request.move.id, self._seq_of(viewer, version)))

    def refuse(self, request: MoveRequest[MoveT], refused: Refusal) -> None:
        """Say why a request is not granted. The same request again is a new one."""
        for viewer in request.waiting:
            viewer.send(protocol.refusal(request.move.id, refused))

    def take_pending(self) -> list[MoveRequest[MoveT]]:
        """Return the requests that have no answer yet, in the order in which they were asked, and forget them."""
        pending, self._pending = self._pending, {}
        return list(pending.values())

    def replace_answered(self, answered: Answered) -> None:
        """Know these requests as stored, and no others."""
        self._answered = answered

    def close_waiting(self) -> None:
        """Close the sockets of all that wait: their devices come back and ask again under the same name."""
        waiting = [viewer for request in self.take_pending() for viewer in request.waiting]
        for viewer in dict.fromkeys(waiting):
            viewer.close(CLOSED_TRY_AGAIN)
