"""The protocol of the values that a room can hold: moves lead from one version to the next.

The kernel knows nothing of any game. A draft table is a machine, and so is a lobby.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from drafts.live.kernel.writer import Recorded
from drafts.rules.ids import Version

Key = tuple[Any, str]
"""A request: who asks (a seat, or a fighter by row id), and the name that their device gave to it."""

Answered = dict[Key, Version]
"""The requests that are stored, each with the version that it made."""


class State(Protocol):
    """A frozen value at a version."""

    @property
    def id(self) -> int:
        """The row id of what the value is read from."""

    @property
    def version(self) -> Version:
        """The version of the value; each change adds one."""


class Move(Protocol):
    """A change that a client requests."""

    @property
    def id(self) -> str:
        """The name that the client gave to this request."""


StateT_co = TypeVar("StateT_co", bound=State, covariant=True)


class Change(Protocol[StateT_co]):
    """A step from one version to the next, with all that is to be stored of it."""

    @property
    def before(self) -> StateT_co:
        """The value that the change starts from."""

    @property
    def after(self) -> StateT_co:
        """The value that the change leads to."""


StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)
ChangeT = TypeVar("ChangeT", bound=Change[Any])


@dataclass(frozen=True, slots=True)
class Machine(Generic[StateT, MoveT, ChangeT]):
    """The functions that make a kind of value live.

    `apply` returns the change that a move makes, None where it is so already, or raises a Refusal. `wakes_at` says when
    a room is to act by itself, None for never. `read` reads again what may have changed since a known value; `record`,
    which is called in a thread, writes the changes of many values. Both may raise DatabaseError.
    """

    apply: Callable[[StateT, Any, MoveT, datetime], ChangeT | None]
    wakes_at: Callable[[StateT], datetime | None]
    read: Callable[[StateT], Awaitable[tuple[StateT, Answered]]]
    record: Callable[[Sequence[Sequence[ChangeT]]], Recorded]
