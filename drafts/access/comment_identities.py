"""The identities under which the sender of a request may comment on a log."""

from typing import NamedTuple

from django.http import HttpRequest

from drafts.access.rights import rights_of
from drafts.access.seats import seats_of
from drafts.models import Event, Fighter

ORGANIZER = "organizer"


class CommentIdentity(NamedTuple):
    """A fighter whose seat the session holds, or the organizer where there is none."""

    fighter: Fighter | None

    @property
    def value(self) -> str:
        """The value of this identity in a form: `organizer`, or the fighter's row id."""
        return ORGANIZER if self.fighter is None else str(self.fighter.id)


def identities_of(request: HttpRequest, event: Event) -> list[CommentIdentity]:
    """Return the identities that this session may comment under, the default one first: its own seat before guests'.

    The organizer comes last.
    """
    identities = [CommentIdentity(fighter) for fighter in seats_of(request.session, event)]
    return [*identities, CommentIdentity(None)] if rights_of(request, event).organizes else identities
