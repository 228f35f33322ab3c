"""The present lobby of an event, and changes of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from drafts.importers.pack_list import read_pack_list
from drafts.models import Draft, Event, Fighter, PackSource
from drafts.prepared import Prepared
from drafts.rules.ids import EventId, FighterId, Version
from drafts.rules.night.seating import seat_by_draw
from drafts.rules.night.stages import Stage
from drafts.store.event_facts import facts_of
from drafts.store.sql import DriverCursor, stored_time, update_rows
from drafts.store.table_facts import EventFacts


@dataclass(frozen=True, slots=True)
class Member:
    """A fighter or bot with a place in the lobby. A `guest` has no phone."""

    id: FighterId
    name: str
    bot: bool
    ready: bool
    connected: bool
    away_since: datetime | None = None
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """An event and its members so far, in order of joining. After the start only the event's facts matter.

    `packs_listed` is how many packs its list has; None where the server makes the packs. `draws` counts how often the
    seats were drawn.
    """

    event: EventFacts
    version: Version
    members: tuple[Member, ...]
    packs_listed: int | None = None
    draws: int = 0

    @property
    def id(self) -> EventId:
        """The row id of the event."""
        return self.event.id

    @property
    def sizes(self) -> list[int]:
        """The sizes of the tables if the draft began now."""
        event, listed = self.event, self.packs_listed is not None
        return event.format.table_sizes(len(self.members), event.table_size, listed=listed)

    @property
    def seating(self) -> list[list[FighterId]] | None:
        """The fighters in order of seats if the draft began now, table by table; None while the seats are not drawn."""
        fighters = [member.id for member in self.members]
        drawn = self.draws and self.sizes
        return seat_by_draw(fighters, self.sizes, self.event.seed, self.draws) if drawn else None

    @property
    def is_open(self) -> bool:
        """Whether the draft has not started."""
        return self.event.phase is Stage.LOBBY

    def member(self, fighter: FighterId) -> Member | None:
        """Return the member with this row id, if there is one."""
        return next((member for member in self.members if member.id == fighter), None)


@dataclass(frozen=True, slots=True)
class LobbyChange:
    """A step of a lobby from one version to the next."""

    before: Lobby
    after: Lobby


def lobby_change(lobby: Lobby, changed: Member) -> LobbyChange:
    """Return the change that makes one member another."""
    members = tuple(changed if member.id == changed.id else member for member in lobby.members)
    return LobbyChange(lobby, replace(lobby, members=members, version=Version(lobby.version + 1)))


def save_lobby(changes: Sequence[LobbyChange]) -> bool:
    """Write a chain of changes, and return whether the lobby still had the version that it starts from.

    To be called in a transaction.
    """
    before, after = changes[0].before, changes[-1].after
    pairs = zip(before.members, after.members, strict=True)
    rows = [(new.id, new.ready, new.connected, stored_time(new.away_since)) for old, new in pairs if old != new]
    with DriverCursor() as cursor:
        version = (before.id, before.version, Stage.LOBBY.value, after.version)
        if update_rows(cursor, Event, ("id", "version", "phase"), ("version",), [version]) != 1:
            return False
        update_rows(cursor, Fighter, ("id",), ("ready", "connected", "away_since"), rows)
    return True


MEMBER_COLUMNS = ("id", "nickname", "bot", "ready", "connected", "away_since", "guest")  # in the order of Member

_MEMBERS = Prepared(lambda: Fighter.objects.filter(event=0).order_by("id").values_list(*MEMBER_COLUMNS))
_MEMBERS_THEN = Prepared(
    lambda: (
        Fighter.objects.filter(event=0)
        .filter(event__version=0)
        .filter(event__phase="")
        .order_by("id")
        .values_list(*MEMBER_COLUMNS)
    )
)
_VERSION = Prepared(lambda: Event.objects.filter(id=0).order_by().values_list("version", flat=True))
_EVENT = Prepared(lambda: Event.objects.select_related("draft", "night", "follower").filter(id=0).order_by())


def load_lobby(event_id: EventId) -> Lobby:
    """Read a lobby. Raises Event.DoesNotExist."""
    event = _EVENT.first(event_id)
    if event is None:
        raise Event.DoesNotExist
    return Lobby(
        event=facts_of(event),
        version=Version(event.version),
        members=_members(_MEMBERS.rows(event.id)),
        packs_listed=packs_listed(event.draft),
        draws=event.draft.draws,
    )


def newest_lobby(known: Lobby) -> Lobby:
    """Read a lobby again, where it has another version than a known one. Raises Event.DoesNotExist.

    If the facts of the event have not changed, the known object is kept, with the texts that are cached for it. If the
    only change is that a member has joined, only the members are read: each joining has a version of its own.
    """
    if _VERSION.first(known.id) == known.version:
        return known
    next_version = Version(known.version + 1)
    members = _members(_MEMBERS_THEN.rows(known.id, next_version, known.event.phase.value))
    if members and members[:-1] == known.members:
        return replace(known, members=members, version=next_version)
    found = load_lobby(known.id)
    return replace(found, event=known.event) if found.event.says_as(known.event) else found


def _members(rows: Iterable[tuple[Any, ...]]) -> tuple[Member, ...]:
    return tuple(Member(*row) for row in rows)


def packs_listed(draft: Draft) -> int | None:
    """Return how many packs a draft's list has, or None where the server makes the packs."""
    return len(read_pack_list(draft.pack_list)) if draft.pack_source == PackSource.UPLOADED else None
