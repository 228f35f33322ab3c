"""The seats that a session holds, each by its token: its own in each event, and those of guests that it acts for."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from drafts.models import Event, Fighter
from drafts.prepared import Prepared
from drafts.sessions import GUEST_SEATS, SEATS

MOST_SEATS_IN_A_SESSION = 20
MOST_GUESTS_IN_A_SESSION = 40
"""In one event."""
MARK_LENGTH = 12

Session = SessionBase | Mapping[str, Any]

_SEAT = Prepared(lambda: Fighter.objects.filter(event=0).filter(token="").order_by())


def own_seat_of(session: Session, event: Event) -> Fighter | None:
    """Return the fighter whose own seat this session holds, or None."""
    token = session.get(SEATS, {}).get(event.code)
    fighter = _SEAT.first(event.id, token) if token else None
    if fighter is not None:
        fighter.event = event
    return fighter


def seats_of(session: Session, event: Event) -> list[Fighter]:
    """Return all fighters of an event whose seats this session holds: its own first, then guests in their order."""
    own, tokens = own_seat_of(session, event), session.get(GUEST_SEATS, {}).get(event.code, [])
    guests = event.fighters.filter(token__in=tokens, guest=True).order_by("id") if tokens else []
    return [*([own] if own else []), *guests]


def fighter_of(session: Session, event: Event, asked: str | None = None) -> Fighter | None:
    """Return the fighter that this session acts as, or None where it holds no such seat.

    `asked` is the number of one of several fighters, as a page or a socket names it; None is the fighter of the
    session's own seat, or else the first guest.
    """
    return one_of(seats_of(session, event), asked)


def one_of(held: Sequence[Fighter], asked: str | None) -> Fighter | None:
    """Return the fighter that a session acts as, of those whose seats it holds (`seats_of`)."""
    return next((fighter for fighter in held if asked is None or str(fighter.id) == asked), None)


def fighter_asked(request: HttpRequest, event: Event) -> Fighter | None:
    """Return the fighter that a request is for: the one that its address names, as `fighter_of` does."""
    return fighter_of(request.session, event, number_asked(request))


def number_asked(request: HttpRequest) -> str | None:
    """Return the number of the fighter that the address of a request names, or None."""
    return request.GET.get("fighter") or None


def of_seat(fighter: Fighter | None) -> str:
    """Return the query that names a fighter in an address: needed for a guest, one of several on a device, else ""."""
    return f"?fighter={fighter.id}" if fighter is not None and fighter.guest else ""


def was_removed(session: Session, event: Event) -> bool:
    """Whether the organizer has removed the fighter whose seat this session held."""
    token = session.get(SEATS, {}).get(event.code)
    return bool(token) and event.removals.filter(token=token, by_organizer=True, undone_at=None).exists()


def mark_of_seat(session: Session, event: Event) -> str | None:
    """Return a mark of the seat that this session holds in an event: always the same, and of no use for taking it.

    The database is not asked whether the session still holds the seat.
    """
    tokens = [session.get(SEATS, {}).get(event.code), *session.get(GUEST_SEATS, {}).get(event.code, [])]
    token = next(filter(None, tokens), None)
    return token and salted_hmac("a mark of a seat", token, algorithm="sha256").hexdigest()[:MARK_LENGTH]


def remember_seat(request: HttpRequest, fighter: Fighter) -> None:
    """Let this session hold a fighter's seat. It gets a new key, so that nobody who planted one shares it."""
    hold_seat(request, fighter)
    if request.session.session_key is not None:  # a session that is not stored yet gets its key when it is
        request.session.cycle_key()


def hold_seat(request: HttpRequest, fighter: Fighter) -> None:
    """Let this session hold a fighter's seat: a guest's beside all others, any other as its own in that event."""
    code = fighter.event.code
    if fighter.guest:
        held = _others(request, GUEST_SEATS, code)
        known = [token for token in request.session.get(GUEST_SEATS, {}).get(code, []) if token != fighter.token]
        request.session[GUEST_SEATS] = {**held, code: [*known, fighter.token][-MOST_GUESTS_IN_A_SESSION:]}
    else:
        request.session[SEATS] = {**_others(request, SEATS, code), code: fighter.token}


def forget_seat(request: HttpRequest, event: Event, fighter: Fighter) -> None:
    """Let this session no longer hold a seat."""
    if fighter.guest:
        known = request.session.get(GUEST_SEATS, {}).get(event.code, [])
        kept = {event.code: [token for token in known if token != fighter.token]}
        request.session[GUEST_SEATS] = {**_others(request, GUEST_SEATS, event.code), **kept}
    else:
        request.session[SEATS] = _others(request, SEATS, event.code)


def _others(request: HttpRequest, kind: str, code: str) -> dict[str, Any]:
    """Return what a session holds in the latest other events."""
    others = {event: held for event, held in request.session.get(kind, {}).items() if event != code}
    return dict(list(others.items())[-MOST_SEATS_IN_A_SESSION + 1 :])
