"""Notices between processes about an event: numbers, never contents. Periodic checks make up for a lost notice.

Events, tables and fighters are identified by their row ids.
"""

from typing import Any

import msgspec
from msgspec import Struct

from drafts.rules.ids import EventId, FighterId, StaffId, TableId, Version


class Notice(Struct, frozen=True, tag_field="type"):
    """Something has happened to an event. On the channel layer a notice is a dictionary with its kind under `type`."""

    event: EventId


class Changed(Notice, frozen=True, tag="changed"):
    """The lobby or some tables have changed, and are to be read again."""

    tables: tuple[TableId, ...] = ()


class Moved(Notice, frozen=True, tag="moved", rename={"sender": "from"}):
    """Tables have new versions, each a table with its version; `sender` is the channel of the process that says so."""

    versions: tuple[tuple[TableId, Version], ...]
    sender: str


class Listening(Notice, frozen=True, tag="listening", rename={"sender": "from"}):
    """The process of this channel has viewers of the event. `asks`: its first one has just come; others answer."""

    sender: str
    asks: bool = False


class Started(Notice, frozen=True, tag="started"):
    """The tables are seated."""


class Reseated(Notice, frozen=True, tag="reseated"):
    """All seats were drawn again: the tables are others than before."""


class Left(Notice, frozen=True, tag="left"):
    """Devices with a fighter's old token are no longer welcome."""

    fighter: FighterId


class SignedOut(Notice, frozen=True, tag="signed_out"):
    """The organizer has signed out somewhere."""


class Revoked(Notice, frozen=True, tag="revoked"):
    """A judge's link was revoked."""

    link: StaffId


class Deleted(Notice, frozen=True, tag="deleted"):
    """The event is gone, with everything of it."""


AnyNotice = Changed | Moved | Listening | Started | Reseated | Left | SignedOut | Revoked | Deleted


def group_of(event: EventId) -> str:
    """Return the channel layer's group of an event: the processes that have viewers of it."""
    return f"event.{event}"


def packed(notice: Notice) -> dict[str, Any]:
    """Return a notice as the channel layer takes it."""
    built: dict[str, Any] = msgspec.to_builtins(notice)
    return built


def unpacked(message: dict[str, Any]) -> AnyNotice:
    """Return the notice of a message from the channel layer. Raises msgspec.ValidationError for any other message."""
    notice: AnyNotice = msgspec.convert(message, AnyNotice)
    return notice
