"""The seats that a session holds, each by its token."""

from collections.abc import Mapping
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from drafts.models import Event, Fighter
from drafts.sessions import SEATS

MOST_SEATS_IN_A_SESSION = 20


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
