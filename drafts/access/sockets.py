"""Who opens a socket."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from drafts.access.rights import is_organizer
from drafts.access.seats import fighter_of
from drafts.access.sign_in import user_of
from drafts.models import Event
from drafts.rules.night.rights import Rights, Role


class ViewerFacts(NamedTuple):
    """Who opens a socket: `role` is what it was opened as, None for somebody who claims to be the organizer and is not.

    `rights` are the person's own, also where they only watch. `token` is a fighter's, `session` the key of an
    organizer's session.
    """

    event: int
    role: Role | None
    rights: Rights
    table: int
    fighter: int | None = None
    token: str = ""
    session: str = ""


def viewer_facts(session: SessionBase, code: str, query: Mapping[str, str]) -> ViewerFacts | None:
    """Return who opens a socket with this query (`as=host`, `table=n`), or None when there is no such event."""
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        return None
    table = int(query["table"]) if query.get("table", "").isdecimal() and len(query["table"]) < 4 else 1
    fighter, user = fighter_of(session, event), user_of(session) or AnonymousUser()
    rights = Rights(organizes=is_organizer(user, event), fights=fighter is not None)
    watching = ViewerFacts(event.id, Role.SPECTATOR, rights, table)
    if query.get("as") == "host":
        if not rights.organizes:
            return watching._replace(role=None)
        return watching._replace(role=Role.ORGANIZER, session=session.session_key or "")
    if fighter is None or "table" in query:
        return watching
    return watching._replace(role=Role.FIGHTER, fighter=fighter.id, token=fighter.token)
