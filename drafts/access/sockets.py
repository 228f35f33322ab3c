"""Who opens a socket."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from drafts.access.rights import is_organizer
from drafts.access.seats import fighter_of, own_seat_of
from drafts.access.sign_in import user_of
from drafts.access.staff import link_of
from drafts.models import Event
from drafts.rules.ids import EventId, FighterId, StaffId
from drafts.rules.night.rights import Rights


class ViewerFacts(NamedTuple):
    """Who opens a socket, and with which rights: None for a false claim to be an official, or to hold a seat.

    `belongs`: the person is the event's organizer, a judge or a fighter of it, also where they only watch. `token` is a
    fighter's, `session` the key of an organizer's session, `staff` a judge's link. `beside` is the fighter on whose own
    device this guest is played for.
    """

    event: EventId
    rights: Rights | None
    belongs: bool
    table: int
    fighter: FighterId | None = None
    token: str = ""
    session: str = ""
    staff: StaffId | None = None
    beside: FighterId | None = None


def viewer_facts(session: SessionBase, code: str, query: Mapping[str, str]) -> ViewerFacts | None:
    """Return who opens a socket with this query, or None when there is no such event.

    The query says `as=host`, `as=judge`, for which `fighter` of several seats, or which `table` to watch.
    """
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        return None
    table = int(query["table"]) if query.get("table", "").isdecimal() and len(query["table"]) < 4 else 1
    fighter = fighter_of(session, event, query.get("fighter"))
    link, user = link_of(session, event), user_of(session) or AnonymousUser()
    own = Rights(organizes=is_organizer(user, event), fights=fighter is not None, judges=link is not None)
    watching = ViewerFacts(EventId(event.id), Rights(), own.belongs, table)
    if query.get("as") == "host":
        organizing = watching._replace(rights=Rights(organizes=True), session=session.session_key or "")
        return organizing if own.organizes else watching._replace(rights=None)
    if query.get("as") == "judge":
        judging = None if link is None else watching._replace(rights=Rights(judges=True), staff=StaffId(link.id))
        return judging or watching._replace(rights=None)
    if fighter is None and "fighter" in query:
        return watching._replace(rights=None)
    if fighter is None or "table" in query:
        return watching
    neighbour = own_seat_of(session, event) if fighter.guest else None
    beside = FighterId(neighbour.id) if neighbour else None
    found = watching._replace(rights=Rights(fights=True), fighter=FighterId(fighter.id), beside=beside)
    return found._replace(token=fighter.token)
