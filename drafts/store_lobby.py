"""The lobby of an event as it stands."""

from dataclasses import dataclass

from drafts.models import Event, EventPhase
from drafts.store import EventFacts, facts_of


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has taken a place."""

    id: int
    name: str
    bot: bool
    ready: bool
    connected: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """An event and who takes part so far, in order of joining. After the start only the event's facts matter."""

    event: EventFacts
    version: int
    members: tuple[Member, ...]

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
            Member(fighter.id, fighter.nickname, fighter.bot, fighter.ready, fighter.connected)
            for fighter in event.fighters.order_by("id")
        ),
    )
