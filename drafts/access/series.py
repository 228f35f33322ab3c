"""Carrying the seats and the judge's link that a session holds over from one draft of a series to the next."""

from django.http import HttpRequest

from drafts.access.seats import Session, hold_seat, own_seat_of, seats_of
from drafts.access.staff import held_link, hold_link, link_of
from drafts.models import Event, Fighter, StaffLink
from drafts.store.series import token_brought_along


def seats_brought_along(session: Session, event: Event, following: Event) -> list[Fighter]:
    """Return the seats of the following event that belong to the fighters whose seats this session holds in this one.

    The session's own comes first, then guests in their order. A seat that has had a new link since, or whose fighter
    was removed, is not among them.
    """
    held = {fighter.id: fighter for fighter in seats_of(session, event)}
    seats = following.fighters.filter(was__in=held).select_related("event").order_by("guest", "id")
    return [seat for seat in seats if seat.was_id and seat.token == token_brought_along(following, held[seat.was_id])]


def link_brought_along(session: Session, event: Event, following: Event) -> StaffLink | None:
    """Return the link in the following event of the judge who holds this session, or None."""
    link = link_of(session, event)
    if link is None:
        return None
    token = token_brought_along(following, link)
    return following.staff.select_related("event").filter(token=token, revoked_at=None).first()


def bring_along(request: HttpRequest, event: Event, following: Event) -> None:
    """Let this session hold in the following event what it holds in this one.

    A seat of its own that it holds there already stays its own. The session keeps its key: anyone who shares it holds
    the seats that these follow from, and a device may send two requests at once, one of which would lose its session.
    """
    for seat in seats_brought_along(request.session, event, following):
        if seat.guest or own_seat_of(request.session, following) is None:
            hold_seat(request, seat)
    link = link_brought_along(request.session, event, following)
    if link is not None and held_link(request.session, following) is None:
        hold_link(request, link)
