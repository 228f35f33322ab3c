"""Who is who to an event: its organizer, one of its fighters, or a spectator.

A fighter has no account: their session holds the token of their seat, under the event's code. A new token (another
phone, a removal) turns every session away that holds an older one.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from drafts.models import Event, EventPhase, Fighter
from drafts.rules.draft.view import LogVisibility, Role, may_see_log
from drafts.sessions import SEATS

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


def was_removed(session: SessionBase | Mapping[str, Any], event: Event) -> bool:
    """Whether the organizer has removed the fighter whose seat this session held."""
    token = session.get(SEATS, {}).get(event.code)
    return bool(token) and event.removals.filter(token=token, by_organizer=True, undone_at=None).exists()


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
    """Return the highest role of a request in an event."""
    if is_organizer(request.user, event):
        return Role.ORGANIZER
    return Role.FIGHTER if fighter_of(request.session, event) else Role.SPECTATOR


def log_is_open(event: Event, role: Role) -> bool:
    """Whether the log of an event is open to somebody."""
    over = event.phase in (EventPhase.BUILDING, EventPhase.FINISHED)
    return may_see_log(LogVisibility(event.log_visibility), role, all_drafted=over)


def signed_in(sessions: Collection[str]) -> set[str]:
    """Return those of the sessions (by key) in which somebody is still signed in, as at any page that they open."""
    rows = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    known = {row.session_key: row.get_decoded() for row in rows}
    users = User.objects.filter(is_active=True).in_bulk(
        {data[SESSION_KEY] for data in known.values() if SESSION_KEY in data}
    )
    return {key for key, data in known.items() if _is_of(users.get(int(data.get(SESSION_KEY, 0))), data)}


def user_of(session: SessionBase) -> User | None:
    """Return who is signed in, as at any page. A session whose account has left it is not changed, as a page would."""
    user = User.objects.filter(id=int(session.get(SESSION_KEY, 0)), is_active=True).first()
    return user if _is_of(user, session) else None


def _is_of(user: User | None, session: SessionBase | Mapping[str, Any]) -> bool:
    return user is not None and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


class ViewerFacts(NamedTuple):
    """Who opens a socket: `role` is None for somebody who claims to be the organizer and is not.

    `belongs`: they are the event's organizer or a fighter of it, even where they only watch. `token` is a fighter's,
    `session` the key of an organizer's session.
    """

    event: int
    role: Role | None
    fighter: int | None = None
    table: int = 1
    belongs: bool = False
    token: str = ""
    session: str = ""


def viewer_facts(session: SessionBase, code: str, query: Mapping[str, str]) -> ViewerFacts | None:
    """Return who opens a socket with this query (`as=host`, `table=n`), or None when there is no such event."""
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        return None
    table = int(query["table"]) if query.get("table", "").isdecimal() and len(query["table"]) < 4 else 1
    fighter, hosts = fighter_of(session, event), is_organizer(user_of(session) or AnonymousUser(), event)
    belongs = hosts or fighter is not None
    if query.get("as") == "host":
        role, key = (Role.ORGANIZER, session.session_key or "") if hosts else (None, "")
        return ViewerFacts(event.id, role, table=table, belongs=belongs, session=key)
    if fighter is None or "table" in query:
        return ViewerFacts(event.id, Role.SPECTATOR, table=table, belongs=belongs)
    return ViewerFacts(event.id, Role.FIGHTER, fighter.id, belongs=belongs, token=fighter.token)
