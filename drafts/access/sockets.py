"""Who opens a socket."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from drafts.access.rights import is_organizer
from drafts.access.seats import fighter_of
from drafts.access.sign_in import user_of
from drafts.models import Event
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.rights import Rights


class ViewerFacts(NamedTuple):
    """Who opens a socket, and with which rights: None for somebody who claims to be the organizer and is not.

    `belongs`: the person is the event's organizer or a fighter of it, also where they only watch. `token` is a
    fighter's, `session` the key of an organizer's session.
    """

    event: EventId
    rights: Rights | None
    belongs: bool
    table: int
    fighter: FighterId | None = None
    token: str = ""
    session: str = ""


def viewer_facts(session: SessionBase, code: str, query: Mapping[str, str]) -> ViewerFacts | None:
    """Return who opens a socket with this query (`as=host`, `table=n`), or None when there is no such event."""
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        return None
    table = int(query["table"]) if query.get("table", "").isdecimal() and len(query["table"]) < 4 else 1
    fighter, user = fighter_of(session, event), user_of(session) or AnonymousUser()
    own = Rights(organizes=is_organizer(user, event), fights=fighter is not None)
    watching = ViewerFacts(EventId(event.id), Rights(), own.belongs, table)
    if query.get("as") == "host":
        if not own.organizes:
            return watching._replace(rights=None)
        return watching._replace(rights=Rights(organizes=True), session=session.session_key or "")
    if fighter is None or "table" in query:
        return watching
    return watching._replace(rights=Rights(fights=True), fighter=FighterId(fighter.id), token=fighter.token)
