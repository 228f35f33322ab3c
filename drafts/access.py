"""Who is who to an event: its organizer, one of its fighters, or a spectator.

A fighter has no account: their session holds the token of their seat, under the event's code. A new token (another
phone, a removal) turns every session away that holds an older one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest

from drafts.models import Event, EventPhase, Fighter
from drafts.rules.view import LogVisibility, Role, may_see_log

SEATS = "seats"
MOST_SEATS_IN_A_SESSION = 20


def event_of(code: str) -> Event:
    """Return the event of a code, in any case of letters. Raises Http404."""
    event = Event.objects.select_related("organizer").filter(code=code.upper()).first()
    if event is None:
        raise Http404
    return event


def hosted_event_of(request: HttpRequest, code: str) -> Event:
    """Return the event that this user organizes. Raises Http404: others learn nothing, not even that it exists."""
    event = event_of(code)
    if not is_organizer(request.user, event):
        raise Http404
    return event


def is_organizer(user: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether the event is this user's. Nobody organizes a practice draft."""
    return user.is_authenticated and user.pk == event.organizer_id


def fighter_of(session: SessionBase | Mapping[str, Any], event: Event) -> Fighter | None:
    """Return the fighter whose seat this session holds, or None."""
    token = session.get(SEATS, {}).get(event.code)
    return event.fighters.filter(token=token).first() if token else None


def remember_seat(request: HttpRequest, fighter: Fighter) -> None:
    """Let this session hold a fighter's seat. The session gets a new key, so that nobody who planted one shares it."""
    seats = {**request.session.get(SEATS, {})}
    seats.pop(fighter.event.code, None)
    kept = list(seats.items())[-MOST_SEATS_IN_A_SESSION + 1 :]
    request.session[SEATS] = {**dict(kept), fighter.event.code: fighter.token}
    request.session.cycle_key()


def forget_seat(request: HttpRequest, event: Event) -> None:
    """Let go of a seat."""
    seats = {**request.session.get(SEATS, {})}
    seats.pop(event.code, None)
    request.session[SEATS] = seats


def role_of(request: HttpRequest, event: Event) -> Role:
    """Return the most that somebody is to an event."""
    if is_organizer(request.user, event):
        return Role.ORGANIZER
    return Role.FIGHTER if fighter_of(request.session, event) else Role.SPECTATOR


def log_is_open(event: Event, role: Role) -> bool:
    """Whether the log of an event is open to somebody."""
    over = event.phase in (EventPhase.BUILDING, EventPhase.FINISHED)
    return may_see_log(LogVisibility(event.log_visibility), role, all_drafted=over)


class ViewerFacts(NamedTuple):
    """Who opens a socket: `role` is None for somebody who claims to be the organizer and is not.

    `belongs`: they are the event's organizer or a fighter of it, even where they only watch.
    """

    event: int
    role: Role | None
    fighter: int | None = None
    table: int = 1
    belongs: bool = False


def viewer_facts(
    session: SessionBase, user: AbstractBaseUser | AnonymousUser, code: str, query: Mapping[str, str]
) -> ViewerFacts | None:
    """Return who opens a socket with this query (`as=host`, `table=n`), or None when there is no such event."""
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        return None
    table = int(query["table"]) if query.get("table", "").isdecimal() and len(query["table"]) < 4 else 1
    fighter, hosts = fighter_of(session, event), is_organizer(user, event)
    belongs = hosts or fighter is not None
    if query.get("as") == "host":
        return ViewerFacts(event.id, Role.ORGANIZER if hosts else None, table=table, belongs=belongs)
    if fighter is None or "table" in query:
        return ViewerFacts(event.id, Role.SPECTATOR, table=table, belongs=belongs)
    return ViewerFacts(event.id, Role.FIGHTER, fighter.id, belongs=belongs)
