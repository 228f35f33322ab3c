"""The links of judges and co-organizers that a session holds, each by its token."""

from collections.abc import Mapping
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from drafts.models import Event, StaffLink
from drafts.sessions import JUDGES

MOST_LINKS_IN_A_SESSION = 20


def link_of(session: SessionBase | Mapping[str, Any], event: Event) -> StaffLink | None:
    """Return the link of an event that this session holds, None where it has none or the link was revoked."""
    link = held_link(session, event)
    return None if link is None or link.revoked_at else link


def held_link(session: SessionBase | Mapping[str, Any], event: Event) -> StaffLink | None:
    """Return the link that this session holds in an event, also where it was revoked."""
    token = session.get(JUDGES, {}).get(event.code)
    return event.staff.filter(token=token).first() if token else None


def remember_link(request: HttpRequest, link: StaffLink) -> None:
    """Let this session hold a judge's link. It gets a new key, so that nobody who planted one shares it."""
    hold_link(request, link)
    request.session.cycle_key()


def hold_link(request: HttpRequest, link: StaffLink) -> None:
    """Let this session hold a judge's link, in place of another of the same event."""
    links = {**request.session.get(JUDGES, {})}
    links.pop(link.event.code, None)
    kept = list(links.items())[-MOST_LINKS_IN_A_SESSION + 1 :]
    request.session[JUDGES] = {**dict(kept), link.event.code: link.token}
