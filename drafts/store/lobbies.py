"""The lobby of an event as it stands."""

from dataclasses import dataclass
from datetime import datetime

from drafts.importers.pack_list import read_pack_list
from drafts.models import Event, EventPhase, PackSource
from drafts.store.tables import EventFacts, facts_of


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has taken a place."""

    id: int
    name: str
    bot: bool
    ready: bool
    connected: bool
    away_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Lobby:
    """An event and who takes part so far, in order of joining. After the start only the event's facts matter.

    `packs_listed` is how many packs its list has; None where the server makes the packs.
    """

    event: EventFacts
    version: int
    members: tuple[Member, ...]
    packs_listed: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the draft has not started."""
        return self.event.phase is EventPhase.LOBBY


def load_lobby(event_id: int) -> Lobby:
    """Read a lobby. Raises Event.DoesNotExist."""
    event = Event.objects.get(id=event_id)
    return Lobby(
        event=facts_of(event),
        version=event.version,
        members=tuple(
            Member(fighter.id, fighter.nickname, fighter.bot, fighter.ready, fighter.connected, fighter.away_since)
            for fighter in event.fighters.order_by("id")
        ),
        packs_listed=packs_listed(event),
    )


def packs_listed(event: Event) -> int | None:
    """Return how many packs an event's list has, or None where the server makes the packs."""
    return len(read_pack_list(event.pack_list)) if event.packs == PackSource.UPLOADED else None
