"""Admission of new connections, which wait in bounded queues that are served in turn.

Each admission costs the process some milliseconds. Addresses take turns, and within an address its seats and browsers
do, so that a client with many connections delays only itself. Most turns go to members.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from drafts.limits import (
    ADMISSIONS_AT_ONCE,
    STRANGERS_EVERY,
    WAITING_MEMBERS,
    WAITING_OF_PEER,
    WAITING_STRANGERS,
    ClientKind,
)

Value = TypeVar("Value")


class Peer(NamedTuple):
    """The client of a connection, as signed cookies tell: `address` is its client key, `name` its seat or browser."""

    address: str
    name: str = ""
    kind: ClientKind = ClientKind.STRANGER


class Admission(Enum):
    """The outcome of a connection's wait in the queue."""

    GRANTED = "granted"
    REFUSED = "refused"
    GONE = "gone"


class WaitingList:
    """Connections that wait, by address and there by peer. Each address has its turn, and each of its peers.

    Clients without a cookie are one peer of their address, for which only the limit of the address holds.
    """

    def __init__(self, most_of_address: int) -> None:
        self._most_of_address = most_of_address
        self._addresses: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    def add(self, peer: Peer, turn: "asyncio.Future[None]") -> bool:
        """Add a connection that waits for its turn; return False where too many of its peer or address wait.

        A peer whose connections are gone keeps its place until its turn comes: a phone that tries again loses nothing.
        """
        peers = self._addresses.setdefault(peer.address, {})
        waiting = peers.setdefault(peer.name, deque())
        is_full = bool(peer.name) and len(waiting) >= WAITING_OF_PEER
        if is_full or sum(map(len, peers.values())) >= self._most_of_address:
            return False
        waiting.append(turn)
        return True

    def discard(self, peer: Peer, turn: "asyncio.Future[None]") -> None:
        """Drop a connection that is gone."""
        waiting = self._addresses.get(peer.address, {}).get(peer.name, ())
        if turn in waiting:
            waiting.remove(turn)  # type: ignore[union-attr]  # it is no tuple, since there is something in it

    def next(self) -> "asyncio.Future[None] | None":
        """Remove and return the connection whose turn it is, if any; its address and its peer become the last."""
        while self._addresses:
            address, peers = _first(self._addresses)
            while peers:
                name, waiting = _first(peers)
                if waiting:
                    turn = waiting.popleft()
                    if waiting:
                        peers[name] = waiting
                    if peers:
                        self._addresses[address] = peers
                    return turn
        return None


class AdmissionQueue:
    """Grants admissions, a few at once. Members and others wait separately: one turn in a few is that of the others."""

    def __init__(self) -> None:
        self._members, self._strangers = WaitingList(WAITING_MEMBERS), WaitingList(WAITING_STRANGERS)
        self._free = ADMISSIONS_AT_ONCE
        self._granted = 0

    @asynccontextmanager
    async def turn(self, peer: Peer, gone: "asyncio.Future[Any]") -> AsyncIterator[Admission]:
        """Wait for the turn of a connection, which lasts until the block ends. `gone` is done when it disconnects."""
        outcome = await self._wait(peer, gone)
        try:
            yield outcome
        finally:
            if outcome is Admission.GRANTED:
                self._end_turn()

    async def _wait(self, peer: Peer, gone: "asyncio.Future[Any]") -> Admission:
        waiting, turn = self._list_of(peer), asyncio.get_running_loop().create_future()
        if not waiting.add(peer, turn):
            return Admission.REFUSED
        self._grant()
        try:
            await asyncio.wait([turn, gone], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_up(waiting, peer, turn)
            raise
        if gone.done():
            self._give_up(waiting, peer, turn)
            return Admission.GONE
        return Admission.GRANTED

    def _give_up(self, waiting: WaitingList, peer: Peer, turn: "asyncio.Future[None]") -> None:
        if turn.done():
            self._end_turn()
        else:
            waiting.discard(peer, turn)

    def _end_turn(self) -> None:
        self._free += 1
        self._grant()

    def _grant(self) -> None:
        while self._free and (turn := self._next()):
            self._free -= 1
            self._granted += 1
            turn.set_result(None)

    def _next(self) -> "asyncio.Future[None] | None":
        first, then = self._members, self._strangers
        if self._granted % STRANGERS_EVERY == STRANGERS_EVERY - 1:
            first, then = then, first
        return first.next() or then.next()

    def _list_of(self, peer: Peer) -> WaitingList:
        return self._members if peer.kind is ClientKind.MEMBER else self._strangers


def _first(ordered: dict[str, Value]) -> tuple[str, Value]:
    key = next(iter(ordered))
    return key, ordered.pop(key)
